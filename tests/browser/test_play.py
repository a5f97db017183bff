"""The game page as its players use it: a seat, whole games, trials, refusals, lost answers, forks, resigning."""

import json
import random
import re
from typing import Any

import pytest

from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.playing import CLICKS_MAX, HEIGHT, Player, ends_as_the_api_says
from tests.browser.visits import Visits, all_here, expect, shows
from tests.dice import new_id
from tests.tiers import long_but

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any


def test_a_newcomer_takes_a_seat_and_the_host_begins(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Host", begin=False)
    site.ask(
        "mutation($game: ID!, $id: ID!) { leaveSeat(game: $game, commandId: $id, seat: 2) { __typename } }",
        by="Host",
        game=game,
        id=new_id(),
    )
    newcomer = visits.page(f"/games/{game}")
    host = visits.page(f"/games/{game}", token=site.player("Host"))
    expect(host.get_by_role("button", name="Begin the game")).to_be_disabled()
    newcomer.get_by_role("button", name="Sit here").click()
    newcomer.get_by_label("Your name").fill("Newcomer")
    newcomer.get_by_role("button", name="Take seat 3").click()
    expect(newcomer.locator("#viewer")).to_have_value("seat-3")
    host.get_by_role("button", name="Begin the game").click()
    for page in (host, newcomer):
        expect(page.locator(".lobby")).to_be_hidden()
        expect(page.locator(".play-status")).to_be_visible()
    # Back at the table as it stood there is nothing to do any more.
    host.locator("h1").first.click()
    host.keyboard.press("Home")
    expect(host.locator(".lobby")).to_contain_text("as it stood at this step")
    expect(host.locator(".lobby").get_by_role("button")).to_have_count(0)
    host.keyboard.press("End")
    expect(host.locator(".lobby")).to_be_hidden()


@pytest.mark.parametrize("by", long_but("board", ["list", "board"]))
def test_a_whole_game_is_played_through_the_page(visits: Visits, by: str) -> None:
    site = visits.site
    game = site.against_bots("brigade", 2, f"Player by {by}", seed="bells")
    page = visits.page(f"/games/{game}", token=site.player(f"Player by {by}"), height=HEIGHT)
    player = Player(page, random.Random(by))
    if by == "board":
        player.play_as_everybody()
    player.play(by)
    ends_as_the_api_says(page, site, game)
    if by == "board":
        print(f"brigade: {player.clicks_each:.2f} clicks a command: {player.account}")
        assert player.chosen["board"] > 5, "the board offered hardly anything"
        assert player.clicks_each <= CLICKS_MAX, player.account
        assert player.scrolls == 0


def test_what_would_happen_is_forecast_before_it_counts(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Careful")
    page = visits.page(f"/games/{game}", token=site.player("Careful"))
    page.locator(".play-legal:visible").first.click()
    before = site.ask("query($game: ID!) { game(id: $game) { version } }", game=game)
    page.get_by_role("button", name="What would happen?").click()
    expect(page.locator(".play-forecast li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".play-confirm")).to_have_count(0)
    assert site.ask("query($game: ID!) { game(id: $game) { version } }", game=game) == before


def test_a_refusal_has_its_rule_beside_it(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Hasty")
    page = visits.page(f"/games/{game}", token=site.player("Hasty"))

    def out_of_turn(route: Json) -> None:
        sent_request = route.request.post_data_json
        if "submit(" in sent_request["query"]:
            sent_request["variables"]["json"] = {"type": "great_fire.EndActions", "seat": 0}
        route.continue_(post_data=json.dumps(sent_request))

    page.route("**/graphql", out_of_turn)
    page.locator(".play-legal:visible").first.click()
    page.keyboard.press("Enter")
    refusal = page.get_by_role("alert").filter(has_text="Refused:")
    expect(refusal).to_be_visible()
    rule = refusal.locator(".rule-link").first
    name = rule.inner_text()
    rule.click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".play-legal:visible").first).to_be_visible()


def test_a_command_whose_answer_was_lost_is_resent_under_its_id(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Unlucky")
    page = visits.page(f"/games/{game}", token=site.player("Unlucky"))
    sent: list[str] = []

    def lost_once(route: Json) -> None:
        sent_request = route.request.post_data_json
        if "submit(" not in sent_request["query"]:
            route.continue_()
            return
        sent.append(sent_request["variables"]["id"])
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()  # it arrives and is carried out, but nobody hears of it
        route.abort()

    page.route("**/graphql", lost_once)
    page.locator(".play-legal:visible").first.click()
    page.keyboard.press("Enter")
    expect(page.locator(".log-text").filter(has_text="Unlucky kept the hand.")).to_have_count(1)
    expect(page.locator(".play-question")).to_be_empty()
    assert len(sent) == 2
    assert len(set(sent)) == 1
    stored = site.ask(
        "query($game: ID!, $id: ID!) { game(id: $game) { command(id: $id) { outcome } } }",
        by="Unlucky",
        game=game,
        id=sent[0],
    )
    assert stored["game"]["command"]["outcome"] == "ACCEPTED"


def test_playing_on_from_a_step_opens_a_sandbox_that_links_back(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/120?as=spectator", token=visits.site.player("Curious"))
    all_here(page)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page).not_to_have_url(re.compile(finished.game))
    back = page.locator(".game-facts a")
    # A fork goes on from the last choice at or before the step (GAME-FORK-01): from the end of a command.
    document = "query($g: ID!) { game(id: $g) { steps(first: 120) { edges { node { version stateHash } } } } }"
    steps = [edge["node"] for edge in visits.site.ask(document, g=finished.game)["game"]["steps"]["edges"]]
    choice = max(step["version"] for step in steps if step["stateHash"])
    expect(back).to_have_attribute("href", f"/games/{finished.game}/{choice}?as=spectator")
    expect(page.locator(".play-status")).to_be_visible()
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator(".graph-origin path")).to_have_count(3)  # how the original game went on
    back.click()
    shows(page, choice)


def test_resigning_asks_first(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Tired")
    page = visits.page(f"/games/{game}", token=site.player("Tired"))
    page.get_by_role("button", name="Resign …").click()
    expect(page.get_by_role("button", name="Keep playing")).to_be_focused()
    page.get_by_role("button", name="Resign for good").click()
    expect(page.locator(".badge-gone, .ending")).not_to_have_count(0)


def with_actions(visits: Visits, name: str) -> str:
    """A game of Great Fire in which it is for this player to use their action points."""
    site, dice = visits.site, random.Random(name)
    game = site.against_bots("great_fire", 3, name, seed="actions")
    looks = "query($g: ID!) { game(id: $g) { phase legal { type json } } }"
    submits = "mutation($g: ID!, $id: ID!, $json: JSON!) { submit(game: $g, commandId: $id, commandJson: $json) { __typename } }"
    for _ in range(2_000):
        legal = site.ask(looks, by=name, g=game)["game"]["legal"]
        if any(each["type"] == "great_fire.EndActions" for each in legal):
            return game
        if legal:
            site.ask(submits, by=name, g=game, id=new_id(), json=dice.choice(legal)["json"])
    pytest.fail("The actions of a turn never come.")


def test_who_wants_it_plays_at_once(visits: Visits) -> None:
    """Also what is asked first by default: to end the actions with action points left."""
    game = with_actions(visits, "Swift")
    page = visits.page(f"/games/{game}", token=visits.site.player("Swift"))
    page.get_by_label("Ask before playing").select_option("never")
    end = page.locator(".play-groups details").filter(has_text="End actions")
    expect(end.locator("summary")).to_be_visible(timeout=30_000)
    if end.get_attribute("open") is None:
        end.locator("summary").click()
    lines = "query($g: ID!) { game(id: $g) { steps(first: 500) { edges { node { line { type seat } } } } } }"
    ended = {"type": "great_fire.ActionsEnded", "seat": 0}  # bots end theirs, too
    end.locator(".play-legal").click()
    for _ in range(300):
        steps = visits.site.ask(lines, g=game)["game"]["steps"]["edges"]
        if any(step["node"]["line"] == ended for step in steps):
            break
        page.wait_for_timeout(100)
    else:
        pytest.fail("It was not played.")
    page.reload()
    expect(page.get_by_label("Ask before playing")).to_have_value("never")


def test_only_what_costs_something_needs_a_second_click_and_what_is_not_offered_is_explained(visits: Visits) -> None:
    game = with_actions(visits, "Thrifty")
    page = visits.page(f"/games/{game}", token=visits.site.player("Thrifty"), settled=False)
    # The coach of a first game speaks beside what it speaks of, until it is closed for good.
    expect(page.locator(".play-legal:visible").first).to_be_visible(timeout=30_000)
    expect(page.locator(".coach")).to_contain_text("1 of 5")
    page.get_by_role("button", name="No more of these").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".play-prompt")).to_contain_text(
        re.compile(r"^Move your landowner.* or end your actions\. 4 action")
    )
    assert page.locator(".play-legal").last.inner_text() == "End the actions." or page.locator(
        ".play-groups summary"
    ).last.inner_text().startswith("End actions")
    # A click on what is not offered says why, with the rule.
    page.locator('.game-board [data-spot^="card:"]:not(.spot-offered)').first.dispatch_event("click")
    expect(page.locator(".objection")).to_contain_text("cannot be chosen now")
    page.keyboard.press("Escape")
    expect(page.locator(".objection")).to_have_count(0)
    # To end with four action points left is asked first; Escape goes back.
    page.locator(".play-groups summary").filter(has_text="End actions").locator("xpath=..").locator(
        ".play-legal"
    ).click()
    expect(page.locator(".play-warning")).to_contain_text("4 action points left: you could still move your landowner")
    page.keyboard.press("Escape")
    expect(page.locator(".play-confirm")).to_have_count(0)
    # A move that costs nothing is played by the click that completes it: two spots, two clicks, no question.
    page.locator('.game-board [data-spot^="landowner:"].spot-offered').first.dispatch_event("click")
    page.locator(".game-board .spot-offered:not(.spot-picked)").first.dispatch_event("click")
    expect(page.locator(".play-prompt")).to_contain_text("3 action points left")


def test_the_question_is_beside_the_spot_with_what_it_changes(visits: Visits) -> None:
    game = with_actions(visits, "Beside")
    page = visits.page(f"/games/{game}", token=visits.site.player("Beside"))
    expect(page.locator(".play-legal:visible").first).to_be_visible(timeout=30_000)
    page.locator('.game-board [data-spot^="landowner:"].spot-offered').first.dispatch_event("click")
    target = page.locator(".game-board .spot-offered:not(.spot-picked)").first
    spot = target.get_attribute("data-spot")
    target.dispatch_event("click")
    question = page.locator(".play-confirm.at-place")
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Play")).to_be_focused()
    near, box = question.bounding_box(), page.locator(f'.game-board [data-spot="{spot}"]').first.bounding_box()
    assert near["x"] - 30 < box["x"] + box["width"], "it is beside the spot"
    assert near["x"] + near["width"] + 30 > box["x"], "it is beside the spot"
    assert near["x"] >= 0, "it is on the screen"
    assert near["x"] + near["width"] <= 1280, "it is on the screen"
    question.get_by_role("button", name="Back").click()
    expect(page.locator(".play-confirm")).to_have_count(0)
    page.locator(".game-board .spot-offered:not(.spot-picked)").first.dispatch_event("click")
    page.keyboard.press("Enter")
    expect(page.locator(".play-prompt")).to_contain_text("3 action points left")


def plan_one(page: Json, number: int) -> None:
    """Choose one command from the list for the plan, by keyboard."""
    expect(page.get_by_role("region", name="Your plan")).to_be_visible()
    page.locator(".play-groups .play-legal:visible").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".plan-list li")).to_have_count(number)


