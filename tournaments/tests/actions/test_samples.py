from django.core.management import call_command

from tournaments.models import AuditEntry, Entry, Match, Member, Person, Publication, ResultSheet, Tournament
from tournaments.selectors.log import first_break
from tournaments.states import EventState, SheetState
from tournaments.tests import cast


def test_the_samples_are_loaded_once(db):
    call_command("load_samples", verbosity=0)
    before = (Tournament.objects.count(), Entry.objects.count(), AuditEntry.objects.count())

    call_command("load_samples", verbosity=0)

    assert (Tournament.objects.count(), Entry.objects.count(), AuditEntry.objects.count()) == before
    assert before[:2] == (2, 36)


def test_a_site_with_an_event_of_its_own_gets_no_samples(db):
    own = cast.event()

    call_command("load_samples", verbosity=0)

    assert list(Tournament.objects.all()) == [own]


def test_the_open_sample_has_eighteen_pairs_of_nine_units_and_no_draw(db):
    call_command("load_samples", verbosity=0)

    event = Tournament.objects.get(slug="sample-open")
    assert (event.state, event.entries.filter(state="accepted").count(), event.units.count()) == (
        EventState.PUBLISHED,
        18,
        9,
    )
    assert Match.objects.filter(round__stage__division__tournament=event).count() == 0
    assert event.memberships.filter(role="referee").count() == 3


def test_the_finished_sample_has_a_forfeit_a_correction_and_released_standings(db):
    call_command("load_samples", verbosity=0)

    event = Tournament.objects.get(slug="sample")
    sheets = ResultSheet.objects.filter(match__round__stage__division__tournament=event)
    official = sheets.filter(state=SheetState.OFFICIAL)
    assert event.state == EventState.FINISHED
    assert (official.count(), official.exclude(outcome="played").count()) == (18, 1)
    assert list(sheets.exclude(state=SheetState.OFFICIAL).values_list("state", flat=True)) == [SheetState.SUPERSEDED]
    assert Publication.objects.get(stage__division__tournament=event).version == 1
    assert first_break(event) is None


def test_the_names_of_the_samples_hold_rare_characters_and_a_middle_dot(db):
    call_command("load_samples", verbosity=0)

    names = set(Person.objects.filter(tournament__slug="sample").values_list("name", flat=True))
    assert {"郭䶮", "唐喆", "买买提·阿力"} - names == set()
    assert Member.objects.filter(team__tournament__slug="sample").count() == 36
    assert Person.objects.filter(tournament__slug="sample", public_consent_at__isnull=True).count() == 2
