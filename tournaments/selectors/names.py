"""How a team is called: the one display function. Without the consent of all its players the public sees a number."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from tournaments.models import Member, MemberRole, Team, Tournament
from tournaments.policy import Actor, Permission


@dataclass(frozen=True, slots=True)
class TeamName:
    """A team as one audience may see it; `players` and `unit` are empty where it is masked."""

    team_id: int
    number: int
    players: tuple[str, ...]
    unit: str
    name: str
    masked: bool
    withdrawn: bool


def team_names(tournament: Tournament, *, in_full: bool, only: Collection[int] | None = None) -> dict[int, TeamName]:
    """Return every team of the event by id (two queries), or only those asked for.

    `in_full` is for those who hold Permission.SEE_NAMES, for papers and for hall screens.
    """
    teams = Team.objects.filter(tournament=tournament).select_related("unit")
    members = Member.objects.filter(
        team__tournament=tournament, left_at__isnull=True, role=MemberRole.PLAYER
    ).select_related("person")
    if only is not None:
        teams, members = teams.filter(pk__in=only), members.filter(team_id__in=only)
    by_team: dict[int, list[Member]] = defaultdict(list)
    for member in members.order_by("order", "pk"):
        by_team[member.team_id].append(member)
    return {team.pk: _name(team, by_team[team.pk], in_full=in_full) for team in teams}


def names_for(tournament: Tournament, actor: Actor) -> dict[int, TeamName]:
    """Return every team as the one who asks may see it; the bearer of a team's link sees that team in full."""
    names = team_names(tournament, in_full=actor.may(Permission.SEE_NAMES))
    if not actor.team_ids or actor.may(Permission.SEE_NAMES):
        return names
    return names | team_names(tournament, in_full=True, only=actor.team_ids)


def _name(team: Team, members: list[Member], *, in_full: bool) -> TeamName:
    masked = not in_full and not all(member.person.may_be_named for member in members)
    return TeamName(
        team.pk,
        team.number,
        players=() if masked else tuple(member.person.name for member in members),
        unit="" if masked or team.unit is None else team.unit.name,
        name="" if masked else team.name,
        masked=masked,
        withdrawn=team.state != "active",
    )
