from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.actions import events, referees
from tournaments.models import AuditEntry, AuditNote, Role
from tournaments.selectors.log import first_break
from tournaments.tests import cast


@pytest.fixture
def logged(event):
    """An event with four entries in its log."""
    organizer = cast.organizer(event)
    for name in ("沈国华", "陆敏", "姚建平"):
        referees.invite(organizer, event, name=name)
    referees.share_evenly(organizer, event)
    return event


def page(event, query=""):
    return cast.client_of(cast.member(event, Role.AUDITOR)).get(f"/manage/{event.slug}/log/{query}")


def test_the_log_is_read_in_words_newest_first(logged):
    response = page(logged)

    assert [words for _row, words, _role, _facts in response.context["rows"]] == [
        "平均分配桌号",
        "邀请裁判",
        "邀请裁判",
        "邀请裁判",
    ]
    assert response.context["broken"] == ""


def test_the_chain_holds_for_the_command_too(logged):
    out = StringIO()

    call_command("check_log", logged.slug, stdout=out)

    assert out.getvalue() == "spring-cup: 4 entries, the chain holds.\n"


@pytest.mark.parametrize(
    "change",
    [
        {"action": "referee.removed"},
        {"data": {"tables": [9]}},
        {"role": "chief"},
        {"hash": "0" * 64},
        {"previous": "f" * 64},
        {"note_digest": "0" * 64},
    ],
)
def test_a_changed_entry_is_named(logged, change):
    AuditEntry.objects.filter(sequence=2).update(**change)

    assert first_break(logged) == ("altered", 2)
    with pytest.raises(CommandError, match="2"):
        call_command("check_log", logged.slug)
    assert page(logged).context["broken"] == "日志链断裂：第 2 条被改动。"


def test_one_flipped_byte_of_a_hash_breaks_the_chain(logged):
    entry = AuditEntry.objects.get(sequence=3)
    flipped = f"{int(entry.hash[0], 16) ^ 1:x}{entry.hash[1:]}"
    AuditEntry.objects.filter(pk=entry.pk).update(hash=flipped)

    assert first_break(logged) == ("altered", 3)


def test_a_missing_entry_is_named(logged):
    AuditEntry.objects.filter(sequence=2).delete()

    assert first_break(logged) == ("missing", 2)


def test_a_changed_reason_is_named_and_a_purged_one_breaks_nothing(event):
    organizer = cast.organizer(event)
    found = event.rules.document | {"venue": {"tables": 12}}
    events.amend(organizer, event, document=found, reason="多三张桌")
    AuditNote.objects.update(text="少三张桌")
    changed = first_break(event)

    AuditNote.objects.all().delete()

    assert changed == ("note_altered", 1)
    assert first_break(event) is None


@pytest.mark.parametrize(("query", "number"), [("?area=referee", 4), ("?area=draw", 0), ("?area=x&page=x", 4)])
def test_the_log_is_filtered_by_area(logged, query, number):
    assert len(page(logged, query).context["rows"]) == number


@pytest.mark.parametrize("number", [1, 3])
def test_the_log_takes_the_same_queries_for_one_and_three(event, django_assert_num_queries, number):
    organizer = cast.organizer(event)
    for place in range(number):
        referees.invite(organizer, event, name=f"裁判{place}")
    browser = cast.client_of(cast.member(event, Role.AUDITOR))

    with django_assert_num_queries(8):
        browser.get(f"/manage/{event.slug}/log/")


def test_an_unknown_event_is_said_at_the_terminal(db):
    with pytest.raises(CommandError, match="nowhere"):
        call_command("check_log", "nowhere")


@pytest.mark.parametrize("role", [Role.DESK])
def test_the_desk_does_not_read_the_log(event, role):
    assert cast.client_of(cast.member(event, role)).get(f"/manage/{event.slug}/log/").status_code == 403
