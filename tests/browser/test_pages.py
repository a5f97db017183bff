"""The frame, the games, a new game, the rules and the schema in a real browser, over a real service. Boards and the game page have files of their own."""

import asyncio
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx
import pytest
from rich.console import Console

from infra.cli.serve import service
from infra.settings import Settings
from tests.browser.boards import CHROMIUM, CHROMIUM_FLAGS, needs_browser
from tests.conftest import Servers, on_database

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = needs_browser

Json = Any
ANSWER = "{ __typename ... on CommandAccepted { game version } ... on CommandRefused { code refused: text } }"
WIDTHS = (390, 1280, 1920)
PATHS = ("/", "/new", "/new?ruleset=brigade", "/rules", "/rules/game", "/schema")
SECONDS_MAX = 60.0


@dataclass
class Site:
    """The running service, and an organiser of games at it."""

    url: str
    http: httpx.Client
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, document: str, **variables: Json) -> Json:
        said = self.http.post("/graphql", json={"query": document, "variables": variables}, headers=self.headers).json()
        assert "errors" not in said, said["errors"]
        return said["data"]

    def command(self, name: str, types: str, **variables: Json) -> Json:
        """One accepted command. `types`: its variables but the command id."""
        given = ", ".join(f"{each}: ${each}" for each in variables)
        document = f"mutation($id: ID!, {types}) {{ answer: {name}(commandId: $id, {given}) {ANSWER} }}"
        answer = self.ask(document, id=str(uuid.uuid4()), **variables)["answer"]
        assert answer["__typename"] == "CommandAccepted", answer
        return answer

    def table(
        self, ruleset: str = "london", seats: int = 2, title: str = "", *, bots: int = 0, sit: bool = True
    ) -> str:
        """An open table, where the organiser sits (or not) before the bots."""
        types = "$ruleset: String!, $seats: Int!, $title: String!"
        game: str = self.command("openGame", types, ruleset=ruleset, seats=seats, title=title)["game"]
        if sit:
            self.command("takeSeat", "$game: ID!, $seat: Int", game=game, seat=0)
        for seat in range(int(sit), int(sit) + bots):
            self.command("seatBot", "$game: ID!, $seat: Int!", game=game, seat=seat)
        return game

    def begin(self, game: str) -> None:
        self.command("beginGame", "$game: ID!", game=game)

    def game(self, id: str) -> Json:
        return self.ask("query($id: ID!) { game(id: $id) { phase version seats { name taken bot } options } }", id=id)[
            "game"
        ]

    def wait(self, what: Callable[[], Json]) -> Json:
        """What it gives as soon as it gives anything."""
        until = time.monotonic() + SECONDS_MAX
        while time.monotonic() < until:
            if found := what():
                return found
            time.sleep(0.1)
        raise AssertionError(f"not within {SECONDS_MAX:.0f} s")

    def listed(self, **filters: Json) -> list[str]:
        document = "query($phase: Phase) { games(phase: $phase, first: 100) { edges { node { id } } } }"
        return [edge["node"]["id"] for edge in self.ask(document, **filters)["games"]["edges"]]


@pytest.fixture(scope="module")
def site(servers: Servers, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """API and worker as processes of their own, over a database of this file's own."""
    name = f"pages_{uuid.uuid4().hex[:12]}"

    async def create() -> None:
        connection = await asyncpg.connect(servers.database_url)
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        await connection.close()

    asyncio.run(create())
    settings = Settings.load(
        {
            "EMBERLOG_DATABASE_URL": on_database(servers.database_url, name),
            "EMBERLOG_REDIS_URL": servers.redis_url,
            "EMBERLOG_DATA": str(tmp_path_factory.mktemp("pages")),
        }
    )
    with (
        service(settings, Console(quiet=True), port=0) as running,
        httpx.Client(base_url=running.url, timeout=20, trust_env=False) as http,
    ):
        site = Site(running.url, http)
        token = site.ask('mutation { register(name: "Organiser") { token } }')["register"]["token"]
        site.headers["authorization"] = f"Bearer {token}"
        yield site


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[Json]:
    """One Chromium. Started after the service: while Playwright runs, nothing else here may run an event loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Json, site: Site) -> Iterator[Json]:
    """A page of a reader who was never here before; it must end without an error, and without a token in any address."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=site.url, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    page = context.new_page()
    troubles: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda said: (
            troubles.append(said.text)
            if said.type == "error" and not said.text.startswith("Failed to load resource")
            else None
        ),
    )
    page.on("request", lambda request: asked.append(request.url))
    yield page
    token = page.evaluate("localStorage.getItem('emberlog.token')")
    assert not troubles
    assert all(url.startswith((site.url, "data:")) for url in asked), "a page loads from elsewhere"
    if token:
        assert not any(token in url for url in [*asked, page.url])
        assert token not in page.content()
    context.close()


