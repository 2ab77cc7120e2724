"""What the API takes and gives. Unknown fields are refused, never ignored."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.actions.keys import KEY

OUTCOMES = ("played", "forfeit_0", "forfeit_1", "forfeit_both")


class Label(serializers.CharField):
    """A level's label: text, never a number."""

    default_error_messages = {"text": _("Give the level as text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("text")
        return super().to_internal_value(data)


class KnownFields(serializers.Serializer[Any]):
    """A form whose unknown fields are refused."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError({name: [_("This field is unknown.")] for name in unknown})
        return super().to_internal_value(data)


class KeyedForm(KnownFields):
    key = serializers.RegexField(f"^{KEY.pattern}$", help_text="Made once for each form; repeat it to send again.")


class TableForm(KeyedForm):
    """What every form of a table's page has: a key, and what the page showed."""

    match = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1, help_text="The round that the page shows.")
    table = serializers.IntegerField(min_value=1, help_text="The table that the page shows.")


class Submission(TableForm):
    """A result as a table's page sends it. `levels` are labels of side 0 and side 1 ("9", "A", "A+1").

    Which of levels, scores, deal points and winner is handed in stands in the ruleset (`report` of the table).
    """

    outcome = serializers.ChoiceField(OUTCOMES, default="played")
    levels = serializers.ListField(child=Label(max_length=8), min_length=2, max_length=2, allow_null=True, default=None)
    confirmed_sides = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), max_length=2, default=list
    )
    observed_at = serializers.DateTimeField(allow_null=True, default=None, help_text="The phone's time: noted only.")
    corrects = serializers.IntegerField(
        min_value=1, allow_null=True, default=None, help_text="The version that this one corrects."
    )
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")
    late = serializers.BooleanField(default=False, help_text="The sender knows that the round is over.")
    dealer_side = serializers.IntegerField(
        min_value=0, max_value=1, allow_null=True, default=None, help_text="Who would deal next, on equal levels."
    )
    no_deal = serializers.BooleanField(default=False, help_text="No deal was finished.")
    winner = serializers.IntegerField(
        min_value=0, max_value=1, allow_null=True, default=None, help_text="Who won, or who won the lots."
    )
    draw = serializers.BooleanField(default=False)
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=-100000, max_value=100000),
        min_length=2,
        max_length=2,
        allow_null=True,
        default=None,
    )
    deal_points = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=-5000, max_value=5000), min_length=2, max_length=2
        ),
        max_length=200,
        allow_null=True,
        default=None,
        help_text="The points of both sides in each deal; null takes them from the deals that the table kept.",
    )


class SideView(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    lot = serializers.CharField()
    number = serializers.IntegerField()
    unit = serializers.CharField()
    division = serializers.CharField(help_text="Empty in an event that has but one.")
    players = serializers.ListField(child=serializers.CharField())


class SheetOfTable(serializers.Serializer[Any]):
    """A version that stands at the table."""

    version = serializers.IntegerField()
    state = serializers.CharField()
    state_words = serializers.CharField()
    outcome = serializers.CharField()
    levels = serializers.ListField(child=serializers.CharField(allow_null=True))
    winner = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    deals_differ = serializers.BooleanField(help_text="Deals and rulings of the table make another result.")
    sentence = serializers.CharField()
    received_at = serializers.DateTimeField()
    own = serializers.BooleanField(help_text="Yours to correct.")


class RoundOfTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    begun = serializers.BooleanField()
    closed = serializers.BooleanField()


class ReportOfTable(serializers.Serializer[Any]):
    """What a table hands in, and what is asked where both sides are equal."""

    kind = serializers.ChoiceField(("levels", "deal_points", "score", "winner"))
    dealer_side_on_equal = serializers.BooleanField()
    lots_on_equal = serializers.BooleanField()
    lots_without_deal = serializers.BooleanField()
    draw = serializers.BooleanField()


class Table(serializers.Serializer[Any]):
    """What the referee's page needs: who plays, which levels there are, and what is stored."""

    table = serializers.IntegerField()
    match = serializers.IntegerField()
    round = RoundOfTable()
    sides = SideView(many=True)
    levels = serializers.ListField(child=serializers.CharField())
    sheets = SheetOfTable(many=True)
    report = ReportOfTable()
    clock = serializers.CharField(help_text="Where the round's clock is read.")


class Receipt(serializers.Serializer[Any]):
    """What is stored. It echoes the key: an answer without it is no receipt."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.CharField()
    state_words = serializers.CharField()
    match = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    outcome = serializers.CharField()
    levels = serializers.ListField(child=serializers.CharField(allow_null=True))
    confirmed_sides = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField()
    decided_words = serializers.CharField()
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    deal_points = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    deals_differ = serializers.BooleanField(help_text="Deals and rulings of the table make another result.")
    differ_words = serializers.CharField()
    sentence = serializers.CharField()
    observed_at = serializers.DateTimeField()
    received_at = serializers.DateTimeField()
    received_time = serializers.CharField(help_text="In the event's zone.")
    late = serializers.BooleanField()


class Error(serializers.Serializer[Any]):
    """A refusal in the reader's language; `field` is the place it belongs to, "" for the whole."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    params = serializers.DictField(child=serializers.CharField())
