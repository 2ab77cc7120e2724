"""A referee's phone that keeps a match deal by deal, as a person taps it."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tournaments import decisions
from tournaments.models import Clock, ClockEvent, Deal, LinkScope, Round, Tournament
from tournaments.regulations import StagePlan
from tournaments.tests import cast
from tournaments.tests.browser.test_referee import open_browser

TABLE = 3


class Phone:
    """A referee's phone at a table of an event under one of the rule documents."""

    def __init__(self, browser: Browser, live_server, ruleset: str, minutes: int, own: dict[str, object]) -> None:
        plan = decisions.choose(StagePlan(), ruleset)
        self.event = cast.event(preset=ruleset, stages=[plan.model_dump(mode="json") | {"decisions": own}])
        cast.drawn(self.event)
        Clock.objects.filter(tournament=self.event).update(
            seconds=plan.timing.round_seconds,
            reminder_seconds=plan.timing.reminder_seconds,
            last_deals=plan.timing.last_deals,
        )
        self.begun(minutes)
        membership, _ = cast.referee(self.event, [TABLE])
        link = cast.link(self.event, LinkScope.REFEREE, membership=membership)[0]
        self.page: Page = open_browser(browser, live_server, link)
        self.page.goto(reverse("referee-table", args=[self.event.slug, TABLE]))

    def begun(self, minutes: int) -> None:
        """Say that the round's clock was started so many minutes ago."""
        current = Round.objects.get(stage__division__tournament=self.event, number=1)
        ClockEvent.objects.filter(clock=current.clock).delete()
        at = timezone.now() - timedelta(minutes=minutes)
        ClockEvent.objects.create(clock=current.clock, order=1, kind="started", at=at)
        Tournament.objects.filter(pk=self.event.pk).update(live_version=minutes)

    def open(self) -> None:
        self.page.goto(reverse("referee-deals", args=[self.event.slug, TABLE]))

    def do(self, *names: str) -> None:
        for name in names:
            self.page.locator(f"[data-do={name}]:visible").first.click()

    def choose(self, question: str, value: str) -> None:
        self.page.locator(f"[data-choose={question}][data-value='{value}']:visible").click()

    def points(self, points: int) -> None:
        """Tap hundreds, tens and ones, as many as it needs."""
        for place, value in ((100, points - points % 100), (10, points % 100 - points % 10), (1, points % 10)):
            key = self.page.locator(f"[data-points-place='{place}'][value='{value}']:visible")
            if value or place == 10:
                key.check(force=True)
        expect(self.page.locator("[data-points-figure]:visible")).to_have_text(str(points))
        self.do("go")

    def shape(self, width: int, length: int = 1) -> None:
        self.page.locator(f"[data-choose=shape][data-width='{width}'][data-length='{length}']:visible").click()

    def enter(self, points: int, *, dealer: int | None = None) -> None:
        """Enter a deal whose kitty was safe, up to the preview."""
        self.do("deal")
        if dealer is not None:
            self.choose("dealer", str(dealer))
        self.points(points)
        self.choose("last", "dealer")
        expect(self.page.locator("[data-preview]")).to_be_visible()

    def store(self) -> None:
        self.do("store")
        expect(self.page.locator("[data-done]")).to_be_visible()

    def levels(self) -> list[str]:
        return self.page.locator("[data-level]:visible").all_inner_texts()


def deals() -> list[tuple[int, int, int, int, bool]]:
    rows = Deal.objects.order_by("number", "version")
    return [(row.number, row.version, row.dealer, row.points, row.removed) for row in rows]
