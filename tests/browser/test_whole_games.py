"""Whole games of Great Fire and London on the game's page, from the first choice to the ending. The Brigade's are in test_play.py."""

import random
from typing import Any

import pytest

from tests.browser.boards import needs_browser
from tests.browser.playing import CLICKS_MAX, HEIGHT, Player, ends_as_the_api_says
from tests.browser.visits import Visits

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any


# Whoever takes three cards from the deck and nothing else has the soonest end of London.
LONDON = (("Take three", "act:take_three"), ("Draw from deck", "deck"), ("Draw from deck", "act:draw"))


@pytest.mark.parametrize(
    ("ruleset", "seats", "leisure", "hurry", "by"),
    [
        pytest.param("great_fire", 3, 30, (("End actions", "do:end"),), "list", marks=pytest.mark.long),
        pytest.param("great_fire", 3, 30, (("End actions", "do:end"),), "board", marks=pytest.mark.long),
        # By the list it takes as long again, and is the same list.
        pytest.param("london", 2, 30, LONDON, "board", marks=pytest.mark.long),
    ],
    ids=["great_fire by list", "great_fire by board", "london by board"],
)
def test_a_whole_game_is_played_through_the_page(
    visits: Visits, ruleset: str, seats: int, leisure: int, hurry: tuple[tuple[str, str], ...], by: str
) -> None:
    site, name = visits.site, f"{ruleset} by {by}"
    game = site.against_bots(ruleset, seats, name, seed="bells")
    page = visits.page(f"/games/{game}", token=site.player(name), height=HEIGHT)
    player = Player(page, random.Random(name), leisure, hurry)
    if by == "list":
        player.play_at_once()
    else:
        player.play_as_everybody()
    player.play(by)
    assert set(player.chosen) == {by} or player.chosen["board"] > 9 * player.chosen["list"], player.chosen
    if by == "board":
        print(f"{ruleset}: {player.clicks_each:.2f} clicks a command: {player.account}")
        assert player.clicks_each <= CLICKS_MAX, player.account
        assert player.scrolls == 0
    ends_as_the_api_says(page, site, game)
