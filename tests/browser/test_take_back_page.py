"""Taking back on the page: freely, then by consent behind a drawn card, with struck lines and a band on the track."""

import re
from typing import Any

import pytest

from tests.api.game_client import BEGIN, SUBMIT, TAKE
from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.test_rulings_page import picture
from tests.browser.visits import Visits, all_here, expect
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
OPEN = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "london", seats: 2, title: "Take-backs",
  takeBacks: {policy: CONSENT}) { __typename ... on CommandAccepted { gameId } } }"""
MINE = "query($game: ID!) { game(id: $game) { version toAct legal { type json } } }"
DRAWS = ("london.DrawFromDeck", "london.TakeFromDisplay")


def game_of_two(stage: Stage) -> str:
    for name in ("Ann", "Ben"):
        stage.player(name)
    game: str = stage.ask(OPEN, by="Ann", id=new_id())["answer"]["gameId"]
    for seat, name in enumerate(("Ann", "Ben")):
        stage.ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    stage.ask(BEGIN, by="Ann", game=game, id=new_id())
    return game


def acting(stage: Stage, game: str) -> str:
    return ("Ann", "Ben")[stage.ask(MINE, game=game)["game"]["toAct"][0]]


def play(stage: Stage, game: str, *wanted: str) -> None:
    by = acting(stage, game)
    legal = stage.ask(MINE, by=by, game=game)["game"]["legal"]
    chosen = next((each for each in legal if each["type"] in wanted), legal[-1])
    answer = stage.ask(SUBMIT, by=by, game=game, id=new_id(), json=chosen["json"])["answer"]
    assert answer["__typename"] == "CommandAccepted", answer


def test_a_free_take_back_and_one_by_consent_behind_a_drawn_card(visits: Visits, stage_in_memory: Stage) -> None:
    stage = stage_in_memory
    game = game_of_two(stage)
    play(stage, game, "london.DrawFromDeck")
    mine, other = acting(stage, game), "Ben" if acting(stage, game) == "Ann" else "Ann"
    play(stage, game, "london.ChooseAction", "london.PlayCards")
    before = stage.ask(MINE, game=game)["game"]["version"]
    player = visits.page(f"/games/{game}", token=stage.served.tokens[mine])
    all_here(player)
    player.get_by_role("button", name="Take back", exact=False).first.click()
    dialog = player.get_by_role("dialog")
    expect(dialog).to_contain_text("You have learned nothing since")
    expect(dialog).to_contain_text("No further")
    picture(player, "take-back")
    dialog.get_by_role("button", name="Before step").first.click()
    expect(player.locator(".log-struck").first).to_be_visible()
    expect(player.locator(".replay-fold")).to_have_count(1)
    expect(player.locator(".replay-fold")).to_have_attribute("title", f"1 step taken back by {mine}; nothing learned")
    redo = player.get_by_role("button", name="once more")
    expect(redo).to_be_visible()
    redo.click()
    expect(player.locator(f".log [data-step='{before + 2}']")).to_be_visible()

    player.get_by_role("button", name="Take back", exact=False).first.click()
    dialog.get_by_label("Go on after step").fill(str(before - 2))
    expect(dialog).to_contain_text("is dealt again")
    expect(dialog.locator(".crossings")).to_contain_text("You learned something that was hidden")
    picture(player, "consent")
    dialog.get_by_role("button", name="Ask the others").click()
    expect(player.locator(".motion")).to_contain_text(f"Waiting for {other}")
    other_page = visits.page(f"/games/{game}", token=stage.served.tokens[other])
    all_here(other_page)
    expect(other_page.locator(".motion")).to_contain_text(f"{mine} asks to go back to step")
    picture(other_page, "motion")
    other_page.set_viewport_size({"width": 390, "height": 844})
    expect(other_page.locator(".motion").get_by_role("button", name="Agree")).to_be_in_viewport()
    other_page.locator(".motion").get_by_role("button", name="Agree").click()
    expect(other_page.locator(".motion > *")).to_have_count(0)
    expect(player.locator(".replay-fold")).to_have_count(2)
    expect(player.locator(".replay-fold").last).to_have_attribute(
        "title", re.compile(f"steps? taken back by {mine}; what no seat knew was dealt again")
    )
