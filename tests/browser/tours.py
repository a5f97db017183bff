"""A tour of a reader through the pages, with everything recorded: what crosses the wire, and what is on the screen. Judges nothing."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from tests.browser.games import Stage
from tests.browser.twins import T0_US
from tests.browser.visits import AT_ONCE, SETTLED, WAIT_MS, all_here, expect
from tests.browser.wire import Relay

Json = Any
LATER_MS: Final = 3_000
"""After so long nothing that a page puts off is still to come."""
LOOK_MS: Final = 10
FRAME_MS: Final = 17
STILL: Final = 3
ROUNDS: Final = 3
"""What a page puts off may ask for more, and what comes then is drawn later, too."""
QUIET_LOOKS_MAX: Final = 400
_SILENT: Final = """() => {
  const live = document.getElementById('live');
  live.textContent = '';
  live.hidden = true;
  return document.documentElement.outerHTML;
}"""
_SCROLL: Final = """(top) => {
  const list = document.querySelector('.log-scroll');
  if (!list || list.clientHeight === 0) return null;
  list.scrollTop = top;
  list.dispatchEvent(new Event('scroll'));
  return { next: top + list.clientHeight, end: list.scrollHeight };
}"""
"""Scroll the story, without a wait for the browser to say so."""
_ROWS: Final = "() => document.querySelector('.log-list').outerHTML"
_IDLE: Final = """() => new Promise((done) => {
  const line = new MessageChannel();
  line.port1.onmessage = done;
  line.port2.postMessage(0);
})"""
"""Done when the page has done what it was about to do."""
_FRAMES: Final = """(() => {
  const frame = requestAnimationFrame.bind(window);
  window.framed = () => new Promise((done) => frame(() => frame(done)));
})()"""
"""The browser's own frames, kept before the clock of the test takes their place: a page learns its sizes in them."""
_FRAMED: Final = "() => window.framed()"
_CONNECTING: Final = 'tag-warn">Connecting'
_SAME_IDS: Final = """(() => {
  let next = 0;
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String(next += 1).padStart(12, '0')}`;
})()"""


def _stream(request: Json) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


@dataclass
class Recording:
    """`relay`: all that crossed the wire; `screens`: by name, what was on the screen and what a screen reader would find."""

    page: Json
    relay: Relay
    screens: dict[str, str] = field(default_factory=dict)
    moments: dict[str, Json] = field(default_factory=dict)
    """The relay's mark of the moment, by the name of the screen."""
    waiting: set[Json] = field(default_factory=set)
    """Questions that are not answered yet; streams, which end with their game, are not among them."""

    def listen(self) -> None:
        """From now on know what is waited for."""
        self.page.on("request", lambda request: None if _stream(request) else self.waiting.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, self._answered)

    def _answered(self, request: Json) -> None:
        self.waiting.discard(request)

    def quiet(self) -> None:
        """Let come what the page has put off, and wait until nothing more is asked or told."""
        for _ in range(ROUNDS):
            self.page.evaluate(_FRAMED)
            self.page.clock.fast_forward(LATER_MS)
            still, before = 0, -1
            for _ in range(QUIET_LOOKS_MAX):
                self.page.evaluate(_IDLE)
                self.page.wait_for_timeout(LOOK_MS)
                now = self.relay.bytes
                still = still + 1 if now == before and not self.waiting else 0
                before = now
                if still == STILL:
                    break
            else:
                raise AssertionError(f"it does not come to rest: {self.waiting}")

    def keep(self, name: str) -> None:
        """The whole document and the names in it, as they are now; but for what was said last to a screen reader, which puts lines
        together by the clock, and may speak between two looks at the page."""
        for _ in range(ROUNDS):
            expect(self.page.locator(".game-notices .tag-warn", has_text="Connecting")).to_have_count(0)
            story = self._story()
            self.moments[name] = self.relay.moment()
            content = self.page.evaluate(_SILENT)
            self.screens[name] = content + "\n" + self.page.locator("body").aria_snapshot() + story
            self.page.evaluate("document.getElementById('live').hidden = false")
            # The page's clock runs ahead of the service's, so the page may take its connection for dead at any time.
            if _CONNECTING not in self.screens[name]:
                return
        raise AssertionError(f"it connects anew each time that it is looked at: {name}")

    def _story(self) -> str:
        """All rows of the story, window after window, which then stands at its beginning. Until a row was in sight its height is a
        guess, and which ones were hangs on the pace of the machine."""
        rows = list[str]()
        for is_measured in (False, True):
            top = 0
            while (at := self._scrolled_to(top)) and top < at["end"]:
                rows += [self.page.evaluate(_ROWS)] if is_measured else []
                top = at["next"]
        self._scrolled_to(0)
        return "\n".join(rows)

    def _scrolled_to(self, top: int) -> Json:
        at = self.page.evaluate(_SCROLL, top)
        self.page.clock.run_for(2 * FRAME_MS)  # the rows are laid out in the next frame
        return at


