"""What may be asked of the next draw by hand, what of it cannot be, and what became of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tournaments.errors import Invalid
from tournaments.models import Draw
from tournaments.pairing import DOUBLE_KNOCKOUT, GROUPS, KNOCKOUT, DrawRefused, Outcome, feasible
from tournaments.regulations import Format
from tournaments.selectors.draw_reasons import Word, with_units
from tournaments.selectors.stage_field import Due, Wanted, constraints_of, inputs_of

ONE_ROUND = ("absent", "byes", "fixed", "wished", "forbidden", "at_table")
PAIRS = ("forbidden", "wished")
FEWEST_PLAYING = 2
EXEMPTABLE = ("forbidden", "no_rematch", "no_own_unit", "one_bye")


@dataclass(frozen=True, slots=True)
class Exemption:
    """Constraints that are never to be broken and that one draw alone may break, and why."""

    rules: tuple[str, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True)
class WishFault:
    """What cannot be asked: a key of the refusals, and where: the `row` of a `part`, or None for all of it.

    `team` is the id of the team in question, 0 where it is about none.
    """

    code: str
    part: str
    row: int | None
    team: int = 0
    params: Mapping[str, object] = field(default_factory=dict)

    def refusal(self, number: int | str) -> Invalid:
        """Return what is refused, with the team's number."""
        return Invalid(self.code, field="", **{"team": number, **self.params})


@dataclass(frozen=True, slots=True)
class Echo:
    """One thing asked of a draw: the teams by their ids, the table where one was named, and whether it was kept."""

    part: str
    teams: tuple[int, ...]
    table: int = 0
    kept: bool = True


