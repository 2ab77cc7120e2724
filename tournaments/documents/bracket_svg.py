"""A bracket as SVG, for pages and papers: a box for each match, lines to the next, who won. Styled by classes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.bracket_layout import SCREEN, Box, Layout, Link, Measures, Node, lay_out
from tournaments.documents import fonts
from tournaments.phrases import brackets as words
from tournaments.selectors.brackets import Bracket, BracketRow, Slot

PAD, EM, SMALL_EM, SMALLER_EM = 11.0, 14.0, 12.0, 12.0
FIGURE_EMS, MARK = 2.2, 14.0
TWO_LINES = 60.0  # from this height on a side has a line of its own for the unit
LEAST_EMS = 2.0
LARGEST = 0.36  # mm for a unit: names of about 14 pt
HEADLINE = "main", "third", "final", "reset"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a bracket with a drawing of its own, and its matches by round for reading aloud."""

    key: str
    title: str
    rows: tuple[BracketRow, ...]
    part: str
    own: frozenset[int] = field(default=frozenset())


def sections(bracket: Bracket, own: Collection[int] = ()) -> list[Section]:
    """Cut a bracket into what is drawn together: the way to the final, the losers' side, each set of lower places."""
    found = []
    ours = frozenset(own)
    head = tuple(row for row in bracket.rows if row.part in HEADLINE)
    found.append(Section("main", words.part_words("main", double=bracket.double), head, "main", ours))
    losers = tuple(row for row in bracket.rows if row.part == "losers")
    if losers:
        found.append(Section("losers", words.part_words("losers", double=True), losers, "losers", ours))
    for rows in _lower_places([row for row in bracket.rows if row.part == "places"]):
        places = [place for row in rows for place in row.places if place]
        best, worst = min(places), max(places)
        title = words.part_words("places", double=False, best=best, worst=worst)
        found.append(Section(f"places-{best}", title, rows, "places", ours))
    return found


