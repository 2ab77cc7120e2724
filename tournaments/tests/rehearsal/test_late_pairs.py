from datetime import date

from tournaments.events import reading
from tournaments.models import Entry, StageEntry
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan


def test_pairs_that_come_late_play_from_a_later_round_and_every_rule_still_holds(db):
    event = reading.load("n14")

    report = rehearse(event, Plan(8, seed=3, late=0.5), slug="late-pairs", today=date(2026, 5, 16))

    late = Entry.objects.filter(key__contains="-late-").values_list("team_id", flat=True)
    from_rounds = StageEntry.objects.filter(team__in=late).values_list("from_round", flat=True)
    assert [str(each) for each in report.violations] == []
    assert len(from_rounds) > 0
    assert min(from_rounds) > 1
