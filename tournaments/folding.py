"""Names of people and units: what is stored, what is compared, which look alike. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
# Han and the private-use characters that rare names are typed with.
HAN = r"[\u3007\u3400-\u9fff\uf900-\ufaff\ue000-\uf8ff\U00020000-\U0003ffff]"
SPACE_IN_HAN = re.compile(rf"(?<={HAN}) +(?={HAN})")
DOT_IN_HAN = re.compile(rf"(?<={HAN}) *[·•‧∙⋅・․.。᛫] *(?={HAN})")
REFUSED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
ENDING = "大学|学院|公司|集团|中心|工会|分会|支部|委员会|医院|部|处|系|所|馆|队"
GENERIC = re.compile(rf"({ENDING}|[一二三四五六七八九十\d]+队)$")
NEAR = 0.34
MOST_CHANGES = 4
SHORTEST_ABBREVIATION = 3


def tidy(name: str) -> str:
    """Return a name as it is stored: no invisible characters, no space at the ends, one space inside."""
    return re.sub(r"[^\S\r\n\t\v\f\x1c-\x1f\x85\u2028\u2029]+", " ", name.translate(INVISIBLE)).strip()


def fault_of(name: str, longest: int) -> str:
    """Return the code of what is wrong with a tidied name, "" when nothing is."""
    if not name:
        return "name_empty"
    if any(unicodedata.category(character) in REFUSED for character in name):
        return "name_control_characters"
    if len(name) > longest:
        return "name_too_long"
    if not any(character.isalnum() or unicodedata.category(character) == "Co" for character in name):
        return "name_without_letters"
    return ""


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """Return the key two names are compared by: width, case, spaces between Han and kinds of dot do not matter.

    Folding a key changes nothing.
    """
    folded = tidy(name)
    while (again := _fold_once(folded)) != folded:
        folded = again
    return folded


def _fold_once(name: str) -> str:
    wide = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return tidy(SPACE_IN_HAN.sub("", DOT_IN_HAN.sub("·", wide)))


def distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the number of insertions, deletions and substitutions between two names."""
    above = list(range(len(second) + 1))
    for row, left in enumerate(first, start=1):
        line = [row]
        for column, right in enumerate(second, start=1):
            line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (left != right)))
        above = line
    return above[-1]


def alike(first: str, second: str) -> bool:
    """Tell whether two different units could be one: an abbreviation, another ending, or few other characters."""
    short, long = sorted((_compared(first), _compared(second)), key=lambda one: len(one.name))
    if len(short.name) <= 1:
        return short.name == long.name
    if short.name in long.name or short.stem == long.stem:
        return True
    if (
        len(short.name) >= SHORTEST_ABBREVIATION
        and short.name[0] == long.name[0]
        and _abbreviates(short.name, long.name)
    ):
        return True
    return len(short.name) > SHORTEST_ABBREVIATION and _near(short, long)


class _Compared(NamedTuple):
    name: str
    stem: str
    characters: Counter[str]


@lru_cache(maxsize=2048)
def _compared(name: str) -> _Compared:
    """Return what every comparison of a name needs: a long list compares each with all others."""
    folded = fold(name).replace(" ", "")
    return _Compared(folded, GENERIC.sub("", folded), Counter(folded))


def _near(short: _Compared, long: _Compared) -> bool:
    """Tell whether few changes lead from one to the other; characters only one has rule most pairs out at once."""
    most = min(MOST_CHANGES, max(1, int(NEAR * len(short.name)) - 1))
    if len(long.name) - len(short.name) > most:
        return False
    return (long.characters - short.characters).total() <= most and distance(short.name, long.name) <= most


def _abbreviates(short: str, long: str) -> bool:
    """Tell whether all characters of the one stand in the other in the same order."""
    rest = iter(long)
    return all(character in rest for character in short)
