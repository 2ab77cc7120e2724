"""Words for stages: what each is called, what a format means."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.regulations import Format, StagePlan

FORMATS: Mapping[str, str | Promise] = {
    Format.TWO_ROUNDS: _("Two rounds by lot"),
    Format.RANDOM_ROUNDS: _("Random rounds, drawn at once"),
    Format.RANDOM: _("Random rounds, drawn one by one"),
    Format.SWISS: _("Swiss system"),
    Format.NEIGHBOURS: _("Neighbours by rank"),
    Format.LOT_ORDER: _("By the order of lots"),
    Format.ROUND_ROBIN: _("Round robin in groups"),
    Format.KNOCKOUT: _("Knockout"),
    Format.DOUBLE_KNOCKOUT: _("Double knockout"),
}
EXPLAINED: Mapping[str, str | Promise] = {
    Format.TWO_ROUNDS: _(
        "18 teams of nine units: lots A1 to I2 and the printed table. Any other field: two random rounds."
    ),
    Format.RANDOM_ROUNDS: _("All rounds are drawn before play begins; nobody meets the same opponents twice."),
    Format.RANDOM: _("Each round is drawn when the one before is closed; nobody meets the same opponents twice."),
    Format.SWISS: _("After each round teams with like scores meet. A clear order of many teams in few rounds."),
    Format.NEIGHBOURS: _("After each round first plays second, third plays fourth, and so on down the table."),
    Format.LOT_ORDER: _("Each round pairs the teams in the order of their lots, as far as they have not met."),
    Format.ROUND_ROBIN: _("Everybody in a group meets everybody, once or twice. The fairest, and the longest."),
    Format.KNOCKOUT: _("Who loses is out. Ends with a final; a third place and lower places can be played for."),
    Format.DOUBLE_KNOCKOUT: _("Who loses twice is out: the losers' side leads back to the final."),
}


def stage_name(plan: StagePlan) -> str:
    """Return what a stage is called in the reader's language: its own name, else that of its format."""
    chinese = (get_language() or "").startswith("zh")
    own = plan.name if chinese or not plan.name_en else plan.name_en
    return own or str(FORMATS[plan.format])
