"""The stages of an event, one at a time: which format, then what belongs to that format; and how many teams to try."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any, ClassVar, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError as DocumentError

from tournaments import regulations
from tournaments.forms.events import SectionForm, TimingFields, digits, moment_input, time_input
from tournaments.phrases import settings as settings_phrases
from tournaments.phrases import stages as words
from tournaments.phrases.divisions import choices as division_choices
from tournaments.regulations import Format, Regulations, StagePlan
from tournaments.simulation import MOST_TEAMS
from tournaments.stage_edits import added, chained, with_format

MOST_MINUTES = 24 * 60
GIVEN_ROUNDS = frozenset(
    {Format.TWO_ROUNDS, Format.RANDOM_ROUNDS, Format.RANDOM, Format.SWISS, Format.NEIGHBOURS, Format.LOT_ORDER}
)
WHO_GOES_ON = ("from_stage", "who", "teams", "per_group", "best", "after")
PLAIN = ("name", "name_en", "rounds", "seeding", "third_place", "placement", "until", "redraw", "bye_to")
Choices = list[tuple[str, str | Promise]]


class FormatForm(SectionForm):
    """Choose the format of a new stage, or another one for a stage (`plan`); what is kept, the pure part decides."""

    code = "stage-format"
    format = forms.ChoiceField(label=_("How is it played?"), widget=forms.RadioSelect, choices=list)

    def __init__(self, *args: Any, plan: StagePlan | None = None, **kwargs: Any) -> None:
        self.plan = plan
        super().__init__(*args, **kwargs)
        field = cast("forms.ChoiceField", self.fields["format"])
        field.choices = [(each.value, words.format_line(each)) for each in Format]

    def read(self, current: Regulations) -> dict[str, Any]:  # noqa: ARG002 the stage says it
        return {"format": self.plan.format.value} if self.plan is not None else {}

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        chosen, stages = Format(cleaned["format"]), document["stages"]
        if self.plan is None:
            self.made = added(self.current, chosen)
            stages.append(self.made.model_dump(mode="json"))
            return
        at = _place(self.current, self.plan)
        source = _source_of(self.current, self.plan)
        teams = _teams_before(self.current, self.plan)
        self.made = with_format(self.plan, chosen, source=source, teams=teams)
        stages[at] = self.made.model_dump(mode="json")


class StageForm(TimingFields, SectionForm):
    """One stage in its format; only what belongs to the format is asked."""

    code = "stage"
    BY_CODE: ClassVar[Mapping[str, str]] = {
        "more_than_play": "teams",
        "stage_of_one": "teams",
        "per_group_without_groups": "per_group",
        "teams_and_per_group": "per_group",
        "best_without_per_group": "best",
        "cross_without_groups": "seeding",
        "too_many_groups": "group_count",
        "groups_count_and_size": "group_size",
        "bands_without_size": "group_size",
        "bands_from_nowhere": "groups_by",
        "cross_in_groups": "seeding",
        "until_not_halved": "until",
        "places_beyond_until": "until",
        "none_goes_out": "until",
        "rank_from_nowhere": "groups_by",
        "carry_from_nowhere": "carry",
        "two_rounds_are_two": "rounds",
        "redraw_without_bracket": "redraw",
        "stage_from_later": "from_stage",
        "stage_not_fed": "from_stage",
        "division_not_in_source": "from_stage",
        "division_without_stage": "divisions",
        "stage_starts_too_early": "starts_at",
    }

    name = forms.CharField(
        label=_("Name of the stage"), max_length=60, required=False, help_text=_("Empty: the name of its format.")
    )
    name_en = forms.CharField(label=_("Name in English"), max_length=60, required=False)
    divisions = forms.MultipleChoiceField(
        label=_("Divisions that play here"), choices=list, widget=forms.CheckboxSelectMultiple
    )
    from_stage = forms.ChoiceField(label=_("The teams come from"), choices=list, required=False)
    who = forms.ChoiceField(
        label=_("Who goes on"),
        choices=[("all", _("Everybody")), ("teams", _("The first so many")), ("per_group", _("So many of each group"))],
        widget=forms.RadioSelect,
    )
    teams = forms.IntegerField(label=_("How many in all"), widget=digits(), required=False)
    per_group = forms.IntegerField(label=_("How many of each group"), widget=digits(), required=False)
    best = forms.IntegerField(
        label=_("And the best of those next"),
        widget=digits(),
        required=False,
        help_text=_("For example the two best thirds. Empty: none."),
    )
    after = forms.IntegerField(
        label=_("After how many places"),
        widget=digits(),
        required=False,
        help_text=_("Only for a stage of the places behind: 8 after 8 are places 9 to 16. Empty: from the first on."),
    )
    carry = forms.ChoiceField(
        label=_("What they bring along"),
        choices=[("none", _("Nothing: everybody starts from zero")), ("all", _("All points")), ("part", _("A part"))],
        widget=forms.RadioSelect,
    )
    percent = forms.IntegerField(label=_("Percent that counts on"), widget=digits(), required=False)
    rounds = forms.IntegerField(label=_("Number of rounds"), widget=digits())
    group_count = forms.IntegerField(label=_("Number of groups"), widget=digits(), required=False)
    group_size = forms.IntegerField(
        label=_("Or: teams in a group at most"),
        widget=digits(),
        required=False,
        help_text=_("Give one of both. With neither all play together."),
    )
    groups_by = forms.ChoiceField(label=_("The groups are made"), choices=list)
    twice = forms.BooleanField(label=_("Everybody meets everybody twice"), required=False)
    seeding = forms.ChoiceField(label=_("Places in the bracket"), choices=list)
    third_place = forms.BooleanField(label=_("The third place is played for"), required=False)
    placement = forms.TypedChoiceField(
        label=_("Lower places"),
        coerce=int,
        choices=[(0, _("Not played for")), *((n, words.down_to(n)) for n in (8, 16, 32, 64, 128))],
        required=False,
    )
    until = forms.IntegerField(
        label=_("Played until so many are left"),
        widget=digits(),
        required=False,
        help_text=_("1, or empty: to the final. 4: those who are left go on together, in each group."),
    )
    redraw = forms.BooleanField(
        label=_("Drawn anew each round"),
        required=False,
        help_text=_("Winners do not follow lines on the bracket: each round is drawn when the one before is closed."),
    )
    no_rematch = forms.ChoiceField(label=_("The same opponents again"), choices=words.STRICTNESS)
    no_own_unit = forms.ChoiceField(label=_("Teams of one unit against each other"), choices=words.STRICTNESS)
    one_bye = forms.ChoiceField(label=_("A second bye"), choices=words.STRICTNESS)
    bye_to = forms.ChoiceField(label=_("The bye goes to"), choices=words.BYE_TO)
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        widget=moment_input(),
        required=False,
        help_text=_("On another day, or later on the same. Empty: when what comes before is over."),
    )

    def __init__(self, *args: Any, plan: StagePlan, **kwargs: Any) -> None:
        self.plan = plan
        self.at = _place(kwargs["current"], plan)
        self.earlier = kwargs["current"].stages[: self.at]
        super().__init__(*args, **kwargs)
        self._choose("from_stage", self._sources())
        self._choose("divisions", [*division_choices(self.current.divisions)])
        self._choose("groups_by", self._group_choices())
        self._choose("seeding", self._seedings())
        wanted = {*self._wanted(), "version", "reason"}
        for name in [name for name in self.fields if name not in wanted]:
            del self.fields[name]

    def _choose(self, name: str, choices: Choices) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def _sources(self) -> Choices:
        """Offer the stages before this one; in an event with divisions also that they have not played before."""
        direct: Choices = [("", _("Nowhere: their division has not played before"))] if self.current.divisions else []
        return [*direct, *((each.code, words.stage_name(each)) for each in self.earlier)]

    def _group_choices(self) -> Choices:
        return [(code, text) for code, text in words.GROUPS_BY if code not in {"rank", "bands"} or self.earlier]

    def _seedings(self) -> Choices:
        groups = any(each.groups is not None or each.format == Format.ROUND_ROBIN for each in self.earlier)
        needs = {"rank": bool(self.earlier), "cross": groups}
        return [(code, text) for code, text in words.SEEDINGS if needs.get(code, True)]

    def _wanted(self) -> Iterator[str]:
        """Give the fields that the format and the place of the stage ask for."""
        plan = self.plan
        yield from ("name", "name_en", "starts_at")
        if self.current.divisions:
            yield "divisions"
        if self.earlier:
            yield from ("from_stage", "who", "teams", "per_group", "best", "after")
            if not plan.is_bracket:
                yield from ("carry", "percent")
        if plan.format in GIVEN_ROUNDS:
            yield from ("rounds", "no_rematch", "one_bye", "bye_to")
        yield from ("group_count", "group_size", "groups_by")
        if plan.format == Format.ROUND_ROBIN:
            yield "twice"
        if plan.is_bracket:
            yield "seeding"
        if plan.format == Format.KNOCKOUT:
            yield from ("third_place", "placement", "until", "redraw", "bye_to")
        yield from ("no_own_unit", *TimingFields.base_fields)

    def sections(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """Give the fields in groups with a heading each."""
        for title, names in (
            (_("What it is called"), ("name", "name_en")),
            (_("Who plays"), ("divisions", *WHO_GOES_ON, "carry", "percent")),
            (_("Rounds and groups"), ("rounds", "group_count", "group_size", "groups_by", "twice")),
            (_("Bracket"), ("seeding", "third_place", "placement", "until", "redraw")),
            (_("What the draw avoids"), ("no_rematch", "no_own_unit", "one_bye", "bye_to")),
            (_("Time"), ("starts_at", *TimingFields.base_fields)),
            ("", ("reason",)),
        ):
            fields = [self[name] for name in names if name in self.fields]
            if fields:
                yield title, fields

    def read(self, current: Regulations) -> dict[str, Any]:
        plan = self.plan
        feed, groups = plan.entrants, plan.groups
        limit = "all" if feed is None else "teams" if feed.teams else "per_group" if feed.per_group else "all"
        return {
            **{name: getattr(plan, name) for name in PLAIN},
            **plan.constraints.model_dump(),
            **plan.timing.model_dump(),
            "starts_at": plan.starts_at,
            "divisions": plan.divisions or [each.code for each in current.divisions],
            "from_stage": feed.from_stage if feed else "",
            "who": limit,
            "teams": feed.teams if feed else None,
            "per_group": feed.per_group if feed else None,
            "best": feed.best if feed else None,
            "after": (feed.after or None) if feed else None,
            "carry": plan.carry.kind,
            "percent": plan.carry.percent,
            "group_count": groups.count if groups else None,
            "group_size": groups.size if groups else None,
            "groups_by": groups.by if groups else "lots",
            "twice": plan.legs > 1,
        }

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        stage = document["stages"][self.at]
        empty = {"placement": 0, "until": 1}
        stage |= {name: cleaned[name] or empty.get(name, cleaned[name]) for name in PLAIN if name in cleaned}
        for section in ("constraints", "timing"):
            stage[section] |= {name: cleaned[name] for name in stage[section] if name in cleaned}
        if "starts_at" in cleaned:
            stage["starts_at"] = cleaned["starts_at"] and cleaned["starts_at"].isoformat()
        if "from_stage" in cleaned:
            stage["entrants"] = self._feed(cleaned) if cleaned["from_stage"] else None
        if "carry" in cleaned:
            part = {"percent": cleaned["percent"]} if cleaned["carry"] == "part" and cleaned["percent"] else {}
            stage["carry"] = {"kind": cleaned["carry"], **part}
        if "groups_by" in cleaned:
            groups = {"count": cleaned["group_count"], "size": cleaned["group_size"], "by": cleaned["groups_by"]}
            robin = self.plan.format == Format.ROUND_ROBIN
            divided = robin or cleaned["group_count"] or cleaned["group_size"] or cleaned["groups_by"] == "bands"
            stage["groups"] = groups if divided else None
            stage["legs"] = 2 if cleaned.get("twice") else 1
        if "divisions" in cleaned:
            self._divide(document, cleaned["divisions"])

    def _divide(self, document: dict[str, Any], chosen: list[str]) -> None:
        """Write which divisions play here; later stages then come from one that theirs have played, or from none."""
        codes = [each.code for each in self.current.divisions]
        divisions = [] if set(chosen) == set(codes) else [code for code in codes if code in chosen]
        document["stages"][self.at]["divisions"] = divisions
        if tuple(divisions) == self.plan.divisions:
            return
        divided = self.plan.model_copy(update={"divisions": tuple(divisions)})
        stages = [divided if each.code == self.plan.code else each for each in self.current.stages]
        for at, each in enumerate(chained(stages, codes)):
            if at > self.at:
                document["stages"][at] = each.model_dump(mode="json")

    @staticmethod
    def _feed(cleaned: dict[str, Any]) -> dict[str, Any]:
        who = cleaned["who"]
        names = {"all": (), "teams": ("teams",), "per_group": ("per_group", "best")}[who]
        after = {"after": cleaned["after"]} if cleaned.get("after") else {}
        return {"from_stage": cleaned["from_stage"], **{name: cleaned[name] for name in names}, **after}

    def clean(self) -> dict[str, Any]:
        cleaned = forms.Form.clean(self) or {}
        for name, kind in (("teams", "teams"), ("per_group", "per_group")):
            if cleaned.get("who") == kind and not cleaned.get(name) and name not in self.errors:
                self.add_error(name, str(settings_phrases.FAULTS["missing"]))
        if self.errors:
            return cleaned
        self.document = self.written()
        try:
            regulations.parse(self.document)
        except DocumentError as error:
            for found in regulations.faults(error):
                self.add_error(self._field_of(found), words.fault(found, self.current))
        return cleaned

    def _field_of(self, found: regulations.Fault) -> str | None:
        """Return the field of a fault of this stage; None for that of another stage, or of all together."""
        own = f"stages.{self.at}"
        if found.params.get("stage", self.plan.code) != self.plan.code or not found.place.startswith((own, "")):
            return None
        name = self.BY_CODE.get(found.code) or found.place.rsplit(".", 1)[-1]
        renamed = {"count": "group_count", "size": "group_size", "by": "groups_by", "timing": "reminder_seconds"}
        name = renamed.get(name, name)
        if name == "teams" and self.fields.get("who") and self.data.get("who") == "per_group":
            name = "per_group"
        return name if name in self.fields else None


class SimulateForm(forms.Form):
    """How many teams to try, how long it takes between rounds, and when the hall has to be left."""

    teams = forms.IntegerField(label=_("Number of teams"), min_value=2, max_value=MOST_TEAMS, widget=digits())
    between = forms.IntegerField(
        label=_("Minutes between rounds"), min_value=0, max_value=MOST_MINUTES, required=False, widget=digits()
    )
    until = forms.TimeField(label=_("The hall is ours until"), required=False, widget=time_input())

    def until_at(self, rules: Regulations) -> datetime | None:
        """Return when the hall has to be left on the day of the event."""
        given: time | None = self.cleaned_data.get("until")
        starts = rules.identity.starts_at
        return datetime.combine(starts.date(), given, tzinfo=starts.tzinfo) if given is not None else None


def _place(rules: Regulations, plan: StagePlan) -> int:
    return next(at for at, each in enumerate(rules.stages) if each.code == plan.code)


def _source_of(rules: Regulations, plan: StagePlan) -> StagePlan | None:
    return rules.plan(plan.entrants.from_stage) if plan.entrants is not None else None


def _teams_before(rules: Regulations, plan: StagePlan) -> int:
    entering = regulations.entering(rules.stages, rules.registration.capacity)
    return entering[plan.entrants.from_stage if plan.entrants is not None else plan.code]
