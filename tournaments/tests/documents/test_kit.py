"""The kit: what it opens, what it lacks, how it fits."""

import http.server
import io
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tournaments.documents import checks, fonts, frame, kit


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """A web server on this machine: its address, and what it was asked for."""
    paths: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", paths
        server.shutdown()


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="{url}/image">',
        '<link rel="stylesheet" href="{url}/style">',
        '<style>@import url("{url}/import");</style>',
        '<style>p {{ background: url("{url}/background") }}</style>',
        '<link rel="attachment" href="{url}/attachment">',
        '<object data="{url}/object"></object>',
        '<svg><image href="{url}/svg"/></svg>',
    ],
)
def test_no_markup_asks_a_host(asked: tuple[str, list[str]], markup: str) -> None:
    url, paths = asked

    kit.Press().print_part(f"<p>x</p>{markup.format(url=url)}", b"id")

    assert paths == []


def test_a_file_beside_the_fonts_is_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    opener = kit.fetcher()

    for address in (
        secret.as_uri(),
        fonts.path("Hei").with_name("__init__.py").as_uri(),
        "data:text/plain,x",
        "file:///etc/passwd",
    ):
        with pytest.raises(ValueError, match="may not open"):
            opener.fetch(address)


def test_both_typefaces_are_opened() -> None:
    opener = kit.fetcher()

    sizes = []
    for uri in fonts.uris().values():
        with closing(opener.fetch(uri)) as response:
            sizes.append(len(response.read()) > 1_000_000)

    assert sizes == [True] * 4


def test_unusual_characters_are_those_that_a_typeface_lacks() -> None:
    assert fonts.unusual("王 䶮㛃𬱖喆玥·−A+1〓\u200b\n") == ""
    assert fonts.unusual("𡃁王𡃁\U0003fffd") == "𡃁\U0003fffd"


def test_rarer_characters_come_from_typefaces_of_our_own() -> None:
    """The names that people asked about print on a machine without a single font."""
    html = "<meta charset=utf-8>" + "".join(
        f"<p style='font-family: {fonts.stack(family)}'>䶮 㛃 𡃁 𬱖 喆 玥</p>" for family in fonts.FONTS
    )

    pdf = kit.Press().print_part(html, b"rare")

    resources: Any = PdfReader(io.BytesIO(pdf)).pages[0]["/Resources"]
    used = {str(font.get_object()["/BaseFont"]).split("+")[1] for font in resources["/Font"].values()}
    assert used == {"Hei", "HeiTC", "Song", "SongTC"}


def test_two_character_names_are_spread_and_no_others() -> None:
    assert frame.spread("王伟") == '<span class="name name--two">王伟</span>'
    assert frame.spread("欧阳娜") == '<span class="name">欧阳娜</span>'
    assert frame.spread("Al") == '<span class="name">Al</span>'
    assert frame.spread("<b>") == '<span class="name">&lt;b&gt;</span>'
    assert frame.spread("阿" * 40) == f'<span class="name name--longest">{"阿" * 40}</span>'


def test_text_is_set_in_the_largest_size_that_fits() -> None:
    assert frame.fit(["王伟"], 50, 8, (16, 8)) == 16
    assert frame.fit(["阿" * 40], 50, 8, (16, 8)) == 8
    assert frame.fit(["阿" * 400], 50, 8, (16, 8)) == 8


def test_the_check_names_what_is_missing() -> None:
    def load(name: str) -> None:
        if "pangoft2" in name:
            raise OSError(name)

    assert checks.missing_libraries(load) == ["libpangoft2-1.0.so.0"]
    assert checks.missing_libraries() == []