def _lower_places(rows: Sequence[BracketRow]) -> list[tuple[BracketRow, ...]]:
    """Put matches together that feed each other, the best places first."""
    group = {row.number: row.number for row in rows}

    def root(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for row in rows:
        for feeder in (*row.feeders, *row.loser_feeders):
            if feeder in group:
                group[root(row.number)] = root(feeder)
    together: dict[int, list[BracketRow]] = defaultdict(list)
    for row in rows:
        together[root(row.number)].append(row)
    best = {key: min(place for row in each for place in row.places if place) for key, each in together.items()}
    return [tuple(together[key]) for key in sorted(together, key=best.__getitem__)]


def nodes_of(rows: Iterable[BracketRow]) -> list[Node]:
    """Give what is laid out: matches that are played, byes apart."""
    return [Node(row.number, row.turn, row.feeders) for row in rows if not row.is_bye]


@dataclass(frozen=True, slots=True)
class Paper:
    """How a section stands on a sheet: its box there in mm, and CSS of our own, as no page styles it."""

    width: float
    height: float
    style: str


def drawing(
    bracket: Bracket, section: Section, *, measures: Measures = SCREEN, paper: Paper | None = None
) -> SafeString:
    """Return the SVG of a section, on paper as large as its box allows. Names are escaped."""
    layout = lay_out(nodes_of(section.rows), measures)
    pen = _Pen(bracket, section, layout, measures)
    label = escape(_("%(part)s, drawn; the same as a list stands below.") % {"part": section.title})
    width, height = f"{layout.width:g}", f"{layout.height:g}"
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    if paper is not None:
        scale = min(paper.width / layout.width, paper.height / layout.height, LARGEST)
        millimetres = f'width="{layout.width * scale:.2f}mm" height="{layout.height * scale:.2f}mm"'
        size = f'viewBox="0 0 {width} {height}" {millimetres}'
    parts = [
        f'<svg class="bracket__drawing" xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">',
        f"<style>{paper.style}</style>" if paper is not None else "",
        *pen.heads(),
        *pen.lines(),
        *pen.boxes(),
        "</svg>",
    ]
    return mark_safe("".join(parts))


class _Pen:
    """Writes the elements of one drawing."""

    def __init__(self, bracket: Bracket, section: Section, layout: Layout, measures: Measures) -> None:
        self.bracket, self.section, self.layout, self.measures = bracket, section, layout, measures
        self.rows: Mapping[int, BracketRow] = {row.number: row for row in section.rows}

    def heads(self) -> Iterator[str]:
        """Write the name of each round above its column."""
        for turn, x in self.layout.columns.items():
            here = [row for row in self.section.rows if row.turn == turn]
            part = next((row.part for row in here if row.part != "third"), "third")
            title = words.turn_words(self.bracket, part, turn)
            number = next((row.round for row in here if row.round is not None), None)
            round_words = _("Round %(number)d") % {"number": number} if number is not None else ""
            first, second = (title, round_words) if title else (round_words, "")
            yield self._text("head", x, 16, first)
            if second:
                yield self._text("note", x, 33, second)

    def lines(self) -> Iterator[str]:
        """Write the lines, those that a winner has gone last, so that they lie on top."""
        for won in (False, True):
            for link in self.layout.links:
                if self._gone(link) == won:
                    (x, y), (bend, _same), (_bend, end_y), (end_x, _end) = link.points
                    kind = " is-won" if won else ""
                    yield f'<path class="bracket__line{kind}" d="M{x:g} {y:g}H{bend:g}V{end_y:g}H{end_x:g}"/>'

    def boxes(self) -> Iterator[str]:
        for box in self.layout.boxes:
            row = self.rows[box.key]
            own = " is-own" if self._is_own(row) else ""
            size = f'width="{self.measures.box_width:g}" height="{self.measures.box_height:g}"'
            yield self._text("note", box.x, box.y - 6, words.match_words(row))
            yield f'<rect class="bracket__box{own}" x="{box.x:g}" y="{box.y:g}" {size} rx="4"/>'
            middle = box.y + self.measures.box_height / 2
            yield f'<path class="bracket__rule" d="M{box.x:g} {middle:g}h{self.measures.box_width:g}"/>'
            for at, slot in enumerate(row.sides):
                yield from self._side(slot, box, at)

    def _side(self, slot: Slot, box: Box, at: int) -> Iterator[str]:
        """Write a side: its name, below it the unit, at the right what it reached; the winner with bar and tick."""
        half = self.measures.box_height / 2
        top = box.y + at * half
        right = box.x + self.measures.box_width - PAD
        if slot.won:
            yield f'<path class="bracket__won" d="M{box.x + 2:g} {top + 3:g}v{half - 6:g}"/>'
            tick = right - MARK + 3
            yield f'<path class="bracket__tick" d="M{tick:g} {top + half / 2:g}l4 4 7 -8"/>'
        figure = words.figure_words(slot)
        if figure:
            kind = "note" if slot.absent else "figure"
            yield self._text(kind, right - MARK - 3, top + half / 2 + 5, figure, state=_state(slot), end=True)
        room = self.measures.box_width - 2 * PAD - (FIGURE_EMS * EM + MARK if slot.won is not None else 0)
        yield from self._name(slot, box.x + PAD, top, room)

    def _name(self, slot: Slot, x: float, top: float, room: float) -> Iterator[str]:
        state = _state(slot) if slot.name is not None else " is-open"
        lot = f"{slot.lot} " if slot.lot and not slot.lot.isdigit() else ""
        below = [slot.name.unit if slot.name is not None else "", _("had a bye") if slot.rested else ""]
        small = " · ".join(filter(None, below))
        if self.measures.box_height < TWO_LINES:
            yield self._one_line(slot, x, top, room, lot + words.side_words(slot), small)
            return
        baseline = top + (15 if small else self.measures.box_height / 4 + 5)
        said = lot + words.side_words(slot)
        kind = "name" if fonts.width(said) * EM <= room else "name bracket__name--long"
        yield self._text(kind, x, baseline, cut(said, room / (EM if kind == "name" else SMALLER_EM)), state=state)
        if small:
            yield self._text("note", x, top + 29, cut(small, room / SMALL_EM), state=state)

    def _one_line(self, slot: Slot, x: float, top: float, room: float, said: str, small: str) -> str:
        """Write name and unit one after the other, the unit as far as there is room."""
        state = _state(slot) if slot.name is not None else " is-open"
        baseline = top + self.measures.box_height / 4 + 5
        left = (room - fonts.width(said) * EM) / SMALL_EM - 1
        if left < 0:
            kind, text = "name bracket__name--long", cut(said, room / SMALLER_EM)
            return self._text(kind, x, baseline, text, state=state)
        unit = cut(small, left) if small and left > LEAST_EMS else ""
        after = f'<tspan class="bracket__note" dx="8">{escape(unit)}</tspan>' if unit else ""
        return f'<text class="bracket__name{state}" x="{x:g}" y="{baseline:g}">{escape(said)}{after}</text>'

    def _text(self, kind: str, x: float, y: float, text: str, *, state: str = "", end: bool = False) -> str:
        anchor = ' text-anchor="end"' if end else ""
        return f'<text class="bracket__{kind}{state}" x="{x:g}" y="{y:g}"{anchor}>{escape(text)}</text>'

    def _gone(self, link: Link) -> bool:
        return self.rows[link.source].decided and self.rows[link.target].sides[link.side].team_id is not None

    def _is_own(self, row: BracketRow) -> bool:
        return any(side.team_id in self.section.own for side in row.sides)


def _state(slot: Slot) -> str:
    if slot.won is None:
        return ""
    return " is-won" if slot.won else " is-out"


def cut(text: str, ems: float) -> str:
    """Return the text, or as much of it as is so wide, with an ellipsis; the list below has it whole."""
    if fonts.width(text) <= ems:
        return text
    kept = text
    while kept and fonts.width(kept) + 1 > ems:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
