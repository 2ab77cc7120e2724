"""A pasted or uploaded list of pairs → rows with their problems. Writes nothing and knows no event."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments import folding
from tournaments.actions.entries import applications
from tournaments.errors import Invalid, Refusal
from tournaments.regulations import DivisionPlan

MOST_BYTES = 1024 * 1024
MOST_ROWS = 1000
MOST_CELLS = 40
HEADER_WITHIN = 10
BINARY_HEADS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b")
COLUMNS: Mapping[str, frozenset[str]] = {
    "division": frozenset({"组别", "参赛组别", "组", "场次", "校区", "项目", "division", "category", "session"}),
    "unit": frozenset({"单位", "单位名称", "部门", "学院", "代表单位", "队名", "unit", "department", "club", "team"}),
    "player_1": frozenset({"队员1", "队员一", "选手1", "选手一", "姓名1", "姓名一", "player1", "name1", "firstplayer"}),
    "player_2": frozenset(
        {"队员2", "队员二", "选手2", "选手二", "姓名2", "姓名二", "player2", "name2", "secondplayer"}
    ),
    "phone": frozenset({"电话", "联系电话", "手机", "手机号", "手机号码", "phone", "telephone", "mobile", "tel"}),
    "email": frozenset({"邮箱", "电子邮箱", "电子邮件", "邮件", "email", "e-mail", "mail"}),
    "note": frozenset({"备注", "说明", "note", "notes", "remark", "remarks", "comment"}),
}
FIELD_OF = {"unit_name": "unit"}
Divisions = Sequence[DivisionPlan]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a cell: the column and the refusal that names it."""

    column: str
    refusal: Refusal


@dataclass(slots=True)
class Row:
    """A line of the list as it was read; `line` counts from 1 as a spreadsheet does."""

    line: int
    cells: Mapping[str, str]
    application: applications.Application | None = None
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list that could be read: in which encoding, and its rows."""

    encoding: str
    rows: Sequence[Row]

    @property
    def faulty(self) -> bool:
        return any(row.problems for row in self.rows)

    @property
    def applications(self) -> list[applications.Application]:
        return [row.application for row in self.rows if row.application is not None]


def read_bytes(data: bytes, divisions: Divisions = ()) -> ReadList:
    """Read an uploaded file: UTF-16 by its mark, UTF-8 with or without one, else GB18030.

    In an event with divisions each line names one; else what a list says of divisions is not read.
    """
    if len(data) > MOST_BYTES:
        raise Invalid("list_too_large", field="file")
    if data.startswith(BINARY_HEADS):
        raise Invalid("list_binary", field="file")
    text, encoding = _decode(data)
    return _read(text, encoding, "file", divisions)


def read_text(text: str, divisions: Divisions = ()) -> ReadList:
    """Read cells pasted from a spreadsheet or lines typed by hand; divisions as in a file."""
    if len(text.encode()) > MOST_BYTES:
        raise Invalid("list_too_large", field="text")
    return _read(text, "", "text", divisions)


def _decode(data: bytes) -> tuple[str, str]:
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding), {"utf-8-sig": "UTF-8", "utf-16": "UTF-16"}.get(encoding, "GB18030")
        except UnicodeDecodeError:
            continue
    raise Invalid("list_encoding", field="file")


def _read(text: str, encoding: str, where: str, divisions: Divisions) -> ReadList:
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise Invalid("list_binary", field=where)
    lines = _split(text, where)
    if not lines:
        raise Invalid("list_empty", field=where)
    columns, body = _header(lines, where)
    if not body:
        raise Invalid("list_empty", field=where)
    if len(body) > MOST_ROWS:
        raise Invalid("list_too_long", field=where, most=MOST_ROWS)
    rows = [_row(line, columns, cells, divisions) for line, cells in body]
    _mark_repeated(rows)
    return ReadList(encoding, rows)


def _split(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty with their numbers, cut at the delimiter the text has most of."""
    counts = {delimiter: text.count(delimiter) for delimiter in "\t,;\uff0c\uff1b"}
    delimiter = max(counts, key=lambda one: counts[one])
    if not counts[delimiter]:
        delimiter = ","
    try:
        lines = list(enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), start=1))
    except csv.Error as error:
        raise Invalid("list_binary", field=where) from error
    return [(number, cells[:MOST_CELLS]) for number, cells in lines if any(folding.tidy(cell) for cell in cells)]


def _header(lines: list[tuple[int, list[str]]], where: str) -> tuple[dict[str, int], list[tuple[int, list[str]]]]:
    """Return the place of each known column and the lines under the header; titles may stand above it."""
    for place, (_line, cells) in enumerate(lines[:HEADER_WITHIN]):
        columns = _columns(cells)
        if "player_1" in columns and "player_2" in columns:
            return columns, lines[place + 1 :]
    raise Invalid("list_no_header", field=where)


def _columns(cells: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        word = folding.fold(cell).replace(" ", "").replace("_", "")
        for column, words in COLUMNS.items():
            if word in words:
                found.setdefault(column, place)
    return found


def _row(line: int, columns: Mapping[str, int], cells: Sequence[str], divisions: Divisions) -> Row:
    values = {
        column: folding.tidy(cells[place].strip()) if place < len(cells) else "" for column, place in columns.items()
    }
    values["phone"] = _phone(values.get("phone", ""))
    row = Row(line, values)
    try:
        division = applications.division_code(divisions, values.get("division", "")) if divisions else ""
        row.application = applications.checked(
            players=[values["player_1"], values["player_2"]],
            unit_name=values.get("unit", ""),
            phone=values["phone"],
            email=values.get("email", ""),
            note=values.get("note", ""),
            division=division,
        )
    except Refusal as refused:
        row.problems.append(Problem(FIELD_OF.get(refused.field, refused.field), refused))
    return row


def _phone(cell: str) -> str:
    """Return a telephone number as it was before a spreadsheet took it for a number: 1.38E+10, 138….0, '138…."""
    plain = cell.lstrip("'’")
    try:
        number = float(plain) if "e+" in plain.lower() or plain.endswith(".0") else None
    except ValueError:
        number = None
    return f"{number:.0f}" if number is not None and number.is_integer() else plain


def _mark_repeated(rows: Sequence[Row]) -> None:
    """Give a problem to a pair that stands in the list twice."""
    seen: dict[frozenset[str], int] = {}
    for row in rows:
        if row.application is None:
            continue
        key = frozenset(
            {f"unit {folding.fold(row.application.unit_name)}", *map(folding.fold, row.application.players)}
        )
        if (first := seen.setdefault(key, row.line)) != row.line:
            row.problems.append(Problem("player_1", Invalid("pair_repeated", line=first)))
            row.application = None


def written(read: ReadList) -> str:
    """Return a list as text that reads back the same: what was looked at is what is entered."""
    text = io.StringIO()
    rows = csv.writer(text, delimiter="\t", lineterminator="\n")
    columns = [each for each in COLUMNS if each != "division" or any(row.cells.get(each) for row in read.rows)]
    rows.writerow(columns)
    rows.writerows([row.cells.get(column, "") for column in columns] for row in read.rows)
    return text.getvalue()