def focused(page: Json) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


# ---------------------------------------------------------------------------------------------- frame


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_and_says_where_one_is(page: Json, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    for path in PATHS:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.locator("h1").count() == 1, path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.title().endswith("Emberlog")
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (dark == "rgb(21, 17, 14)") is (scheme == "dark")


def test_going_from_page_to_page_takes_focus_title_and_history_along(page: Json) -> None:
    page.goto("/")
    page.evaluate("window.sameDocument = true")
    for link, title in (("Rules", "Rules"), ("API", "The API"), ("New game", "New game")):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=link, exact=True).click()
        expect(page).to_have_title(f"{title} · Emberlog")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_focused()
    page.go_back()
    expect(page).to_have_title("The API · Emberlog")
    page.go_forward()
    expect(page).to_have_title("New game · Emberlog")
    assert page.evaluate("window.sameDocument"), "a link loaded the whole document anew"
    current = page.locator("nav [aria-current=page]")
    assert current.inner_text() == "New game"


def test_colours_can_be_chosen_and_are_remembered(page: Json) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Use dark colours").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 17, 14)"
    page.get_by_role("button", name="Use light colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") is None, "back to what the system says"


def test_a_page_that_cannot_be_fetched_says_so_and_can_be_tried_again(page: Json) -> None:
    page.route("**/graphql", lambda route: route.abort())
    page.goto("/rules/game")
    page.get_by_role("alert").get_by_text("The service does not answer").wait_for()
    page.unroute("**/graphql")
    page.get_by_role("button", name="Try again").click()
    page.locator("#GAME-OPEN-01").wait_for()


# ---------------------------------------------------------------------------------------------- who I am


def test_a_newcomer_takes_a_name_and_leaves_again(page: Json) -> None:
    page.goto("/")
    page.get_by_role("button", name="Who are you?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ada of Aldgate")
    dialog.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Ada of Aldgate").click()
    token = page.evaluate("localStorage.getItem('emberlog.token')")
    shown = page.get_by_role("dialog").inner_text()
    assert token[-4:] in shown and token[:-4] not in shown
    page.get_by_role("button", name="Forget it here").click()
    page.get_by_role("button", name="Forget it: without a copy").click()
    page.get_by_role("button", name="Who are you?").wait_for()
    assert page.evaluate("localStorage.getItem('emberlog.token')") is None


def test_a_token_is_pasted_and_a_wrong_one_refused(page: Json, site: Site) -> None:
    page.goto("/")
    page.get_by_role("button", name="Who are you?").click()
    page.get_by_text("I have a token").click()
    field = page.get_by_label("Token")
    assert field.get_attribute("type") == "password"
    field.fill(site.headers["authorization"].removeprefix("Bearer "))
    page.get_by_role("button", name="Use this token").click()
    page.get_by_role("button", name="You are Organiser").wait_for()


def test_a_token_that_is_no_longer_known_locks_nobody_out(page: Json, site: Site) -> None:
    page.goto("/rules")
    page.evaluate("localStorage.setItem('emberlog.token', 'emb_of_another_time')")
    page.goto("/rules/game")
    page.get_by_role("button", name="See what can be done").click()
    page.get_by_role("button", name="Forget it here").click()
    page.get_by_role("button", name="Forget it: without a copy").click()
    page.locator("#GAME-OPEN-01").wait_for()


def test_a_dialog_gives_focus_back(page: Json) -> None:
    page.goto("/")
    button = page.get_by_role("button", name="Who are you?")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    assert focused(page) == "Who are you?"


# ---------------------------------------------------------------------------------------------- the list of games


