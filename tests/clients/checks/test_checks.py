"""Five clients as their authors would write them from the documentation: each does its work, and says what it took.

The figures are printed: requests, lines, and what a move cost on the wire.
"""

import asyncio
import functools
import random
import shutil
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from emberlog_client import Client
from playwright.async_api import async_playwright, expect

from infra.postgres.pool import open_pool
from infra.postgres.principals import PostgresPrincipals
from tests.browser.boards import CHROMIUM, CHROMIUM_FLAGS, needs_browser
from tests.clients.checks import bot_farm, correspondence, lobby, scoreboard
from tests.clients.kits.compiled import STRICT, compiled, tsc
from tests.clients.kits.playing import HASTE, SPECTATOR, sandbox
from tests.clients.running import Running
from tests.machine import needs_node

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

HERE = Path(__file__).parent
BOTS = 50
MOVES = 400


@dataclass
class Wire:
    """What a client sent: requests, and streams among them; and the bytes of the answers, as they came over the wire."""

    requests: int = 0
    streams: int = 0
    answers: list[int] = field(default_factory=list)

    async def count(self, request: httpx.Request) -> None:
        self.requests += 1
        self.streams += request.headers["accept"] == "text/event-stream"

    async def weigh(self, response: httpx.Response) -> None:
        if length := response.headers.get("content-length"):
            self.answers.append(int(length))


@asynccontextmanager
async def counted(url: str, name: str = "", token: str | None = None) -> AsyncIterator[tuple[Client, Wire]]:
    """A client whose requests are counted; a new player if it has a name."""
    wire = Wire()
    limits = httpx.Limits(max_connections=None)
    http = httpx.AsyncClient(
        event_hooks={"request": [wire.count], "response": [wire.weigh]}, limits=limits, timeout=60, trust_env=False
    )
    async with Client(url, token, backoff=HASTE, http=http) as client:
        if name:
            await client.register(name)
        yield client, wire


def figures(name: str, **counts: float) -> None:
    lines = sum(bool(line.strip()) for line in (HERE / name).read_text().splitlines())
    print(f"{name}: {lines} lines;", ", ".join(f"{count} {what}" for what, count in counts.items()))


async def tokens(service: Running, number: int) -> list[str]:
    """Players as an organiser makes them: `register` lets one address make some thirty at once."""
    pool = await open_pool(service.environment["EMBERLOG_DATABASE_URL"], size_max=1)
    try:
        principals = PostgresPrincipals(pool)
        return [(await principals.create(f"Farmhand {at}", frozenset({"player"})))[1] for at in range(number)]
    finally:
        await pool.close()


async def test_a_farm_of_fifty_bots_plays_twenty_five_games(service: Running) -> None:
    async with asyncio.timeout(150), AsyncExitStack() as stack:
        owned = [
            await stack.enter_async_context(counted(service.url, token=token)) for token in await tokens(service, BOTS)
        ]
        farm = bot_farm.Farm([client for client, _ in owned], MOVES)
        began = time.monotonic()
        await farm.run("brigade")
        seconds = time.monotonic() - began
    requests = sum(wire.requests for _, wire in owned)
    streams = sum(wire.streams for _, wire in owned)
    moves = sum(farm.moves)
    answers = sorted(each for _, wire in owned for each in wire.answers)
    figures("bot_farm.py", moves=moves, requests=requests, streams=streams, seconds=round(seconds, 1))
    print(
        f"bytes of an answer: p50 {answers[len(answers) // 2]}, p95 {answers[len(answers) * 19 // 20]}, most {answers[-1]}"
    )
    assert moves >= MOVES and min(farm.moves) > 0
    assert requests - streams <= moves * 1.05 + 4 * BOTS, "one request a move, and a few to begin"