@pytest.mark.rules("GAME-WHATIF-02")
def test_a_phase_is_planned_looked_at_and_sent_in_one(visits: Visits) -> None:
    """By keyboard alone. The board shows the plan, nothing is sent before, and the first refusal ends it in words."""
    game = with_actions(visits, "Farsighted")
    version = "query($g: ID!) { game(id: $g) { version } }"
    before = visits.site.ask(version, g=game)["game"]["version"]
    page = visits.page(f"/games/{game}", token=visits.site.player("Farsighted"))
    board = page.locator(".game-board")
    page.get_by_role("button", name="Plan several commands").press("Enter")
    plan = page.get_by_role("region", name="Your plan")
    expect(plan.get_by_role("status")).to_have_text("Choose what to play first. Nothing is sent before you say so.")
    for number in (1, 2):
        plan_one(page, number)
    expect(board).to_have_class(re.compile("game-board-planned"))
    plan.get_by_role("button", name="Take back the last").press("Enter")
    expect(page.locator(".plan-list li")).to_have_count(1)
    plan_one(page, 2)
    assert visits.site.ask(version, g=game)["game"]["version"] == before
    sent: list[str] = []

    def second_out_of_turn(route: Json) -> None:
        request = route.request.post_data_json
        if "submit(" in request["query"]:
            sent.append(request["variables"]["id"])
            if len(sent) == 2:
                request["variables"]["json"] = {"type": "great_fire.PlayFire", "seat": 0}
        route.continue_(post_data=json.dumps(request))

    page.route("**/graphql", second_out_of_turn)
    plan.get_by_role("button", name="Send 2 commands").press("Enter")
    alert = page.get_by_role("alert").filter(has_text="1 of 2 were played. Not played: ")
    expect(alert).to_be_visible()
    expect(plan).to_have_count(0)
    expect(board).not_to_have_class(re.compile("game-board-planned"))
    page.unroute("**/graphql")
    after = visits.site.ask(version, g=game)["game"]["version"]
    assert after > before and len(set(sent)) == 2
    page.get_by_role("button", name="Plan several commands").click()
    plan_one(page, 1)
    plan.get_by_role("button", name="Put the plan away").click()
    expect(board).not_to_have_class(re.compile("game-board-planned"))
    page.get_by_role("button", name="Plan several commands").click()
    plan_one(page, 1)
    plan.get_by_role("button", name="Send 1 command").click()
    expect(plan).to_have_count(0)
    expect(page.locator(".replay-slider")).not_to_have_value(str(after))
    assert page.get_by_role("alert").filter(has_text="Refused").count() == 0
