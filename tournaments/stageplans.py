"""A stage of an event as its regulations say it: format, who enters, how it is drawn, timed and counted. Pure."""

from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator
from pydantic_core import PydanticCustomError

MOST_ROUNDS = 100

RulePath = Annotated[str, Field(max_length=80, pattern=r"^[a-z_]+(\.[a-z_]+){1,2}$")]
# The organizer's own values in a ruleset, by path; what they say is checked with the ruleset they belong to.
OwnValues = Annotated[dict[RulePath, JsonValue], Field(max_length=300)]
StageCode = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,30}$")]
Strictness = Literal["never", "avoid", "off"]


class Part(BaseModel):
    """A section of the regulations: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


def contradiction(code: str, /, **params: object) -> PydanticCustomError:
    """Return the error of a section that contradicts itself or another: a code with parameters, and no words."""
    return PydanticCustomError(code, code, params or None)


class Timing(Part):
    """Length and reminder of a round in seconds (S1-5: 2 h, 30 min); last deals include the one in hand."""

    round_seconds: Annotated[int, Field(ge=30, le=12 * 3600)] = 7200
    reminder_seconds: Annotated[int, Field(ge=0)] = 1800
    last_deals: Annotated[int, Field(ge=0, le=20)] = 3

    @model_validator(mode="after")
    def reminder_within_round(self) -> "Timing":
        if self.reminder_seconds >= self.round_seconds:
            raise ValueError("reminder_past_round")
        return self


class Forfeits(Part):
    """Points credited when a side, or both, do not play (a preset's proposal: the document is silent)."""

    winner: Annotated[int, Field(ge=0, le=26)] = 3
    loser: Annotated[int, Field(ge=-26, le=26)] = -3
    both: Annotated[int, Field(ge=-26, le=26)] = 0


class Bye(StrEnum):
    """What a bye counts: the average of the other rounds, the ruleset's own points, or nothing.

    advance: nothing either, and said so: the team only goes on.
    """

    AVERAGE = "average"
    POINTS = "points"
    ADVANCE = "advance"
    ZERO = "zero"


class Tiebreak(StrEnum):
    """Keys that part equal totals, in the order declared (S1-6 is silent; a proposed reading).

    What equal teams decide among themselves (an extra deal, cutting the cards) comes after all that is counted. Who
    reached a level first, or ended as the dealer side, decides a match, not standings (`match_result.equal_at_time`).
    """

    WINS = "wins"
    NET_LEVELS = "net_levels"
    LEVELS_RISEN = "levels_risen"
    HEAD_TO_HEAD = "head_to_head"
    HEAD_TO_HEAD_IF_MET = "head_to_head_if_met"
    OPPONENTS_POINTS = "opponents_points"
    OPPONENTS_POINTS_BUT_WEAKEST = "opponents_points_but_weakest"
    OPPONENTS_NET_LEVELS = "opponents_net_levels"
    LAST_ROUNDS = "last_rounds"
    BEST_ROUND = "best_round"
    SECOND_BEST_ROUND = "second_best_round"
    FEWER_PENALTIES = "fewer_penalties"
    EXTRA_DEAL = "extra_deal"
    CARD_CUT = "card_cut"
    LOTS = "lots"
    SHARED = "shared"


AMONG_EQUALS = frozenset({Tiebreak.EXTRA_DEAL, Tiebreak.CARD_CUT, Tiebreak.LOTS, Tiebreak.SHARED})


class Scoring(Part):
    forfeits: Forfeits = Forfeits()
    bye: Bye = Bye.AVERAGE
    tiebreaks: tuple[Tiebreak, ...] = (
        Tiebreak.LEVELS_RISEN,
        Tiebreak.HEAD_TO_HEAD,
        Tiebreak.BEST_ROUND,
        Tiebreak.LOTS,
    )

    @field_validator("tiebreaks")
    @classmethod
    def decided_once(cls, value: tuple[Tiebreak, ...]) -> tuple[Tiebreak, ...]:
        if len(set(value)) != len(value):
            raise ValueError("tiebreak_twice")
        if Tiebreak.LOTS in value[:-1]:
            raise ValueError("lots_not_last")
        if Tiebreak.SHARED in value[:-1]:
            raise ValueError("shared_not_last")
        counted = [place for place, each in enumerate(value) if each not in AMONG_EQUALS]
        if any(each in AMONG_EQUALS for each in value[: max(counted, default=0)]):
            raise PydanticCustomError("decided_before_counted", "decided_before_counted")
        return value


class Amended(Part):
    """The organizer's own values from a round on, all of them: they replace those of the rounds before."""

    from_round: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    decisions: OwnValues = {}


class Format(StrEnum):
    """How a stage is drawn and played.

    two_rounds: two by the lots of a printed table where they fit, else at random; what is added later is drawn round by
    round. random_rounds: several at once. random, swiss (by score), neighbours (by rank), lot_order: each round anew.
    The others as their names say.
    """

    TWO_ROUNDS = "two_rounds"
    RANDOM_ROUNDS = "random_rounds"
    RANDOM = "random"
    SWISS = "swiss"
    NEIGHBOURS = "neighbours"
    LOT_ORDER = "lot_order"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    DOUBLE_KNOCKOUT = "double_knockout"


BRACKETS = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})
ONE_BY_ONE = frozenset({Format.RANDOM, Format.SWISS, Format.NEIGHBOURS, Format.LOT_ORDER})


