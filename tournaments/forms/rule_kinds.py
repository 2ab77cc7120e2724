"""Which field a value of a ruleset is edited in, by its type in the schema and its path."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.cards import RANKS
from scoring.ruleset import Ruleset
from scoring.ruleset.deal import Offence
from scoring.ruleset.play import FollowOrder
from tournaments.decisions import DECIDE_A_MATCH
from tournaments.forms.rule_fields import (
    Choices,
    Column,
    RowsField,
    SetField,
    WholeField,
    WordsField,
    YesNoField,
)
from tournaments.phrases.rules.codes import CODES, JACKS, NONE, OPPONENTS, UNPLAYED
from tournaments.phrases.rules.offences import EFFECTS, MOMENTS, OFFENCES
from tournaments.phrases.rules.shapes import tuple_words

Make = Callable[..., forms.Field]

IN_CATALOGUE: Mapping[str, type] = {"penalties.offences": Offence, "follow.orders": FollowOrder}
RANK_CHOICES: Choices = tuple((rank, rank) for rank in RANKS)
SHAPES_HELP = _(
    "Shapes: 1 a single card, 2 a pair, 3 a triple, 2-2 a tractor of two pairs, 3+2+1 a triple, a pair and a single."
)
HELD = (("held", _("the deal is held")), ("lost", _("the deal changes sides")))
STEP_PARTS = ("occurrence", "effect", "amount")
GRADES = (1, 2, 3, 4)


def kind_of(path: str) -> Any:
    """Return the type of a value in the schema."""
    group, name, *_key = path.split(".")
    field = Ruleset.model_fields[group].annotation.model_fields[name].annotation  # type: ignore[union-attr]
    return IN_CATALOGUE.get(f"{group}.{name}") or field.model_fields["value"].annotation


def field_for(path: str, ruleset: Ruleset, *, levels: list[str], steps: int = 1) -> forms.Field:
    """Return the field of a value.

    `levels` are those of the ladder, as typed where it is being changed; `steps` how many repetitions of an offence
    there is room for.
    """
    kind, optional = _without_none(kind_of(path))
    if path in OF_PATH:
        return OF_PATH[path](required=not optional)
    if path == "levels.must_play":
        return SetField(choices=[(level, level) for level in levels], required=False)
    if path == "components.tractor_widths":
        widths = range(2, max(2, ruleset.deck.decks.value) + 1)
        return SetField(choices=[(str(width), tuple_words(width)) for width in widths], coerce=int, required=False)
    if kind is Offence:
        return offence_field(path, steps)
    if kind is FollowOrder:
        return follow_field()
    return _plain(path, kind, required=not optional)


def _plain(path: str, kind: Any, *, required: bool) -> forms.Field:
    if kind is bool:
        return YesNoField()
    if kind is int:
        help_text = "" if required else gettext("Empty: %(nothing)s.") % {"nothing": NONE.get(path, NONE[""])}
        return WholeField(required=required, help_text=help_text)
    if kind in {str, Fraction}:
        return forms.CharField(max_length=10)
    origin = get_origin(kind)
    if origin is Literal:
        return forms.ChoiceField(choices=list(CODES[path].items()))
    if origin is tuple and get_origin(get_args(kind)[0]) is Literal:
        return SetField(choices=list(CODES[path].items()), required=False)
    raise TypeError(path)  # a new type in the schema needs a field of its own


def _without_none(kind: Any) -> tuple[Any, bool]:
    """Return a type without None and its constraints, and whether None was possible."""
    optional = False
    if get_origin(kind) in {Union, UnionType}:
        rest = [part for part in get_args(kind) if part is not type(None)]
        optional = len(rest) < len(get_args(kind))
        kind = rest[0] if len(rest) == 1 else kind
    return (get_args(kind)[0] if get_origin(kind) is Annotated else kind), optional


def read_band(band: dict[str, Any]) -> dict[str, Any]:
    levels = band["dealer_delta"] if band["deal_held"] else band["attackers_delta"]
    return {**band, "outcome": "held" if band["deal_held"] else "lost", "levels": levels}


def write_band(row: dict[str, Any]) -> dict[str, Any]:
    held = row["outcome"] == "held"
    deltas = {"dealer_delta": row["levels"] if held else 0, "attackers_delta": 0 if held else row["levels"]}
    return {"lowest": row["lowest"], "highest": row["highest"], "deal_held": held, **deltas}


def read_order(order: dict[str, Any]) -> dict[str, Any]:
    return {"lead": order["lead"], "order": ", ".join(order["order"])}


def write_order(row: dict[str, Any]) -> dict[str, Any]:
    shapes = row["order"].replace("、", ",").replace("→", ",").split(",")
    return {
        "lead": row["lead"].replace(" ", ""),
        "order": ["".join(shape.split()) for shape in shapes if shape.strip()],
    }


def read_offence(offence: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of an offence with its escalation laid out in numbered parts."""
    read = dict(offence)
    for place, step in enumerate(offence["escalation"], start=1):
        read |= {f"{name}_{place}": step[name] for name in STEP_PARTS}
    return read


