"""What vectors say in words, and whether a word found is the word expected."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.ladder import Ladder
from scoring.matches import Stage
from scoring.penalties import Role
from tournaments.transfer.vectors.errors import Unread

_ROLES: Mapping[Role, str] = {
    "attackers": r"attack|non.?dealer|non.?landlord|防|闲|抓分",
    "dealer_side": r"dealer|landlord|declarer|庄",
}
_NOT_LED = r"\b(no|not|before|nobody|without|yet)\b.*\bled\b|\bbefore\b.*\b(lead|first card)\b|未出|没有出"
_STAGES: Sequence[tuple[Stage, str]] = (
    ("burying", _NOT_LED),
    ("led", r"\bled\b|first card|已出"),
    ("between", r"between|no deal|not (yet )?(begun|started)|deal\b.*\b(over|finished|scored)|shuffl|cutting|洗牌"),
    ("burying", r"bur(y|ie)|kitty|bottom|discard|扣底|埋底|底牌"),
    ("led", r"lead|trick|play|出牌|打牌"),
    ("drawing", r"draw|dealing|dealt|declar|bidding|抓牌|摸牌|亮主"),
)
_PAST = re.compile(r"(won|win|passed|past|beyond|over|after|过)( (the )?\w+)?|[\w]+ (passed|won)|过\w+")
_COURT = {11: "J", 12: "Q", 13: "K", 14: "A"}


def plain(text: str) -> str:
    """Return a word without the accidents of writing: case, underscores, hyphens, spaces."""
    return re.sub(r"[\s_\-–/,.;:!]+", " ", text).strip().casefold()


@dataclass(frozen=True, slots=True)
class Word:
    """A word found, with the other words for the same thing."""

    text: str
    others: frozenset[str] = frozenset()

    def is_said_by(self, expected: object) -> bool:
        return isinstance(expected, str) and plain(expected) in {plain(self.text), *map(plain, self.others)}

    def __str__(self) -> str:
        return self.text


def word(text: str, *others: str) -> Word:
    return Word(text, frozenset(others))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word found, where the words expected are free: they say the same if they match the pattern."""

    text: str
    pattern: str

    def is_said_by(self, expected: object) -> bool:
        return isinstance(expected, str) and re.search(self.pattern, plain(expected)) is not None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Level:
    """A level found, which may be named by its label, as passed, or as unchanged."""

    ladder: Ladder
    position: int
    before: int | None = None

    def is_said_by(self, expected: object) -> bool:
        if isinstance(expected, str) and plain(expected) in {"unchanged", "same", "no change"}:
            return self.position == self.before
        try:
            return read_level(self.ladder, expected) == self.position
        except Unread:
            return False

    def __str__(self) -> str:
        beyond = self.position - self.ladder.end_position
        return self.ladder.levels[self.position] if beyond <= 0 else f"{beyond} past {self.ladder.levels[-1]}"


def agrees(expected: object, found: object) -> bool:
    """Say whether what was found is what was expected; of an object, only the keys expected are compared."""
    if isinstance(found, Word | Phrase | Level):
        return found.is_said_by(expected)
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return all(key in found and agrees(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list | tuple):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    if isinstance(expected, str) and isinstance(found, str):
        return plain(expected) == plain(found)
    return type(expected) is type(found) and expected == found


def read_role(text: str) -> Role:
    """Whose side is meant; where both are named, the one named first is who acts."""
    places = {role: match.start() for role in _ROLES if (match := re.search(_ROLES[role], plain(text)))}
    if "attackers" in places and re.match(r"non", plain(text)):
        return "attackers"
    if not places:
        raise Unread(f'which side is "{text}"')
    return min(places, key=places.__getitem__)


def read_stage(text: str) -> Stage:
    for stage, pattern in _STAGES:
        if re.search(pattern, plain(text)):
            return stage
    raise Unread(f'at which stage a deal is that is "{text}"')


def read_level(ladder: Ladder, given: object) -> int:
    """Return the position of a level given by its label, as past the last one, or as a number counted past 10."""
    if type(given) is int:
        given = _COURT.get(given, str(given))
    if not isinstance(given, str):
        raise Unread(f"which level is {given!r}")
    labels = {plain(label): position for position, label in enumerate(ladder.labels())}
    if plain(given) in labels:
        return labels[plain(given)]
    beyond = re.fullmatch(rf"{re.escape(ladder.levels[-1])}\s*\+\s*(\d+)", given.strip(), re.IGNORECASE)
    if beyond:
        return ladder.end_position + int(beyond[1])
    if given.strip() == "15" or _PAST.fullmatch(plain(given)):
        return ladder.end_position + 1
    raise Unread(f'which level is "{given}"')


def is_trump(text: str) -> bool:
    said = plain(text)
    if re.search(r"plain|side suit|off suit|non ?trump|not trump|副牌|副", said):
        return False
    if re.search(r"trump|主", said):
        return True
    raise Unread(f'which suit is "{text}"')


def found_early(text: str) -> bool:
    """Say whether an offence was found at once and did no harm, rather than later or with effect."""
    said = plain(text)
    harmless = r"\b(no|without|little|harmless|any)\b[\w ]*(effect|influence|harm)|无影响|未影响"
    if re.search(r"effect|influence|harm|影响", re.sub(harmless, "", said)):
        return False
    if re.search(r"at once|immediate|before|same trick|in time|corrected|within|及时|当轮", said):
        return True
    if re.search(r"after|later|late|two|end|过", said):
        return False
    raise Unread(f'when something was found that was found "{text}"')