def test_the_list_is_filtered_by_address_and_keeps_itself_fresh(page: Json, site: Site) -> None:
    games = [site.table(title=f"Table {name}", bots=1) for name in ("Amber", "Birch")]
    other = site.table("brigade", title="Another ruleset", bots=1)
    site.wait(lambda: set(games) | {other} <= set(site.listed(phase="OPEN")))
    page.goto("/")
    page.get_by_role("navigation", name="By ruleset").get_by_role("link", name="London", exact=True).click()
    page.wait_for_url("**/games?ruleset=london")
    page.get_by_role("navigation", name="By phase").get_by_role("link", name="Open", exact=True).click()
    page.wait_for_url("**/games?ruleset=london&phase=OPEN")
    amber, birch = (page.get_by_role("link", name=f"Table {name}") for name in ("Amber", "Birch"))
    amber.focus()
    assert page.get_by_role("link", name="Another ruleset").count() == 0
    new = site.table(title="Table Cedar")
    page.get_by_role("link", name="Table Cedar").wait_for()
    assert focused(page) == "Table Amber", "the list took the focus away"
    site.begin(games[1])
    birch.wait_for(state="detached")
    assert focused(page) == "Table Amber"
    page.go_back()
    page.get_by_role("region", name="Being played").get_by_role("link", name="Table Birch").wait_for()
    card = page.locator(".card", has=page.locator(f'a[href="/games/{new}"]'))
    assert "free seat" in card.inner_text()
    card.click()
    page.wait_for_url(f"**/games/{new}")


def test_finished_games_show_who_won_and_more_are_shown_on_asking(page: Json, site: Site) -> None:
    over = site.table("brigade", title="To the end", sit=False, bots=2)
    site.begin(over)
    many = [site.table(title=f"Row {at}") for at in range(14)]
    site.wait(lambda: over in site.listed(phase="OVER") and set(many) <= set(site.listed(phase="OPEN")))
    page.goto("/games?phase=OVER")
    card = page.locator(".card", has_text="To the end")
    card.wait_for()
    assert "won" in card.inner_text() or "shares the win" in card.inner_text()
    page.goto("/games?phase=OPEN")
    page.get_by_role("button", name="Show more").click()
    page.locator(".card").nth(13).wait_for()
    assert page.locator(".card").nth(12).locator("a").evaluate("link => link === document.activeElement")


def test_sandboxes_stand_apart(page: Json, site: Site) -> None:
    over = site.table("brigade", title="The real one", sit=False, bots=2)
    site.begin(over)
    site.wait(lambda: site.game(over)["version"] > 40)
    fork = site.command("fork", "$game: ID!, $at: Int!, $title: String!", game=over, at=30, title="What if")["game"]
    site.wait(lambda: {over, fork} <= set(site.listed()))
    page.goto("/")
    page.get_by_role("link", name="The real one").wait_for()
    assert page.get_by_role("link", name="What if").count() == 0
    page.get_by_role("link", name="Sandboxes").click()
    page.wait_for_url("**/games?sandbox=only")
    assert "Sandbox" in page.locator(".card", has_text="What if").inner_text()
    assert page.get_by_role("link", name="The real one").count() == 0


def test_an_empty_list_says_what_to_do(page: Json) -> None:
    page.goto("/games?phase=ABANDONED&ruleset=great_fire")
    page.get_by_text("No game was closed without a result.").wait_for()
    page.get_by_role("link", name="Start one.").click()
    page.wait_for_url("**/new?ruleset=great_fire")


# ---------------------------------------------------------------------------------------------- a new game


