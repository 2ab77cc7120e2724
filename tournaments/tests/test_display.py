import datetime as dt

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.templatetags import display

EVENING = dt.datetime(2026, 12, 5, 17, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("value", "shown"), [(3, "+3"), (-3, "−3"), (0, "0"), (-0.5, "−0.5"), (1_234_567, "+1234567"), (None, "")]
)
def test_a_difference_carries_its_sign_with_the_real_minus(value, shown):
    assert display.plain_signed(value) == shown


def test_a_signed_figure_is_kept_from_translation():
    assert display.signed(-3) == '<span class="signed signed--minus" translate="no">−3</span>'


@pytest.mark.parametrize(("zone", "shown"), [("Asia/Shanghai", "01:30"), ("UTC", "17:30"), (dt.UTC, "17:30")])
def test_times_are_shown_in_the_given_zone(zone, shown):
    assert display.local_time(EVENING, zone) == shown


@pytest.mark.parametrize(("language", "shown"), [("zh-hans", "2026年12月6日 01:30"), ("en", "6 Dec 2026, 01:30")])
def test_dates_are_written_as_the_language_writes_them(language, shown):
    with translation.override(language):
        assert display.local_datetime(EVENING, "Asia/Shanghai") == shown


def test_nothing_is_shown_for_a_moment_that_is_not_known():
    shown = [show(None) for show in (display.local_time, display.local_date, display.local_datetime, display.iso)]

    assert shown == ["", "", "", ""]


def test_a_moment_for_scripts_is_in_utc():
    moment = EVENING.astimezone(dt.timezone(dt.timedelta(hours=8)))

    assert display.iso(moment) == "2026-12-05T17:30:00.000+00:00"


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (75, "1:15"), (7200, "120:00"), (-61, "−1:01")])
def test_seconds_are_shown_as_minutes(seconds, shown):
    assert display.minutes(seconds) == shown


def test_a_code_names_its_address_and_escapes_it():
    with translation.override("en"):
        code = display.qr_svg('https://portal.example/?"><script>')

    assert code.startswith('<svg role="img" aria-label="QR code for https://portal.example/?&quot;&gt;&lt;script&gt;"')
    assert "style=" not in code


@pytest.mark.parametrize(("language", "tag"), [("zh-hans", "zh-Hans"), ("en", "en")])
def test_the_page_names_its_language(language, tag):
    with translation.override(language):
        assert Template("{% load display %}{% html_lang %}").render(Context()) == tag
