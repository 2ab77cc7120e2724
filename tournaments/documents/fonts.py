"""The two typefaces of every paper, Hei for headings and labels and Song for text, and what they cannot show."""

import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

FONTS = {"Hei": "NotoSansSC-Regular.otf", "Song": "NotoSerifSC-Regular.otf"}
GETA = "〓"  # how Chinese print marks a character that the case does not hold
WITHOUT_SHAPE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})


def folder() -> Path:
    return Path(str(files("pylopdf_fonts_zh_cn"))).resolve()


def uri(family: str) -> str:
    return (folder() / FONTS[family]).as_uri()


@cache
def _covered() -> frozenset[int]:
    """Return the code points that both typefaces have."""
    from fontTools.ttLib import TTFont  # as heavy as WeasyPrint, which brings it: only a worker needs it

    return _code_points(TTFont, "Hei") & _code_points(TTFont, "Song")


def _code_points(opener: Any, family: str) -> frozenset[int]:
    with opener(folder() / FONTS[family], lazy=True) as font:
        return frozenset(font.getBestCmap())


def unusual(text: str) -> str:
    """Return the characters of a text that our typefaces lack, each once, in order; what has no shape is no loss."""
    covered = _covered()
    strange = (each for each in dict.fromkeys(text) if ord(each) not in covered)
    return "".join(each for each in strange if unicodedata.category(each) not in WITHOUT_SHAPE)


def is_han(name: str) -> bool:
    return all("\u3400" <= each <= "\u9fff" or each >= "\U00020000" for each in name)


def width(text: str) -> float:
    """Return about how wide a text is, in ems: a Chinese character takes one, a Latin letter little more than half."""
    return sum(1.0 if unicodedata.east_asian_width(each) in "WFA" else 0.58 for each in text)
