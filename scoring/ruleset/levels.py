"""The ladder of levels: where it starts and ends, what has to be played, and what throws a side back."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictInt, StrictStr, model_validator

from scoring.ladder import Ladder, ScoringError
from scoring.ruleset.values import Part, Positive, Ruled

MOST_LEVELS = 60
MOST_BEYOND = 99
# Short enough to stand, with what is counted past it ("Joker+13"), wherever a level is chosen or typed.
Level = Annotated[StrictStr, Field(pattern=r"^[^\s+,、<>&\"']{1,5}$")]


class JackRule(Part):
    """The dealer side at `level` whose kitty is dug with a card of that rank falls back to `falls_to`.

    `cards`: any of that rank, or only those of the trump suit (main) or of the others (off).
    """

    level: StrictStr
    cards: Literal["any", "main", "off"]
    falls_to: StrictStr


class FailureRule(Part):
    """A side that lost the deal `attempts` times while dealing at `level` falls back to `falls_to`."""

    level: StrictStr
    attempts: Positive
    falls_to: StrictStr


class Levels(Part):
    """`pass_rule`: a must-play level is left only by holding the deal on it, or simply once it was reached (G-11).

    `end`: passing the last level wins (it is one step, `max_beyond` is 1), starts anew, is not possible, or is counted
    on (up to `max_beyond` steps).
    `early_win`: levels ahead that end the match.
    """

    ladder: Ruled[Annotated[tuple[Level, ...], Field(max_length=MOST_LEVELS)]]
    start: Ruled[StrictStr]
    must_play: Ruled[tuple[StrictStr, ...]]
    pass_rule: Ruled[Literal["held_as_dealer", "reached"]]
    end: Ruled[Literal["win", "restart", "cap", "count_on"]]
    max_beyond: Ruled[Annotated[StrictInt, Field(ge=0, le=MOST_BEYOND)]]
    jack_rule: Ruled[JackRule | None]
    failure_rule: Ruled[FailureRule | None]
    early_win: Ruled[Positive | None]

    def make_ladder(self) -> Ladder:
        return Ladder(self.ladder.value, self.start.value, frozenset(self.must_play.value), self.max_beyond.value)

    @model_validator(mode="after")
    def makes_a_ladder(self) -> Self:
        for level in (self.start.value, *self.must_play.value):
            if level not in self.ladder.value:
                field = "start" if level == self.start.value else "must_play"
                raise ScoringError("level_not_on_ladder", field=field, level=level)
        ladder = self.make_ladder()
        rules = (("jack_rule", self.jack_rule.value), ("failure_rule", self.failure_rule.value))
        for field, rule in rules:
            if rule is None:
                continue
            for level in (rule.level, rule.falls_to):
                if level not in ladder.levels:
                    raise ScoringError("level_not_on_ladder", field=field, level=level)
            if ladder.position(rule.falls_to) >= ladder.position(rule.level):
                raise ScoringError("fall_goes_up", field=field, level=rule.level, falls_to=rule.falls_to)
        beyond = self.max_beyond.value
        if not {"win": beyond == 1, "count_on": beyond > 0}.get(self.end.value, beyond == 0):
            raise ScoringError("counts_past_the_end", field="max_beyond", end=self.end.value, max_beyond=beyond)
        return self
