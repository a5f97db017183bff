"""What can be sent to friends from a game's page: a clip of a turn, and places in a stream and on a wall."""

from pathlib import Path
from typing import Final

import pytest

from domain.rulesets import CURRENT
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, all_here, expect
from tests.tiers import long_but

pytestmark = [needs_browser, pytest.mark.campaign]

CLIP_MS_MAX: Final = 120_000
WEBM: Final = b"\x1a\x45\xdf\xa3"
"""How a file of this kind begins."""


@pytest.mark.parametrize("ruleset", long_but("london", CURRENT))
def test_a_clip_of_a_turn_is_made_and_can_be_watched(visits: Visits, ruleset: str) -> None:
    client = visits.site.client(ruleset, CURRENT[ruleset].seats_min, commands=14)
    page = visits.page(f"/games/{client.game}")
    all_here(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a clip of this turn").click()
    save = page.get_by_role("link", name="Save the clip")
    expect(save).to_be_visible(timeout=CLIP_MS_MAX)
    with page.expect_download() as saved:
        save.click()
    film = Path(saved.value.path()).read_bytes()
    assert saved.value.suggested_filename.endswith(".webm")
    assert film.startswith(WEBM) and len(film) > 10_000


def test_an_overlay_has_no_ground_and_a_wall_has_every_game_that_it_is_given(visits: Visits) -> None:
    games = [visits.site.client(ruleset, CURRENT[ruleset].seats_min, commands=10).game for ruleset in CURRENT]
    page = visits.page(f"/embed/games/{games[0]}?overlay=1")
    expect(page.locator(".reel svg").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    page.goto(f"/wall?games={','.join(games)},nothing")
    expect(page.locator(".wall-game")).to_have_count(len(games) + 1)
    expect(page.locator(".wall-game .reel svg").nth(len(games) - 1)).to_be_visible()
    expect(page.locator(".wall-game").last).to_contain_text("There is no such game.")