def write_offence(row: dict[str, Any]) -> dict[str, Any]:
    places = [name.rpartition("_")[2] for name in row if name.startswith("occurrence_")]
    steps = [{name: row[f"{name}_{place}"] for name in STEP_PARTS} for place in places]
    written = {name: value for name, value in row.items() if name.rpartition("_")[2] not in places}
    return {**written, "escalation": [step for step in steps if step["occurrence"] is not None]}


def parts_of(key: str) -> dict[str, str]:
    """Return kind and moment of an offence by its key; KeyError for one that does not exist."""
    for kind in OFFENCES:
        moment = key.removeprefix(kind).removeprefix("_")
        if key == kind or (key.startswith(f"{kind}_") and moment in MOMENTS):
            return {"kind": kind, "moment": moment}
    raise KeyError(key)


def write_multiplier(row: dict[str, Any]) -> dict[str, Any]:
    """Return only what belongs to the chosen kind."""
    names = {"per_card": ("factor",), "power": ("base",)}.get(
        row["kind"],
        ("single", "pair", "triple", "pair_tractor", "pair_further", "triple_tractor", "triple_further"),
    )
    zero = {"pair_further", "triple_further"}
    return {
        "kind": row["kind"],
        **{name: row[name] if row[name] is not None or name not in zero else 0 for name in names},
    }


def offence_field(path: str, steps: int) -> RowsField:
    """Return the field of an offence with room for so many repetitions; one more can be asked for."""
    effects = list(EFFECTS.items())
    again = [column for place in range(1, steps + 1) for column in _step(place, effects)]
    columns = (
        Column("effect", _("Effect"), "choice", effects),
        Column("amount", _("Points or levels"), blank=0),
        Column("per", _("Counted"), "choice", (("occasion", _("each time")), ("card", _("for each card")))),
        Column("levels_attackers", _("Deal lost by the dealer side: attackers rise"), blank=0, more=True),
        Column("levels_dealer_side", _("Deal lost by the attackers: dealer side rises"), blank=0, more=True),
        Column("both_sides", _("Both sides did it"), "choice", BOTH_SIDES, more=True),
        Column("ends_deal", _("The deal ends at once"), "yes", more=True),
        Column("discretion", _("The referee may set another amount"), "yes", more=True),
        *again,
    )
    named = parts_of(path.rpartition(".")[2])
    return RowsField(
        columns, read=read_offence, write=lambda row: {**named, **write_offence(row)}, record=True, grows=path
    )


