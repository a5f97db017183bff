"""The tab of rulings: a player calls, an arbiter tries a fix, looks, rules, and the player appeals; and the page of a ruling.

`EMBERLOG_PICTURES`, a folder: what the pages look like on the way is drawn there, at three widths."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.api.game_client import BEGIN, TAKE
from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.visits import Visits, all_here, expect
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
WIDTHS = (390, 1280, 1920)
VERIFIED = "query($g: ID!) { game(id: $g) { phase calls { status note } rulings { number kind valid note } } }"


def picture(page: Json, name: str) -> None:
    folder = os.environ.get("EMBERLOG_PICTURES")
    if not folder:
        return
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844 if width == 390 else 900})
        page.wait_for_timeout(250)
        page.screenshot(path=str(Path(folder) / f"{name}-{width}.png"))
    page.set_viewport_size(before)


def judge_of(stage: Stage, name: str = "Judge") -> str:
    """The token of an arbiter of this service, who is made at the first call."""
    if name not in stage.served.tokens:
        stage.do(stage.served.principal(name, "arbiter"))
    return stage.served.tokens[name]


def opened(page: Json) -> Json:
    all_here(page)
    page.get_by_role("tab", name="Rulings").click()
    return page.locator(".rulings")


def test_a_call_a_fix_that_is_looked_at_first_points_and_an_appeal(  # noqa: PLR0915  (one story)
    visits: Visits, stage_in_memory: Stage
) -> None:
    stage = stage_in_memory
    client = stage.client("london", 2, commands=30)
    for name in ("Judge", "Other judge"):
        if name not in stage.served.tokens:
            stage.do(stage.served.principal(name, "arbiter"))
    address = f"/games/{client.game}"

    player = visits.page(address, token=stage.served.tokens["Player1"])
    rulings = opened(player)
    expect(rulings).to_contain_text("Nobody has called an arbiter")
    rulings.get_by_role("button", name="Call an arbiter about step").click()
    player.get_by_label("What is it about?").select_option("MISTAKE")
    player.get_by_label("In your words").fill("Two coins are missing.")
    picture(player, "call")
    player.get_by_role("dialog").get_by_role("button", name="Call an arbiter").click()
    expect(rulings.locator("[data-call='1']")).to_contain_text("open")
    expect(rulings.locator("[data-call='1']")).to_contain_text("Two coins are missing.")

    judge = visits.page(address, token=judge_of(stage))
    desk = opened(judge)
    picture(judge, "calls")
    desk.get_by_role("button", name="Rule on it").click()
    desk.get_by_label("What it does").select_option("FIX")
    desk.get_by_label("Seat", exact=True).select_option("1")
    desk.get_by_label("Of", exact=True).select_option("money")
    desk.get_by_role("spinbutton", name="Amount").fill("-1")
    desk.get_by_role("button", name="Try it").click()
    expect(
        desk.get_by_text("An amount is 0 to 999", exact=False).or_(desk.get_by_text("not possible", exact=False))
    ).to_be_visible()
    desk.get_by_role("spinbutton", name="Amount").fill("41")
    desk.get_by_label("Rests on rules").fill("LON-INV-02")
    desk.get_by_label("Reason").fill("The log shows it.")
    desk.get_by_role("button", name="Try it").click()
    expect(desk.locator(".ruling-preview")).to_contain_text("Everybody, spectators too")
    expect(desk.locator(".ruling-preview")).to_contain_text("41")
    judge.locator("#viewer").select_option("spectator")
    desk.get_by_role("button", name="Show it on the board").click()
    expect(judge.locator(".plan-ribbon")).to_contain_text("What the ruling would bring")
    picture(judge, "desk")
    desk.get_by_role("button", name="Rule: fix the position").click()
    expect(desk.locator("[data-ruling='1']")).to_contain_text("Fix the position")
    expect(judge.locator(".plan-ribbon")).to_have_count(0)

    desk.get_by_role("button", name="Make a ruling").click()
    desk.get_by_label("What it does").select_option("POINTS")
    desk.get_by_label("Player1").fill("-5")
    desk.get_by_role("button", name="Try it").click()
    expect(desk.locator(".ruling-preview")).to_contain_text("Adjusted")
    desk.get_by_role("button", name="Rule: points").click()

    expect(rulings.locator("[data-ruling='2']")).to_contain_text("−5")
    expect(rulings.locator("[data-ruling='1']")).to_contain_text("The log shows it.")
    picture(player, "ruled")
    rulings.locator("[data-ruling='2']").get_by_role("button", name="Appeal").click()
    player.get_by_label("Why should it").fill("Five are too many.")
    player.get_by_role("dialog").get_by_role("button", name="Appeal").click()
    expect(rulings.locator("[data-appeal='1']")).to_contain_text("open")
    expect(rulings.locator("[data-ruling='2']").get_by_role("button", name="Appeal")).to_have_count(0)

    other = visits.page(address, token=stage.served.tokens["Other judge"])
    bench = opened(other)
    bench.get_by_role("button", name="Replace it").click()
    bench.get_by_label("What it does").select_option("POINTS")
    bench.get_by_label("Player1").fill("-1")
    bench.get_by_role("button", name="Try it").click()
    bench.get_by_role("button", name="Replace ruling 2 by this").click()
    expect(bench.locator("[data-ruling='2']")).to_contain_text("replaced after an appeal")

    bench.get_by_role("button", name="Make a ruling").click()
    bench.get_by_label("What it does").select_option("PLACES")
    bench.get_by_label("Player1").fill("2")
    bench.get_by_role("button", name="Try it").click()
    bench.get_by_role("button", name="Rule: places decided").click()
    expect(player.locator(".ending")).to_contain_text("An arbiter decided these places")
    expect(player.locator(".game-board .lon-doing")).to_have_text("The game is over")
    picture(player, "end")
    opened(player)
    expect(rulings).to_contain_text("Who looked as whom")
    expect(rulings).to_contain_text("Judge with all cards open")
    picture(player, "sightings")


OLD = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "london", seats: 2, title: "By the old rules",
  rulesetVersion: 1) { __typename ... on CommandAccepted { gameId } } }"""
