"""Floods: connections, streams, pings, tokens, newcomers and subscriptions, while four bots go on playing."""

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from infra.cli.processes.children import ROOT
from tests.attacks.conftest import SECONDS, SEED, Owner, share, together
from tests.attacks.judge import Judge
from tests.attacks.target import FORGED, Target
from tests.attacks.test_wire import _closed, _socket
from tests.attacks.wire import client, connection, fresh_address

pytestmark = [pytest.mark.campaign, pytest.mark.xdist_group("attacks")]

STREAMS: Final = 1_200
"""More than one address needs: a program that plays 50 games has 50."""
SILENT: Final = 300
SILENT_SECONDS_MAX: Final = 60.0
STREAM_BYTES_MAX: Final = 25 * 1024 * 1024
"""What one subscription may be sent in five seconds."""
GREEDY_GAMES: Final = max(30, int(SECONDS * 2))
NEWCOMERS_MAX: Final = 60
AUDIT_SECONDS_MAX: Final = 90.0
CLOSED_SECONDS_MAX: Final = 20.0
HALVES: Final = {
    "nothing": b"",
    "half a head": b"POST /graphql HTTP/1.1\r\nhost: x\r\nx-half: ",
    "a slow head": b"GET /health HTTP/1.1\r\nx: ",
    "half a body": b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
}


