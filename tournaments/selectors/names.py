"""How a team is called: the one display function. Without the consent of all its players the public sees a number."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, FilteredRelation, Q, When

from tournaments.models import Deal, MemberRole, ResultSheet, Ruling, Team, Tournament
from tournaments.phrases.divisions import division_name
from tournaments.policy import Actor, Permission
from tournaments.regulations import DivisionPlan

# `Person.may_be_named`, asked in the query: reading two moments for each of 2,000 players took most of the time.
AGREES = Q(player__person__public_consent_at__isnull=False, player__person__public_consent_withdrawn_at__isnull=True)


@dataclass(frozen=True, slots=True)
class TeamName:
    """A team as one audience may see it; `players` and `unit` are empty where it is masked.

    `division` is None in an event that has but one.
    """

    team_id: int
    number: int
    players: tuple[str, ...]
    unit: str
    name: str
    masked: bool
    withdrawn: bool
    division: DivisionPlan | None = None

    @property
    def division_name(self) -> str:
        return division_name(self.division)

    @property
    def in_a_list(self) -> str:
        """The number and who plays, as teams are named where one of many is chosen."""
        return " ".join([str(self.number), "、".join(self.players) or self.name]).strip()


def team_names(tournament: Tournament, *, in_full: bool, only: Collection[int] | None = None) -> dict[int, TeamName]:
    """Return every team of the event by id (one query), or only those asked for.

    `in_full` is for those who hold Permission.SEE_NAMES, for papers and for hall screens.
    """
    present = Q(members__left_at__isnull=True, members__role=MemberRole.PLAYER)
    teams = Team.objects.filter(tournament=tournament).annotate(
        player=FilteredRelation("members", condition=present),
        public_name=Case(When(AGREES, then=F("player__person__name"))),
    )
    if only is not None:
        teams = teams.filter(pk__in=only)
    rows = teams.order_by("number", "player__order", "player__pk").values_list(
        "pk", "number", "name", "state", "unit__name", "player__person__name", "public_name"
    )
    found = {team: _name(list(players), in_full=in_full) for team, players in groupby(rows, key=itemgetter(0))}
    return _divided(tournament, found, only) if tournament.regulations.divisions else found


def _divided(
    tournament: Tournament, names: Mapping[int, TeamName], only: Collection[int] | None
) -> dict[int, TeamName]:
    """Say of each team which division it plays in (one query)."""
    plans = {plan.code: plan for plan in tournament.regulations.divisions}
    teams = Team.objects.filter(tournament=tournament)
    if only is not None:
        teams = teams.filter(pk__in=only)
    codes = dict(teams.values_list("pk", "division__code"))
    return {team: replace(name, division=plans.get(codes[team])) for team, name in names.items()}


def written_by(row: Deal | ResultSheet | Ruling) -> str:
    """Return who wrote a row: the name in the event, else the account's. Give it with both selected."""
    if row.membership is not None and row.membership.name:
        return row.membership.name
    return row.user.get_full_name() if row.user is not None else ""


def names_for(tournament: Tournament, actor: Actor) -> dict[int, TeamName]:
    """Return every team as the one who asks may see it; the bearer of a team's link sees that team in full."""
    names = team_names(tournament, in_full=actor.may(Permission.SEE_NAMES))
    if not actor.team_ids or actor.may(Permission.SEE_NAMES):
        return names
    return names | team_names(tournament, in_full=True, only=actor.team_ids)


def _name(rows: list[tuple[Any, ...]], *, in_full: bool) -> TeamName:
    """Make one name of the rows of a team's players; a team without players has one row without a person."""
    team, number, name, state, unit, *_player = rows[0]
    players = [row[-2] for row in rows if row[-2]]
    masked = not in_full and players != [row[-1] for row in rows if row[-1]]
    return TeamName(
        team,
        number,
        players=() if masked else tuple(players),
        unit="" if masked or unit is None else unit,
        name="" if masked else name,
        masked=masked,
        withdrawn=state != "active",
    )