async def test_a_lobby_fills_a_game(service: Running) -> None:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(60))
        host, hosting = await stack.enter_async_context(counted(service.url, "Host"))
        guest, visiting = await stack.enter_async_context(counted(service.url, "Guest"))
        board, watching_list = await stack.enter_async_context(counted(service.url))
        watching = asyncio.create_task(lobby.watch_list(board, "Lobby"))
        opening = asyncio.create_task(lobby.host(host, "london", 2))
        seat = None
        while seat is None:
            seat = await lobby.sit_down(guest, await lobby.waiting(guest, "london"))
            await asyncio.sleep(0.1)
        assert seat == await opening
        assert (await guest.game(seat)).phase == "PLAYING"
        assert (await watching)[-1] == "Lobby: gone"
    figures("lobby.py", host=hosting.requests, guest=visiting.requests, list=watching_list.requests)


async def test_a_scoreboard_shows_what_the_game_shows(service: Running) -> None:
    async with (
        asyncio.timeout(90),
        counted(service.url, "Organiser") as (client, _),
        counted(service.url) as (
            board,
            wire,
        ),
    ):
        game = await sandbox(client, "great_fire", 3, bots=3, seed="scores", paceMs=5)
        await client.begin(game)
        rows = await scoreboard.follow_scores(board, game)
        assert len(rows) > 3
        places = await scoreboard.places(board, game)
        assert len(places) == 3 and places[0].startswith("1. ")
    figures("scoreboard.py", requests=wire.requests, rows=len(rows))


async def test_a_correspondence_player_comes_back_with_a_token_and_a_cursor(
    service: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBERLOG_URL", service.url)
    state = tmp_path / "state.json"
    async with asyncio.timeout(90), counted(service.url, "Letter writer") as (client, _):
        games = [await sandbox(client, "great_fire", 3, bots=2, seed=f"letters {n}", paceMs=100) for n in range(2)]
        for game in games:
            await client.begin(game)
        state.write_text(f'{{"token": "{client.token}"}}')
        visits = []
        while sum(visits) < 3 or len(visits) < 3:  # the bots of the service play between two visits
            visits.append(await correspondence.visit(state))
            await asyncio.sleep(0.3)
        by_me = [step async for step in client.history(games[0]) if step.line and step.line.seat == 0]
    figures("correspondence.py", moves=sum(visits), visits=len(visits))
    assert len(by_me) > 1


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The page on an address of its own, compiled strictly, with the kit beside it."""
    compiled(tmp_path)
    shutil.copy(HERE / "page.ts", tmp_path)
    tsc(tmp_path, *STRICT[:-2], "--lib", "es2023,dom,dom.iterable", "--types", "", "page.ts")
    shutil.copy(HERE / "page.html", tmp_path)
    shutil.copytree(tmp_path / "node_modules" / "emberlog-client" / "dist", tmp_path / "kit")
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@needs_node
@needs_browser
async def test_a_page_in_typescript_plays_in_a_browser(service: Running, site: str) -> None:
    async with asyncio.timeout(90), counted(service.url, "Reader") as (client, _), async_playwright() as playwright:
        game = await sandbox(client, "brigade", 2, bots=1, seed="page")
        await client.begin(game)
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_FLAGS)
        page = await browser.new_page()
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url))
        await page.goto(f"{site}/page.html?game={game}&service={service.url}&token={client.token}")
        for _ in range(5):
            await expect(page.locator("button").first).to_be_visible(timeout=20_000)
            buttons = page.locator("button")
            before = await page.locator("#state").inner_text()
            await buttons.nth(random.Random(3).randrange(await buttons.count())).click()
            await expect(page.locator("#state")).not_to_have_text(before)
        await client.resign(game)
        await expect(page.locator("#steps li")).not_to_have_count(0)
        steps = [step async for step in client.steps(game, as_=SPECTATOR)]
        await browser.close()
    figures("page.ts", moves=5, requests=sum(url.endswith("/graphql") for url in sent), steps=len(steps))
    assert sum(url.endswith("/graphql") for url in sent) <= 10
