"""Who enters as one: a pair, a team with a line-up, or a person who gets a partner by lot. Pure."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tournaments.stageplans import Part, contradiction

SIDE = 2  # players of a side at one table
MOST_PLAYERS = 8
Needed = Literal["none", "optional", "required"]
PARTNERS = {"pair": {"own", "own_or_lot"}, "team": {"own"}, "individual": {"lot", "own_or_lot"}}


class EntryKind(Part):
    """What an entry consists of.

    `least` and `most` players, of whom `line_up` sit in a match; substitutes, leader and coach come on top of them.
    `partners` of a pair: found before entering; by lot (who enters alone always is); or by lot for those who have none.
    """

    kind: Literal["pair", "team", "individual"] = "pair"
    least: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] = SIDE
    most: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] = SIDE
    line_up: Annotated[int, Field(ge=SIDE, le=MOST_PLAYERS)] = SIDE
    substitutes: Annotated[int, Field(ge=0, le=4)] = 0
    leader: Needed = "none"
    coach: Needed = "none"
    partners: Literal["own", "lot", "own_or_lot"] = "own"

    @model_validator(mode="after")
    def fits(self) -> "EntryKind":
        numbers = (self.least, self.most, self.line_up)
        if self.least > self.most:
            raise contradiction("players_reversed")
        if self.kind == "pair" and numbers != (SIDE, SIDE, SIDE):
            raise contradiction("pair_of_two")
        if self.kind == "individual" and numbers != (1, 1, SIDE):
            raise contradiction("individual_of_one")
        if self.kind == "team" and self.line_up > self.least:
            raise contradiction("line_up_too_large", least=self.least)
        if self.partners not in PARTNERS[self.kind]:
            raise contradiction("partners_do_not_fit")
        return self
