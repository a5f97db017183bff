"""What a reader of the pages waits for, in a real Chromium: the first paint, and the drawing of a step. Left out where there is none."""

from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from tests.browser.boards import CHROMIUM, browser
from tests.browser.tables import Stage, stage

STEPS: Final = 600
VISITS: Final = 5

# One step forwards as a reader's key brings it, with the style and layout it causes, in milliseconds.
_STEP: Final = """() => {
  const begun = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
  document.body.getBoundingClientRect();
  return performance.now() - begun;
}"""
_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True)
class Seen:
    """Milliseconds. `steps`: the drawing of each step in turn."""

    first_paint: float
    board: float
    steps: list[float]


def has_browser() -> bool:
    """Whether a Chromium is where it is looked for."""
    return CHROMIUM.exists()


def measure(ruleset: str, seats: int) -> Seen:
    """A whole game at random, looked at from its first step to its last (or `STEPS`)."""
    with stage() as site:
        table = site.table(ruleset, seats)
        with browser() as chromium:
            return _looked_at(chromium, site, table.game)


def _looked_at(chromium: Any, site: Stage, game: str) -> Seen:
    paints, boards = [], []
    for _ in range(VISITS):
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, base_url=site.url)
        page = context.new_page()
        page.goto(f"/games/{game}/1")
        page.wait_for_selector(".game-board > :not(.busy)")
        boards.append(page.evaluate("performance.now()"))
        paints.append(page.evaluate(_PAINT))
        if len(paints) < VISITS:
            context.close()
    page.wait_for_selector(".game-notices .tag:has-text('Ended')")
    page.evaluate("document.activeElement.blur()")
    last = int(page.locator(".replay-slider").get_attribute("max"))
    steps = []
    for _ in range(min(STEPS, last - 1)):
        steps.append(page.evaluate(_STEP))
        page.wait_for_timeout(5)
    assert int(page.locator(".replay-slider").input_value()) == len(steps) + 1, "every key was a step"
    context.close()
    return Seen(median(paints), median(boards), steps)