@pytest.fixture(scope="module", autouse=True)
def players(target: Target, judge: Judge) -> Iterator[None]:
    """Four bots that play all the time. What was acknowledged to them must be there in the end."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.attacks.players", target.url, SEED],
        env={"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(2)
    judge.measure_baseline(3.0)
    try:
        yield
        output, _ = process.communicate(timeout=AUDIT_SECONDS_MAX)
    finally:
        process.kill()
        process.wait()
    figures = json.loads(output.splitlines()[-1])
    print(f"players: {figures}")
    assert figures["acked"] > 0 and figures["lost"] == figures["doubled"] == 0, figures
    assert "RATE_LIMITED" not in figures["problems"], f"valid clients notice none of the limits: {figures}"


@pytest.fixture(scope="module", autouse=True)
def half_requests(target: Target, players: None) -> Iterator["Future[Counter[str]]"]:
    """Clients that owe something, beside all floods: the service waits half a minute for a body. Its result: how many
    were never closed, by kind."""
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(together, _send_halves(target))


async def _send_halves(target: Target) -> Counter[str]:
    each = [_is_closed(target, kind) for kind in HALVES for _ in range(SILENT // len(HALVES))]
    closed = await asyncio.gather(*each)
    return Counter(kind for kind, is_closed in closed if not is_closed)


async def _is_closed(target: Target, kind: str) -> tuple[str, bool]:
    with contextlib.suppress(ConnectionError):
        async with connection(target) as (reader, writer):
            writer.write(HALVES[kind])
            end = time.monotonic() + SILENT_SECONDS_MAX
            while time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        if not await reader.read(1_000):
                            return kind, True
                if kind == "a slow head":
                    writer.write(b"a")
            return kind, False
    return kind, True


def test_streams_of_one_address_have_a_cap(judge: Judge, long_game: str) -> None:
    """Server-sent events of one address on a game that goes on: at some number the service says that it is enough."""
    query = f'subscription {{ gameSteps(game: "{_open_game(judge.target)}", after: "1") {{ version }} }}'
    body = json.dumps({"query": query}).encode()
    head = b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\naccept: text/event-stream\r\n"
    data = head + b"content-length: %d\r\n\r\n" % len(body) + body
    address = fresh_address()
    with judge.attack("streams of one address") as verdict:

        async def attack() -> Counter[int]:
            statuses: Counter[int] = Counter()
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(STREAMS):
                    try:
                        reader, writer = await stack.enter_async_context(connection(judge.target, address))
                        writer.write(data)
                        async with asyncio.timeout(10):
                            line = await reader.readline()
                        statuses[int(line.split(b" ")[1]) if line else 0] += 1
                    except (ConnectionError, TimeoutError):
                        statuses[0] += 1
                    if statuses.total() - statuses[200] > 20:
                        break
            return statuses

        statuses: Counter[int] = together(attack())
        verdict.figures = {"statuses": dict(statuses)}
        verdict.expect(statuses[200] < STREAMS, f"{statuses[200]} streams of one address were accepted")
        verdict.expect(set(statuses) <= {0, 200, 429, 503}, f"statuses {dict(statuses)}")


def test_websockets_of_one_address_have_a_cap(judge: Judge) -> None:
    upgrade = (
        b"GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n"
    )
    address = fresh_address()
    with judge.attack("websockets of one address") as verdict:

        async def one(stack: contextlib.AsyncExitStack) -> bool:
            with contextlib.suppress(ConnectionError, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(10):
                    reader, writer = await stack.enter_async_context(connection(judge.target, address))
                    writer.write(upgrade)
                    head = await reader.readuntil(b"\r\n\r\n")
                    if not head.startswith(b"HTTP/1.1 101"):
                        return False
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.005):
                        return not (await reader.read(100)).startswith(b"\x88")
                return True
            return False

        async def attack() -> int:
            async with contextlib.AsyncExitStack() as stack:
                accepted = 0
                for number in range(STREAMS):
                    accepted += await one(stack)
                    if number - accepted > 20:
                        break
                return accepted

        accepted = together(attack())
        verdict.figures = {"accepted": accepted}
        verdict.expect(accepted < STREAMS, f"{accepted} websockets of one address were accepted")


def test_a_flood_of_pings_holds_nobody_up(judge: Judge) -> None:
    ping = b"\x89\x80\x00\x00\x00\x00" * 10_000
    with judge.attack("pings") as verdict:

        async def attack() -> int:
            sent = 0
            async with _socket(judge.target) as socket:
                transport = socket.transport
                end = time.monotonic() + share(0.06)
                while time.monotonic() < end and not transport.is_closing():
                    if transport.get_write_buffer_size() < 1_000_000:
                        transport.write(ping)
                        sent += 10_000
                    await asyncio.sleep(0.001 if transport.get_write_buffer_size() > 1_000_000 else 0)
                transport.abort()
            return sent

        with contextlib.suppress(Exception):  # the service may close the connection, and the client then complains
            verdict.figures = {"pings": together(attack())}


@pytest.mark.parametrize("reads", [True, False], ids=["who reads", "who does not read"])
def test_a_flood_of_messages_holds_nobody_up(judge: Judge, *, reads: bool) -> None:
    """Pings of the protocol above websockets, and subscriptions that end at once. A client that reads its answers is
    closed; the messages of one that does not are not read either."""
    with judge.attack("messages of one " + ("who reads" if reads else "who does not read")) as verdict:

        async def attack() -> int:
            sent, end = 0, time.monotonic() + share(0.12)
            async with _socket(judge.target) as socket:
                reading = asyncio.create_task(_closed(socket, CLOSED_SECONDS_MAX) if reads else asyncio.sleep(0, 0))
                with contextlib.suppress(ConnectionClosed):
                    while time.monotonic() < end:
                        await socket.send('{"type": "ping"}')
                        query = {"type": "subscribe", "id": str(sent), "payload": {"query": "{ __typename }"}}
                        await socket.send(json.dumps(query))
                        sent += 2
                        await asyncio.sleep(0.001 if reads else 0)  # or what comes is not read, for all that is sent
                code = await reading
                verdict.expect(not reads or code == 4431, f"closed with {code}")
            return sent

        verdict.figures = {"messages": together(attack())}


def test_a_flood_of_newcomers_and_bad_tokens_is_answered_in_type(judge: Judge, dice: random.Random) -> None:
    address = fresh_address()
    codes: Counter[str] = Counter()
    with judge.attack("newcomers and bad tokens") as verdict:

        async def one(http: httpx.AsyncClient, number: int) -> None:
            token = {"authorization": f"Bearer emb_{dice.getrandbits(256):064x}"} if number % 2 else {}
            name = f"New {number} \x1b[31m\n{FORGED}" if number % 7 == 0 else f"New {number}"
            query = {"query": "mutation($n: String!) { register(name: $n) { me { id } } }", "variables": {"n": name}}
            answer = await http.post(f"{judge.target.url}/graphql", json=query, headers=token)
            answered = verdict.answer(answer.status_code, answer.content, "a newcomer")
            codes[",".join(answered) or "registered"] += 1

        async def attack() -> None:
            async with client(address) as http:
                for start in range(0, 300, 60):
                    await asyncio.gather(*(one(http, number) for number in range(start, start + 60)))

        together(attack())
        verdict.figures = dict(codes)
        verdict.expect(codes["registered"] <= NEWCOMERS_MAX, f"{codes['registered']} newcomers of one address")


def test_one_subscription_is_priced_by_what_it_streams(judge: Judge, long_game: str) -> None:
    views = " ".join(f"a{number}: viewJson" for number in range(190))
    query = f'subscription {{ gameSteps(game: "{long_game}") {{ {views} }} }}'
    with judge.attack("a subscription to 190 views") as verdict:

        async def attack() -> int:
            received = 0
            async with _socket(judge.target) as socket:
                await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query}}))
                with contextlib.suppress(TimeoutError, Exception):
                    async with asyncio.timeout(5):
                        while True:
                            message = await socket.recv()
                            received += len(message)
                            if '"next"' not in str(message)[:60]:
                                break
            return received

        received = together(attack())
        verdict.figures = {"bytes": received}
        verdict.expect(received <= STREAM_BYTES_MAX, f"{received / 1e6:.0f} MB in five seconds")


def test_a_newcomer_with_many_bots_games_takes_nothing_from_others(judge: Judge) -> None:
    """S5: many games of four bots by one newcomer. The players of this suite are bots of people; the service's own bots must
    go on answering somebody else within the time that a game needs."""
    greedy, other = Owner(judge.target), Owner(judge.target)
    with judge.attack(f"{GREEDY_GAMES} games of bots") as verdict:
        opened = 0
        for _ in range(GREEDY_GAMES // 6):
            answers = greedy.orders(['openGame(ID, ruleset: "london", seats: 4)'] * 6)
            games = [each["gameId"] for each in answers if each["__typename"] == "CommandAccepted"]
            for seat in range(4):
                greedy.orders([f'seatBot(game: "{game}", ID, seat: {seat})' for game in games])
            begun = greedy.orders([f'beginGame(game: "{game}", ID)' for game in games])
            opened += sum(each["__typename"] == "CommandAccepted" for each in begun)
        verdict.expect(opened > 0, "no game of the newcomer began: nothing was attacked")
        game = other.order('openGame(ID, ruleset: "london", seats: 2)')["gameId"]
        other.order(f'takeSeat(game: "{game}", ID, seat: 0)')
        other.order(f'seatBot(game: "{game}", ID, seat: 1)')
        other.order(f'beginGame(game: "{game}", ID)')
        waited = _bots_answer(other, str(game))
        verdict.figures = {"opened": opened, "waited": round(waited, 1)}
        verdict.expect(waited < 20, f"a bot of somebody else did not answer for {waited:.0f} s")


def _bots_answer(owner: Any, game: str) -> float:
    """Plays until the bot has had its turn; how long it took in all."""
    begun = time.monotonic()
    while time.monotonic() - begun < 30:
        look = owner.ask(f'{{ game(id: "{game}") {{ toAct phase legal {{ json }} seats {{ bot }} turn }} }}')["game"]
        if look["phase"] == "OVER" or look["turn"] >= 3:
            return time.monotonic() - begun
        if look["legal"]:
            owner.ask(
                """mutation($g: ID!, $id: ID!, $j: JSON!) { submit(game: $g, commandId: $id, commandJson: $j) { __typename } }""",
                g=game, id=_uuid(), j=look["legal"][0]["json"],
            )  # fmt: skip
        else:
            time.sleep(0.05)
    return time.monotonic() - begun


def _uuid() -> str:
    return str(uuid.uuid4())


def _open_game(target: Target) -> str:
    """A game that does not begin: its stream goes on without steps."""
    return str(Owner(target).order('openGame(ID, ruleset: "great_fire", seats: 3)')["gameId"])


def test_an_invented_address_is_not_believed(judge: Judge) -> None:
    """S7: nobody named a proxy, so a header says nothing about where a caller is."""
    query = {"query": 'mutation { register(name: "Many") { me { id } } }'}
    with judge.attack("invented addresses") as verdict:

        async def attack() -> int:
            registered = 0
            async with client("127.0.0.1") as http:
                for number in range(NEWCOMERS_MAX * 2):
                    headers = {"x-forwarded-for": f"10.1.2.{number}", "forwarded": f"for=10.1.2.{number}"}
                    answer = await http.post(f"{judge.target.url}/graphql", json=query, headers=headers)
                    registered += not verdict.answer(answer.status_code, answer.content, "an invented address")
            return registered

        registered = together(attack())
        verdict.figures = {"registered": registered}
        verdict.expect(registered <= NEWCOMERS_MAX, f"{registered} newcomers of one address")


@pytest.mark.parametrize("path", ["/ready", "/metrics", "/schema.graphql", "/nothing"])
def test_a_flood_of_probes_is_cheap(judge: Judge, path: str) -> None:
    """S17: a probe asks the servers behind the service once for many callers."""
    with judge.attack(f"a flood of {path}") as verdict:

        async def attack() -> int:
            answered, end = 0, time.monotonic() + share(0.06)

            async def one(http: httpx.AsyncClient) -> None:
                nonlocal answered
                while time.monotonic() < end:
                    answer = await http.get(judge.target.url + path)
                    verdict.expect(answer.status_code in (200, 404, 429, 503), f"status {answer.status_code}")
                    answered += 1

            async with client() as http:
                await asyncio.gather(*(one(http) for _ in range(20)))
            return answered

        verdict.figures = {"answers": together(attack())}


def test_half_a_request_is_not_waited_for_long(judge: Judge, half_requests: "Future[Counter[str]]") -> None:
    """Nothing, half a head, a head that comes by the byte, and half a body: all are closed after a while. They began
    before the first of the floods."""
    with judge.attack("half requests") as verdict:
        left = half_requests.result(SILENT_SECONDS_MAX * 2)
        verdict.figures = {"left": dict(left)}
        verdict.expect(not left, f"still open after {SILENT_SECONDS_MAX:.0f} s: {dict(left)}")
