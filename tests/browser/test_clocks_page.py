"""The clocks over the board: live and in a replay, stopped and adjusted by an arbiter, with the ledger of a seat.

`EMBERLOG_PICTURES` draws what the pages look like on the way (test_rulings_page)."""

import re
from typing import Any

import pytest

from tests.api.game_client import BEGIN, SUBMIT, TAKE
from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.test_rulings_page import opened, picture
from tests.browser.visits import Visits, all_here, at, expect, shows
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
OPEN = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "london", seats: 2, title: "With clocks",
  clock: {kind: BANK, bankMs: 90000, addMs: 10000, capMs: 200000, flag: CLAIM, claimed: BOT}) {
  __typename ... on CommandAccepted { gameId } } }"""
MINE = "query($game: ID!) { game(id: $game) { toAct legal { json } } }"


def clocked(stage: Stage) -> str:
    """A running game of two with clocks, a few commands old."""
    for name in ("Ann", "Ben"):
        stage.player(name)
    game: str = stage.ask(OPEN, by="Ann", id=new_id())["answer"]["gameId"]
    for seat, name in enumerate(("Ann", "Ben")):
        stage.ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    stage.ask(BEGIN, by="Ann", game=game, id=new_id())
    for _ in range(6):
        play(stage, game)
    return game


def play(stage: Stage, game: str) -> None:
    acting = ("Ann", "Ben")[stage.ask(MINE, game=game)["game"]["toAct"][0]]
    legal = stage.ask(MINE, by=acting, game=game)["game"]["legal"]
    stage.ask(SUBMIT, by=acting, game=game, id=new_id(), json=legal[0]["json"])


def fits(page: Json) -> None:
    for width in (390, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_clocks_are_live_stopped_given_time_and_replayed(visits: Visits, stage_in_memory: Stage) -> None:
    stage = stage_in_memory
    game = clocked(stage)
    if "Judge" not in stage.served.tokens:
        stage.do(stage.served.principal("Judge", "arbiter"))
    judge = visits.page(f"/games/{game}", token=stage.served.tokens["Judge"])
    all_here(judge)
    strip = judge.locator(".clocks")
    running = strip.locator("[data-state='running']")
    expect(running).to_have_count(1)
    expect(strip.locator(".clock")).to_have_count(2)
    before = running.locator(".clock-time").inner_text()
    requests: list[str] = []
    judge.on("request", lambda request: requests.append(request.url))
    judge.wait_for_timeout(1_500)
    assert running.locator(".clock-time").inner_text() != before, "it counts by itself"
    assert not requests, "and asks nothing of the service meanwhile"
    picture(judge, "clocks")

    desk = opened(judge)
    desk.get_by_role("button", name="Stop the game").click()
    judge.get_by_label("Why").fill("A question of the rules.")
    judge.get_by_role("dialog").get_by_role("button", name="Stop the game").click()
    expect(strip.locator("[data-state='stopped']")).to_have_count(2)
    expect(strip).to_contain_text("An arbiter has stopped the game. A question of the rules.")
    still = strip.inner_text()
    judge.wait_for_timeout(500)
    assert strip.inner_text() == still
    desk.get_by_role("button", name="Let the game go on").click()
    expect(running).to_have_count(1)

    desk.get_by_role("button", name="Make a ruling").click()
    desk.get_by_label("What it does").select_option("TIME")
    desk.get_by_label("Ann").fill("180")
    desk.get_by_role("button", name="Try it").click()
    desk.get_by_role("button", name="Rule: time").click()
    expect(desk.locator("[data-ruling='1']")).to_contain_text("Time")
    strip.locator("[data-clock='0']").click()
    ledger = judge.get_by_role("dialog")
    expect(ledger).to_contain_text("a bank of 1 minute 30 seconds")
    expect(ledger.locator(".ledger-table")).to_contain_text("by an arbiter")
    expect(ledger.locator(".ledger-table")).to_contain_text("+3:00")
    picture(judge, "ledger")
    ledger.get_by_role("button", name="Close").click()

    earlier = str(at(judge) - 4)
    judge.locator(".replay-slider").fill(earlier)
    shows(judge, int(earlier))
    judge.wait_for_timeout(400)
    expect(strip.locator(".clock")).to_have_count(2)
    then = strip.inner_text()
    judge.wait_for_timeout(400)
    assert strip.inner_text() == then, "an earlier step has the time that it had"
    fits(judge)


def test_each_stint_has_a_bar_a_sentence_and_a_row(visits: Visits, stage_in_memory: Stage) -> None:
    game = clocked(stage_in_memory)
    for _ in range(30):  # until both have thought
        play(stage_in_memory, game)
    judge = visits.page(f"/games/{game}")
    all_here(judge)
    judge.get_by_role("tab", name="Scores").click()
    stints = judge.locator(".stints")
    expect(stints.get_by_role("img")).to_have_count(2)
    expect(stints.get_by_role("img").first).to_have_attribute("aria-label", re.compile(r"^Ann: \d+ stints?, .+ in all"))
    stints.get_by_text("All stints in a table").click()
    expect(stints.locator("tbody tr").first).to_contain_text(re.compile("Ann|Ben"))
    picture(judge, "stints")
    stints.get_by_role("button").first.click()
    expect(stints.locator("tbody tr").last).to_have_class("stint-later")