@contextmanager
def recorded(
    browser: Json,
    site: Stage,
    token: str,
    moment: Callable[[], Json] = lambda: None,
    *,
    sockets: bool = True,
    port: int = 0,
) -> Iterator[tuple[Json, Recording]]:
    """A page of somebody's browser, behind a relay. It must end without an error. `sockets` False: it has no websockets, so that
    steps come as server-sent events. `port`: of the address at which the browser finds the service, by default any."""
    relay = Relay(moment)
    site.do(relay.open(site.url, port))
    context = browser.new_context(
        viewport={"width": 1700, "height": 1000}, base_url=relay.url, reduced_motion="reduce", locale="en-GB"
    )
    context.set_default_timeout(WAIT_MS)
    context.add_init_script(_FRAMES)
    context.add_init_script(_SAME_IDS)
    context.add_init_script(AT_ONCE)
    if token:
        context.add_init_script(f"localStorage.setItem('emberlog.token', '{token}')")
    context.add_init_script(SETTLED)
    if not sockets:
        context.add_init_script("delete window.WebSocket")
    page = context.new_page()
    page.clock.install(time=T0_US / 1_000_000)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    try:
        made = Recording(page, relay)
        made.listen()
        yield page, made
    finally:
        context.close()
        site.do(relay.close())
    assert not troubles


def tour(page: Json, made: Recording, game: str, live: Iterable[Callable[[], int]], *, ruleset: str = "") -> None:
    """What a reader does with a game that he watches; with `ruleset` named, all that can be done with it, and the other pages. `live`:
    what happens while he watches; each plays something and gives the version then."""
    page.goto(f"/games/{game}")
    all_here(page)
    made.quiet()
    for play in live:
        version = play()
        expect(page.locator(".replay-slider")).to_have_attribute("max", str(version))
        made.quiet()
    made.keep("live")
    back_and_forth(page)
    if ruleset:
        through_all_viewers(page, made)
    details(page, made)
    if page.locator(".play-legal:visible").count():
        what_would_happen(page)
        what_is_planned(page, made)
    made.keep("game")
    if ruleset:
        the_other_tabs(page, made)
        why_not(page)
        elsewhere(page, made, game, ruleset)


def the_other_tabs(page: Json, made: Recording) -> None:
    """The scores, what an organiser reads of a step, and what can be shared."""
    for name in ("Scores", "Evidence"):
        page.get_by_role("tab", name=name).click()
        made.quiet()
        made.keep(f"tab {name}")
    page.get_by_role("tab", name="Story").click()
    page.get_by_role("button", name="Share").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    made.quiet()
    page.keyboard.press("Escape")


def why_not(page: Json) -> None:
    """A click on places that are not offered, where a reader is to choose."""
    if page.locator(".spot-offered").count():
        for spot in page.locator(".game-board [data-spot]:not(.spot-offered, .spot-goal):visible").all()[:3]:
            spot.dispatch_event("click")
            page.wait_for_timeout(LOOK_MS)


def what_is_planned(page: Json, made: Recording) -> None:
    """Plan the first choice and what may follow, and put it away."""
    page.get_by_role("button", name="Plan several commands").click()
    expect(page.get_by_role("region", name="Your plan")).to_be_visible()
    for _ in range(2):
        if page.locator(".play-groups .play-legal:visible").count():
            page.locator(".play-groups .play-legal:visible").first.click()
            made.quiet()
    made.keep("plan")
    page.get_by_role("button", name="Put the plan away").click()
    made.quiet()


