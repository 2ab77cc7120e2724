"""What is given to a round on the day: another table for a match."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON


class MoveForm(forms.Form):
    """`tables`: number and label of each table the match may move to, with who sits there now."""

    table = forms.TypedChoiceField(label=_("New table"), coerce=int)
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It is kept in the log."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: object, tables: Sequence[tuple[int, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["table"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 says to the type checker what stands above
        field.choices = list(tables)
