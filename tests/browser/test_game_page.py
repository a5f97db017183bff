"""The game page as its watchers use it: replay, links, eyes, the log, scores, the end. Boards have files of their own."""

import re
from typing import Any

import pytest

from domain.rulesets import CURRENT
from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.visits import BYTES_MAX, Visits, all_here, at, expect, shows
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any


def test_keys_step_through_a_replay(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/100?as=spectator")
    head = all_here(page)
    shows(page, 100)
    for key, step in (("ArrowRight", 101), ("ArrowLeft", 100), ("Home", 1), ("End", head)):
        page.keyboard.press(key)
        shows(page, step)
    begins = _turn_begins(visits.site, finished.game)
    page.keyboard.press("ArrowUp")
    shows(page, begins[-1])
    page.keyboard.press("ArrowUp")
    shows(page, begins[-2])
    page.keyboard.press("ArrowDown")
    shows(page, begins[-1])


def _turn_begins(site: Stage, game: str) -> list[int]:
    """The steps with which turns begin, as the rulebook has it: with the fire phase."""
    document = "query($g: ID!) { game(id: $g) { steps(first: 500) { edges { node { version line { type } } } } } }"
    steps = [edge["node"] for edge in site.ask(document, g=game)["game"]["steps"]["edges"]]
    return [
        each["version"] for each in steps if re.search("FireCardPlayed|NoMove", (each["line"] or {}).get("type", ""))
    ]


def test_space_plays_and_any_move_stops(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/50?as=spectator")
    all_here(page)
    page.get_by_label("Pace", exact=True).select_option("8")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    expect(page.locator(".replay-slider")).to_have_value(re.compile("^(5[3-9]|[6-9].|...)$"))  # a slow machine skips 53
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
    stopped = at(page)
    page.wait_for_timeout(500)
    assert at(page) == stopped


def test_highlights_lead_to_turns_and_what_was_revealed(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/1?as=spectator")
    all_here(page)
    expect(page.locator(".highlight-turn").first).to_be_attached()
    request = "query($game: ID!) { game(id: $game) { highlights(first: 500) { edges { node { version kind } } } } }"
    edges = visits.site.ask(request, game=finished.game)["game"]["highlights"]["edges"]
    highlights = [edge["node"] for edge in edges]
    turns = [each for each in highlights if each["kind"] == "TURN"]
    expect(page.locator(".replay-highlights > .highlight-turn")).to_have_count(len(turns))
    scores = len({each["version"] for each in highlights if each["kind"] == "SCORE"})
    assert page.locator(".highlight-score").count() < scores, "only swings are marked"
    page.keyboard.press(".")
    shows(page, _turn_begins(visits.site, finished.game)[0])
    page.get_by_label("More about the replay").click()
    page.get_by_label("Go to a highlight").select_option(str(highlights[-1]["version"]))
    shows(page, highlights[-1]["version"])


def test_help_shows_the_keys_and_escape_closes_it(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/20?as=spectator")
    all_here(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("play and pause")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    shows(page, 20)


def test_who_looks_back_is_not_thrown_to_the_live_step(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=12)
    page = visits.page(f"/games/{client.game}")
    head = all_here(page)
    shows(page, head)
    site.do(client.play_one())
    expect(page.locator(".replay-slider")).not_to_have_value(str(head))
    followed = all_here(page)
    shows(page, followed)
    page.keyboard.press("ArrowLeft")
    site.do(client.play(3))
    pill = page.locator(".replay-pill")
    expect(pill).to_contain_text("new step")
    now = site.do(client.mine(None))["version"]
    expect(pill).to_have_text(re.compile(rf"^{now - followed} new steps?"))
    shows(page, followed - 1)
    pill.click()
    shows(page, now)
    expect(pill).to_be_hidden()
    assert all_here(page) == now


def test_a_watcher_who_was_cut_off_misses_nothing(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=5)
    page = visits.page("/")
    sockets: list[Json] = []

    def passed_on(socket: Json) -> None:
        server = socket.connect_to_server()
        sockets.append((socket, server))

    page.route_web_socket(re.compile("/graphql$"), passed_on)
    page.goto(f"/games/{client.game}")
    all_here(page)
    for _ in range(3):
        site.do(client.play(2))
        mine, server = sockets[-1]
        mine.close()
        server.close()
        site.do(client.play(2))
    now = site.do(client.mine(None))["version"]
    expect(page.locator(".log")).to_have_attribute("data-loaded", str(now))
    assert len(sockets) > 1, "it never had to connect again"


def test_a_page_left_open_for_a_day_goes_on(visits: Visits) -> None:
    """Its connection was lost meanwhile, and the game went on."""
    client = visits.site.client("great_fire", 3, commands=20)
    page = visits.page(f"/games/{client.game}")
    head = all_here(page)
    page.clock.install()
    page.context.set_offline(True)
    visits.site.do(client.play(10))
    page.clock.fast_forward("24:00:00")
    page.context.set_offline(False)
    page.clock.fast_forward("05:00")
    document = "query($g: ID!) { game(id: $g) { version } }"
    version = visits.site.ask(document, g=client.game)["game"]["version"]
    assert version > head
    expect(page.locator(".replay-slider")).to_have_value(str(version))
    expect(page.locator(".game-notices .tag").first).to_have_text("Live")


def test_the_viewer_is_one_s_own_until_the_game_is_over(visits: Visits, finished: GameClient) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=10)
    watcher = visits.page(f"/games/{client.game}")
    all_here(watcher)
    assert watcher.locator("#viewer option").all_inner_texts() == ["a spectator"]
    player = visits.page(f"/games/{client.game}", token=site.served.tokens["Player1"])
    all_here(player)
    assert player.locator("#viewer option").all_inner_texts() == ["Player1 (you)", "a spectator"]
    player.keyboard.press("v")
    expect(player).to_have_url(re.compile("as=spectator"))
    over = visits.page(f"/games/{finished.game}/60")
    all_here(over)
    viewers = []
    for _ in range(5):
        over.keyboard.press("v")
        viewers.append(over.locator("#viewer").input_value())
        expect(over).to_have_url(re.compile(f"/60\\?as={viewers[-1]}$"))
    assert sorted(viewers) == ["arbiter", "seat-1", "seat-2", "seat-3", "spectator"]


def test_a_link_with_a_forbidden_viewer_shows_one_s_own(visits: Visits) -> None:
    client = visits.site.client("great_fire", 3, commands=10)
    page = visits.page(f"/games/{client.game}/20?as=seat-2")
    all_here(page)
    expect(page.locator(".game-words")).to_contain_text("only once the game is over")
    expect(page.locator("#viewer")).to_have_value("spectator")


def test_the_log_says_why_and_opens_rules(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/150?as=spectator")
    all_here(page)
    sign = page.locator(".log-row[aria-current] .log-sign")
    sign.hover()
    rule = page.locator(".log-rules .log-rule").first
    name = rule.locator(".log-rule-id").inner_text()
    rule.click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    sign.click()
    expect(page.locator(".log-why")).to_contain_text(name)
    expect(page.locator(".log-why")).to_contain_text("Caused by")


def test_the_score_is_drawn_and_can_be_read_in_rows(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/150?as=spectator")
    all_here(page)
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator(".graph-line[d]")).to_have_count(6)  # three lines, and a sample of each in the legend
    totals = page.locator(".seat-score").all_inner_texts()
    expect(page.locator(".graph-ends text")).to_have_count(3)
    page.locator(".graph-picture").first.hover()
    expect(page.locator(".graph-says")).to_contain_text("Step ")
    page.get_by_label("ahead of the average").check()
    expect(page.locator(".graph-line[d]")).to_have_count(6)
    page.get_by_label("ahead of the average").uncheck()
    assert page.locator(".graph-legend b").all_inner_texts() == totals
    page.get_by_label("Split by source").select_option(index=1)
    assert page.locator(".graph-layer").count() > 1
    page.get_by_text("As a table").click()
    expect(page.locator(".graph-table tbody tr").first).to_be_visible()


def test_the_end_shows_the_result_and_how_to_check_it(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}")
    all_here(page)
    result = page.locator(".ending")
    expect(result.locator("tfoot td")).to_have_count(3)
    result.get_by_text("Check this game yourself").click()
    game = visits.site.ask("query($game: ID!) { game(id: $game) { commitment secret } }", game=finished.game)["game"]
    expect(result).to_contain_text(game["commitment"])
    expect(result).to_contain_text(game["secret"])


@pytest.fixture(scope="module")
def full_game(stage_in_memory: Stage) -> GameClient:
    """A whole game of six."""
    return stage_in_memory.client("great_fire", 6)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_result_of_six_seats_fits(visits: Visits, full_game: GameClient, width: int) -> None:
    page = visits.page(f"/games/{full_game.game}", width=width)
    all_here(page)
    if page.get_by_role("tab", name="Result").count():
        page.get_by_role("tab", name="Result").click()
    expect(page.locator(".ending-places li")).to_have_count(6)
    page.get_by_text("Points by source, as a table").click()
    for part in (".ending", ".ending-places", ".ending .scroll-x"):
        box = page.locator(part)
        expect(box).to_be_visible()
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0, part


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_every_width_shows_everything_without_scrolling_sideways(
    visits: Visits, finished: GameClient, width: int
) -> None:
    page = visits.page(f"/games/{finished.game}/200?as=seat-1", width=width)
    all_here(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    for name, panel in (("Players", "seats"), ("Story", "log"), ("Scores", "scores")):
        tab = page.get_by_role("tab", name=name)
        if tab.count():
            tab.click()
        expect(page.locator(f"#panel-{panel}")).to_be_visible()
    nameless = page.locator("main button, main a, main input, main select").evaluate_all(
        """all => all.filter((each) => !each.hidden && !each.closest('[hidden]')
            && !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length)).length"""
    )
    assert nameless == 0


def test_new_steps_are_announced_to_a_screen_reader(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=8)
    page = visits.page(f"/games/{client.game}")
    all_here(page)
    site.do(client.play_one())
    expect(page.locator("#live")).not_to_be_empty()
    page.get_by_label("full detail").check()
    text = page.locator(".log-row[aria-current] .log-text").inner_text()
    assert page.locator("#live").inner_text().endswith(re.sub(r" [0-9:]+$", "", text))


@pytest.mark.parametrize("ruleset", CURRENT)
def test_a_game_page_loads_less_than_its_bar(visits: Visits, ruleset: str) -> None:
    """The page, its styles and its modules before compression, with the board, until nothing is asked for any more."""
    client = visits.site.client(ruleset, 3, commands=10)
    page = visits.page("/rules")
    read: dict[str, int] = {}

    def count(response: Json) -> None:
        if response.request.resource_type in ("document", "stylesheet", "script"):
            read[response.url] = len(response.body())

    page.on("response", count)
    page.goto(f"/games/{client.game}/5")
    all_here(page)
    page.wait_for_load_state("networkidle")
    assert any(f"chunks/{ruleset}.js" in url for url in read) and sum(read.values()) < BYTES_MAX


def test_a_spectator_with_a_delay_is_informed(visits: Visits) -> None:
    site = visits.site
    token = site.player("Ahead")
    opened = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "great_fire", seats: 3, delay: {steps: 4}) {
      ... on CommandAccepted { gameId } } }"""
    game = site.ask(opened, by="Ahead", id=new_id())["answer"]["gameId"]
    site.sit_and_begin(game, "Ahead", 3)
    watcher = visits.page(f"/games/{game}")
    expect(watcher.locator(".game-facts")).to_contain_text("Shown with a delay of 4 steps")
    behind = all_here(watcher)
    player = visits.page(f"/games/{game}", token=token)
    assert all_here(player) == behind + 4
    expect(player.locator(".game-facts")).not_to_contain_text("delay")
    player.keyboard.press("v")
    expect(player.locator("#viewer")).to_have_value("spectator")


def test_refusals_are_marked_on_request(visits: Visits) -> None:
    site = visits.site
    client = site.client("great_fire", 3, commands=10)
    by = site.do(client.acting())
    site.do(client.submit(by, {"type": "great_fire.EndActions", "seat": client.players.index(by)}))
    site.do(client.play())
    page = visits.page(f"/games/{client.game}?as=arbiter")
    all_here(page)
    expect(page.locator(".highlight-turn").first).to_be_attached()
    expect(page.locator(".highlight-refusal")).to_have_count(0)
    page.get_by_label("More about the replay").click()
    page.get_by_label("refusals").check()
    expect(page.locator(".highlight-refusal")).to_have_count(1)


def test_a_ruleset_without_a_board_is_displayed_plainly(visits: Visits, finished: GameClient) -> None:
    page = visits.page("/rules")
    page.route("**/chunks/great_fire.js", lambda route: route.abort())
    page.goto(f"/games/{finished.game}/100?as=spectator")
    all_here(page)
    expect(page.locator(".any")).to_be_visible()
    page.keyboard.press("ArrowRight")
    shows(page, 101)
    expect(page.locator(".any .changed").first).to_be_attached()
    view = visits.site.ask("query($game: ID!) { game(id: $game) { viewJson(at: 101) } }", game=finished.game)
    turn = page.locator(".any-leaf").filter(has=page.get_by_text("Turn", exact=True)).first
    expect(turn.locator("dd")).to_have_text(str(view["game"]["viewJson"]["position"]["turn"]))
