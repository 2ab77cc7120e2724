"""The regulations as a rule book: every value by which the portal counts, with its number, clause and origin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.ruleset import Ruleset
from tournaments.documents.frame import moment, page
from tournaments.documents.kit import Part
from tournaments.documents.rules_tables import Source, Table, source_of, table_of
from tournaments.phrases import regulations as words
from tournaments.phrases.awards import award_rules
from tournaments.phrases.languages import in_chinese
from tournaments.phrases.points import points_rules
from tournaments.phrases.rules import Line, Section, differences, sections, title_of
from tournaments.phrases.stages import stage_name
from tournaments.regulations import Regulations, StagePlan
from tournaments.selectors.paper_rules import Rulebook
from tournaments.selectors.rulesets import Amendment, Book

NUMERALS = "一二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Item:
    number: str
    label: str
    rows: Sequence[str]
    source: Source | None = None
    others: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of the rules; `source` is that of all its items, which then have none of their own.

    `part`: what stands above it where it is the first of the rules that some of several stages go by.
    """

    number: str
    title: str
    items: Sequence[Item]
    table: Table | None = None
    table_number: str = ""
    source: Source | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Edition:
    """An amendment: its number, when it was made, from which round it holds, why, and what it changed."""

    version: int
    made: str
    holds_from: str
    reason: str
    changes: Sequence[str]


def lay_out(content: Rulebook, missing: str) -> list[Part]:
    chapters = list(_chapters(content))
    html = page(
        "pdf/regulations.html",
        content.head,
        content.stamp,
        title=pgettext("paper", "Regulations"),
        missing=missing,
        rules=_("Played by: %(ruleset)s")
        % {"ruleset": _("; ").join(dict.fromkeys(title_of(book.ruleset) for book in content.books))},
        edition=_edition(content),
        marks=[(Source(mark), said) for mark, said in _legend().items()],
        notice=[each for each in content.regulations.identity.notice.splitlines() if each.strip()],
        chapters=chapters,
        versions=_versions(content),
    )
    return [Part(html, len(chapters))]


def _edition(content: Rulebook) -> str:
    last = content.versions[-1]
    stamp = {"version": last.number, "time": moment(last.made_at, content.head.zone)}
    return _("Version %(version)d of %(time)s") % stamp


def _legend() -> dict[str, str]:
    return {
        "document": _("stands in the rule document or follows from it"),
        "reading": _(
            "how the portal reads the document where it is silent or unclear; the organizer may decide otherwise"
        ),
        "organizer": _("decided by the organizer for this event"),
    }


def _versions(content: Rulebook) -> list[Edition]:
    """Return the versions after the first: those are the amendments."""
    at_once = pgettext("from when an amendment holds", "at once")
    changed: dict[int, list[str]] = {}
    for book in content.books:
        for amendment in book.amendments:
            said = changed.setdefault(amendment.version, [])
            said += [each for each in _changes(amendment) if each not in said]
    return [
        Edition(
            each.number,
            moment(each.made_at, content.head.zone),
            _("round %(round)d on") % {"round": each.from_round} if each.from_round else at_once,
            each.reason,
            changed.get(each.number, []),
        )
        for each in content.versions[1:]
    ]


def _changes(amendment: Amendment) -> Iterator[str]:
    """Say each value that an amendment changed, before and after it."""
    none = _("none")
    for group in differences(amendment.before, amendment.after):
        for each in group.differences:
            before = each.one.value if each.one is not None else none
            after = each.other.value if each.other is not None else none
            yield _("%(item)s: %(before)s → %(after)s") % {"item": each.label, "before": before, "after": after}


def _chapters(content: Rulebook) -> Iterator[Chapter]:
    facts = [(label, rows) for label, rows in _facts(content) if rows]
    yield Chapter(
        _numeral(1),
        _("The event in brief"),
        [Item(f"1.{number}", label, rows) for number, (label, rows) in enumerate(facts, start=1)],
        source=Source("organizer"),
    )
    number = 2
    for book in content.books:
        part = "" if len(content.books) == 1 else _("Rules of “%(stages)s”") % {"stages": _stages(book)}
        for section in sections(book.ruleset, book.plan.timing):
            if section.lines:
                yield replace(_chapter(number, section, book.ruleset), part=part)
                number, part = number + 1, ""


def _stages(book: Book) -> str:
    return _(", ").join(stage_name(plan) for plan in book.plans)


def _numeral(number: int) -> str:
    """Return a chapter's number as a rule book has it: 十二 or 12."""
    if not in_chinese():
        return str(number)
    tens, ones = divmod(number, 10)
    return ("" if tens < 2 else NUMERALS[tens - 1]) + ("十" if tens else "") + (NUMERALS[ones - 1] if ones else "")  # noqa: PLR2004 十 alone is ten


def _facts(content: Rulebook) -> Iterator[tuple[str, list[str]]]:
    """Give what the event itself settles, as label and sentences."""
    rules = content.regulations
    identity, registration = rules.identity, rules.registration
    yield pgettext("fact of the event", "Organizer"), [identity.organizer] if identity.organizer else []
    yield pgettext("fact of the event", "Begins"), [moment(identity.starts_at, content.head.zone)]
    yield pgettext("fact of the event", "Place"), [part for part in (identity.place, identity.address) if part]
    yield (
        pgettext("fact of the event", "Entries"),
        [*words.entry_rules(registration), *words.division_rules(rules)],
    )
    yield pgettext("fact of the event", "Tables"), [str(rules.venue.tables)]
    for plan in rules.stages:
        yield _of_stage(rules, plan, pgettext("fact of the event", "Session")), list(words.session_rules(plan, rules))
        yield _of_stage(rules, plan, pgettext("fact of the event", "Rounds")), _rounds(plan)
        yield _of_stage(rules, plan, pgettext("fact of the event", "Draw")), list(words.draw_rules(plan))
    for book in content.books:
        label = pgettext("fact of the event", "Points")
        label = label if len(content.books) == 1 else _("%(fact)s: %(stage)s") % {"fact": label, "stage": _stages(book)}
        yield label, list(points_rules(book.ruleset, bracket=book.plan.is_bracket))
    yield (
        pgettext("fact of the event", "Results"),
        [*words.result_rules(rules.results.official, rules.results.standings), words.withdrawal_rule()],
    )
    yield pgettext("fact of the event", "Awards"), list(award_rules(rules.awards))


def _of_stage(rules: Regulations, plan: StagePlan, label: str) -> str:
    """Name the stage that a fact is of, where there are several."""
    return label if len(rules.stages) == 1 else _("%(fact)s: %(stage)s") % {"fact": label, "stage": stage_name(plan)}


def _rounds(plan: StagePlan) -> list[str]:
    sentences = words.rounds_rule(plan), words.length_rule(plan.timing), words.reminder_rule(plan.timing)
    return [each for each in sentences if each]


def _chapter(number: int, section: Section, ruleset: Ruleset) -> Chapter:
    table, lines = table_of(section, ruleset)
    first = 2 if table is not None else 1
    items = [_item(f"{number}.{at}", line) for at, line in enumerate(lines, start=first)]
    return Chapter(_numeral(number), section.title, items, table, f"{number}.1")


def _item(number: str, line: Line) -> Item:
    return Item(number, line.label, line.rows, source_of(line), line.alternatives)
