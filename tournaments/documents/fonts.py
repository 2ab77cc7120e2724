"""The typefaces of every paper: Hei for headings and labels, Song for text, and after each one for rarer characters."""

import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

FONTS = {"Hei": "NotoSansSC-Regular.otf", "Song": "NotoSerifSC-Regular.otf"}
RARER = {"HeiTC": "NotoSansTC-Regular.otf", "SongTC": "NotoSerifTC-Regular.otf"}
GETA = "〓"  # how Chinese print marks a character that the case does not hold
WITHOUT_SHAPE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})


def path(family: str) -> Path:
    """Return the file of a typeface: one of FONTS or RARER."""
    package = "pylopdf_fonts_zh_cn" if family in FONTS else "pylopdf_fonts_zh_tw"
    return Path(str(files(package))).resolve() / (FONTS | RARER)[family]


def uris() -> dict[str, str]:
    """Return the address of each typeface's file."""
    return {family: path(family).as_uri() for family in (*FONTS, *RARER)}


def stack(family: str) -> str:
    """Return how CSS names a typeface of FONTS with the one for rarer characters after it."""
    return f"{family}, {family}TC"


@cache
def _covered() -> frozenset[int]:
    """Return the code points that both typefaces of FONTS have."""
    from fontTools.ttLib import TTFont  # as heavy as WeasyPrint, which brings it: only a worker needs it

    return _code_points(TTFont, "Hei") & _code_points(TTFont, "Song")


def _code_points(opener: Any, family: str) -> frozenset[int]:
    with opener(path(family), lazy=True) as font:
        return frozenset(font.getBestCmap())


def unusual(text: str) -> str:
    """Return the characters that the typefaces of FONTS lack, each once, in order; what has no shape is no loss."""
    covered = _covered()
    strange = (each for each in dict.fromkeys(text) if ord(each) not in covered)
    return "".join(each for each in strange if unicodedata.category(each) not in WITHOUT_SHAPE)


def is_han(name: str) -> bool:
    return all("\u3400" <= each <= "\u9fff" or each >= "\U00020000" for each in name)


def width(text: str) -> float:
    """Return about how wide a text is, in ems: a Chinese character takes one, a Latin letter little more than half."""
    return sum(1.0 if unicodedata.east_asian_width(each) in "WFA" else 0.58 for each in text)