def test_three_clicks_from_the_games_to_a_running_game(page: Json, site: Site) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="New game").click()
    page.get_by_role("link", name="Play against bots – London").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/games/*-*")
    game = site.game(page.url.rpartition("/")[2])
    assert game["phase"] == "PLAYING"
    assert [bool(seat["bot"]) for seat in game["seats"]] == [False, True, True]
    person = page.locator("#person").inner_text()
    assert game["seats"][0]["name"] in person


def test_a_new_game_by_keyboard_alone(page: Json, site: Site) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the page"

    def tab_to(text: str) -> None:
        for _ in range(40):
            if focused(page).startswith(text):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{text} is not reached by Tab")

    tab_to("New game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New game", exact=True)).to_be_focused()
    tab_to("Play against bots")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New game: ")).to_be_focused()
    tab_to("Start")
    page.keyboard.press("Space")
    page.wait_for_url("**/games/*-*")
    assert site.game(page.url.rpartition("/")[2])["phase"] == "PLAYING"


def test_options_seats_and_title_are_what_the_table_gets(page: Json, site: Site) -> None:
    page.goto("/new?ruleset=great_fire&with=others")
    page.get_by_label("Your name").fill("Host")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Seat 4").select_option(label="Bot: Random")
    page.get_by_text("Options and more").click()
    page.get_by_label("Hidden colours").check()
    page.get_by_label("Fire cones").select_option(label="100")
    page.get_by_label("Title of the table").fill("Thursday")
    page.get_by_label("Delay for spectators").select_option("steps")
    page.get_by_label("How many").fill("5")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/games/*-*")
    id = page.url.rpartition("/")[2]
    game = site.game(id)
    assert game["phase"] == "OPEN"
    assert [(seat["taken"], seat["bot"]) for seat in game["seats"]] == [
        (True, ""),
        (False, ""),
        (False, ""),
        (True, "random"),
    ]
    assert (game["options"]["hidden_colours"], game["options"]["fire_cones"]) == (True, 100)
    delay = site.ask("query($id: ID!) { game(id: $id) { title delay { steps seconds } } }", id=id)["game"]
    assert delay == {"title": "Thursday", "delay": {"steps": 5, "seconds": 0}}


def test_a_refusal_is_shown_with_its_rules_and_can_be_mended(page: Json) -> None:
    page.goto("/new?ruleset=brigade")
    page.get_by_text("Options and more").click()
    page.get_by_label("Special events").check()
    page.get_by_role("button", name="Start", exact=True).click()
    alert = page.get_by_role("alert")
    alert.locator(".rule-link").first.wait_for()
    alert.locator(".rule-link").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("link", name="This rule among the others").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Special events").uncheck()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**/games/*-*")


def test_a_connection_lost_after_every_command_makes_one_game(page: Json, site: Site) -> None:
    before = len(site.listed())
    lost: set[str] = set()

    def through_a_bad_line(route: Json) -> None:
        body = route.request.post_data or ""
        if "commandId" not in body or body in lost:
            route.continue_()
            return
        lost.add(body)
        route.fetch()  # it arrives, but its answer does not
        route.abort()

    page.goto("/new?ruleset=london")
    page.route("**/graphql", through_a_bad_line)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/games/*-*")
    page.unroute("**/graphql")
    assert len(lost) >= 4, "open, sit, one bot at least, begin"
    site.wait(lambda: len(site.listed()) > before)
    assert len(site.listed()) == before + 1


# ---------------------------------------------------------------------------------------------- rules


def test_rules_have_anchors_marks_and_a_filter(page: Json, site: Site) -> None:
    rules = site.ask('{ rules(ruleset: "london") { id reconstructed } }')["rules"]
    page.goto("/rules/london#LON-MAP-03")
    rule = page.locator("#LON-MAP-03")
    rule.wait_for()
    page.locator("#LON-MAP-03:target").wait_for()
    assert page.locator(".rule").count() == len(rules)
    assert page.locator(".rule .tag-warn").count() == sum(rule["reconstructed"] for rule in rules)
    assert rule.evaluate("rule => rule.getBoundingClientRect().top < innerHeight")
    page.get_by_label("Find rules").fill("bridge thames")
    page.get_by_text(f"of {len(rules)}").wait_for()
    shown = page.locator(".rule:visible")
    assert 0 < shown.count() < 20
    assert all("bridge" in text.lower() and "thames" in text.lower() for text in shown.all_inner_texts())
    page.get_by_label("Find rules").fill("")
    page.get_by_label("Only what this project had to decide").check()
    assert page.locator(".rule:visible").count() == sum(rule["reconstructed"] for rule in rules)
    assert page.locator(".rule em").count() > 0, "emphasis is shown, not its stars"
    assert "**" not in page.locator("main").inner_text()


def test_a_rule_leads_to_the_games_where_it_fired(page: Json, site: Site) -> None:
    game = site.table(title="Where it fired", bots=1)
    site.wait(lambda: game in site.listed(phase="OPEN"))
    page.goto("/rules/game#GAME-SEAT-01")
    rule = page.locator("#GAME-SEAT-01")
    rule.get_by_text("Games where it fired").click()
    rule.get_by_role("link", name="Where it fired, step").first.wait_for()