RULES = "query($g: ID!) { game(id: $g) { rulesetVersion viewJson } }"


def test_the_desk_moves_a_game_to_a_later_version_of_its_rules(visits: Visits, stage_in_memory: Stage) -> None:
    stage = stage_in_memory
    for name in ("Ann", "Ben"):
        stage.player(name)
    game = stage.ask(OLD, by="Ann", id=new_id())["answer"]["gameId"]
    for seat, name in enumerate(("Ann", "Ben")):
        stage.ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    stage.ask(BEGIN, by="Ann", game=game, id=new_id())
    judge = visits.page(f"/games/{game}", token=judge_of(stage))
    desk = opened(judge)
    desk.get_by_role("button", name="Make a ruling").click()
    desk.get_by_label("What it does").select_option("RULESET")
    version = desk.get_by_label("The version")
    expect(version.locator("option")).to_have_text(["2"])
    desk.get_by_label("Rests on rules").fill("GAME-VERSION-02")
    desk.get_by_role("button", name="Try it").click()
    expect(desk.locator(".ruling-preview")).to_contain_text("the game goes on by version 2")
    assert stage.ask(RULES, g=game)["game"]["rulesetVersion"] == 1, "a preview moves nothing"
    picture(judge, "version")
    desk.get_by_role("button", name="Rule: another version of the rules").click()
    expect(desk.locator("[data-ruling='1']")).to_contain_text("Another version of the rules")
    assert stage.ask(RULES, g=game)["game"]["rulesetVersion"] == 2
    desk.get_by_role("button", name="Make a ruling").click()
    desk.get_by_label("What it does").select_option("RULESET")
    expect(desk).to_contain_text("There is no later version.")
    desk.get_by_role("button", name="Try it").click()
    expect(desk.locator(".desk-outcome")).to_contain_text("GAME-VERSION-02")
    expect(desk.locator(".desk-outcome").get_by_role("button", name="Rule:")).to_have_count(0)


