"""A table keeps its match deal by deal: facts only, each a version; a wrong one is corrected with a reason."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import keys, reasons
from tournaments.actions.at_table import Page, match_to_keep
from tournaments.actions.counted import counting
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results.sheets import compare_again
from tournaments.errors import Gone, Invalid, NotFound, Refusal
from tournaments.models import Deal, DealMark, Match, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.deals import MatchPlay, play_of, versions_of
from tournaments.selectors.play_rules import last_deals_of

# A preview counts a correction before anybody was asked why.
NOT_YET_SAID = "…"


@dataclass(frozen=True, slots=True)
class DealReceipt:
    """What is stored. Sending the form again gives the same."""

    key: str
    match_id: int
    number: int
    version: int
    removed: bool
    received_at: datetime


@dataclass(frozen=True, slots=True)
class DealForm:
    """A deal as a table's page sends it; `dealer`, `points` and `last_trick` are as on `models.Deal`.

    `number` is the deal that the page showed as next; `corrects` names the version that is corrected, with a `reason`.
    `mark` says of a new deal, once the last deals have begun, that it was finished before them and is typed late, or,
    after the last of them, that it was played by mistake and counts nothing.
    """

    number: int
    dealer: int
    points: int
    kitty_points: int = 0
    last_trick: Mapping[str, Any] | None = None
    corrects: int | None = None
    reason: str = ""
    mark: str = DealMark.NONE.value


@transaction.atomic
def record_deal(
    actor: Actor, tournament: Tournament, form: DealForm, *, page: Page, key: str, observed_at: datetime | None = None
) -> DealReceipt:
    """Store the next deal of a match, or a new version of one. Sending it again with the same key is harmless.

    Where another phone stored the next deal meanwhile, this one is told and nothing is written. What was played after
    a deal that is corrected stays, and so does its mark. After the last of the last deals only a marked deal is taken,
    or one that the phone had before they began. Raises NotAllowed, Gone, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    form = replace(form, last_trick=_last_trick(form.last_trick))
    digest = keys.fingerprint(match=page.match_id, round=page.round_number, table=page.table, **asdict(form))
    again = _sent_before(event, key, digest)
    if again is not None:
        return _receipt(again)
    match = match_to_keep(actor, event, page.match_id, page)
    observed, clock_off = keys.claimed_time(observed_at, now)
    deal = _prepared(actor, match, form, key=key, digest=digest, now=now, observed_at=observed)
    _counted(match, deal, new=form.corrects is None)
    deal.save(force_insert=True)
    compare_again(match)
    action = "deal.recorded" if form.corrects is None else "deal.corrected"
    record(actor, event, action, deal, now=now, data=_facts(match, deal, clock_off), reason=deal.reason)
    return _receipt(deal)


def preview_deal(actor: Actor, tournament: Tournament, form: DealForm, *, page: Page, key: str) -> MatchPlay:
    """Return the match as it would be with a deal, and store nothing; refuses what `record_deal` refuses."""
    policy.require(actor, Permission.SUBMIT_RESULT, tournament.pk)
    now = timezone.now()
    form = replace(form, last_trick=_last_trick(form.last_trick), reason=form.reason or NOT_YET_SAID)
    match = match_to_keep(actor, tournament, page.match_id, page)
    deal = _prepared(actor, match, form, key=key, digest="", now=now, observed_at=now)
    return _counted(match, deal, new=form.corrects is None)


@transaction.atomic
def remove_deal(actor: Actor, tournament: Tournament, *, page: Page, key: str, number: int, reason: str) -> DealReceipt:
    """Take the last deal of a match out again, with a reason; it stays in the history. The same key: the same answer.

    Raises NotAllowed, NotFound, Gone, Invalid, Refusal `deal_not_last`.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    digest = keys.fingerprint(
        remove=number, match=page.match_id, round=page.round_number, table=page.table, reason=reason
    )
    again = _sent_before(event, key, digest)
    if again is not None:
        return _receipt(again)
    match = match_to_keep(actor, event, page.match_id, page)
    words = reasons.needed(reason)
    standing = [versions[0] for versions in versions_of(match).values() if not versions[0].removed]
    found = next((deal for deal in standing if deal.number == number), None)
    if found is None:
        raise NotFound
    last = max(deal.number for deal in standing)
    if number != last:
        raise Refusal("deal_not_last", number=number, last=last)
    gone = Deal(
        match=match,
        number=number,
        version=found.version + 1,
        key=key,
        fingerprint=digest,
        dealer=found.dealer,
        points=found.points,
        kitty_points=found.kitty_points,
        last_trick=found.last_trick,
        removed=True,
        mark=found.mark,
        reason=words,
        observed_at=now,
        received_at=now,
        **_by(actor),
    )
    gone.save(force_insert=True)
    compare_again(match)
    record(actor, event, "deal.removed", gone, now=now, data=_facts(match, gone, 0), reason=words)
    return _receipt(gone)


def _last_trick(given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a last trick in the one form in which it is stored."""
    if given is None:
        return None
    return {
        "attackers": bool(given["attackers"]),
        "trump": bool(given["trump"]),
        "components": [[int(width), int(length)] for width, length in given["components"]],
        "jack": str(given.get("jack", "")),
    }


