"""The ruleset of an event: choosing one, editing a group of its values, a file with a whole one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import Entry, Ruleset, is_in_catalogue
from tournaments import decisions
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.decisions import OF_TIMING, Base, RulesetFaultyError, is_fixed_once_drawn, ruleset_of_plan
from tournaments.forms.rule_fields import RowsField, SetField
from tournaments.forms.rule_kinds import field_for, parts_of
from tournaments.phrases.rules import card_of, fault_line, fault_words, label_of
from tournaments.phrases.rules.offences import MOMENTS, OFFENCES, offence_words
from tournaments.phrases.rules.sections import OFFENCES as CATALOGUE
from tournaments.phrases.rules.sections import Line, line_of
from tournaments.regulations import StagePlan
from tournaments.selectors.rulesets import presets

# What an offence that is added begins as.
FRESH = {
    "effect": "warning", "amount": 0, "per": "occasion", "levels_attackers": 0, "levels_dealer_side": 0,
    "ends_deal": False, "both_sides": "each", "discretion": False, "escalation": [],
}  # fmt: skip


FIRST_RULESET = "s1"
MOST_STEPS = 100  # repetitions that a form is read for


def ruleset_choices() -> list[tuple[str, str]]:
    """Return the rulesets that come along, each with what tells it from the others; the usual one first."""
    cards = sorted((card_of(name, held) for name, held in presets().items()), key=lambda c: c.name != FIRST_RULESET)
    return [(card.name, f"{card.document} · {card.title} · {card.line}") for card in cards]


@dataclass(frozen=True, slots=True)
class State:
    """What a change of a stage's rules has to reckon with: version in force, whether a reason is needed, the draw.

    `rounds`: those not begun, from which a drawn stage's rules may still change. `base`: its preset as it keeps it.
    """

    plan: StagePlan
    version: int
    needs_reason: bool
    drawn: bool
    rounds: list[int]
    base: Base | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The newest rules of the stage."""
        return ruleset_of_plan(self.plan, base=self.base)


