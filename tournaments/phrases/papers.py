"""Words for papers: what each is called, what it is for, what failed, what to look at."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

TITLES: Mapping[str, str | Promise] = {
    "draw": _("Draw table"),
    "score_sheets": _("Score sheets"),
    "blank_sheets": _("Spare score sheets"),
    "table_cards": _("Table cards"),
    "standings": pgettext_lazy("paper", "Standings"),
    "regulations": pgettext_lazy("paper", "Regulations"),
    "ruling_record": _("Record of rulings"),
    "bracket": pgettext_lazy("paper", "Bracket"),
    "groups": pgettext_lazy("paper", "Groups with cross-tables"),
    "awards": pgettext_lazy("paper", "List of awards"),
    "round": pgettext_lazy("paper", "Who plays whom"),
}
PURPOSES: Mapping[str, str | Promise] = {
    "draw": _("Who plays whom at which table in every round: by table, by team and by name. For the wall."),
    "score_sheets": _("One for each table, two on a page to cut. Every sheet names its round, table and teams."),
    "blank_sheets": _("Without names, for when a sheet is spoilt."),
    "table_cards": _(
        "A card for each table, two on a page to cut: the number, and the code that opens the table's page."
    ),
    "standings": _("Places with every round and what parted equal totals. Provisional until it is released."),
    "regulations": _(
        "All rules of the event, from the same data by which the portal counts, with where each comes from. "
        "For the notice board and for every table."
    ),
    "bracket": _("The whole knockout with every winner, on A4 up to sixteen teams and on A3 for more. For the wall."),
    "groups": _("The places of every group, and who beat whom by how much."),
    "awards": _("Who gets which award, to be read out and signed."),
    "round": _("One round by table, by unit and by name. For the wall."),
    "ruling_record": _("What was ruled so far, lines to write by hand, and what each offence costs. For the referees."),
}
ERRORS: Mapping[str, str | Promise] = {
    "paper_failed": _("It could not be made. The server's log says why."),
    "paper_not_written": _("The file could not be written. Is the disk full?"),
    "paper_worker_died": _("The worker stopped several times while making it. The server's log says why."),
    "pdf_libraries_missing": _(
        "This server lacks what PDFs need. Its administrator installs it: "
        "apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"
    ),
}
WARNINGS: Mapping[str, str | Promise] = {
    "characters_missing": _(
        "No typeface of this server has %(characters)s. The paper shows 〓 there: write the character in by hand."
    ),
}
