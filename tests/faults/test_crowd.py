"""Fault 18: thousands of idle subscriptions, and a spectator who never reads. A pooler in between is not tried here."""

import json
import socket
from typing import Any

import psutil
import pytest
import websockets

from tests.faults.client import Bots, PatientClient
from tests.faults.scale import Figures, count, luck, percentile
from tests.faults.stage import Stage, eventually, staged

pytestmark = pytest.mark.campaign

PER_SOCKET = 25
PER_ADDRESS = 250
PROTOCOL: Any = "graphql-transport-ws"
FOLLOW = "subscription ($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after) { version } }"
WHOLE = "subscription ($game: ID!) { gameSteps(game: $game) { version line { text } viewJson patch } }"
BYTES_MAX = 60_000
"""Of memory, for one idle subscription with its share of a socket."""


def memory(stage: Stage) -> int:
    """What the API's process takes, in bytes."""
    return int(psutil.Process(stage.apis[0].processes["api"]).memory_info().rss)


async def a_socket(stage: Stage, at: int, subscriptions: int, game: str) -> Any:
    """A connection from an address of its own, with idle subscriptions to a game."""
    address = f"127.0.1.{1 + at * PER_SOCKET // PER_ADDRESS}"
    connection = await websockets.connect(
        f"{stage.url.replace('http', 'ws')}/graphql", subprotocols=[PROTOCOL], local_addr=(address, 0), compression=None,
        ping_interval=None,
    )  # fmt: skip
    await connection.send('{"type":"connection_init"}')
    assert json.loads(await connection.recv())["type"] == "connection_ack"
    for id in range(subscriptions):
        payload = {"query": FOLLOW, "variables": {"game": game, "after": "1000000"}}
        await connection.send(json.dumps({"id": str(id), "type": "subscribe", "payload": payload}))
    return connection


async def test_many_idle_subscriptions_cost_little_and_slow_nobody(figures: Figures) -> None:
    dice, subscriptions = luck(18), count(10_000, 1_000)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        idle = await bots.open("great_fire", players=3)
        async with bots.playing(2):
            await bots.reach(20)
        alone, before = list(client.seconds), memory(stage)
        client.seconds.clear()
        sockets = [await a_socket(stage, at, PER_SOCKET, idle.game) for at in range(subscriptions // PER_SOCKET)]
        await eventually(lambda: watched(client, idle.game, subscriptions), 60.0)
        taken = memory(stage) - before
        async with bots.playing(2):
            await bots.reach(20)
        beside = list(client.seconds)
        for each in sockets:
            await each.close()
        await eventually(lambda: watched(client, idle.game, 0), 30.0)
    figures(
        18, idle_subscriptions=subscriptions, sockets=len(sockets), bytes_each=taken // subscriptions,
        command_p50_ms_alone=f"{percentile(alone, 0.5) * 1e3:.0f}", beside=f"{percentile(beside, 0.5) * 1e3:.0f}",
    )  # fmt: skip
    assert taken / subscriptions < BYTES_MAX


async def watched(client: PatientClient, game: str, watchers: int) -> bool:
    """Whether a game has so many watchers."""
    answer = await client.ask("query ($game: ID!) { game(id: $game) { watchers } }", game=game)
    return bool(answer["game"]["watchers"] == watchers)


async def test_a_spectator_who_never_reads_is_closed_and_others_go_on(figures: Figures) -> None:
    dice, readers = luck(18), 3
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        async with bots.playing(1, rulesets=("great_fire",)):
            await bots.reach(60)
            game = bots.games[0]
            before = memory(stage)
            slow = [never_reads(stage, game.game) for _ in range(readers)]
            await eventually(lambda: watched(client, game.game, readers), 60.0)
            await bots.reach(20)
            closed = await eventually(lambda: watched(client, game.game, 0), 60.0)
            after = memory(stage)
        for each in slow:
            each.close()
    figures(18, never_read=readers, closed_after_s=f"{closed:.0f}", memory_mb=f"{(after - before) / 1e6:.1f}")


def never_reads(stage: Stage, game: str) -> socket.socket:
    """A stream of server-sent events whose client takes no byte."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    connection.connect(("127.0.0.1", stage.apis[0].port))
    body = json.dumps({"query": WHOLE, "variables": {"game": game}}).encode()
    connection.sendall(
        b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    )
    return connection