def test_who_lost_a_seat_by_a_ruling_is_marked_reads_why_and_appeals(visits: Visits, stage_in_memory: Stage) -> None:
    stage = stage_in_memory
    client = stage.client("great_fire", 3, commands=20)
    judge = visits.page(f"/games/{client.game}", token=judge_of(stage))
    desk = opened(judge)
    desk.get_by_role("button", name="Make a ruling").click()
    desk.get_by_label("What it does").select_option("FORFEIT")
    desk.get_by_label("Seat", exact=True).select_option("1")
    desk.get_by_label("Reason").fill("Three warnings.")
    desk.get_by_role("button", name="Try it").click()
    desk.get_by_role("button", name="Rule: a seat is lost").click()
    expect(judge.locator(".seat").nth(1)).to_contain_text("lost the seat")
    player = visits.page(f"/games/{client.game}", token=stage.served.tokens["Player1"])
    rulings = opened(player)
    expect(rulings.locator("[data-ruling='1']")).to_contain_text("Three warnings.")
    rulings.locator("[data-ruling='1']").get_by_role("button", name="Appeal").click()
    player.get_by_role("dialog").get_by_role("button", name="Appeal").click()
    expect(rulings.locator("[data-appeal='1']")).to_contain_text("open")
    expect(rulings.locator("[data-ruling='1']").get_by_role("button", name="Appeal")).to_have_count(0)
    other = visits.page(f"/games/{client.game}", token=judge_of(stage, "Other judge"))
    bench, versions = opened(other), list[int]()

    def moved(route: Json) -> None:
        """The game moves between the page's look and the first press, as one with bots does."""
        variables = json.loads(route.request.post_data or "{}").get("variables", {})
        if "uphold" not in variables:
            route.continue_()
            return
        versions.append(variables["version"])
        if len(versions) > 1:
            route.continue_()
            return
        conflict = {"__typename": "VersionConflict", "text": "", "expected": versions[0] - 1, "actual": versions[0]}
        route.fulfill(json={"data": {"answer": conflict}})

    other.route("**/graphql", moved)
    bench.get_by_role("button", name="Uphold the ruling").click()
    expect(bench.locator("[data-appeal='1']")).to_contain_text("upheld")
    assert len(versions) == 2


def test_the_page_of_a_ruling_stays_and_shows_no_words_to_strangers(visits: Visits, stage_in_memory: Stage) -> None:
    stage = stage_in_memory
    client = stage.client("great_fire", 3, commands=40)
    judge_of(stage)
    version = stage.ask("query($g: ID!) { game(id: $g) { version } }", g=client.game)["game"]["version"]
    made = stage.ask(
        """mutation($g: ID!, $id: ID!, $v: Int!) { answer: makeRuling(game: $g, commandId: $id, expectedVersion: $v,
        ruling: {points: [{seat: 2, points: 3}]}, steps: [5], rules: ["GF-SUPPLY-04"], note: "a secret reason") {
        __typename } }""",
        by="Judge", g=client.game, id="6f0c27f2-5d0e-4d0e-9d3c-0d8a4b7a1c11", v=version,
    )  # fmt: skip
    assert made["answer"]["__typename"] == "CommandAccepted"
    stranger = visits.page(f"/games/{client.game}/rulings/1")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Ruling 1: points")
    expect(stranger.locator(".page-ruling")).to_contain_text("by Judge")
    expect(stranger.locator(".page-ruling")).to_contain_text("GF-SUPPLY-04")
    expect(stranger.locator(".page-ruling")).not_to_contain_text("a secret reason")
    for width in WIDTHS:
        stranger.set_viewport_size({"width": width, "height": 900})
        assert stranger.evaluate("document.documentElement.scrollWidth") <= width
    picture(stranger, "page")
    stranger.goto(f"/games/{client.game}/rulings/2")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("There is no such ruling")
