"""How much of the page a step touches, counted and not timed: what keeps a step cheap however long the game is. `make bench` has the times."""

import pytest

from domain.rulesets import CURRENT
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, all_here, shows
from tests.tiers import long_but

pytestmark = [needs_browser, pytest.mark.campaign]

STEPS = 80
# Of a whole page of some thousands of elements. Most steps move a piece or two; a few lay a table, deal cards or end a game.
TYPICAL_MAX = 160
ROWS_MAX = 40

# Elements that came, and elements whose text or attributes changed, while one step after another is drawn; each element counts once a step.
_TOUCHED = """async (steps) => {
  const counts = [];
  let touched = new Set();
  const add = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return touched.add(node.parentNode);
    touched.add(node);
    for (const inner of node.querySelectorAll('*')) touched.add(inner);
  };
  const heard = (records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') addedNodes.forEach(add);
      touched.add(target.nodeType === Node.ELEMENT_NODE ? target : target.parentNode);
    }
  };
  const watch = new MutationObserver(heard);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let step = 0; step < steps; step += 1) {
    touched = new Set();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    heard(watch.takeRecords());
    counts.push(touched.size);
  }
  watch.disconnect();
  return counts;
}"""
_ROWS = """() => [...document.querySelectorAll('.log-go')].filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length"""


@pytest.mark.parametrize("ruleset", long_but("great_fire", CURRENT))
def test_a_step_touches_little_of_the_page(visits: Visits, ruleset: str) -> None:
    client = visits.site.client(ruleset, CURRENT[ruleset].seats_min)
    page = visits.page(f"/games/{client.game}/1")
    head = all_here(page)
    page.evaluate("document.activeElement.blur()")
    steps = min(STEPS, head - 1)
    touched = page.evaluate(_TOUCHED, steps)
    shows(page, steps + 1)
    assert min(touched) > 0, "a step was not drawn"
    assert sorted(touched)[len(touched) * 3 // 4] <= TYPICAL_MAX, sorted(touched)


def test_a_jump_lays_out_the_visible_rows_of_the_log_and_not_the_game(visits: Visits) -> None:
    client = visits.site.client("great_fire", 3)
    page = visits.page(f"/games/{client.game}/1")
    head = all_here(page)
    page.get_by_role("tab", name="Story").click()  # else the end of the game opens its result
    page.keyboard.press("End")
    shows(page, head)
    rows = page.wait_for_function(
        f"() => {{ const rows = ({_ROWS})(); return rows > 0 && rows <= {ROWS_MAX} ? rows : 0; }}"
    )
    assert 0 < rows.json_value() <= ROWS_MAX < head
