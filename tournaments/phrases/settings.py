"""Words for the regulations: what is wrong with a value, and what a choice means."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.tiebreaks import CRITERIA
from tournaments.regulations import Fault, Tiebreak

FAULTS: Mapping[str, str | Promise] = {
    "missing": _("This is needed."),
    "string_too_short": _("This is needed."),
    "string_too_long": _("This is too long: %(max_length)s characters at most."),
    "greater_than_equal": _("The least is %(ge)s."),
    "less_than_equal": _("The most is %(le)s."),
    "unknown_zone": _("This time zone is unknown."),
    "window_reversed": _("Registration closes after it opens."),
    "area_reversed": _("Area %(area)s: the last table comes after the first."),
    "area_past_tables": _("Area %(area)s ends at table %(table)s: the hall has %(tables)s."),
    "area_name_twice": _("Two areas have the same name: %(area)s."),
    "areas_overlap": _("Table %(table)s is in two areas: %(area)s and %(other)s."),
    "area_division_unknown": _("Area %(area)s is for a division that does not exist: %(division)s."),
    "division_without_tables": _("No table is left for %(division)s: give it an area, or leave one open for all."),
    "reminder_past_round": _("The reminder comes before the end: less time than the round is long."),
    "tiebreak_twice": _("Each tie-break stands in the order once."),
    "lots_not_last": _("A lot decides everything that is left: it comes last."),
    "decided_before_counted": _(
        "What equal teams decide among themselves (an extra deal, cutting the cards) comes after all that is counted."
    ),
    "shared_not_last": _("A shared place decides everything that is left: it comes last."),
    "stage_code_twice": _("Two stages have the same code: %(stage)s."),
    "first_stage_is_fed": _("Everybody plays in the first stage: no stage comes before it."),
    "stage_not_fed": _("Say which earlier stage the teams of stage %(stage)s come from."),
    "stage_unknown": _("Stage %(stage)s takes its teams from a stage that does not exist: %(source)s."),
    "stage_feeds_itself": _("Stage %(stage)s cannot take its teams from itself."),
    "stage_from_later": _("Stage %(stage)s takes its teams from %(source)s, which is played later."),
    "per_group_without_groups": _("Stage %(source)s has no groups from which places could lead to %(stage)s."),
    "cross_without_groups": _("A1 against B2 needs an earlier stage with groups, and the same number from each."),
    "more_than_play": _("%(teams)s teams cannot come to %(stage)s: %(most)s play in %(source)s."),
    "too_many_groups": _("%(groups)s groups are too many for %(teams)s teams: a group has two at least."),
    "stage_of_one": _("Stage %(stage)s needs two teams at least."),
    "groups_count_and_size": _("Give the number of groups or their size, not both."),
    "teams_and_per_group": _("Give the number going on in all or from each group, not both."),
    "best_without_per_group": _("The best of the next place come on top of those from each group."),
    "bands_without_size": _("Groups by bands of places need their number or their size."),
    "until_without_knockout": _("Only a single knockout ends before its final."),
    "until_not_halved": _("A bracket can end with 2, 4, 8, 16 … teams left, for each round halves them."),
    "places_beyond_until": _("A knockout that ends before its final has no lower places to play for."),
    "cross_in_groups": _("A1 against B2 is one knockout: it cannot be divided into groups."),
    "none_goes_out": _("Of %(teams)s teams nobody goes out in %(stage)s, where %(until)s are to be left."),
    "legs_without_round_robin": _("Only in a round robin do teams meet twice."),
    "seeding_without_bracket": _("Only a knockout is seeded."),
    "places_without_knockout": _("Places are played for in a single knockout."),
    "redraw_without_knockout": _("Only a single knockout is drawn anew each round."),
    "redraw_without_bracket": _("What is drawn anew each round has no seeded bracket and no lower places to play for."),
    "carry_into_bracket": _("No points are carried into a knockout."),
    "carry_from_nowhere": _("Points are carried from an earlier stage only."),
    "rank_from_nowhere": _("Groups by rank need an earlier stage."),
    "bands_from_nowhere": _("Groups by bands of places need an earlier stage."),
    "division_alone": _("A single division divides nothing: make two at least, or none."),
    "division_code_twice": _("Two divisions have the same code: %(name)s."),
    "division_name_twice": _("Two divisions have the same name: %(name)s."),
    "division_places": _(
        "The divisions need %(wanted)s places together, the event has %(capacity)s: give it more, or them fewer."
    ),
    "division_unknown": _("Stage %(stage)s is played by a division that does not exist: %(division)s."),
    "division_without_stage": _("%(division)s plays in no stage: let it play in one, or make one for it."),
    "division_not_in_source": _(
        "%(division)s does not play in %(source)s, so it cannot come from there to stage %(stage)s."
    ),
    "stage_starts_too_early": _("Stage %(stage)s begins before what comes before it."),
    "players_reversed": _("At most as many players as at least, or more."),
    "pair_of_two": _("A pair is two players, and both sit down."),
    "individual_of_one": _("Who enters alone is one player; two drawn together sit down."),
    "line_up_too_large": _("The line-up cannot be larger than the fewest players of a team: %(least)s."),
    "partners_do_not_fit": _("Partners are drawn for those who enter alone, or for pairs that lack one."),
    "quota_unit_twice": _("This unit stands in the table twice: %(unit)s."),
    "quota_open_bracket": _("The last line holds for all larger units: it alone has no number of members."),
    "quota_brackets_not_ascending": _("The numbers of members ascend from line to line."),
    "quota_share_not_smaller": _("The share for a full hall is smaller than the first one."),
    "award_places_reversed": _("An award ends at the place at which it begins, or below."),
    "award_share_reversed": _("A share ends below where it begins."),
    "award_code_twice": _("Two awards have the same code: %(code)s."),
    "award_stage_unknown": _("“%(award)s” goes to losers of a stage that does not exist: %(stage)s."),
    "award_division_unknown": _("“%(award)s” is for a division that does not exist: %(division)s."),
}
SOMETHING_ELSE = _("This value cannot be used.")

TIEBREAKS: Mapping[str, str | Promise] = {code.value: CRITERIA[code.value] for code in Tiebreak}
OFFICIAL = (
    ("both_sides", _("As soon as both sides have confirmed it")),
    ("chief", _("Only after the chief referee's tick")),
)
STANDINGS = (
    ("live", _("As they stand, while the rounds are played")),
    ("released", _("Only when the organizer releases them")),
    ("ceremony", _("As they stand, until they are hidden for the ceremony")),
)
BYES = (
    ("average", _("The average of the team's other rounds")),
    ("points", _("The points that the ruleset names for a bye")),
    ("advance", _("Nothing: the team only goes on")),
    ("zero", _("Zero")),
)


def fault(found: Fault) -> str:
    """Return the words for a fault in the reader's language."""
    return str(FAULTS.get(found.code, SOMETHING_ELSE)) % found.params
