"""Live steps on the game page: one after another, each for its time and with its caption, until somebody skips."""

import itertools

import pytest

from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.visits import Visits, all_here, expect, shows

pytestmark = [needs_browser, pytest.mark.campaign]

_RECORD_STEPS = """() => {
  window.drawnSteps = [];
  const log = document.querySelector('.log');
  const caption = document.querySelector('.caption-text');
  new MutationObserver(() => {
    window.drawnSteps.push({ at: Number(log.dataset.step), time: performance.now(), text: caption.textContent });
  }).observe(log, { attributes: true, attributeFilter: ['data-step'] });
}"""
STAGE_MS_MIN = 350


def test_live_steps_come_one_after_another_each_with_its_caption(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=14)
    page = visits.page(f"/games/{client.game}", staged=True)
    head = all_here(page)
    page.evaluate(_RECORD_STEPS)
    site.do(client.play(3))
    now = site.do(client.mine(None))["version"]
    expect(page.locator(".log")).to_have_attribute("data-step", str(now))
    drawn = page.evaluate("window.drawnSteps")
    assert [each["at"] for each in drawn] == sorted({each["at"] for each in drawn})
    assert len(drawn) <= now - head, "bookkeeping passes with a told step"
    times = [each["time"] for each in drawn]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert all(gap >= STAGE_MS_MIN - 5 for gap in gaps), gaps
    lines = _lines(site, client.game)
    page.wait_for_timeout(50)
    assert page.locator(".caption-text").inner_text() in lines[head:]


def test_space_skips_what_waits_for_its_time(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=14)
    page = visits.page(f"/games/{client.game}", staged=True)
    head = all_here(page)
    site.do(client.play(8))
    expect(page.locator(".log")).not_to_have_attribute("data-step", str(head))
    page.keyboard.press("Space")
    shows(page, site.do(client.mine(None))["version"])
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()


def _lines(site: Stage, game: str) -> list[str]:
    document = "query($game: ID!) { game(id: $game) { steps(first: 500) { edges { node { line { text } } } } } }"
    edges = site.ask(document, game=game)["game"]["steps"]["edges"]
    return [edge["node"]["line"]["text"] if edge["node"]["line"] else "" for edge in edges]
