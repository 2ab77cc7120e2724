"""Who may do what: one table. Fetching asks it in `selectors.access`, and every action asks it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.errors import NotAllowed


class As(StrEnum):
    """In what quality somebody acts in an event."""

    SITE_ADMIN = "site_admin"
    ORGANIZER = "organizer"
    CHIEF = "chief"
    REFEREE = "referee"
    DESK = "desk"
    AUDITOR = "auditor"
    LIAISON = "liaison"
    TEAM = "team"
    SCREEN = "screen"
    PUBLIC = "public"
    SYSTEM = "system"


class Permission(StrEnum):
    SEE_DRAFT = "see_draft"
    SEE_COCKPIT = "see_cockpit"
    SEE_NAMES = "see_names"
    SEE_CONTACTS = "see_contacts"
    SEE_LOG = "see_log"
    SEE_SCREEN = "see_screen"
    EDIT_EVENT = "edit_event"
    MANAGE_ENTRIES = "manage_entries"
    MANAGE_PEOPLE = "manage_people"
    MAKE_DRAW = "make_draw"
    RUN_ROUNDS = "run_rounds"
    SUBMIT_RESULT = "submit_result"
    TAKE_TABLE = "take_table"
    DECIDE_RESULTS = "decide_results"
    PUBLISH = "publish"
    PRINT = "print"
    AMEND_OWN_TEAM = "amend_own_team"
    REGISTER = "register"


# Whose are all tables of the hall: a referee has the own ones only.
ANY_TABLE = frozenset({As.SITE_ADMIN, As.SYSTEM, As.ORGANIZER, As.CHIEF, As.DESK})
EVERYTHING = frozenset(Permission) - {Permission.AMEND_OWN_TEAM}
READING = frozenset(
    {
        Permission.SEE_DRAFT,
        Permission.SEE_COCKPIT,
        Permission.SEE_NAMES,
        Permission.SEE_CONTACTS,
        Permission.SEE_LOG,
        Permission.SEE_SCREEN,
    }
)
GRANTS: Mapping[As, frozenset[Permission]] = {
    As.SITE_ADMIN: EVERYTHING,
    As.SYSTEM: EVERYTHING,
    As.ORGANIZER: EVERYTHING,
    As.CHIEF: READING
    | {
        Permission.MANAGE_PEOPLE,
        Permission.MAKE_DRAW,
        Permission.RUN_ROUNDS,
        Permission.SUBMIT_RESULT,
        Permission.TAKE_TABLE,
        Permission.DECIDE_RESULTS,
        Permission.PUBLISH,
        Permission.PRINT,
        Permission.REGISTER,
    },
    As.REFEREE: frozenset(
        {
            Permission.SEE_DRAFT,
            Permission.SEE_NAMES,
            Permission.SUBMIT_RESULT,
            Permission.TAKE_TABLE,
            Permission.REGISTER,
        }
    ),
    As.DESK: frozenset(
        {
            Permission.SEE_DRAFT,
            Permission.SEE_COCKPIT,
            Permission.SEE_NAMES,
            Permission.SUBMIT_RESULT,
            Permission.PRINT,
            Permission.REGISTER,
        }
    ),
    As.AUDITOR: READING | {Permission.REGISTER},
    As.LIAISON: frozenset({Permission.SEE_DRAFT, Permission.REGISTER}),
    As.TEAM: frozenset({Permission.AMEND_OWN_TEAM, Permission.REGISTER}),
    As.SCREEN: frozenset({Permission.SEE_DRAFT, Permission.SEE_SCREEN, Permission.SEE_NAMES}),
    As.PUBLIC: frozenset({Permission.REGISTER}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody in one event: every quality at once, and the rows behind them.

    `team_ids` are the teams whose link this browser holds, `membership_id` the row of the highest role.
    """

    tournament_id: int | None
    qualities: frozenset[As] = frozenset({As.PUBLIC})
    user_id: int | None = None
    membership_id: int | None = None
    link_id: int | None = None
    team_ids: frozenset[int] = frozenset()
    address: str | None = None

    def may(self, permission: Permission) -> bool:
        return any(permission in GRANTS[quality] for quality in self.qualities)

    @property
    def role(self) -> As:
        """The first of the qualities in the order of `As`: what the log says."""
        return next(quality for quality in As if quality in self.qualities)


def system(tournament_id: int) -> Actor:
    """Return the portal itself: clock ticks, samples, imports by command."""
    return Actor(tournament_id, frozenset({As.SYSTEM}))


def require(actor: Actor, permission: Permission, tournament_id: int) -> None:
    """Raise NotAllowed unless the actor belongs to this event and has the permission."""
    if actor.tournament_id != tournament_id or not actor.may(permission):
        raise NotAllowed("not_allowed")
