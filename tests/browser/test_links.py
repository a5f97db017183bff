"""Links to a step of a game: the same screen for everybody who follows one, and words where it leads nowhere."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, all_here, expect, shows
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any


def at_rest(page: Json) -> tuple[str, str]:
    """The words and the board of a page, once they stay as they are: panels come one after the other."""
    looks: list[tuple[str, str]] = []
    for _ in range(100):
        looks.append((page.inner_text("main"), page.locator(".game-board").inner_html()))
        if len(looks) > 3 and len(set(looks[-4:])) == 1:
            return looks[-1]
        page.wait_for_timeout(100)
    raise AssertionError("the page does not come to rest")


def test_the_same_link_gives_the_same_screen(visits: Visits, finished: GameClient) -> None:
    path = f"/games/{finished.game}/137?as=seat-2"
    screens = []
    for _ in range(2):
        page = visits.page(path)
        all_here(page)
        expect(page.locator(".seat-score").first).not_to_be_empty()
        expect(page.locator(".highlight").first).to_be_attached()
        screens.append((*at_rest(page), _path(page)))
    assert screens[0] == screens[1]
    assert screens[0][2] == path


def _path(page: Json) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}"


def test_a_step_looks_the_same_however_it_was_reached(visits: Visits, finished: GameClient) -> None:
    straight = visits.page(f"/games/{finished.game}/90?as=arbiter")
    all_here(straight)
    around = visits.page(f"/games/{finished.game}/300?as=arbiter")
    all_here(around)
    for step in (12, 250, 90):
        around.get_by_label("Step", exact=True).fill(str(step))
        shows(around, step)
    around.keyboard.press("ArrowRight")
    around.keyboard.press("ArrowLeft")
    shows(around, 90)
    assert straight.locator(".seats").inner_text() == around.locator(".seats").inner_text()
    assert _board(straight) == _board(around)


def _board(page: Json) -> str:
    """All of the board, its marks of what has changed among it; not where it was last pointed at."""
    return page.locator(".game-board").inner_html()


def test_a_missing_step_is_reported_and_the_last_one_displayed(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/99999?as=spectator")
    head = all_here(page)
    shows(page, head)
    expect(page.locator(".game-words")).to_contain_text("There is no step 99999")


def test_no_such_game(visits: Visits) -> None:
    page = visits.page(f"/games/{new_id()}")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