# ---------------------------------------------------------------------------------------------- the API


def test_the_schema_can_be_looked_around_in(page: Json) -> None:
    page.goto("/schema")
    chosen = page.get_by_role("region", name="The chosen type")
    chosen.get_by_text("games", exact=True).wait_for()
    page.get_by_label("Find types and fields").fill("whyNot")
    page.get_by_role("link", name="Game.whyNot").click()
    chosen.get_by_role("heading", name="type Game").wait_for()
    assert page.url.endswith("/schema#Game")
    chosen.get_by_role("link", name="SeatInGame").first.click()
    chosen.get_by_role("heading", name="type SeatInGame").wait_for()
    page.go_back()
    chosen.get_by_role("heading", name="type Game", exact=True).wait_for()
    page.reload()
    chosen.get_by_role("heading", name="type Game", exact=True).wait_for()


def test_the_console_asks_and_follows(page: Json, site: Site) -> None:
    game = site.table(title="For the console", bots=1)
    page.goto("/schema")
    box = page.get_by_label("Query, mutation or subscription")
    answer = page.get_by_role("region", name="Answer")
    box.fill("{ rulesets { id } }")
    box.press("Control+Enter")
    answer.get_by_text('"great_fire"').wait_for()
    box.fill("{ nothing }")
    page.get_by_role("button", name="Run").click()
    answer.get_by_text("GRAPHQL_VALIDATION_FAILED").wait_for()
    page.get_by_label("Examples").select_option(label="Follow a game")
    page.get_by_label("Variables, as JSON").fill(f'{{"game": "{game}", "after": 0}}')
    page.get_by_role("button", name="Run").click()
    page.get_by_text("3 events so far").wait_for()
    site.begin(game)
    expect(page.get_by_text("events so far")).not_to_have_text("3 events so far, the latest first.")
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped.").wait_for()


# ---------------------------------------------------------------------------------------------- streams

FOLLOWED = """async ([game, count]) => {
  const { steps } = await import('/assets/js/api.js');
  const heard = [], states = [];
  await new Promise((resolve) => {
    const open = steps(game, { after: 0, fields: 'hash' }, (step) => {
      heard.push(step.version);
      if (step.version >= count) { resolve(); open.close(); }
    }, (state) => { states.push(state); if (state === 'ended') resolve(); });
  });
  return { heard, states };
}"""


def test_a_stream_goes_on_where_its_sockets_broke(page: Json, site: Site) -> None:
    game = site.table("brigade", title="Followed", sit=False, bots=2)
    site.begin(game)
    count = site.wait(lambda: (said := site.game(game))["version"] > 120 and said["version"])
    sockets = []

    def breaking(socket: Json) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        seen = 0

        def heard(message: str) -> None:
            nonlocal seen
            seen += 1
            socket.send(message)
            if seen > 30:
                socket.close(code=1012, reason="the service restarts")

        server.on_message(heard)

    page.goto("/rules")
    page.route_web_socket("**/graphql", breaking)
    said = page.evaluate(FOLLOWED, [game, count])
    assert said["heard"] == list(range(1, count + 1))
    assert len(sockets) >= count // 31


def test_a_stream_comes_by_events_where_no_socket_comes_through(page: Json, site: Site) -> None:
    game = site.table("brigade", title="Followed by events", sit=False, bots=2)
    site.begin(game)
    page.goto("/rules")
    page.route_web_socket("**/graphql", lambda socket: socket.close(code=1011, reason="no sockets here"))
    site.wait(lambda: site.game(game)["phase"] == "OVER")
    said = page.evaluate(FOLLOWED, [game, 10**6])
    assert said["heard"] == list(range(1, site.game(game)["version"] + 1))
    assert said["states"][-1] == "ended"


def test_no_page_weighs_too_much(page: Json, site: Site) -> None:
    loaded: dict[str, int] = {}
    page.on("response", lambda answer: loaded.update({answer.url.removeprefix(site.url): len(answer.body())}))
    for path in PATHS:
        loaded.clear()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert sum(loaded.values()) < 300_000, loaded
