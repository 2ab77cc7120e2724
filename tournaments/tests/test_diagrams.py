from django.conf import settings
from django.core.management import call_command

from tournaments.management.commands import draw_states
from tournaments.tests.test_states import TABLES


def test_the_page_of_diagrams_is_what_the_tables_say(capsys):
    page = (settings.BASE_DIR / "docs" / "states.md").read_text(encoding="utf-8")

    call_command("draw_states")

    assert capsys.readouterr().out == page


def test_every_machine_is_drawn():
    drawn = draw_states.machines()

    assert list(drawn.values()) == [table for _kind, table in TABLES]
