"""The Chinese of pages and phrases: every word is translated, and punctuation is Chinese between Chinese words."""

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.utils.translation import override

from tournaments.events import reading
from tournaments.phrases.event_files import template_line
from tournaments.phrases.rules.codes import CODES

PACKAGE = Path(__file__).resolve().parents[1]
TEMPLATES = PACKAGE.parent / "templates"
SAID = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext_lazy"}
HAN = r"[\u4e00-\u9fff（）「」“”]"
HALF = re.compile(rf"{HAN}[,;?!]|{HAN}[:.](?!\d)|(?<! )[,:;?!] ?{HAN}|(?<=[^\d]) \(.*{HAN}")
MINUTES = "分:秒"  # how it is typed

# What a template says through the catalogue, or to the machine.
IN_WORDS = re.compile(
    r"\{% blocktranslate.*?endblocktranslate %\}|\{% comment.*?endcomment %\}|\{#.*?#\}"
    r"|\{% (?:translate|with|include|url|querystring|if|elif) .*?%\}|<(script|style).*?</\1>",
    re.DOTALL,
)
JOINED = re.compile(r"(?:\}\}|%\}|</[a-z]+>)(?:[,;:!]|\.(?=[\s{<]|$)| ?\((?=\{))")


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    with (PACKAGE / "locale/zh_Hans/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale="zh_Hans")


def test_no_half_width_mark_stands_between_chinese_words(catalogue: Catalog) -> None:
    said = [message.string if isinstance(message.string, str) else message.string[0] for message in catalogue]
    filled = [re.sub(r"%\([a-z_]+\)[sd]", "字", words.replace(MINUTES, "")) for words in said]

    wrong = [words for words in filled if re.search(r"[\u4e00-\u9fff]", words) and HALF.search(words)]

    assert wrong == []


def test_no_template_joins_words_by_a_mark_of_its_own() -> None:
    wrong = []
    for path in sorted(TEMPLATES.rglob("*")):
        if path.suffix in {".html", ".txt"} and "styleguide" not in path.parts:
            bare = IN_WORDS.sub("{%%}", path.read_text(encoding="utf-8"))
            wrong += [(path.name, line) for line in bare.splitlines() if JOINED.search(line)]

    assert wrong == []


def words_in(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield each text in a file that is said through the catalogue, with its context."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.lstrip("_") in SAID | {""}:
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if texts and "pgettext" in node.func.id:
                yield texts[1], texts[0]
            elif texts:
                yield texts[0], None


def test_every_text_of_the_source_is_in_the_catalogue(catalogue: Catalog) -> None:
    """An alias that the extraction does not know leaves its texts English for ever."""
    files = [path for path in PACKAGE.rglob("*.py") if "tests" not in path.parts]

    missing = [
        (path.name, text) for path in files for text, context in words_in(path) if not catalogue.get(text, context)
    ]

    assert missing == []


@pytest.mark.parametrize(
    ("code", "chinese", "english"),
    [
        (
            "n19",
            "上午场：积分编排（瑞士制），3 轮；下午场：积分编排（瑞士制），3 轮",
            "Morning session: Swiss system, 3 rounds; Afternoon session: Swiss system, 3 rounds",
        ),
        ("n08", "分组循环 → 单淘汰", "Round robin in groups → Knockout"),
    ],
)
def test_a_template_says_its_stages_apart(code: str, chinese: str, english: str) -> None:
    stages = reading.load(code).regulations(date.min).stages

    said = []
    for language in ("zh-hans", "en"):
        with override(language):
            said.append(template_line(stages).split(" · ")[0])

    assert said == [chinese, english]


@pytest.mark.parametrize("kind", CODES["match_result.kind"])
def test_what_a_match_counts_by_reads_in_chinese(kind: str) -> None:
    with override("zh-hans"):
        alone = str(CODES["match_result.kind"][kind])

    assert not alone.startswith("按")
    assert not alone.endswith("计分")
