"""A new event: from a ruleset, or from a template."""

from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import decisions, slugs
from tournaments.errors import Invalid
from tournaments.events import preset, reading
from tournaments.events.reading import EventFile
from tournaments.forms.events import PartForm, day_input, time_input, zones
from tournaments.forms.rulesets import FIRST_RULESET, ruleset_choices
from tournaments.phrases.event_files import KINDS, template_kind, template_line, template_title
from tournaments.phrases.refusals import refusal
from tournaments.regulations import StagePlan

SLUG_HELP = _("Lower-case letters a to z, digits and hyphens. It stands on every paper and does not change later.")


class Choice(NamedTuple):
    """A template as it is offered: its code, what it is called, a line on it, and its kind."""

    code: str
    title: str
    line: str
    kind: str


class NewEventForm(PartForm):
    """What a draft needs: everything else has the preset's or the template's value and is changed later."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    name_en = forms.CharField(label=_("Name in English"), max_length=120, required=False)
    slug = forms.CharField(label=_("Address of the event's pages"), max_length=slugs.MAX_LENGTH, help_text=SLUG_HELP)
    day = forms.DateField(label=_("Day"), widget=day_input())
    starts = forms.TimeField(label=_("Begins at"), widget=time_input())
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    zone = forms.ChoiceField(label=_("Time zone"), choices=zones, initial="Asia/Shanghai")
    ruleset = forms.ChoiceField(
        label=_("Ruleset"),
        choices=ruleset_choices,
        initial=FIRST_RULESET,
        widget=forms.RadioSelect,
        help_text=_("It sets how a deal is counted and how long a round is. It can be changed until the draw."),
    )

    places = {f"identity.{name}": name for name in ("name", "name_en", "day", "starts", "place", "zone")}

    def __init__(self, *args: Any, today: date, template: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.template = reading.load(template) if template in reading.codes() else None
        slug = self.fields["slug"]
        slug.initial = slugs.propose("", today.year)
        if self.template is not None:
            del self.fields["ruleset"]
            held = self.template.dated(today)["identity"]
            self.fields["name"].initial, self.fields["name_en"].initial = held["name"], held["name_en"]
            slug.initial = slugs.propose(held["name_en"], today.year)
        slug.widget.attrs |= {
            "data-slug-from": "id_name_en",
            "autocapitalize": "none",
            "spellcheck": "false",
            "translate": "no",
        }

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"]).strip().lower()
        fault = slugs.fault(slug)
        if fault:
            raise ValidationError(refusal(Invalid(fault, slug=slug)))
        return slug

    def written(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        identity = {name: cleaned[name] for name in ("name", "name_en", "place", "zone")}
        identity |= {"day": cleaned["day"].isoformat(), "starts": cleaned["starts"].isoformat()}
        if self.template is not None:
            return self.template.dated(cleaned["day"], **identity)
        document = {**preset("s1"), "identity": identity}
        plan = StagePlan.model_validate(document["stages"][0])
        chosen = decisions.choose(plan, cleaned["ruleset"])
        return {**document, "stages": [chosen.model_dump(mode="json")]}

    @property
    def chosen(self) -> Choice | None:
        """The template that the event is made from."""
        return choice_of(self.template) if self.template is not None else None

    @property
    def templates(self) -> list[tuple[str | Promise, list[Choice]]]:
        """Every template under the heading of its kind."""
        found: dict[str, list[Choice]] = {kind: [] for kind in KINDS}
        for code in reading.codes():
            choice = choice_of(reading.load(code))
            found[choice.kind].append(choice)
        return [(KINDS[kind], choices) for kind, choices in found.items() if choices]


def choice_of(event: EventFile) -> Choice:
    """Describe a template in the reader's language."""
    stages = event.regulations(date.min).stages
    return Choice(event.document["preset"], template_title(event), template_line(stages), template_kind(stages))
