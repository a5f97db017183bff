"""The frame of the game page: one screen at every size, the board's share of it, few stops for Tab, no finding of axe-core."""

from typing import Any, Final

import pytest

from domain.rulesets import CURRENT
from tests.browser.boards import needs_browser
from tests.browser.test_access import violations
from tests.browser.visits import OFF_THE_SCREEN, Visits, all_here, expect
from tests.machine import needs_node

pytestmark = [needs_browser, needs_node, pytest.mark.campaign]

Json = Any
SHARE_MIN: Final = 0.55
TABS_MAX: Final = 120
BESIDE: Final = ((1024, 700), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440))
LETTERS_MIN: Final = 11 - 0.05
PHONE, ZOOMED = (390, 844), (640, 400)
_MEASURED: Final = """() => {
  const { left, top, right, bottom } = document.querySelector('.game-board').getBoundingClientRect();
  const across = Math.min(right, innerWidth) - Math.max(left, 0), down = Math.min(bottom, innerHeight) - Math.max(top, 0);
  const { scrollWidth, scrollHeight } = document.documentElement;
  const bar = document.querySelector('.replay').getBoundingClientRect();
  return { share: across * down / (innerWidth * innerHeight), over: [scrollWidth - innerWidth, scrollHeight - innerHeight],
    below: bar.bottom - innerHeight, bar: bar.height };
}"""
_SMALLEST: Final = """() => Math.min(99, ...[...document.querySelectorAll('.game-board svg text')].filter((each) => (
  each.checkVisibility({ opacityProperty: true }) && each.textContent.trim() && !each.closest('[aria-hidden=true]')
)).map((each) => parseFloat(getComputedStyle(each).fontSize) * Math.abs(each.getScreenCTM().d || each.getScreenCTM().b)))"""
_STOPS: Final = """() => [...document.querySelectorAll('a[href], button, input, select, summary, textarea, [tabindex]')].filter(
  (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ contentVisibilityAuto: true })).length"""


def test_a_game_is_on_one_screen_at_every_size(visits: Visits) -> None:
    """Watched, played and over: the board has its share, nothing scrolls, and the replay is a thin bar under it."""
    site = visits.site
    running = site.client("great_fire", 3, commands=30)
    over = site.client("great_fire", 3)
    acting = site.do(running.acting())
    visited = (
        (f"/games/{running.game}", ""),
        (f"/games/{running.game}", site.player(acting)),
        (f"/games/{over.game}", ""),
    )
    for path, token in visited:
        page = visits.page(path, token=token)
        all_here(page)
        for width, height in BESIDE:
            page.set_viewport_size({"width": width, "height": height})
            measured = page.evaluate(_MEASURED)
            assert measured["share"] >= SHARE_MIN, (path, width, height, measured)
            assert max(measured["over"]) <= 0 and measured["below"] <= 0 and measured["bar"] <= 40, measured
        assert page.evaluate(_STOPS) < TABS_MAX


def test_a_phone_and_a_page_that_is_zoomed_begin_with_the_board(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Commuter")
    page = visits.page(f"/games/{game}", token=site.player("Commuter"), width=390)
    all_here(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    measured = page.evaluate(_MEASURED)
    assert measured["share"] >= SHARE_MIN and max(measured["over"]) <= 0
    assert "user-scalable" not in page.locator("meta[name=viewport]").get_attribute("content")
    page.get_by_role("tab", name="Players").click()
    expect(page.locator(".side-raised .seats")).to_be_visible()
    page.wait_for_function("document.querySelector('.side').getBoundingClientRect().height > innerHeight / 2")
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.locator(".side-raised")).to_have_count(0)
    page.set_viewport_size({"width": ZOOMED[0], "height": ZOOMED[1]})
    assert page.evaluate(_MEASURED)["share"] >= SHARE_MIN
    assert page.locator(".replay").evaluate("bar => getComputedStyle(bar).position") == "relative", "it is not pinned"


@pytest.mark.parametrize("ruleset", CURRENT)
def test_every_board_is_large_legible_and_accessible_on_a_phone_and_on_a_wall(visits: Visits, ruleset: str) -> None:
    """For a player who is to act, at the least and the largest size: its share, its letters, stops for Tab, axe-core, in dark."""
    site = visits.site
    game = site.against_bots(ruleset, CURRENT[ruleset].seats_min, f"Sized {ruleset}", seed="sizes")
    page = visits.page(f"/games/{game}", token=site.player(f"Sized {ruleset}"))
    all_here(page)
    page.emulate_media(color_scheme="dark")
    for width, height in (PHONE, (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        measured = page.evaluate(_MEASURED)
        assert measured["share"] >= SHARE_MIN and max(measured["over"]) <= 0, (width, measured)
        assert page.evaluate(_STOPS) < TABS_MAX, width
        if width >= 1280:
            assert page.evaluate(_SMALLEST) >= LETTERS_MIN, width
            assert page.evaluate(OFF_THE_SCREEN) == [], width
        if width in (PHONE[0], 2560):
            assert violations(page) == [], width


@pytest.mark.parametrize("ruleset", CURRENT)
def test_players_have_the_colours_of_the_game(visits: Visits, ruleset: str) -> None:
    """One colour a player, in the cards and in the log; in both themes without a finding."""
    client = visits.site.client(ruleset, 3, commands=30)
    page = visits.page(f"/games/{client.game}")
    all_here(page)
    colours = page.locator(".seat-mark").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert len(set(colours)) == 3
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
        repeated = page.locator(".seat-mark").evaluate_all(
            "all => all.map((each) => getComputedStyle(each).backgroundColor)"
        )
        assert repeated == colours, "a player's colour is the game's own, whatever the theme"


def test_the_tab_says_whose_turn_it_is(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Elsewhere")
    page = visits.page(f"/games/{game}", token=site.player("Elsewhere"))
    all_here(page)
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert page.locator("link[rel=icon]").get_attribute("href").endswith("icon-turn.svg")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page).to_have_title("Rules · Emberlog")
    assert page.locator("link[rel=icon]").get_attribute("href").endswith("icon.svg")
