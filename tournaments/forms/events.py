"""The sections of an event's regulations: each form edits one part of the whole document."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any, ClassVar, NamedTuple
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError as DocumentError

from tournaments import regulations
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.forms.fields import MinutesField
from tournaments.phrases import settings as settings_phrases
from tournaments.phrases import stages as stage_words
from tournaments.phrases.zones import NAMES, zone_name
from tournaments.regulations import Fault, Regulations, Tiebreak

FACT_LENGTH = 80


class Fact(NamedTuple):
    label: str | Promise
    value: object


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def time_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def moment_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


def digits() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def zones() -> list[tuple[str, str]]:
    """Return the zones that have a name, as far as this machine knows them."""
    known = available_timezones()
    return [(zone, zone_name(zone)) for zone in NAMES if zone in known]


def offer_stored_zone(field: forms.Field, stored: str) -> None:
    """Let the zone be chosen as well that an event has from a file."""
    if isinstance(field, forms.ChoiceField) and stored not in NAMES:
        field.choices = [*zones(), (stored, zone_name(stored))]


class TimingFields(forms.Form):
    """How long a round is, when it is reminded of its end, and what is played from then on."""

    round_seconds = MinutesField(
        label=_("Length of a round, minutes"), help_text=_("120, or minutes and seconds: 1:30."), widget=digits()
    )
    reminder_seconds = MinutesField(
        label=_("Reminder before the end, minutes"),
        help_text=_("30, or minutes and seconds: 0:20. From then on the last deals are played."),
        widget=digits(),
    )
    last_deals = forms.IntegerField(
        label=_("Last deals after the reminder"), widget=digits(), help_text=_("The deal in hand is the first of them.")
    )


class PartForm(forms.Form):
    """A form whose fields are parts of a document; `places` says which field stands for which place in it."""

    places: ClassVar[Mapping[str, str]] = {}
    document: dict[str, Any]

    def written(self) -> dict[str, Any]:
        """Return the whole document with what the form changes in it."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self.document = self.written()
            try:
                regulations.parse(self.document)
            except DocumentError as error:
                for found in regulations.faults(error):
                    self.add_error(self.field_at(found.place), self.in_words(found))
        return cleaned

    def in_words(self, found: Fault) -> str:
        """Return the words for a fault."""
        return settings_phrases.fault(found)

    def field_at(self, place: str) -> str | None:
        """Return the field for a place in the document, or for the name of a field itself; None for neither."""
        name = self.places.get(place, place)
        return name if name in self.fields else None


class SectionForm(PartForm):
    """One section of an event's regulations.

    `version` is the version that the page was made from; `reason` is there where a change needs one.
    """

    code: ClassVar[str] = ""
    title: ClassVar[str | Promise] = ""
    icon: ClassVar[str] = "settings"
    template: ClassVar[str] = "manage/event_section.html"
    to_know: ClassVar[str | Promise] = ""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason for the change"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The event is public or drawn: the reason stands in the log and with the new version."),
        required=False,
    )

    def __init__(self, *args: Any, current: Regulations, version: int, needs_reason: bool, **kwargs: Any) -> None:
        self.current = current
        kwargs["initial"] = {**self.read(current), "version": version, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if needs_reason:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]
        self.order_fields([name for name in self.fields if name not in {"reason", "version"}])

    def read(self, current: Regulations) -> dict[str, Any]:
        """Return the values of the fields in these regulations."""
        raise NotImplementedError

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        """Write the cleaned values into the document."""
        raise NotImplementedError

    def in_words(self, found: Fault) -> str:
        return stage_words.fault(found, self.current)

    def written(self) -> dict[str, Any]:
        document = regulations.dump(self.current)
        self.change(document, self.cleaned_data)
        return document

    def facts(self) -> Iterator[Fact]:
        """Yield each setting with its present value in words."""
        for name, field in self.fields.items():
            if name not in {"version", "reason"}:
                yield Fact(field.label or name, self._in_words(field, self.initial.get(name)))

    @staticmethod
    def _in_words(field: forms.Field, value: object) -> object:
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        if isinstance(field, forms.ChoiceField):
            return dict(field.choices).get(value, value)  # type: ignore[arg-type]  # flat choices of our own
        if value in (None, ""):
            return gettext("–")
        if isinstance(value, str) and len(value) > FACT_LENGTH:
            return f"{value[:FACT_LENGTH]}…"
        if isinstance(value, time):
            return f"{value:%H:%M}"
        return field.prepare_value(value) if isinstance(field, MinutesField) else value


