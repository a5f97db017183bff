"""The game page in a real browser, over a real service: replay, links, eyes, the log, playing, forks. Boards have files of their own."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.table import Table, new_id
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser
from tests.browser.tables import Stage, stage

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = needs_browser

Json = Any
BYTES_MAX = 300_000
CLICKS_MAX = 400


@pytest.fixture(scope="module")
def site() -> Iterator[Stage]:
    with stage() as running:
        yield running


@pytest.fixture(scope="module")
def browser(site: Stage) -> Iterator[Json]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def finished(site: Stage) -> Table:
    """A whole game of three."""
    return site.table("great_fire", 3)


class Visits:
    """Pages of readers, each in a browser of its own. They must end without an error in the console."""

    def __init__(self, browser: Json, site: Stage) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[Json] = []
        self.troubles: list[str] = []

    def page(self, path: str, *, token: str = "", width: int = 1280) -> Json:
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, base_url=self.site.url, reduced_motion="reduce"
        )
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if token:
            context.add_init_script(f"localStorage.setItem('emberlog.token', {json.dumps(token)})")
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if self._bad(said) else None)
        page.goto(path)
        return page

    @staticmethod
    def _bad(said: Json) -> bool:
        return said.type == "error" and "ERR_" not in said.text


@pytest.fixture
def visits(browser: Json, site: Stage) -> Iterator[Visits]:
    readers = Visits(browser, site)
    yield readers
    for context in readers.contexts:
        context.close()
    assert not readers.troubles


def at(page: Json) -> int:
    """The step on the screen, as the slider says it."""
    return int(page.locator(".replay-slider").input_value())


def shows(page: Json, step: int) -> None:
    """The slider, the log and the address agree on the step."""
    expect(page.locator(".replay-slider")).to_have_value(str(step))
    expect(page.locator(".log-row[aria-current]")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"/{step}\?as="))


def all_here(page: Json) -> int:
    """Wait for every step; the last one's number."""
    expect(page.locator(".game-notices .tag").first).to_have_text(re.compile("Live|Ended"))
    head = int(page.locator(".replay-slider").get_attribute("max"))
    expect(page.locator(".log-row")).to_have_count(head)
    return head