def elsewhere(page: Json, made: Recording, game: str, ruleset: str) -> None:
    """Addresses of the game that are not for everybody, and the other pages."""
    for address in (f"/games/{game}/2?as=seat-1", f"/games/{game}/2?as=arbiter", f"/games/{game}/99999"):
        page.goto(address)
        all_here(page)
        made.quiet()
        made.keep(re.sub("^.*/", "", address))
    other_pages(page, made, ruleset)


def look(page: Json, made: Recording, game: str) -> None:
    """At the game's page, and no further."""
    page.goto(f"/games/{game}")
    all_here(page)
    made.quiet()
    made.keep("game")


def back_and_forth(page: Json) -> None:
    page.locator("h1").first.click()
    for key in ("Home", "ArrowRight", ".", "ArrowDown", "ArrowUp", "End", "ArrowLeft", "End"):
        page.keyboard.press(key)
        page.wait_for_timeout(30)


def through_all_viewers(page: Json, made: Recording) -> None:
    """All the eyes that the page offers, and back to the first."""
    viewer = page.locator("#viewer")
    first = viewer.input_value()
    for word in [option.get_attribute("value") for option in viewer.locator("option").all()]:
        viewer.select_option(word)
        all_here(page)
        made.quiet()
    viewer.select_option(first)
    all_here(page)
    made.quiet()


def reasons(page: Json, made: Recording) -> None:
    """Every step of the story with its number and time, and why the last one happened, or the last one in sight that says by which
    rules it did."""
    page.get_by_label("full detail").check()
    page.locator("h1").first.click()
    # The story goes to a step when the step on the screen changes, which is drawn once in a frame.
    log, last = page.locator(".log"), int(page.locator(".replay-slider").input_value())
    for key, step in (("ArrowLeft", last - 1), ("End", last)):
        page.keyboard.press(key)
        expect(log).to_have_attribute("data-step", str(step))
    expect(page.locator(".log-row[aria-current]")).to_be_visible()
    current = page.locator(".log-row[aria-current] .log-sign")
    made.quiet()  # while rows move they are drawn anew, and nothing is told beside them
    sign = current if current.count() else page.locator(".log-row .log-sign").last
    sign.scroll_into_view_if_needed()
    made.quiet()
    sign.click()


def details(page: Json, made: Recording) -> None:
    """Refusals, the reasons of the last step, a rule, the score of each seat by source, what the board says of its places."""
    page.get_by_label("More about the replay").click()
    page.get_by_label("refusals").check()
    page.keyboard.press("Escape")
    reasons(page, made)
    expect(page.locator(".log-why dl")).to_be_visible()
    page.locator(".log-why button").first.click()
    expect(page.get_by_role("dialog", name="-")).to_be_visible()
    page.keyboard.press("Escape")
    for more in page.locator(".seat-more summary").all():
        more.click()
    scores = page.locator(".panel-scores")
    if scores.locator("svg.graph, svg").count():
        split = scores.locator("select").first
        for value in [option.get_attribute("value") for option in split.locator("option").all()]:
            split.select_option(value)
    for summary in scores.locator("summary").all():
        summary.click()
    for spot in page.locator(".game-board .spot:visible").all()[:8]:
        spot.hover(force=True)
    page.mouse.move(5, 5)
    made.quiet()


def what_would_happen(page: Json) -> None:
    """Ask it of the first choice and of the last, and play neither."""
    for at in (0, -1):
        page.locator(".play-legal:visible").nth(at).click()
        page.get_by_role("button", name="What would happen?").click()
        expect(page.locator(".play-forecast :is(ul, .note)").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".play-confirm")).to_have_count(0)


def other_pages(page: Json, made: Recording, ruleset: str) -> None:
    """The list of games, and the rules with the games where some of them fired."""
    page.goto("/games")
    expect(page.locator(".games .card").first).to_be_visible()
    made.quiet()
    made.keep("games")
    for book in ("game", ruleset):
        page.goto(f"/rules/{book}")
        expect(page.locator(".rule").first).to_be_visible()
        for games in page.locator(".rule details > summary").all()[:12]:
            games.click()
        made.quiet()
        made.keep(f"rules of {book}")