class IdentityForm(SectionForm):
    code, title, icon = "identity", _("Name, time and place"), "calendar"
    names = ("name", "name_en", "organizer", "day", "starts", "zone", "place", "address", "notice")
    places = {f"identity.{name}": name for name in names}

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    name_en = forms.CharField(label=_("Name in English"), max_length=120, required=False)
    organizer = forms.CharField(label=_("Organized by"), max_length=200, required=False)
    day = forms.DateField(label=_("Day"), widget=day_input())
    starts = forms.TimeField(label=_("Begins at"), widget=time_input())
    zone = forms.ChoiceField(label=_("Time zone"), choices=zones)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    address = forms.CharField(label=_("How to get there"), max_length=200, required=False)
    notice = forms.CharField(
        label=_("Notice to the players"), max_length=4000, widget=forms.Textarea(attrs={"rows": 6}), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_stored_zone(self.fields["zone"], self.current.identity.zone)

    def read(self, current: Regulations) -> dict[str, Any]:
        return current.identity.model_dump()

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        document["identity"] = {name: cleaned[name] for name in self.names}
        document["identity"] |= {"day": cleaned["day"].isoformat(), "starts": cleaned["starts"].isoformat()}


class RegistrationForm(SectionForm):
    code, title, icon = "registration", _("Registration"), "user-plus"
    names = (
        "opens_at", "closes_at", "capacity", "pairs_per_unit", "typed_units", "approval", "pending_uses_capacity",
        "entry_code", "contact_required", "privacy_notice",
    )  # fmt: skip
    places = {f"registration.{name}": name for name in names} | {"registration": "closes_at"}

    opens_at = forms.DateTimeField(
        label=_("Opens"),
        widget=moment_input(),
        required=False,
        help_text=_("Empty: with the publication of the event."),
    )
    closes_at = forms.DateTimeField(
        label=_("Closes"),
        widget=moment_input(),
        required=False,
        help_text=_("Empty: when you freeze the list of entries."),
    )
    capacity = forms.IntegerField(
        label=_("Places for pairs"), widget=digits(), help_text=_("Further entries go to the waiting list in order.")
    )
    pairs_per_unit = forms.IntegerField(
        label=_("Pairs per unit at most"), widget=digits(), required=False, help_text=_("Empty: no limit.")
    )
    typed_units = forms.BooleanField(
        label=_("Units may be typed in"),
        required=False,
        help_text=_("Otherwise only those of your list can be chosen."),
    )
    approval = forms.BooleanField(label=_("Every entry is approved by an organizer"), required=False)
    pending_uses_capacity = forms.BooleanField(label=_("Entries not yet approved use up places"), required=False)
    entry_code = forms.CharField(
        label=_("Entry code"),
        max_length=40,
        required=False,
        help_text=_("If you print a code in your notice, only those who know it can register."),
    )
    contact_required = forms.BooleanField(label=_("A telephone number or an e-mail is needed"), required=False)
    privacy_notice = forms.CharField(
        label=_("Privacy notice"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 8}),
        required=False,
        help_text=_("Who asks for the data, what for, and how long they are kept. It is shown at registration."),
    )

    def read(self, current: Regulations) -> dict[str, Any]:
        return current.registration.model_dump()

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        section = {name: cleaned[name] for name in self.names}
        for name in ("opens_at", "closes_at"):
            moment: datetime | None = section[name]
            section[name] = moment.isoformat() if moment else None
        document["registration"] |= section


class PlayForm(TimingFields, SectionForm):
    code, title, icon = "play", _("Tables and time"), "clock"
    places = {
        "venue.tables": "tables",
        "stages.0.timing.round_seconds": "round_seconds",
        "stages.0.timing.reminder_seconds": "reminder_seconds",
        "stages.0.timing.last_deals": "last_deals",
        "stages.0.timing": "reminder_seconds",
    }

    tables = forms.IntegerField(label=_("Tables in the hall"), widget=digits())

    def read(self, current: Regulations) -> dict[str, Any]:
        return {"tables": current.venue.tables, **current.stage.timing.model_dump()}

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        document["venue"]["tables"] = cleaned["tables"]
        document["stages"][0]["timing"] = {name: cleaned[name] for name in TimingFields.base_fields}


