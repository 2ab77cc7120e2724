"""Vectors judged, in pairs of vector and document.

A vector of a document is one pair. A vector of an engine is a pair with each document, by the document's verdict, and
one more, "engine", with the engine's own parameters, where a kind has such. Both sections of one document are one pair.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

from pydantic import ValidationError

from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset, available_presets, load_preset
from tournaments.pairing import DrawRefused
from tournaments.timing import TimingError
from tournaments.transfer.vectors.errors import NotExpressible, Unread
from tournaments.transfer.vectors.files import Json, Vector
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.judges import JUDGES
from tournaments.transfer.vectors.policies import POLICIES
from tournaments.transfer.vectors.words import agrees, plain

State = Literal["passed", "failed", "unknown", "not_applicable", "not_expressible"]

ENGINE: Final = "engine"
# The verdicts under which a document has an answer; where they bring one of their own, that counts.
SAME: Final = "same"
PARTLY: Final = "same_validity_other_consequence"
# What an answer says in sentences is nothing to compare.
PROSE: Final = frozenset({"why", "note", "rule", "basis", "caveat"})
VALIDITY: Final = frozenset({"valid", "legal", "allowed"})
SECTIONS: Final[Mapping[tuple[str, str], str]] = {("S3", "play"): "s3_play", ("S3", "competition"): "s3"}
REFUSALS = (ScoringError, TimingError, DrawRefused)
ODD = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError)


@dataclass(frozen=True, slots=True)
class Check:
    """What one ruleset has to give; `where` names it when it is not simply the document's."""

    make: partial[Ruleset]
    expect: Json
    where: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    vector: Vector
    document: str
    checks: tuple[Check, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.vector.id} {self.document}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a pair; `words`: the mismatches, or why it was not judged."""

    pair: Pair
    state: State
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class Said:
    """What was found out so far about one pair."""

    mismatches: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    compared: int = 0

    def sum_up(self, pair: Pair) -> Judgement:
        if self.mismatches:
            return Judgement(pair, "failed", tuple(self.mismatches))
        if self.unread:
            return Judgement(pair, "unknown", tuple(self.unread))
        return Judgement(pair, "passed" if self.compared else "not_applicable")


def check(vectors: Iterable[Vector]) -> Iterator[Judgement]:
    for vector in vectors:
        for pair in pairs_of(vector):
            yield _judge(pair)


def pairs_of(vector: Vector) -> Iterator[Pair]:
    if vector.seed is not None:
        yield Pair(vector, vector.seed, (Check(_preset(vector.seed, vector.input), vector.expect),))
        return
    for document, verdict in (vector.verdicts or {}).items():
        yield Pair(vector, document, tuple(_by_verdict(vector, document, verdict)))
    if vector.kind in POLICIES:
        make = partial(POLICIES[vector.kind], Given(vector.policy or {}), Given(vector.input))
        yield Pair(vector, ENGINE, (Check(make, vector.expect),))


def _by_verdict(vector: Vector, document: str, verdict: Json) -> Iterator[Check]:
    answer = _answer(vector, verdict)
    if answer is not None:
        yield Check(_preset(document, vector.input), answer)
    section = verdict.get("play_section")
    if section and (answer := _answer(vector, section)) is not None:
        yield Check(partial(load_preset, SECTIONS.get((document, "play"), document.lower())), answer, "play section")


def _answer(vector: Vector, verdict: Json) -> Json | None:
    """Return what the document gives, or None where it gives nothing that can be judged."""
    own: Json | None = verdict.get("expect")
    if verdict["verdict"] == SAME:
        return {**vector.expect, **(own or {})}
    if verdict["verdict"] == PARTLY:
        return own or {key: value for key, value in vector.expect.items() if key in VALIDITY}
    return own if verdict["verdict"] == "differs" else None


def _preset(document: str, given: Json) -> partial[Ruleset]:
    section = given.get("section")
    if section is None:
        return partial(load_preset, document.lower())
    said = plain(str(section))
    for (owner, name), preset in SECTIONS.items():
        if owner == document and said.startswith(name):
            return partial(load_preset, preset)
    return partial(_no_section, document, section)


def _no_section(document: str, section: object) -> Ruleset:
    raise Unread(f'which section of {document} is "{section}"')


def _judge(pair: Pair) -> Judgement:
    if not pair.checks:
        return Judgement(pair, "not_applicable")
    if pair.vector.kind not in JUDGES:
        return Judgement(pair, "unknown", (f'the kind "{pair.vector.kind}"',))
    if pair.document != ENGINE and pair.document.lower() not in available_presets():
        return Judgement(pair, "unknown", (f'which document is "{pair.document}"',))
    said = Said()
    try:
        for each in pair.checks:
            _compare(pair, each, said)
    except NotExpressible as fault:
        return Judgement(pair, "not_expressible", (str(fault),))
    return said.sum_up(pair)


def _compare(pair: Pair, check: Check, said: Said) -> None:
    """Compare each key that is expected. A mismatch beside input that nobody read proves nothing: it is unread."""
    given = Given(pair.vector.input, check.expect)
    expected = {key: value for key, value in check.expect.items() if key not in PROSE}
    if not expected:
        return
    try:
        found = JUDGES[pair.vector.kind](check.make(), given)
    except Unread as fault:
        said.unread.append(str(fault))
        return
    except REFUSALS as fault:
        said.mismatches.append(_mismatch(check, "", expected, f"refused as {fault.code} {_shown(dict(fault.params))}"))
        return
    except ValidationError as fault:
        said.mismatches.append(_mismatch(check, "", expected, f"refused: {fault.errors()[0]['msg']}"))
        return
    except ODD as fault:
        said.unread.append(f"what is given cannot be read ({type(fault).__name__}: {fault})")
        return
    said.compared += len(expected)
    for key, value in expected.items():
        if key not in found:
            said.unread.append(f'what "{key}" is, expected {_shown(value)}')
        elif not agrees(value, found[key]):
            words = _mismatch(check, key, value, found[key])
            unread = given.not_asked
            if unread:
                said.unread.append(f"what {', '.join(unread)} changes: {words}")
            else:
                said.mismatches.append(words)


def _mismatch(check: Check, key: str, expected: object, found: object) -> str:
    where = f" ({check.where})" if check.where else ""
    return f"{key}{where}: expected {_shown(expected)}, found {_shown(found)}".lstrip(": ")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)