def _step(place: int, effects: Choices) -> tuple[Column, ...]:
    said = {"number": place}
    return (
        Column(f"occurrence_{place}", gettext("Repetition %(number)d: from occurrence") % said, more=True, starts=True),
        Column(f"effect_{place}", gettext("Repetition %(number)d: effect") % said, "choice", effects, more=True),
        Column(f"amount_{place}", gettext("Repetition %(number)d: points or levels") % said, blank=0, more=True),
    )


BOTH_SIDES: Choices = (
    ("each", _("each side pays for itself")),
    ("deal_void", _("the deal is void")),
    ("deal_ended", _("the deal ends and is dealt again")),
)


def follow_field() -> RowsField:
    columns = (Column("lead", _("Led"), "text"), Column("order", _("Followed with, best first"), "text"))
    return RowsField(columns, read=read_order, write=write_order, record=True, help_text=SHAPES_HELP)


def _record(*columns: Column, **more: Any) -> Make:
    return lambda required: RowsField(columns, record=True, required=required, **more)


def _rows(*columns: Column, **more: Any) -> Make:
    return lambda **_required: RowsField(columns, **more)


def _codes(path: str, label: Any, *, but: frozenset[str] = frozenset()) -> Make:
    """Return codes in an order: one to a row."""
    offered = [(code, words) for code, words in CODES[path].items() if code not in but]
    column = Column("code", label, "choice", (("", _("–")), *offered))
    return lambda **_required: OrderField((column,))


def read_deal_points(points: dict[str, Any]) -> dict[str, Any]:
    """Return the grades of a deal laid out in numbered parts."""
    read = {"sweep": points["sweep"], "sweep_loss": points["sweep_loss"]}
    for place, grade in zip(GRADES, points["grades"], strict=False):
        read |= {f"{name}_{place}": grade[name] for name in ("levels", "win", "loss")}
    return read


def write_deal_points(row: dict[str, Any]) -> dict[str, Any]:
    grades = [{name: row[f"{name}_{place}"] for name in ("levels", "win", "loss")} for place in GRADES]
    kept = [grade for grade in grades if grade["levels"] is not None]
    return {"grades": kept, "sweep": row["sweep"], "sweep_loss": row["sweep_loss"]}


def _grades() -> tuple[Column, ...]:
    return tuple(
        column
        for place in GRADES
        for column in (
            Column(f"levels_{place}", _("Winner rises at least"), more=place > 1),
            Column(f"win_{place}", _("Winner gets"), more=place > 1),
            Column(f"loss_{place}", _("Loser gets"), more=place > 1),
        )
    )


class UnplayedField(RowsField):
    """Rounds without a match; cleans to a list. A row left at “–” is left out."""

    def __init__(self, **kwargs: Any) -> None:
        columns = (
            Column("kind", _("Round"), "choice", (("", _("–")), *UNPLAYED.items())),
            Column("wins", _("Wins")),
            Column("net_levels", _("Net levels")),
            Column("levels_risen", _("Levels risen")),
            Column("opponents", _("Among opponents' points"), "choice", (("", _("–")), *OPPONENTS.items())),
        )
        super().__init__(columns, write=lambda row: {**row, "opponents": row["opponents"] or None}, **kwargs)

    def _counts(self, row: Mapping[str, str]) -> bool:
        return bool(row.get("kind"))


class OrderField(RowsField):
    """Codes in an order; cleans to a list. A row left at “–” is left out."""

    def __init__(self, columns: Any, **kwargs: Any) -> None:
        super().__init__(columns, read=lambda code: {"code": code}, write=lambda row: row["code"], **kwargs)

    def _counts(self, row: Mapping[str, str]) -> bool:
        return bool(row.get("code"))