class ChangeForm(forms.Form):
    """What every change of the rules carries: the version it was made from, a reason, the round that it holds from."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    from_round = forms.TypedChoiceField(
        label=_("Holds from round"), coerce=int, help_text=_("Rounds that have begun keep the rules they began with.")
    )
    reason = forms.CharField(
        label=_("Reason for the change"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It stands with the new version on the page of the rules, in print and in the log."),
    )

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        self.state = state
        kwargs["initial"] = {"version": state.version, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if state.drawn:
            self.fields["from_round"].choices = [(number, str(number)) for number in state.rounds]  # type: ignore[attr-defined]
        else:
            del self.fields["from_round"]
        if not state.needs_reason:
            del self.fields["reason"]

    @property
    def amendment(self) -> dict[str, Any]:
        """What the action needs besides the values."""
        cleaned = self.cleaned_data
        return {"reason": cleaned.get("reason", ""), "based_on": cleaned["version"]}

    @property
    def from_here(self) -> int | None:
        return self.cleaned_data.get("from_round") if self.state.drawn else None

    def fields_of_change(self) -> list[forms.BoundField]:
        """Return the fields of the change itself, which stand below the values."""
        return [self[name] for name in ("from_round", "reason") if name in self.fields]


class ChooseForm(ChangeForm):
    """Another preset; only before the draw."""


class FileForm(ChangeForm):
    file = forms.FileField(
        label=_("Ruleset file"),
        help_text=_("TOML or JSON. It may hold a whole ruleset, or name one as its parent and hold only what differs."),
    )


@dataclass(frozen=True, slots=True)
class Value:
    """A value on the form: its field, where it stands now, and what can be done with it besides typing."""

    field: forms.BoundField
    line: Line | None
    own: bool
    fixed: str
    removable: bool

    @property
    def chips(self) -> bool:
        return isinstance(self.field.field, SetField)


class GroupForm(ChangeForm):
    """The values of one group. `changes` are those typed otherwise than they are, by path in their JSON form.

    `adding` is the key of an offence to be added, `more` the path of one that gets room for one more repetition, with
    what was typed. With `reset` or `drop` nothing typed counts but the change's own fields: a value goes back to the
    document's, or an offence out of the catalogue.
    """

    def __init__(
        self,
        *args: Any,
        group: str,
        state: State,
        adding: str = "",
        reset: str = "",
        drop: str = "",
        more: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, state=state, **kwargs)
        self.group, self.reset, self.drop, self.more = group, reset, drop, more
        self.ruleset = state.ruleset
        self.now = decisions.plain_values(self.ruleset)
        self.entries = {e.path: e for e in self.ruleset.entries() if e.path.partition(".")[0] == group}
        self.adding = f"{CATALOGUE}{adding}" if adding else ""
        self.names = {path: name_of(path) for path in (*self.entries, *filter(None, [self.adding]))}
        self.changes: dict[str, Any] = {}
        for path, name in self.names.items():
            field = field_for(path, self.ruleset, levels=self._levels(), steps=self._steps(path, name))
            entry = self.entries.get(path)
            field.label = label_of(path, entry.value if entry else None)
            value = self.now.get(path, {**FRESH, **parts_of(adding)} if adding else None)
            field.initial = str(value) if isinstance(value, bool) else value
            field.disabled = bool(self._fixed(path)) or bool(reset or drop)
            self.fields[name] = field
        self.order_fields([*self.names.values(), "from_round", "reason", "version"])

    def _levels(self) -> list[str]:
        """Return the levels to choose among: as typed where the ladder is being changed."""
        typed = self.data.get(name_of("levels.ladder"), "") if self.is_bound else ""
        return str(typed).split() or list(self.ruleset.levels.ladder.value)

    def _steps(self, path: str, name: str) -> int:
        """Return for how many repetitions of an offence there is room: those typed, else one more than there are."""
        if not path.startswith(CATALOGUE):
            return 0
        held = len(self.now[path]["escalation"]) if path in self.now else 0
        parts = [key.removeprefix(f"{name}-0-occurrence_") for key in self.data]
        typed = min(MOST_STEPS, max((int(part) for part in parts if part.isdecimal()), default=0))
        return (max(held, typed) if typed else held + 1) + (self.more == path)

    def _fixed(self, path: str) -> str:
        if not self.state.drawn:
            return ""
        if is_fixed_once_drawn(path):
            return gettext("Fixed by the draw.")
        if path in OF_TIMING:
            return gettext("The times of drawn rounds are changed under “Tables and time”.")
        return ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or self.more:
            return cleaned
        if not (self.reset or self.drop):
            self.changes = {
                path: cleaned[name] for path, name in self.names.items() if self._is_new(path, cleaned[name])
            }
        if self.drop:
            self.changes = {self.drop: None}
        try:
            decisions.change(
                self.state.plan,
                self.changes,
                resets=self.resets,
                from_round=self.from_here,
                base=self.state.base,
            )
        except RulesetFaultyError as error:
            for fault in error.faults:
                name = self.names.get(fault.path)
                self.add_error(name, fault_words(fault) if name else fault_line(fault))
        return cleaned

    @property
    def added_key(self) -> str:
        return self.adding.removeprefix(CATALOGUE)

    @property
    def resets(self) -> frozenset[str]:
        return frozenset({self.reset} if self.reset else ())

    def _is_new(self, path: str, value: Any) -> bool:
        if path == self.adding:
            return True
        field = self.fields[self.names[path]]
        if field.disabled or (isinstance(field, RowsField) and self.names[path] not in self.changed_data):
            return False
        return not decisions.same(self.now[path], value)

    def values(self) -> Iterator[Value]:
        """Yield every value of the group with its field."""
        for path, name in self.names.items():
            entry = self.entries.get(path)
            own = entry is not None and entry.status == "organizer"
            removable = is_in_catalogue(path) and entry is not None
            yield Value(self[name], self._line(entry), own, self._fixed(path), removable)

    def _line(self, entry: Entry | None) -> Line | None:
        return line_of(entry, self.ruleset) if entry else None

    def addable(self) -> list[tuple[str, str]]:
        """Return the offences that the catalogue does not have, to add one."""
        if self.group != "penalties":
            return []
        keys = [key for kind in OFFENCES for key in (kind, *(f"{kind}_{moment}" for moment in MOMENTS))]
        return [(key, offence_words(key)) for key in keys if f"{CATALOGUE}{key}" not in self.entries]


def name_of(path: str) -> str:
    """Return the name of a value's field."""
    return path.replace(".", "__")
