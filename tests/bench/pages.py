"""What a reader of the pages waits for, in a real Chromium: the first paint, and the drawing of a step.

The drawing includes style, layout and paint. Without a Chromium it is left out.
"""

from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from tests.browser.boards import CHROMIUM, browser
from tests.browser.games import Stage, stage

STEPS: Final = 600
VISITS: Final = 5

# Keys as a reader presses them, one after another; each is followed by the frames it causes, and marked in the trace.
_KEYS: Final = """async (keys) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  for (const key of keys) {
    performance.mark('emberlog-key');
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    await frame(); await frame();
    performance.mark('emberlog-drawn');
    await new Promise((done) => setTimeout(done, 5));
  }
}"""
_TRACED: Final = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True)
class Drawing:
    """Milliseconds. `steps`: the drawing of each step in order, from the second. `jumps`: to the last step and back to the first.

    Drawing is the time that the page's thread worked on a key until its first frame: script, style, layout and paint. The time
    that the thread waited does not count.
    """

    first_paint: float
    board: float
    steps: list[float]
    jumps: list[float]

    @property
    def slowest(self) -> int:
        """The step that took longest to draw."""
        return self.steps.index(max(self.steps)) + 2


def has_browser() -> bool:
    """Whether a Chromium is where it is looked for."""
    return CHROMIUM.exists()


def measure(ruleset: str, seats: int) -> Drawing:
    """A whole game at random, looked at from its first step to its last (or `STEPS`)."""
    with stage() as site:
        game = site.client(ruleset, seats)
        with browser() as chromium:
            return _visits(chromium, site, game.game)


def _visits(chromium: Any, site: Stage, game: str) -> Drawing:
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
    steps = _drawn(page, ["ArrowRight"] * min(STEPS, last - 1))
    assert int(page.locator(".replay-slider").input_value()) == len(steps) + 1, "every key was a step"
    jumps = _drawn(page, ["End", "Home"] * VISITS)
    context.close()
    return Drawing(median(paints), median(boards), steps, jumps)


def _drawn(page: Any, keys: list[str]) -> list[float]:
    """The milliseconds that the page's thread worked on each key, until the first frame after it."""
    session = page.context.new_cdp_session(page)
    events: list[Any] = []
    ended: list[Any] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": _TRACED}})
    page.evaluate(_KEYS, keys)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    pairs = sorted((each for each in events if each["name"].startswith("emberlog-")), key=lambda each: each["ts"])
    assert len(pairs) == 2 * len(keys), "every key has its two entries"
    thread = (pairs[0]["pid"], pairs[0]["tid"])
    ours = sorted(
        (each for each in events if (each["pid"], each["tid"]) == thread and each["ph"] == "X"),
        key=lambda each: each["ts"],
    )
    return [_work(ours, begun["ts"], done["ts"]) for begun, done in zip(pairs[::2], pairs[1::2], strict=True)]


def _work(events: list[Any], begun: int, done: int) -> float:
    """The thread's time from the task that took the key to the one that handed the first frame on."""
    frames = [each["ts"] for each in events if each["name"] == "Commit" and begun <= each["ts"] <= done]
    assert frames, "a key was followed by no frame"
    tasks = [
        each
        for each in events
        if each["name"] == "RunTask" and begun < each["ts"] + each["dur"] and each["ts"] <= frames[0]
    ]
    return float(sum(each.get("tdur", 0) for each in tasks)) / 1000