TAIL = (Column("step", _("Each further points")), Column("delta", _("Levels more")))
LATE_EFFECTS: Choices = (
    ("warning", _("warning")),
    ("points", _("points in the first deal")),
    ("standing_points", _("points off the total")),
    ("deal_forfeited", _("first deal forfeited")),
    ("match_forfeited", _("match forfeited")),
)
MULTIPLIERS: Choices = (
    ("per_card", _("so many times the number of cards")),
    ("by_kind", _("by kind of play")),
    ("power", _("a base to the power of the cards")),
)
OF_PATH: Mapping[str, Make] = {
    "deck.removed_ranks": lambda **_required: SetField(choices=RANK_CHOICES, required=False),
    "cards.permanent_trumps": lambda **_required: SetField(choices=RANK_CHOICES, required=False),
    "cards.point_values": _rows(Column("rank", _("Card rank"), "choice", RANK_CHOICES), Column("points", _("Points"))),
    "levels.ladder": lambda required: WordsField(
        max_length=200, required=required, help_text=_("From the lowest up, with blanks between them.")
    ),
    "levels.jack_rule": _record(
        Column("level", _("At the level"), "text"),
        Column("cards", _("Dug with"), "choice", tuple(JACKS.items())),
        Column("falls_to", _("Back to"), "text"),
        help_text=_("Empty: no such rule."),
    ),
    "levels.failure_rule": _record(
        Column("level", _("At the level"), "text"),
        Column("attempts", _("Failed attempts")),
        Column("falls_to", _("Back to"), "text"),
        help_text=_("Empty: no such rule."),
    ),
    "level_table.bands": _rows(
        Column("lowest", _("From points")),
        Column("highest", _("To points")),
        Column("outcome", _("The deal"), "choice", HELD),
        Column("levels", _("Levels"), blank=0),
        read=read_band,
        write=write_band,
        help_text=_("From the fewest points up. An empty number leaves that end open. An emptied row is left out."),
    ),
    "level_table.below": _record(*TAIL, help_text=_("Empty: the lowest row is open.")),
    "level_table.above": _record(*TAIL, help_text=_("Empty: the highest row is open.")),
    "lateness.bands": _rows(
        Column("minutes", _("Up to minutes")),
        Column("effect", _("Effect"), "choice", LATE_EFFECTS),
        Column("points", _("Points"), blank=0),
        Column("levels", _("Levels of the others"), blank=0),
        Column("violations", _("Violations noted"), blank=0),
        required=False,
        help_text=_("The last row has no minutes: it is open. No rows: no rules on coming late."),
    ),
    "kitty.multiplier": _record(
        Column("kind", _("Counted"), "choice", MULTIPLIERS),
        Column("factor", _("For each card")),
        Column("base", _("Base")),
        Column("single", _("A single card")),
        Column("pair", _("A pair")),
        Column("triple", _("A triple")),
        Column("pair_tractor", _("Two linked pairs")),
        Column("pair_further", _("Each further pair")),
        Column("triple_tractor", _("Two linked triples")),
        Column("triple_further", _("Each further triple")),
        write=write_multiplier,
        help_text=_("Only the numbers that belong to the way of counting are used."),
    ),
    "match_result.points": _record(
        Column("win", _("For a win")),
        Column("draw", _("For a draw")),
        Column("loss", _("For a loss")),
        help_text=_("Empty where the difference of levels counts."),
    ),
    "match_result.deal_points": lambda required: RowsField(
        (*_grades(), Column("sweep", _("All deals won")), Column("sweep_loss", _("All deals lost"))),
        read=read_deal_points,
        write=write_deal_points,
        record=True,
        required=required,
        help_text=_("Empty where deals are not counted one by one."),
    ),
    "ranking.unplayed": lambda **_required: UnplayedField(required=False),
    "comparison.cross_beats": _rows(
        Column("play", _("This play"), "text"),
        Column("beats", _("Beats"), "text"),
        required=False,
        help_text=SHAPES_HELP,
    ),
    "comparison.ruff_classes": _codes("comparison.ruff_classes", _("Then by")),
    "ranking.tie_breaks": _codes("ranking.tie_breaks", _("Then by"), but=DECIDE_A_MATCH),
}