def _sent_before(event: Tournament, key: str, digest: str) -> Deal | None:
    rows = Deal.objects.select_related("match__round__stage__division")
    return keys.sent_before(
        rows, event, key, digest, event_of=lambda deal: deal.match.round.stage.division.tournament_id
    )


def _prepared(
    actor: Actor, match: Match, form: DealForm, *, key: str, digest: str, now: datetime, observed_at: datetime
) -> Deal:
    """Return the next version of a deal, unsaved; refuses what no longer fits what is stored."""
    versions = versions_of(match)
    before = versions.get(form.number, [])
    if form.corrects is None:
        _require_next(form.number, versions)
        reason = reasons.optional(form.reason)
    else:
        if not before or before[0].version != form.corrects or before[0].removed:
            raise Gone("deal_changed", number=form.number, version=before[0].version if before else 0)
        reason = reasons.needed(form.reason)
    for name in ("dealer", "points", "kitty_points"):
        if getattr(form, name) < 0:
            raise Invalid("below_zero", field=name)
    return Deal(
        match=match,
        number=form.number,
        version=before[0].version + 1 if before else 1,
        key=keys.read_key(key),
        fingerprint=digest,
        dealer=form.dealer,
        points=form.points,
        kitty_points=form.kitty_points,
        last_trick=form.last_trick,
        mark=form.mark if form.corrects is None else before[0].mark,
        reason=reason,
        observed_at=observed_at,
        received_at=now,
        **_by(actor),
    )


def _require_next(number: int, versions: Mapping[int, list[Deal]]) -> None:
    last = max((number for number, rows in versions.items() if not rows[0].removed), default=0)
    if number <= last:
        raise Gone("deal_is_recorded", number=number, next=last + 1)
    if number != last + 1:
        raise Gone("deal_number_next", number=number, next=last + 1)


def _counted(match: Match, deal: Deal, *, new: bool) -> MatchPlay:
    """Replay the match with a version; refuses one that the rules do not allow where it stands."""
    side = ""
    if new:
        before = play_of(match)
        if before.finished:
            raise Refusal("match_is_over", ended_by=before.ended_by)
        _require_last_deals(before, deal)
        if before.dealer_side is not None:
            side = match.sides.get(position=before.dealer_side).lot
    with counting(side=side):
        return play_of(match, extra=deal, strict=deal.number)


def _require_last_deals(before: MatchPlay, deal: Deal) -> None:
    """Refuse a deal after the last of the last deals, and a mark where there is nothing to be marked (S1-5)."""
    last = last_deals_of(before.match, before.ruleset, before.rows)
    if last is None or (deal.mark == DealMark.MISTAKE and last.left):
        if deal.mark:
            raise Invalid("mark_not_now", field="mark")
        return
    if not last.left and not deal.mark and deal.observed_at >= last.since:
        clause = before.ruleset.round_clock.last_deals.clause
        raise Refusal("last_deals_over", total=last.total, clause=clause)


def _by(actor: Actor) -> dict[str, Any]:
    return {"membership_id": actor.membership_id, "user_id": actor.user_id, "link_id": actor.link_id}


def _receipt(deal: Deal) -> DealReceipt:
    return DealReceipt(deal.key, deal.match_id, deal.number, deal.version, deal.removed, deal.received_at)


def _facts(match: Match, deal: Deal, clock_off: int) -> dict[str, object]:
    """Return what the log says of a version: ids, numbers and codes."""
    facts: dict[str, object] = {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "deal": deal.number,
        "version": deal.version,
        "dealer": deal.dealer,
        "points": deal.points,
        "kitty_points": deal.kitty_points,
        "last_trick": deal.last_trick,
    }
    facts |= {"mark": str(deal.mark)} if deal.mark else {}
    return {**facts, "clock_off": clock_off} if clock_off else facts