def offered(due: Due) -> tuple[str, ...]:
    """Return what may be asked of this draw.

    Absences, byes, pairs and tables belong to a single round; seeds to pots and brackets; lots to what goes by lots.
    Who is absent from a knockout would go on unbeaten, so that no absence is offered there.
    """
    found: list[str] = []
    if due.one:
        found += [
            part
            for part in ONE_ROUND
            if not (due.plan.redraw and part == "absent") and not (due.finals and part in {"byes", "fixed", "wished"})
        ]
    if _by_pots(due) or (due.method in {KNOCKOUT, DOUBLE_KNOCKOUT} and due.plan.seeding != "cross"):
        found.append("seeds")
    if due.one and (due.plan.bye_to == "highest_lot" or due.plan.format == Format.LOT_ORDER):
        found.append("lots")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What a draw that was refused had to keep, and what stood in its way.

    `by_strict`: the regulations only avoid what was refused; it was the organizer who would have it never.
    """

    never: tuple[str, ...]
    words: tuple[Word, ...]
    by_strict: bool


def obstacles_of(due: Due, wanted: Wanted, rule: str, *, strict: bool, exempt: Exemption) -> Obstacles:
    """Return why a draw is impossible for a rule that was refused."""
    constraints = constraints_of(due.plan, strict=strict)
    never = [name for name in EXEMPTABLE if getattr(constraints, name) == "never" and name not in exempt.rules]
    if not wanted.forbidden:
        never = [name for name in never if name != "forbidden"]
    try:
        found = feasible(inputs_of(due, wanted, seed="0"), constraints, due.method, due.rounds or 1)
    except DrawRefused:
        found = ()
    declared = constraints_of(due.plan, strict=False)
    words = with_units([(each.code, each.params) for each in found if each.blocks])
    return Obstacles(tuple(never), words, by_strict=strict and getattr(declared, rule) != "never")


def _by_pots(due: Due) -> bool:
    groups = due.plan.groups
    return groups is not None and groups.by == "pots" and (due.method == GROUPS or not due.made)


def faults_of(wanted: Wanted, due: Due, *, tables: int) -> tuple[WishFault, ...]:
    """Name what cannot be asked of this draw in a hall with so many tables, in the order of the form."""
    teams = [each.team for each in due.teams]
    return (
        *_not_offered(wanted, offered(due)),
        *_unknown(wanted, set(teams)),
        *_twice(wanted),
        *_pairs(wanted),
        *_contradictions(wanted),
        *_tables(wanted, tables),
        *_byes(wanted, len(teams)),
        *_lots(wanted),
    )


def _not_offered(wanted: Wanted, parts: Sequence[str]) -> Iterator[WishFault]:
    for each in fields(wanted):
        if getattr(wanted, each.name) and each.name not in parts:
            yield WishFault("wish_not_offered", each.name, None)


def _named(wanted: Wanted) -> Iterator[tuple[str, int, int]]:
    """Yield every team that is named, with its part and row."""
    for part in ("absent", "byes", "seeds"):
        yield from ((part, row, team) for row, team in enumerate(getattr(wanted, part)))
    for part in (*PAIRS, "fixed"):
        yield from ((part, row, team) for row, pair in enumerate(getattr(wanted, part)) for team in pair[:2])
    yield from (("at_table", row, team) for row, (team, _) in enumerate(wanted.at_table))
    yield from (("lots", row, team) for row, team in enumerate(wanted.lots))


def _unknown(wanted: Wanted, teams: set[int]) -> Iterator[WishFault]:
    for part, row, team in _named(wanted):
        if team not in teams:
            yield WishFault("wish_unknown_team", part, row, team)


def _twice(wanted: Wanted) -> Iterator[WishFault]:
    """A team stands in one row of a part; pairs that are wished or forbidden may share teams."""
    seen: dict[tuple[str, int], int] = {}
    for part, row, team in _named(wanted):
        if part not in PAIRS and seen.setdefault((part, team), row) != row:
            yield WishFault("wish_team_twice", part, row, team)


def _pairs(wanted: Wanted) -> Iterator[WishFault]:
    for part in (*PAIRS, "fixed"):
        for row, (one, other, *_) in enumerate(getattr(wanted, part)):
            if one == other:
                yield WishFault("wish_pair_with_itself", part, row, one)
    meeting = {frozenset(pair[:2]) for pair in (*wanted.wished, *wanted.fixed)}
    for row, pair in enumerate(wanted.forbidden):
        if frozenset(pair) in meeting:
            yield WishFault("wish_both_ways", "forbidden", row, pair[0])


def _contradictions(wanted: Wanted) -> Iterator[WishFault]:
    """A team that is absent, or has a bye, plays with nobody and at no table."""
    absent, byes = set(wanted.absent), set(wanted.byes)
    for part, row, team in _named(wanted):
        if part in {"absent", "forbidden", "seeds", "lots"}:
            continue
        if team in absent:
            code = "wish_absent_and_bye" if part == "byes" else "wish_absent_plays"
            yield WishFault(code, part, row, team)
        elif part != "byes" and team in byes:
            yield WishFault("wish_bye_plays", part, row, team)


def _tables(wanted: Wanted, tables: int) -> Iterator[WishFault]:
    rows = [("fixed", row, one, table) for row, (one, _, table) in enumerate(wanted.fixed) if table]
    rows += [("at_table", row, team, table) for row, (team, table) in enumerate(wanted.at_table)]
    fixed_at = {team: table for one, other, table in wanted.fixed if table for team in (one, other)}
    taken: dict[int, tuple[int, ...]] = {}
    for part, row, team, table in rows:
        if not 1 <= table <= tables:
            yield WishFault("wish_no_table", part, row, team, {"table": table, "tables": tables})
        elif part == "fixed" and table in taken:
            yield WishFault("wish_table_twice", part, row, team, {"table": table})
        elif part == "at_table" and fixed_at.get(team, table) != table:
            yield WishFault("wish_two_tables", part, row, team, {"table": fixed_at[team]})
        elif part == "at_table" and table in taken and team not in taken[table]:
            yield WishFault("wish_table_taken", part, row, team, {"table": table})
        if part == "fixed":
            taken[table] = wanted.fixed[row][:2]


def _byes(wanted: Wanted, teams: int) -> Iterator[WishFault]:
    most = max(0, teams - len(set(wanted.absent)) - FEWEST_PLAYING)
    if teams and len(set(wanted.absent)) > teams - FEWEST_PLAYING:
        yield WishFault("wish_nobody_left", "absent", None)
    elif len(wanted.byes) > most:
        yield WishFault("wish_too_many_byes", "byes", None, 0, {"most": most})


def _lots(wanted: Wanted) -> Iterator[WishFault]:
    times = Counter(wanted.lots.values())
    for row, (team, lot) in enumerate(wanted.lots.items()):
        if times[lot] > 1:
            yield WishFault("wish_lot_twice", "lots", row, team, {"lot": lot})


def to_json(wanted: Wanted) -> dict[str, Any]:
    """Return what was asked as JSON, without what was not."""
    found: dict[str, Any] = {
        each.name: [list(item) if isinstance(item, tuple) else item for item in getattr(wanted, each.name)]
        for each in fields(wanted)
        if each.name != "lots" and getattr(wanted, each.name)
    }
    if wanted.lots:
        found["lots"] = [[team, lot] for team, lot in wanted.lots.items()]
    return found


def wanted_of(draw: Draw, *, among: Iterable[int] | None = None) -> Wanted:
    """Return what was asked of a draw by hand; `among` leaves out what names a team that is not there any more."""
    known = {each.name for each in fields(Wanted)}
    read: dict[str, Any] = {
        name: tuple(tuple(item) if isinstance(item, list) else item for item in value)
        for name, value in draw.wanted.items()
        if name in known
    }
    if among is not None:
        there = set(among)
        read = {
            name: tuple(item for item in value if there.issuperset(_teams_in(name, item)))
            for name, value in read.items()
        }
    if "lots" in read:
        read["lots"] = dict(read["lots"])
    return Wanted(**read)


def _teams_in(part: str, item: Any) -> tuple[int, ...]:
    if not isinstance(item, tuple):
        return (item,)
    return item[:1] if part in {"at_table", "lots"} else item[:2]


def exemption_of(draw: Draw) -> Exemption:
    """Return what this draw alone was allowed to break."""
    return Exemption(tuple(draw.wanted.get("exempt", ())), draw.wanted.get("because", ""))


def echoes(draw: Draw) -> tuple[Echo, ...]:
    """Return all that was asked of a draw and whether its present outcome keeps it, exchanges by hand included."""
    wanted, table_of, met = wanted_of(draw), {}, set()
    for each in Outcome.from_json(draw.outcome).rounds:
        for match in each.matches:
            met.add(frozenset(match.sides))
            table_of.update(dict.fromkeys(match.sides, match.table))
    found = [
        Echo(part, (team,), kept=team not in table_of) for part in ("absent", "byes") for team in getattr(wanted, part)
    ]
    for one, other, table in wanted.fixed:
        kept = frozenset((one, other)) in met and table in {0, table_of.get(one)}
        found.append(Echo("fixed", (one, other), table, kept))
    found += [Echo("wished", pair, kept=frozenset(pair) in met) for pair in wanted.wished]
    found += [Echo("forbidden", pair, kept=frozenset(pair) not in met) for pair in wanted.forbidden]
    found += [Echo("at_table", (team,), table, table_of.get(team) == table) for team, table in wanted.at_table]
    if wanted.seeds:
        found.append(Echo("seeds", wanted.seeds))
    found += [Echo("lots", (team,), lot) for team, lot in wanted.lots.items()]
    return tuple(found)
