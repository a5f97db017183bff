"""Readers of a game's page, each in a browser of its own, and what they see where they stand. Knows no service."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.games import Stage

Json = Any
WAIT_MS = 30_000
"""How long a page may take until it shows what is expected: the machine may be busy."""
BYTES_MAX = 300_000
AT_ONCE = "localStorage.setItem('emberlog.moves', 'at once')"
SETTLED = """for (const [key, value] of Object.entries({'emberlog.ask-before': 'always', 'emberlog.coach.great_fire': '99',
  'emberlog.coach.london': '99', 'emberlog.coach.brigade': '99'})) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)"""
"""A reader who has closed the coach and wants to be asked before every command: nothing is played by itself."""

expect.set_options(timeout=WAIT_MS)


OFF_THE_SCREEN = """() => [...document.querySelectorAll('.game-board :is(.spot-offered, .gf-card, .lon-held)')].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return x + width / 2 < 0 || y + height / 2 < 0 || x + width / 2 > innerWidth || y + height / 2 > innerHeight;
}).map((each) => each.dataset.spot)"""
"""What is offered on the board, and the own hand, as far as it needs a scroll."""


class Visits:
    """Pages of readers, each in a browser of its own. They must end without an error in the console."""

    def __init__(self, browser: Json, site: Stage) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[Json] = []
        self.troubles: list[str] = []

    def page(
        self,
        path: str,
        *,
        token: str = "",
        width: int = 1280,
        height: int = 900,
        staged: bool = False,
        settled: bool = True,
    ) -> Json:
        """A page of somebody who was never here before. `staged`: live moves take their time, as for everybody."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.site.url, reduced_motion="reduce"
        )
        context.set_default_timeout(WAIT_MS)
        self.contexts.append(context)
        if not staged:
            context.add_init_script(AT_ONCE)
        if token:
            context.add_init_script(f"localStorage.setItem('emberlog.token', {json.dumps(token)})")
        if settled:
            context.add_init_script(SETTLED)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: self.troubles.append(message.text) if self._bad(message) else None)
        page.goto(path)
        return page

    @staticmethod
    def _bad(message: Json) -> bool:
        return message.type == "error" and "ERR_" not in message.text


def at(page: Json) -> int:
    """The step on the screen, as the slider says it."""
    return int(page.locator(".replay-slider").input_value())


def shows(page: Json, step: int) -> None:
    """The slider, the log and the address agree on the step."""
    expect(page.locator(".replay-slider")).to_have_value(str(step))
    expect(page.locator(".log")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"/{step}\?as="))


def all_here(page: Json) -> int:
    """Wait for every step; the last one's number."""
    expect(page.locator(".game-notices .tag").first).to_have_text(re.compile("Live|Ended"))
    head = int(page.locator(".replay-slider").get_attribute("max"))
    expect(page.locator(".log")).to_have_attribute("data-loaded", str(head))
    return head


__all__ = ["AT_ONCE", "BYTES_MAX", "Visits", "all_here", "at", "expect", "shows"]