class Groups(Part):
    """Groups that are drawn, seated and ranked apart: so many (one where nothing is said), or as their `size` needs.

    by: lots; pots of the seeds that the organizer names; rank: pots of the places in the stage before; bands: its first
    places are the first group, the next ones the second, and the whole of a group is ranked before the next.
    """

    count: Annotated[int, Field(ge=1, le=64)] | None = None
    size: Annotated[int, Field(ge=2, le=64)] | None = None
    by: Literal["lots", "pots", "rank", "bands"] = "lots"

    @model_validator(mode="after")
    def count_or_size(self) -> "Groups":
        if self.count is not None and self.size is not None:
            raise contradiction("groups_count_and_size")
        if self.by == "bands" and self.count is None and self.size is None:
            raise contradiction("bands_without_size")
        return self

    def number(self, teams: int) -> int:
        """Return how many groups so many teams make."""
        return len(self.sizes(teams))

    def sizes(self, teams: int) -> tuple[int, ...]:
        """Return how many teams each group has, the larger first; those of a named size hold at most so many.

        Bands of a named size are full but for the last; one team alone in it goes with those before.
        """
        if self.by == "bands" and self.size is not None:
            full, rest = divmod(teams, self.size)
            if rest == 1 and full:
                return (*[self.size] * (full - 1), self.size + 1)
            return (*[self.size] * full, *([rest] if rest else []))
        number = -(-teams // self.size) if self.size is not None else self.count or 1
        return tuple(teams // number + (place < teams % number) for place in range(number)) if number else ()


class Avoid(Part):
    """How strictly each constraint of a draw is kept."""

    no_rematch: Strictness = "avoid"
    no_own_unit: Strictness = "avoid"
    one_bye: Strictness = "avoid"


class Feed(Part):
    """Who enters from an earlier stage: the first `teams`; or `per_group` of each group and the `best` of those next.

    With neither everybody who played there goes on. `after`: as many places before them are passed over, in each group
    where it goes by groups (8 teams after 8: places 9 to 16). All of it counts in each division by itself.
    """

    from_stage: StageCode
    teams: Annotated[int, Field(ge=2, le=1000)] | None = None
    per_group: Annotated[int, Field(ge=1, le=64)] | None = None
    best: Annotated[int, Field(ge=1, le=64)] | None = None
    after: Annotated[int, Field(ge=0, le=998)] = 0

    @model_validator(mode="after")
    def one_way(self) -> "Feed":
        if self.teams is not None and self.per_group is not None:
            raise contradiction("teams_and_per_group")
        if self.best is not None and self.per_group is None:
            raise contradiction("best_without_per_group")
        return self


class Carry(Part):
    """What a team brings along from the stage before: nothing, all of its points, or a part in percent."""

    kind: Literal["none", "all", "part"] = "none"
    percent: Annotated[int, Field(ge=1, le=99)] = 50

    @property
    def hundredths(self) -> int:
        return {"none": 0, "all": 100, "part": self.percent}[self.kind]


class StagePlan(Part):
    """One stage: its format, how many rounds, and its ruleset with the organizer's own values.

    `rounds` is not read where the number of teams gives it (round robin and knockouts). `entrants`: None is everybody.
    `seeding` of a bracket: lots; halves_first (by lot, teams of a unit as far apart as can be); rank (1–16, 8–9 …);
    cross (A1–B2). `placement`: places that are played for (8: down to the seventh); `redraw`: a knockout whose rounds
    are drawn one by one; `until`: it is over when at most so many are left (in each group), who share the first place;
    1 is played out. `decisions` are those of the draw; `amended` those that came after it. What `scoring` holds is
    not among them. `divisions`: those that play in it (empty: all); `starts_at`: where it does not follow at once.
    """

    code: StageCode = "main"
    name: Annotated[str, Field(max_length=60)] = ""
    name_en: Annotated[str, Field(max_length=60)] = ""
    format: Format = Format.TWO_ROUNDS
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 2
    entrants: Feed | None = None
    carry: Carry = Carry()
    groups: Groups | None = None
    legs: Annotated[int, Field(ge=1, le=2)] = 1
    constraints: Avoid = Avoid()
    bye_to: Literal["random", "lowest", "highest_lot"] = "random"
    seeding: Literal["lots", "rank", "cross", "halves_first"] = "lots"
    third_place: bool = False
    placement: Annotated[int, Field(ge=0, le=128)] = 0
    redraw: bool = False
    until: Annotated[int, Field(ge=1, le=512)] = 1
    ruleset: str = "s1"
    timing: Timing = Timing()
    scoring: Scoring = Scoring()
    decisions: OwnValues = {}
    amended: tuple[Amended, ...] = ()
    divisions: tuple[StageCode, ...] = ()
    starts_at: AwareDatetime | None = None

    @field_validator("amended")
    @classmethod
    def rounds_ascend(cls, value: tuple[Amended, ...]) -> tuple[Amended, ...]:
        if any(later.from_round <= earlier.from_round for earlier, later in pairwise(value)):
            raise ValueError("amendments_not_ordered")
        return value

    @model_validator(mode="after")
    def fits_format(self) -> "StagePlan":
        knockout, is_bracket = self.format == Format.KNOCKOUT, self.format in BRACKETS
        wrong = (
            ("legs_without_round_robin", self.legs > 1 and self.format != Format.ROUND_ROBIN),
            ("seeding_without_bracket", self.seeding != "lots" and not is_bracket),
            ("places_without_knockout", (self.third_place or self.placement > 0) and not knockout),
            ("redraw_without_knockout", self.redraw and not knockout),
            ("redraw_without_bracket", self.redraw and (self.placement > 0 or self.seeding != "lots")),
            ("carry_into_bracket", self.carry.kind != "none" and is_bracket),
            ("until_without_knockout", self.until > 1 and not knockout),
            ("until_not_halved", self.until & (self.until - 1) != 0 and not self.redraw),
            ("places_beyond_until", self.until > 1 and (self.third_place or self.placement > 0)),
            ("cross_in_groups", self.seeding == "cross" and self.groups is not None and self.groups != Groups()),
            *self._from_nowhere(),
        )
        for code, holds in wrong:
            if holds:
                raise contradiction(code)
        return self

    def _from_nowhere(self) -> tuple[tuple[str, bool], ...]:
        by, first = self.groups.by if self.groups is not None else "", self.entrants is None
        return (
            ("carry_from_nowhere", self.carry.kind != "none" and first),
            ("rank_from_nowhere", by == "rank" and first),
            ("bands_from_nowhere", by == "bands" and first),
        )

    @property
    def is_bracket(self) -> bool:
        return self.format in BRACKETS

    @property
    def one_by_one(self) -> bool:
        """Say whether each round is drawn when the one before is over."""
        return self.format in ONE_BY_ONE or self.redraw

    def group_count(self, teams: int) -> int:
        """Return into how many groups so many teams are divided; 0 in a stage that has none."""
        return len(self.group_sizes(teams))

    def group_sizes(self, teams: int) -> tuple[int, ...]:
        """Return the sizes of the groups of so many teams; none in a stage without groups."""
        if self.groups is None and self.format != Format.ROUND_ROBIN:
            return ()
        return (self.groups or Groups()).sizes(teams)

    def rounds_of(self, teams: int) -> int:
        """Return how many rounds so many teams play; those that only a double knockout's second final needs count."""
        largest = max(self.group_sizes(teams), default=teams)
        if self.format == Format.ROUND_ROBIN:
            return self.rounds_in_group(largest)
        if self.redraw:
            return self._halvings(largest)
        if self.is_bracket:
            depth = max(1, (largest - 1).bit_length())
            return max(0, depth - self.until.bit_length() + 1) if self.format == Format.KNOCKOUT else 2 * depth + 1
        return self.rounds

    def rounds_in_group(self, teams: int) -> int:
        """Return how many rounds a round robin of so many teams has."""
        return self.legs * (teams - 1 + teams % 2)

    def _halvings(self, teams: int) -> int:
        """Return how often half of the teams go out, one sitting out where they are odd, until few enough are left."""
        rounds = 0
        while teams > self.until:
            teams, rounds = teams - teams // 2, rounds + 1
        return rounds

    def own_values(self, round_number: int | None = None) -> dict[str, JsonValue]:
        """Return the organizer's own values in a round; without a round those of the newest amendment."""
        valid = self.decisions
        for each in self.amended:
            if round_number is None or each.from_round <= round_number:
                valid = each.decisions
        return valid