def test_keys_step_through_a_replay(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/100?as=spectator")
    head = all_here(page)
    shows(page, 100)
    for key, step in (("ArrowRight", 101), ("ArrowLeft", 100), ("Home", 1), ("End", head)):
        page.keyboard.press(key)
        shows(page, step)
    turns = {each["version"]: each["turn"] for each in _turns(visits.site, finished.game)}
    page.keyboard.press("ArrowUp")
    begun = at(page)
    assert turns[begun] != turns[begun - 1]
    page.keyboard.press("ArrowUp")
    assert turns[at(page)] == turns[begun] - 1
    page.keyboard.press("ArrowDown")
    shows(page, begun)


def _turns(site: Stage, game: str) -> list[Json]:
    document = "query($game: ID!) { game(id: $game) { steps(first: 500) { edges { node { version turn } } } } }"
    return [edge["node"] for edge in site.ask(document, game=game)["game"]["steps"]["edges"]]


def test_space_plays_and_any_move_stops(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/50?as=spectator")
    all_here(page)
    page.get_by_label("Pace", exact=True).select_option("8")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    expect(page.locator(".replay-slider")).to_have_value("53")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
    stopped = at(page)
    page.wait_for_timeout(500)
    assert at(page) == stopped


def test_marks_lead_to_turns_and_what_was_revealed(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/1?as=spectator")
    all_here(page)
    expect(page.locator(".mark-turn").first).to_be_attached()
    marks = visits.site.ask("query($game: ID!) { game(id: $game) { marks { version kind } } }", game=finished.game)[
        "game"
    ]["marks"]
    assert page.locator(".replay-marks > svg").count() == len(marks)
    page.keyboard.press(".")
    shows(page, min(mark["version"] for mark in marks if mark["version"] > 1))
    page.get_by_label("Go to a mark").select_option(str(marks[-1]["version"]))
    shows(page, marks[-1]["version"])


def test_help_shows_the_keys_and_escape_closes_it(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/20?as=spectator")
    all_here(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("play and pause")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    shows(page, 20)


def test_the_same_link_gives_the_same_screen(visits: Visits, finished: Table) -> None:
    path = f"/games/{finished.game}/137?as=seat-2"
    screens = []
    for _ in range(2):
        page = visits.page(path)
        all_here(page)
        expect(page.locator(".seat-score").first).not_to_be_empty()
        expect(page.locator(".mark").first).to_be_attached()
        screens.append((page.inner_text("main"), page.locator(".game-board").inner_html(), _path(page)))
    assert screens[0] == screens[1]
    assert screens[0][2] == path


def _path(page: Json) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}"


def test_a_step_looks_the_same_however_it_was_reached(visits: Visits, finished: Table) -> None:
    straight = visits.page(f"/games/{finished.game}/90?as=arbiter")
    all_here(straight)
    around = visits.page(f"/games/{finished.game}/300?as=arbiter")
    all_here(around)
    for step in (12, 250, 90):
        around.locator(f".log-row[data-step='{step}'] .log-go").click()
        shows(around, step)
    around.keyboard.press("ArrowRight")
    around.keyboard.press("ArrowLeft")
    shows(around, 90)
    assert straight.locator(".seats").inner_text() == around.locator(".seats").inner_text()
    assert _board(straight) == _board(around)


def _board(page: Json) -> str:
    """All of the board, its marks of what has changed among it; not where it was last pointed at."""
    return page.locator(".game-board").inner_html()


def test_a_step_that_is_not_there_is_said_and_the_last_one_shown(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/99999?as=spectator")
    head = all_here(page)
    shows(page, head)
    expect(page.locator(".game-notices")).to_contain_text("There is no step 99999")


def test_no_such_game(visits: Visits) -> None:
    page = visits.page(f"/games/{new_id()}")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()


def test_who_looks_back_is_not_thrown_to_the_live_step(visits: Visits) -> None:
    site = visits.site
    table = site.table("great_fire", 3, commands=12)
    page = visits.page(f"/games/{table.game}")
    head = all_here(page)
    shows(page, head)
    site.do(table.play_one())
    expect(page.locator(".replay-slider")).not_to_have_value(str(head))
    followed = all_here(page)
    shows(page, followed)
    page.keyboard.press("ArrowLeft")
    site.do(table.play(3))
    pill = page.locator(".replay-pill")
    expect(pill).to_contain_text("new step")
    now = site.do(table.mine(None))["version"]
    expect(pill).to_have_text(re.compile(rf"^{now - followed} new steps?"))
    shows(page, followed - 1)
    pill.click()
    shows(page, now)
    expect(pill).to_be_hidden()
    numbers = page.locator(".log-number").all_inner_texts()
    assert numbers == [str(step) for step in range(1, now + 1)], "a step is missing, or there twice"


def test_a_watcher_who_was_cut_off_misses_nothing(visits: Visits) -> None:
    site = visits.site
    table = site.table("great_fire", 3, commands=5)
    page = visits.page("/")
    sockets: list[Json] = []

    def passed_on(socket: Json) -> None:
        server = socket.connect_to_server()
        sockets.append((socket, server))

    page.route_web_socket(re.compile("/graphql$"), passed_on)
    page.goto(f"/games/{table.game}")
    all_here(page)
    for _ in range(3):
        site.do(table.play(2))
        mine, server = sockets[-1]
        mine.close()
        server.close()
        site.do(table.play(2))
    now = site.do(table.mine(None))["version"]
    expect(page.locator(".log-row")).to_have_count(now)
    assert len(sockets) > 1, "it never had to connect again"
    assert page.locator(".log-number").all_inner_texts() == [str(step) for step in range(1, now + 1)]


def test_eyes_are_one_s_own_until_the_game_is_over(visits: Visits, finished: Table) -> None:
    site = visits.site
    table = site.table("great_fire", 3, commands=10)
    watcher = visits.page(f"/games/{table.game}")
    all_here(watcher)
    assert watcher.locator("#eyes option").all_inner_texts() == ["a spectator"]
    player = visits.page(f"/games/{table.game}", token=site.served.tokens["Player1"])
    all_here(player)
    assert player.locator("#eyes option").all_inner_texts() == ["Player1 (you)", "a spectator"]
    player.keyboard.press("v")
    expect(player).to_have_url(re.compile("as=spectator"))
    over = visits.page(f"/games/{finished.game}/60")
    all_here(over)
    seen = []
    for _ in range(5):
        over.keyboard.press("v")
        seen.append(over.locator("#eyes").input_value())
        expect(over).to_have_url(re.compile(f"/60\\?as={seen[-1]}$"))
    assert sorted(seen) == ["arbiter", "seat-1", "seat-2", "seat-3", "spectator"]


def test_a_link_through_eyes_one_may_not_use_shows_one_s_own(visits: Visits) -> None:
    table = visits.site.table("great_fire", 3, commands=10)
    page = visits.page(f"/games/{table.game}/20?as=seat-2")
    all_here(page)
    expect(page.locator(".game-notices")).to_contain_text("only once the game is over")
    expect(page.locator("#eyes")).to_have_value("spectator")


def test_the_log_says_why_and_opens_rules(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/150?as=spectator")
    all_here(page)
    row = page.locator(".log-row[aria-current]")
    rule = row.locator(".log-rule").first
    name = rule.inner_text()
    rule.click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    row.get_by_role("button", name="Why?").click()
    expect(row.locator(".log-why")).to_contain_text(name)
    expect(row.locator(".log-why")).to_contain_text("Asked for")


def test_the_score_is_drawn_and_can_be_read_as_a_table(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/150?as=spectator")
    all_here(page)
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator(".graph-line[d]")).to_have_count(6)  # three lines, and a sample of each in the legend
    totals = page.locator(".seat-score").all_inner_texts()
    assert page.locator(".graph-legend b").all_inner_texts() == totals
    page.get_by_label("Split by source").select_option(index=1)
    assert page.locator(".graph-layer").count() > 1
    page.get_by_text("As a table").click()
    expect(page.locator(".graph-table tbody tr").first).to_be_visible()


def test_the_end_shows_the_result_and_how_to_check_it(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}")
    all_here(page)
    result = page.locator(".ending")
    expect(result.locator("tfoot td")).to_have_count(3)
    result.get_by_text("Check this game yourself").click()
    game = visits.site.ask("query($game: ID!) { game(id: $game) { commitment secret } }", game=finished.game)["game"]
    expect(result).to_contain_text(game["commitment"])
    expect(result).to_contain_text(game["secret"])


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
    newcomer.get_by_role("button", name="Sit down on seat 3").click()
    expect(newcomer.locator("#eyes")).to_have_value("seat-3")
    host.get_by_role("button", name="Begin the game").click()
    for page in (host, newcomer):
        expect(page.locator(".lobby")).to_be_hidden()
        expect(page.locator(".play-status")).to_be_visible()


@pytest.mark.parametrize("by", ["list", "board"])
def test_a_whole_game_is_played_through_the_page(visits: Visits, by: str) -> None:
    site = visits.site
    game = site.against_bots("brigade", 2, f"Player by {by}", seed="bells")
    page = visits.page(f"/games/{game}", token=site.player(f"Player by {by}"))
    clicked = 0
    for _ in range(CLICKS_MAX):
        ready = page.locator(".play-legal:visible, .ending:visible, .play-confirm:visible").first
        ready.wait_for()
        if page.locator(".ending:visible").count():
            break
        if page.locator(".play-confirm:visible").count():
            page.keyboard.press("Enter")  # the button to play has the focus
        else:
            clicked += _choose(page, by, clicked)
        page.wait_for_timeout(30)
    assert site.ask("query($game: ID!) { game(id: $game) { phase } }", game=game)["game"]["phase"] == "OVER"
    expect(page.locator(".ending tfoot td")).to_have_count(2)
    assert by == "list" or clicked > 5, "the board offered hardly anything"


def _choose(page: Json, by: str, clicked: int) -> int:
    """One choice: on the board where it offers one (one after the other), else from the list with the
    keyboard alone. Whether it was on the board."""
    offered = page.locator(".spot-offered:not(.spot-picked)")
    if by == "board" and offered.count():
        chosen = offered.nth(clicked % offered.count())
        chosen.dispatch_event("click")
        return 1
    page.locator(".play-legal:visible").last.focus()
    page.keyboard.press("Enter")
    return 0


def test_what_would_happen_is_told_before_it_counts(visits: Visits) -> None:
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


def test_a_refusal_is_shown_with_its_rule(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Hasty")
    page = visits.page(f"/games/{game}", token=site.player("Hasty"))

    def out_of_turn(route: Json) -> None:
        asked = route.request.post_data_json
        if "submit(" in asked["query"]:
            asked["variables"]["json"] = {"type": "great_fire.EndActions", "seat": 0}
        route.continue_(post_data=json.dumps(asked))

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


def test_a_command_whose_answer_was_lost_is_sent_again_under_its_id(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Unlucky")
    page = visits.page(f"/games/{game}", token=site.player("Unlucky"))
    sent: list[str] = []

    def lost_once(route: Json) -> None:
        asked = route.request.post_data_json
        if "submit(" not in asked["query"]:
            route.continue_()
            return
        sent.append(asked["variables"]["id"])
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
    kept = site.ask(
        "query($game: ID!, $id: ID!) { game(id: $game) { command(id: $id) { outcome } } }",
        by="Unlucky",
        game=game,
        id=sent[0],
    )
    assert kept["game"]["command"]["outcome"] == "accepted"


def test_playing_on_from_a_step_opens_a_sandbox_that_links_back(visits: Visits, finished: Table) -> None:
    page = visits.page(f"/games/{finished.game}/120?as=spectator", token=visits.site.player("Curious"))
    all_here(page)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page).not_to_have_url(re.compile(finished.game))
    back = page.locator(".game-facts a")
    expect(back).to_have_attribute("href", f"/games/{finished.game}/120?as=spectator")
    expect(page.locator(".play-status")).to_be_visible()
    back.click()
    shows(page, 120)


def test_resigning_asks_first(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Tired")
    page = visits.page(f"/games/{game}", token=site.player("Tired"))
    page.get_by_role("button", name="Resign …").click()
    expect(page.get_by_role("button", name="Keep playing")).to_be_focused()
    page.get_by_role("button", name="Resign for good").click()
    expect(page.locator(".badge-gone, .ending")).not_to_have_count(0)


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_every_width_shows_everything_without_scrolling_sideways(visits: Visits, finished: Table, width: int) -> None:
    page = visits.page(f"/games/{finished.game}/200?as=seat-1", width=width)
    all_here(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    for name in ("Seats", "Log", "Scores"):
        tab = page.get_by_role("tab", name=name)
        if tab.count():
            tab.click()
        expect(page.locator(f"#panel-{name.lower()}")).to_be_visible()
    nameless = page.locator("main button, main a, main input, main select").evaluate_all(
        """all => all.filter((each) => !each.hidden && !each.closest('[hidden]')
            && !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length)).length"""
    )
    assert nameless == 0


def test_new_steps_are_told_to_a_screen_reader(visits: Visits) -> None:
    site = visits.site
    table = site.table("great_fire", 3, commands=8)
    page = visits.page(f"/games/{table.game}")
    all_here(page)
    site.do(table.play_one())
    expect(page.locator("#live")).not_to_be_empty()
    assert page.locator("#live").inner_text().endswith(page.locator(".log-text").last.inner_text())


@pytest.mark.parametrize(("ruleset", "seats"), [("great_fire", 3), ("london", 3), ("brigade", 3)])
def test_what_a_game_page_loads_is_small(visits: Visits, ruleset: str, seats: int) -> None:
    table = visits.site.table(ruleset, seats, commands=10)
    page = visits.page("/rules")
    read = {"bytes": 0}

    def count(response: Json) -> None:
        asked = response.request.post_data or ""
        if "query Steps" not in asked and "query Tracks" not in asked and "query Marks" not in asked:
            read["bytes"] += len(response.body())

    page.on("requestfinished", lambda request: count(request.response()) if "icon" not in request.url else None)
    page.goto(f"/games/{table.game}/5")
    all_here(page)
    assert read["bytes"] < BYTES_MAX


def test_a_spectator_who_is_behind_is_told_so(visits: Visits) -> None:
    site = visits.site
    token = site.player("Ahead")
    opened = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "great_fire", seats: 3, delay: {steps: 4}) {
      ... on CommandAccepted { game } } }"""
    game = site.ask(opened, by="Ahead", id=new_id())["answer"]["game"]
    site.sit_and_begin(game, "Ahead", 3)
    watcher = visits.page(f"/games/{game}")
    expect(watcher.locator(".game-facts")).to_contain_text("Shown with a delay of 4 steps")
    behind = all_here(watcher)
    player = visits.page(f"/games/{game}", token=token)
    assert all_here(player) == behind + 4
    expect(player.locator(".game-facts")).not_to_contain_text("delay")
    player.keyboard.press("v")
    expect(player.locator("#eyes")).to_have_value("spectator")


def test_refusals_are_marked_on_request(visits: Visits) -> None:
    site = visits.site
    table = site.table("great_fire", 3, commands=10)
    by = site.do(table.acting())
    site.do(table.submit(by, {"type": "great_fire.EndActions", "seat": table.players.index(by)}))
    site.do(table.play())
    page = visits.page(f"/games/{table.game}?as=arbiter")
    all_here(page)
    expect(page.locator(".mark-turn").first).to_be_attached()
    expect(page.locator(".mark-refusal")).to_have_count(0)
    page.get_by_label("refusals").check()
    expect(page.locator(".mark-refusal")).to_have_count(1)


def test_a_ruleset_without_a_board_is_shown_plainly(visits: Visits, finished: Table) -> None:
    page = visits.page("/rules")
    page.route("**/js/boards/great_fire.js", lambda route: route.abort())
    page.goto(f"/games/{finished.game}/100?as=spectator")
    all_here(page)
    expect(page.locator(".any")).to_be_visible()
    page.keyboard.press("ArrowRight")
    shows(page, 101)
    expect(page.locator(".any .changed").first).to_be_attached()
    view = visits.site.ask("query($game: ID!) { game(id: $game) { viewJson(at: 101) } }", game=finished.game)
    turn = page.locator(".any-leaf").filter(has=page.get_by_text("Turn", exact=True)).first
    expect(turn.locator("dd")).to_have_text(str(view["game"]["viewJson"]["table"]["turn"]))


def test_who_wants_it_plays_at_once(visits: Visits) -> None:
    site = visits.site
    game = site.against_bots("great_fire", 3, "Swift")
    page = visits.page(f"/games/{game}", token=site.player("Swift"))
    page.get_by_label("play at once").check()
    page.locator(".play-legal:visible").first.click()
    expect(page.locator(".log-text").filter(has_text="Swift kept the hand.")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("play at once")).to_be_checked()
