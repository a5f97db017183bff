"""The edge of infra/edge/nginx.conf before a running API: what it stores, what it never stores, and what it passes on."""

import asyncio
import contextlib
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from emberlog_client import Backoff, Client

from api.app import create_app
from api.limits import ApiLimits
from api.problems import CODES
from domain.rulesets import CURRENT
from infra.wire.proxies import Proxies
from infra.wire.server import wire_server
from services.world import World
from tests.api.conftest import Served, asking, own_listener, running_on, services_over
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, FOLLOW, GameClient, open_game
from tests.api.memory import memory_world
from tests.api.test_caching import STEPS, VIEW, Getter
from tests.dice import new_id
from tests.habits.sources import ROOT
from tests.machine import free_port, needs_nginx

pytestmark = [pytest.mark.campaign, needs_nginx]

CONFIGURATION: Final = ROOT / "infra" / "edge" / "nginx.conf"
SECONDS_MAX: Final = 60.0
BURST: Final = 400
"""Of `limit_req` in the file."""
REQUESTS_AT_ONCE: Final = 900
FLOODS_MAX: Final = 10
REGISTER: Final = "mutation($name: String!) { register(name: $name) { token } }"
MAIN: Final = """daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/edge.conf;
}}
"""


@contextmanager
def edge(folder: Path, api: str) -> Iterator[str]:
    """The edge on a port of its own, with the file as it is but for places. Yields its address."""
    port, text = free_port(), CONFIGURATION.read_text()
    for there, here in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("server 127.0.0.1:8000;", f"server {api};"),
        ("/var/cache/nginx/emberlog", f"{folder}/cache"),
    ):
        assert text.count(there) == 1, there
        text = text.replace(there, here)
    (folder / "edge.conf").write_text(text)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    command = ["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(SECONDS_MAX)


@pytest.fixture
def world() -> World:
    return memory_world()


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(timeout=30, trust_env=False, verify=False) as client:
        yield client


@asynccontextmanager
async def served_at(
    world: World, folder: Path, **limits: Any
) -> AsyncIterator[tuple[Served, contextlib.AsyncExitStack]]:
    """The service as its callers reach it, through the edge; and what ends the API behind it, and not the edge."""
    listener = own_listener()
    services = services_over(world, ApiLimits(**limits))
    server = wire_server(create_app(services), proxies=Proxies.parse("127.0.0.1"))
    async with contextlib.AsyncExitStack() as api:
        url = await api.enter_async_context(running_on(listener, server))
        with edge(folder, url.removeprefix("http://")) as address:
            await _until_it_listens(address)
            yield Served(address, world, services), api


async def _until_it_listens(address: str) -> None:
    async with asyncio.timeout(SECONDS_MAX), httpx.AsyncClient(trust_env=False, verify=False) as http:
        while True:
            with contextlib.suppress(httpx.TransportError):
                assert (await http.get(f"{address}/health")).status_code == 200
                return
            await asyncio.sleep(0.02)


async def test_what_is_over_is_served_without_the_api_and_what_runs_is_never_stored(
    world: World, tmp_path: Path, http: httpx.AsyncClient
) -> None:
    async with served_at(world, tmp_path) as (served, api):
        ask = asking(served, http)
        game, running = await open_game(served, ask), await open_game(served, ask)
        getter = Getter(served, http)
        for query in (STEPS, VIEW):
            await _is_compared_each_time(getter, running, query)
        await served.principal("Ada", "arbiter")
        await ask(ABANDON, by="Ada", game=game.game, id=new_id())
        for query in (STEPS, VIEW):
            await _is_stored(getter, game, query)
        await api.aclose()
        for query in (STEPS, VIEW):
            stored = await getter(query, variables={"g": game.game})
            assert (stored.status_code, stored.headers["x-cache"]) == (200, "HIT")
            known = {"if-none-match": stored.headers["etag"]}
            assert (await getter(query, variables={"g": game.game}, headers=known)).status_code == 304
            for by, variables in ((None, {"g": running.game}), ("Ada", {"g": game.game})):
                away = await getter(query, by=by, variables=variables)
                assert (away.status_code, code_of(away)) == (503, "UNAVAILABLE"), "nothing of it was stored"


async def _is_compared_each_time(getter: Getter, game: GameClient, query: str) -> None:
    variables = {"g": game.game}
    answers = [await getter(query, variables=variables) for _ in range(3)]
    assert "HIT" not in {each.headers["x-cache"] for each in answers}
    known = {"if-none-match": answers[0].headers["etag"]}
    same = await getter(query, variables=variables, headers=known)
    assert (same.status_code, same.content) == (304, b"")
    if query == STEPS:
        await game.play(1)
        moved = await getter(query, variables=variables, headers=known)
        assert moved.status_code == 200 and moved.headers["etag"] != answers[0].headers["etag"]


async def _is_stored(getter: Getter, game: GameClient, query: str) -> None:
    variables = {"g": game.game}
    own = await getter(query, variables=variables, by=game.players[0])
    assert own.headers["x-cache"] == "BYPASS" and own.headers["cache-control"].startswith("private")
    known = {"if-none-match": own.headers["etag"]}
    await getter(query, variables=variables, headers=known)  # whatever it is, it is nobody else's
    first = await getter(query, variables=variables)
    assert (first.status_code, first.headers["x-cache"]) == (200, "MISS")
    repeated = await getter(query, variables=variables)
    assert repeated.headers["x-cache"] == "HIT" and repeated.json() == first.json()
    plain = await getter(query, variables=variables, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json()["data"] == first.json()["data"]
    if query == STEPS:
        assert first.headers["content-encoding"] == "gzip", "small answers are not compressed"


@pytest.mark.parametrize("events", [False, True], ids=["websocket", "events"])
async def test_a_step_comes_through_when_it_happens(
    world: World, tmp_path: Path, http: httpx.AsyncClient, events: bool
) -> None:
    async with served_at(world, tmp_path) as (served, _):
        game = await open_game(served, asking(served, http))
        known = (await game.mine(None))["version"]
        follow = (
            follow_events(served, http, FOLLOW, game=game.game)
            if events
            else follow_socket(served, FOLLOW, game=game.game)
        )
        async with asyncio.timeout(SECONDS_MAX), contextlib.aclosing(follow):  # type: ignore[type-var]
            for _ in range(known):
                await anext(follow)
            for _ in range(3):
                before = known
                await game.play(1)
                known = (await game.mine(None))["version"]
                for _ in range(known - before):
                    await anext(follow)  # the stream goes on: nothing waited for its end


async def test_callers_have_their_own_addresses_and_strangers_their_bounds(world: World, tmp_path: Path) -> None:
    async with served_at(world, tmp_path, newcomers_burst=1, newcomers_per_second=0.001) as (served, _):
        one, other = ("127.0.0.2", "127.0.0.3")
        assert await _registered(served, one) is None
        assert await _registered(served, one) == "RATE_LIMITED"
        assert await _registered(served, one, forged="192.0.2.7") == "RATE_LIMITED", "nobody invents an address"
        assert await _registered(served, other) is None
        async with httpx.AsyncClient(base_url=served.url, trust_env=False, verify=False) as http:
            assert [(await http.get(path)).status_code for path in ("/metrics", "/ready")] == [403, 403]
            for refused, status, code in (
                (await http.post("/graphql", content=b"x" * 70_000), 413, "TOO_LARGE"),
                (await http.get("/health", headers={"x-long": "x" * 20_000}), 431, "HEAD_TOO_LARGE"),
            ):
                assert (refused.status_code, code_of(refused)) == (status, code)


def code_of(answer: httpx.Response) -> str:
    """The code of a problem of the edge itself, which has the shape of the API's."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    assert answer.headers["access-control-allow-origin"] == "*", "pages of every site may read it"
    problem = answer.json()
    [error] = problem["errors"]
    code: str = error["extensions"]["code"]
    assert problem["status"] == answer.status_code and problem["code"] == code in CODES
    assert problem["detail"] == error["message"]
    return code


async def test_a_flood_is_a_problem_that_clients_obey(world: World, tmp_path: Path, http: httpx.AsyncClient) -> None:
    """The flood goes down one connection at once: however busy the machine is, the edge reads it faster than it allows.
    It is for an address that the edge answers itself, so the API is not a part of this."""
    async with served_at(world, tmp_path) as (served, _):
        client = Client(served.url, http=http, backoff=Backoff(first_seconds=0.01, give_up_seconds=60))
        host, port = served.url.removeprefix("http://").split(":")
        for _ in range(FLOODS_MAX):
            statuses = await _pipelined(host, int(port), REQUESTS_AT_ONCE)
            if 429 in statuses:
                break
        assert statuses.index(429) >= BURST - FLOODS_MAX and set(statuses) == {403, 429}
        refused = await http.get(f"{served.url}/health")
        while refused.status_code != 429:  # some requests were allowed meanwhile
            await _pipelined(host, int(port), REQUESTS_AT_ONCE)
            refused = await http.get(f"{served.url}/health")
        assert code_of(refused) == "RATE_LIMITED" and refused.headers["retry-after"] == "1"
        assert refused.json()["errors"][0]["extensions"]["retryAfterMs"] == 1_000
        assert len(await client.rulesets()) == len(CURRENT), "the kit waits, and is answered"
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2", verify=False)
        async with httpx.AsyncClient(transport=transport) as neighbour:
            assert (await neighbour.get(f"{served.url}/health")).status_code == 200, "another address has its own bound"


async def _pipelined(host: str, port: int, count: int) -> list[int]:
    """The statuses of so many requests that are sent at once over one connection."""
    reader, writer = await asyncio.open_connection(host, port)
    head = f"GET /metrics HTTP/1.1\r\nhost: {host}\r\n"
    writer.write(f"{head}\r\n".encode() * (count - 1) + f"{head}connection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(-1), SECONDS_MAX)
    writer.close()
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3})", answer)]


async def _registered(served: Served, source: str, forged: str | None = None) -> str | None:
    """The code of the problem that a newcomer from this address gets."""
    transport = httpx.AsyncHTTPTransport(local_address=source, verify=False)
    async with httpx.AsyncClient(transport=transport) as http:
        sent = {"query": REGISTER, "variables": {"name": "Ada"}}
        headers = {} if forged is None else {"x-forwarded-for": forged}
        answer = (await http.post(f"{served.url}/graphql", json=sent, headers=headers)).json()
    return answer["errors"][0]["extensions"]["code"] if "errors" in answer else None
