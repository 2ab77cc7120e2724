"""The people of a whole event, each in a browser of their own, doing with real pages what they do on the day."""

import re
from typing import ClassVar

from playwright.sync_api import Browser, BrowserContext, Page, expect

PASSWORD = "vier-asse-und-zehn"
LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Person:
    """Somebody at a browser; a refused script or style, or a script's error, is remembered in `faults`."""

    viewport: ClassVar[dict[str, int]] = {"width": 1280, "height": 800}
    phone = False

    def __init__(self, browser: Browser, base: str, *, locale: str = "zh-CN") -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=base, viewport=self.viewport, locale=locale, is_mobile=self.phone, has_touch=self.phone
        )
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def leave(self) -> None:
        self.context.close()

    def go(self, address: str) -> None:
        response = self.page.goto(address)
        assert response is None or response.status == 200, (address, response.status)

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            field = self.page.locator(f"main [name={name}]:visible")
            if field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)

    def send(self, where: str = "main form.form") -> None:
        """Press the main button of a form and wait for the page that follows."""
        with self.page.expect_navigation():
            self.page.locator(f"{where} button[type=submit]").first.click()

    def post(self, address_ends: str) -> None:
        """Press the button of the form that is sent to an address with this end."""
        with self.page.expect_navigation():
            self.page.locator(f"form[action$='{address_ends}'] button[type=submit]:visible").first.click()

    def confirm(self, dialog: str) -> None:
        """Open a question and say yes to it."""
        self.page.locator(f"[data-dialog-open={dialog}]:visible").first.click()
        with self.page.expect_navigation():
            self.page.locator(f"dialog#{dialog} button[type=submit]").click()


class Staff(Person):
    """Organizer or chief referee: an account, a wide screen."""

    def sign_in(self, email: str, password: str = PASSWORD) -> None:
        self.go("/accounts/login/")
        self.fill(username=email, password=password)
        self.send()

    def set_password(self, address: str) -> None:
        self.go(address)
        self.fill(new_password1=PASSWORD, new_password2=PASSWORD)
        self.send()

    def invite_referee(self, slug: str, name: str, tables: tuple[int, ...]) -> str:
        """Invite by the page, give tables, and return the personal link, which is shown once."""
        self.go(f"/manage/{slug}/referees/")
        self.fill_in("invite", name=name)
        link = self.page.locator("#issued-link").input_value()
        with self.page.expect_navigation():
            self.page.locator(f"tr:has-text('{name}') a").first.click()
        for table in tables:
            self.page.locator(f"main input[name=tables][value='{table}']").check()
        self.send()
        return link

    def fill_in(self, section: str, **values: str) -> None:
        """Fill in and send the form of the section with this heading's id."""
        form = self.page.locator(f"section[aria-labelledby={section}] form.form")
        for name, value in values.items():
            field = form.locator(f"[name={name}]")
            if field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        with self.page.expect_navigation():
            form.locator("button[type=submit]").click()

    def say_at_the_desk(self, slug: str, number: int, table: int, *, reason: str, way: str = "", **what: str) -> None:
        """Write a new official version of a match: outcome and levels, with the reason.

        Where a result is corrected, what that moves is looked at first; `way` is the choice among several.
        """
        self.go(f"/desk/{slug}/?round={number}")
        with self.page.expect_navigation():
            self.page.locator(f"#table-{table} a").last.click()
        self.fill(reason=reason)
        for name, value in what.items():
            field = self.page.locator(f"main [name={name}]")
            field.select_option(value) if name == "outcome" else field.fill(value)
        self.send()
        if self.page.locator("main [name=seen]").count():
            if way:
                self.page.locator(f"main [name=way][value='{way}']").check()
            self.send("main form:has([name=seen])")


class Pair(Person):
    """One who registers a pair, on a phone."""

    viewport: ClassVar[dict[str, int]] = {"width": 360, "height": 740}
    phone = True

    def register(self, slug: str, players: tuple[str, str], *, consent: bool, **unit_and_contact: str) -> str:
        """Fill in the public form; return the private link of the page that follows."""
        self.go(f"/{slug}/register/")
        self.fill(player_1=players[0], player_2=players[1], **unit_and_contact)
        self.page.locator("main [name=consent]").set_checked(consent)
        self.page.locator("main [name=privacy]").check()
        self.send()
        assert f"/{slug}/register/done/" in self.page.url, self.page.locator("main").inner_text()
        return self.page.locator("#private-link").input_value()


class Referee(Person):
    """A referee with a phone, without an account."""

    viewport: ClassVar[dict[str, int]] = {"width": 360, "height": 740}
    phone = True

    def open_link(self, link: str) -> None:
        self.page.goto(link)
        self.page.wait_for_url("**/r/**")

    def open_table(self, slug: str, table: int) -> None:
        """Go to one of the own tables by its card, as a thumb does."""
        self.go(f"/r/{slug}/")
        with self.page.expect_navigation():
            self.page.locator(f"a[href='/r/{slug}/tables/{table}/']").tap()

    def press(self, *names: str) -> None:
        for name in names:
            self.page.locator(f"[data-do={name}]:visible").tap()

    def pick(self, *levels: str) -> None:
        for pad, level in enumerate(levels):
            beyond = re.fullmatch(r"A\+(\d+)", level)
            named = self.page.locator(f"[data-pad=level-{pad}] label:has(input[value='{'A+1' if beyond else level}'])")
            named.tap()
            for _step in range(int(beyond[1]) - 1 if beyond else 0):
                self.page.locator(f"[data-pad=level-{pad}] [data-step-by='1']").tap()

    def submit(self, slug: str, table: int, *levels: str) -> str:
        """Enter both levels, let both sides say yes, and return the receipt's state."""
        self.open_table(slug, table)
        self.pick(*levels)
        self.press("check", "ask", "yes", "yes")
        return self.receipt()

    def report_absent(self, slug: str, table: int, side: int) -> str:
        self.open_table(slug, table)
        self.page.locator("[data-absent] summary").tap()
        self.page.locator(f"[data-outcome=forfeit_{side}]").tap()
        self.press("send")
        return self.receipt()

    def receipt(self) -> str:
        shown = self.page.locator("[data-receipt-state]:visible")
        expect(shown).to_be_visible(timeout=20_000)
        return shown.get_attribute("data-receipt-state") or ""

    def overflow(self) -> int:
        """Return by how many pixels the page scrolls sideways."""
        root = "document.documentElement"
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))