class ScoringForm(SectionForm):
    code, title, icon = "scoring", _("Results and ranking"), "trophy"
    template = "manage/event_scoring.html"
    places = {
        "stages.0.scoring.forfeits.winner": "forfeit_winner",
        "stages.0.scoring.forfeits.loser": "forfeit_loser",
        "stages.0.scoring.forfeits.both": "forfeit_both",
        "stages.0.scoring.tiebreaks": "tiebreaks",
    }

    official = forms.ChoiceField(
        label=_("A result is official"), choices=settings_phrases.OFFICIAL, widget=forms.RadioSelect
    )
    standings = forms.ChoiceField(
        label=_("Everybody sees the standings"), choices=settings_phrases.STANDINGS, widget=forms.RadioSelect
    )
    forfeit_winner = forms.IntegerField(label=_("A pair whose opponents do not come gets"))
    forfeit_loser = forms.IntegerField(label=_("A pair that does not come gets"))
    forfeit_both = forms.IntegerField(label=_("Where both do not come, each gets"))
    bye = forms.ChoiceField(label=_("A bye counts"), choices=settings_phrases.BYES)
    tiebreaks = forms.CharField(
        label=_("Equal totals are parted by, in this order"), widget=forms.HiddenInput, required=False
    )

    def read(self, current: Regulations) -> dict[str, Any]:
        scoring = current.stage.scoring
        return {
            "official": current.results.official,
            "standings": current.results.standings,
            **{f"forfeit_{name}": value for name, value in scoring.forfeits.model_dump().items()},
            "bye": scoring.bye.value,
            "tiebreaks": ",".join(scoring.tiebreaks),
        }

    def clean_tiebreaks(self) -> str:
        text = str(self.cleaned_data["tiebreaks"])
        if any(code not in set(Tiebreak) for code in text.split(",") if code):
            raise ValidationError(settings_phrases.SOMETHING_ELSE)
        return text

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        document["results"] |= {"official": cleaned["official"], "standings": cleaned["standings"]}
        document["stages"][0]["scoring"] = {
            "forfeits": {name: cleaned[f"forfeit_{name}"] for name in ("winner", "loser", "both")},
            "bye": cleaned["bye"],
            "tiebreaks": [code for code in cleaned["tiebreaks"].split(",") if code],
        }

    @property
    def order(self) -> list[tuple[str, str | Promise]]:
        """Return the tie-breaks in use, in order, with their words."""
        codes = str(self["tiebreaks"].value() or "").split(",")
        return [(code, settings_phrases.TIEBREAKS[code]) for code in codes if code in settings_phrases.TIEBREAKS]

    @property
    def unused(self) -> list[tuple[str, str | Promise]]:
        used = {code for code, _words in self.order}
        return [(code, words) for code, words in settings_phrases.TIEBREAKS.items() if code not in used]

    def facts(self) -> Iterator[Fact]:
        for fact, name in zip(super().facts(), self._shown(), strict=True):
            words = " → ".join(str(text) for _code, text in self.order)
            yield Fact(fact.label, words or gettext("nothing: they share the place")) if name == "tiebreaks" else fact

    def _shown(self) -> list[str]:
        return [name for name in self.fields if name not in {"version", "reason"}]


def moved(order: str, move: str) -> str:
    """Return the order of tie-breaks after one press of a button: up:code, down:code, drop:code or add:code."""
    codes = [code for code in order.split(",") if code]
    verb, _colon, code = move.partition(":")
    if verb == "add" and code in set(Tiebreak) and code not in codes:
        codes.append(code)
    if code not in codes:
        return order
    place = codes.index(code)
    codes.remove(code)
    if verb != "drop":
        target = {"up": max(place - 1, 0), "down": place + 1}.get(verb, place)
        codes.insert(target, code)
    return ",".join(codes)
