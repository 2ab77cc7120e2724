"""What somebody applies with, checked and tidied before anything is written."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from tournaments import folding
from tournaments.errors import Invalid
from tournaments.models import Division, Tournament, Unit
from tournaments.phrases.divisions import division_name
from tournaments.regulations import DivisionPlan, Registration

PLAYERS = 2
LONGEST_NAME = 60
LONGEST_NOTE = 300
LONGEST_KEY = 80
PHONE = re.compile(r"\+?\d(?:[ ()/-]*\d){4,19}")


@dataclass(frozen=True, slots=True)
class Application:
    """A pair as it was applied for: tidied, not yet compared with the event.

    `division`: the code or the name of one, nothing where the event has but one.
    """

    players: tuple[str, ...]
    unit_id: int | None = None
    unit_name: str = ""
    phone: str = ""
    email: str = ""
    consent: bool = False
    note: str = ""
    division: str = ""

    @property
    def fingerprint(self) -> str:
        """A digest of everything in it; names stand in it as they were typed."""
        parts = [*self.players, self.unit_id, self.unit_name, self.phone, self.email, self.consent, self.note]
        parts += [self.division] if self.division else []
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def checked(
    *,
    players: Sequence[str],
    unit_id: int | None = None,
    unit_name: str = "",
    phone: str = "",
    email: str = "",
    consent: bool = False,
    note: str = "",
    division: str = "",
) -> Application:
    """Tidy what was given; raises Invalid at the first field that cannot be."""
    if len(players) != PLAYERS:
        raise Invalid("two_players", field="player_1")
    names = tuple(name_checked(name, f"player_{place}") for place, name in enumerate(players, start=1))
    if folding.fold(names[0]) == folding.fold(names[1]):
        raise Invalid("same_player_twice", field="player_2")
    typed = folding.tidy(unit_name)
    if typed and unit_id is None:
        name_checked(typed, "unit_name")
    return Application(
        names,
        unit_id,
        typed if unit_id is None else "",
        phone_checked(phone),
        email_checked(email),
        consent,
        folding.tidy(note)[:LONGEST_NOTE],
        folding.tidy(division)[:LONGEST_NAME],
    )


def name_checked(name: str, field: str) -> str:
    """Return the tidied name; raises Invalid for an empty, over-long or unprintable one."""
    tidied = folding.tidy(name)
    if code := folding.fault_of(tidied, LONGEST_NAME):
        raise Invalid(code, field=field, longest=LONGEST_NAME)
    return tidied


def person_key(name: str) -> str:
    """Return what a person's name is compared by, cut to its column."""
    return folding.fold(name)[:LONGEST_KEY]


def unit_key(name: str) -> str:
    """Return what a unit's name is compared by, cut to its column."""
    return folding.fold(name)[:LONGEST_NAME]


def phone_checked(phone: str) -> str:
    """Return a telephone number in plain digits and its separators, or nothing for nothing."""
    number = folding.tidy(unicodedata.normalize("NFKC", phone))
    if number and not PHONE.fullmatch(number):
        raise Invalid("phone_invalid", field="phone")
    return number


def email_checked(email: str) -> str:
    address = folding.tidy(unicodedata.normalize("NFKC", email))
    if address:
        try:
            validate_email(address)
        except ValidationError as error:
            raise Invalid("email_invalid", field="email") from error
    return address


def require_contact(registration: Registration, application: Application) -> None:
    if registration.contact_required and not (application.phone or application.email):
        raise Invalid("contact_missing", field="phone")


def find_unit(event: Tournament, application: Application, *, by_organizer: bool) -> Unit | None:
    """Return the unit chosen or typed; a merged one stands for what it became. The event must be locked.

    A new name makes a unit: on the list where the organizer types it, beside it where the regulations let anybody.
    None only where the event has neither a list of units nor lets one type them.
    """
    unit_id, unit_name = application.unit_id, application.unit_name
    may_type = by_organizer or event.regulations.registration.typed_units
    units = Unit.objects.filter(tournament=event)
    if unit_id is not None:
        chosen = units.filter(pk=unit_id).first()
        if chosen is None:
            raise Invalid("unit_unknown", field="unit")
        return root_of(chosen)
    if not unit_name:
        if not by_organizer and (may_type or units.filter(listed=True, merged_into=None).exists()):
            raise Invalid("unit_missing", field="unit")
        return None
    key = unit_key(unit_name)
    known = units.filter(name_key=key).first()
    if known is not None:
        return root_of(known)
    if not may_type:
        raise Invalid("unit_not_listed", field="unit")
    last = units.order_by("-order").values_list("order", flat=True).first() or 0
    return Unit.objects.create(tournament=event, name=unit_name, name_key=key, listed=by_organizer, order=last + 1)


def find_division(event: Tournament, application: Application) -> Division:
    """Return the division that was chosen, or named as in a list; the only one where the event has no others."""
    rows = {row.code: row for row in event.divisions.order_by("order", "pk")}
    if not event.regulations.divisions:
        return next(iter(rows.values()))
    return rows[division_code(event.regulations.divisions, application.division)]


def division_code(divisions: Sequence[DivisionPlan], named: str) -> str:
    """Return the code of a division by its code or either of its names; Invalid for none and for another."""
    if not named:
        raise Invalid("division_missing", field="division")
    wanted = folding.fold(named)
    for plan in divisions:
        if wanted in {folding.fold(name) for name in (plan.code, plan.name, plan.name_en) if name}:
            return plan.code
    raise Invalid("division_not_known", field="division", names=", ".join(map(division_name, divisions)))


def root_of(unit: Unit) -> Unit:
    """Return the unit that a merged one became."""
    while unit.merged_into is not None:
        unit = unit.merged_into
    return unit
