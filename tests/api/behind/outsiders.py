"""Callers who see a game with its delay: every request they can send, and their answers byte by byte."""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final

import httpx

from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from services.reads.export import export_game
from services.world import World
from tests.api.conftest import Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, ANSWER, BEGIN, FOLLOW_VIEWS, RESIGN, SUBMIT, TAKE, GameClient
from tests.dice import new_id
from tests.services.clock import Clock

OPEN: Final = f"""mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $delay: DelayInput) {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: "Late", delay: $delay) {{ {ANSWER} }} }}"""
SECONDS: Final = 60
OUTSIDERS: Final = (None, "Stranger", "Host")

GAME: Final = """query All($g: ID!, $c: ID!) { game(id: $g) {
  id version ruleset rulesetVersion title phase options toAct turn watchers isDelayed delayedBecause commitment secret headHash openedAt lastMoveAt
  mySeat isHost viewJson delay { steps seconds } sandbox { seeded } seats { seat name taken bot resigned share }
  view { version phase toAct position { __typename } } legal { text json } command(id: $c) { firstVersion lastVersion }
  step { version hash turn } scoresNow { seat source banked ifOver } scoreTracks { version points { seat source banked } }
  highlights { edges { cursor node { version kind text aboutSeat } } } refusals { edges { node { version code text } } } } }"""
STEPS: Final = """query Steps($g: ID!, $after: Cursor, $before: Cursor, $last: Int) { game(id: $g) {
  steps(after: $after, before: $before, last: $last) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { gameId version time commandId hash prevHash stateHash turn patch line { type text seat facts } } } } } }"""
WHY: Final = "query Why($g: ID!, $v: Int!) { game(id: $g) { why(step: $v) { steps { version } rules { id } } } }"
STEP: Final = "query Step($g: ID!, $v: Int!) { game(id: $g) { step(version: $v) { hash } } }"
VIEW: Final = "query View($g: ID!, $v: Int!) { game(id: $g) { viewJson(at: $v) } }"
TRACKS: Final = "query Tracks($g: ID!, $v: Int!) { game(id: $g) { scoreTracks(from: 1, to: $v) { version } } }"
VIEWERS: Final = "query Eyes($g: ID!) { game(id: $g) { viewJson(as: {kind: ARBITER}) } }"
OWN: Final = """query Own($g: ID!, $json: JSON) { game(id: $g) { whyNot(commandJson: $json) { code text }
  dryRun(commandJson: $json) { ends } } }"""
LISTS: Final = """query Lists { games { totalCount pageInfo { hasNextPage endCursor }
    edges { cursor node { id phase version turn seats toAct leaders winners watchers openedAt lastMoveAt } } } }"""
RULES: Final = """query Rules($after: Cursor) { rules(ruleset: "game", first: 50, after: $after) { pageInfo { hasNextPage endCursor } edges { node {
  id games(first: 5) { totalCount edges { cursor node { version times game { id version watchers } } } } } } } }"""
FORK: Final = f"""mutation Fork($game: ID!, $id: ID!, $at: Int) {{
  answer: fork(game: $game, commandId: $id, at: $at, seat: 0) {{ {ANSWER} }} }}"""
LATE: Final = f"""mutation Late($game: ID!, $id: ID!, $version: Int) {{
  seatBot: seatBot(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  leave: leaveSeat(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  time: callTime(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  begin: beginGame(game: $game, commandId: $id, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }} }}"""
PARKED: Final = """mutation Begin($game: ID!, $id: ID!) {
  answer: beginGame(game: $game, commandId: $id) { __typename ... on GameParked { version step text } } }"""


COST: Final = re.compile(r',"extensions":\{"cost":\{[^}]*\}\}(?=\}$)')
"""What the caller has left, by the clock."""


class Asker:
    """Asks one process of the service, and keeps the answers as they came."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self.served = served
        self.http = http

    async def raw(self, document: str, by: str | None, **variables: Any) -> str:
        sent = {"query": document, "variables": variables}
        answer = await self.http.post(f"{self.served.url}/graphql", json=sent, headers=self.served.headers(by))
        return f"{answer.status_code} {COST.sub('', answer.text)}"

    async def __call__(self, document: str, *, by: str | None = None, **variables: Any) -> Any:
        response = json.loads((await self.raw(document, by, **variables)).partition(" ")[2])
        assert "errors" not in response, response["errors"]
        return response["data"]


async def late_client(asker: Asker, clock: Clock, *, begin: bool = True, **delay: int) -> GameClient:
    """A game with a delay whose host has no seat. Each command takes a second."""
    served, chosen_ruleset = asker.served, next(iter(CURRENT.values()))
    players = tuple(f"Player{at}" for at in range(chosen_ruleset.seats_min))
    for name in (*players, "Host", "Stranger"):
        await served.principal(name)
    await served.principal("Judge", "arbiter")
    response = await asker(
        OPEN, by="Host", id=new_id(), ruleset=chosen_ruleset.id, seats=chosen_ruleset.seats_min, delay=delay
    )
    game = response["answer"]["gameId"]
    for at, name in enumerate(players):
        clock.now_us += 1_000_000
        response = await asker(TAKE, by=name, game=game, id=new_id(), seat=at, share=f"share {at}")
        assert response["answer"]["__typename"] == "CommandAccepted", response
    client = GameClient(served, asker, game, players, random.Random(7))
    if begin:
        clock.now_us += 1_000_000
        response = await asker(BEGIN, by="Host", game=game, id=new_id())
        assert response["answer"]["__typename"] == "CommandAccepted", response
    return client


async def move_on(client: GameClient, commands: int, clock: Clock | None = None) -> int:
    """Play some commands, as callers who see the game without its delay. Returns the head afterwards."""
    version = 0
    for _ in range(commands):
        if clock is not None:
            clock.now_us += 1_000_000
        seats = (await client.mine("Judge"))["toAct"]
        mine = await client.mine(client.players[seats[0]])
        answer = await client.submit(client.players[seats[0]], client.chance.choice(mine["legal"])["json"])
        assert answer["__typename"] == "CommandAccepted", answer
        version = answer["version"]
    return version


async def reads(asker: Asker, game: str, horizon: int) -> dict[str, str]:
    """The answers that outsiders get when they read, also past the horizon, by request."""
    received: dict[str, str] = {}
    past = (horizon + 1, horizon + 5, horizon + 12)

    async def streams_are(*, open_: bool, unless: Callable[[], bool] = lambda: False) -> None:
        async with asyncio.timeout(30):  # a stream that opens or closes tells nobody
            while bool(asker.served.services.watch.watching(game).public) is not open_ and not unless():  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    await streams_are(open_=False)
    for by in OUTSIDERS:
        received[f"game {by}"] = await asker.raw(GAME, by, g=game, c=new_id())
        received[f"eyes {by}"] = await asker.raw(VIEWERS, by, g=game)
        received[f"own {by}"] = await asker.raw(OWN, by, g=game, json={"type": "nothing"})
        received[f"steps {by}"] = await asker.raw(STEPS, by, g=game)
        received[f"last steps {by}"] = await asker.raw(STEPS, by, g=game, last=3)
        received[f"fork {by}"] = await asker.raw(FORK, by, game=game, id=new_id(), at=horizon + 1)
        for at in past:
            received[f"steps after {at} {by}"] = await asker.raw(STEPS, by, g=game, after=str(at))
            received[f"steps before {at} {by}"] = await asker.raw(STEPS, by, g=game, before=str(at), last=2)
            for name, document in {"why": WHY, "step": STEP, "view": VIEW, "tracks": TRACKS}.items():
                received[f"{name} {at} {by}"] = await asker.raw(document, by, g=game, v=at)
        for after in (0, horizon, horizon + 5):
            streams = {
                "socket": follow_socket(asker.served, FOLLOW_VIEWS, by=by, game=game, after=str(after)),
                "events": follow_events(asker.served, asker.http, FOLLOW_VIEWS, by=by, game=game, after=str(after)),
                "again": follow_events(
                    asker.served, asker.http, FOLLOW_VIEWS, by=by, game=game, last_event_id=str(after)
                ),
            }
            for name, stream in streams.items():
                await streams_are(open_=False)
                received[f"{name} {after} {by}"] = await followed(
                    stream, max(0, horizon - after), partial(streams_are, open_=True)
                )
    services = asker.served.services
    visible = await services.look.game(None, game)
    assert visible is not None
    assert not [name for name, answer in received.items() if "GRAPHQL_VALIDATION_FAILED" in answer]
    received["export"] = b"\n".join(
        [line async for line in export_game(asker.served.world, visible, SPECTATOR)]
    ).decode()
    return received


async def followed(stream: AsyncIterator[dict[str, Any]], expected: int, opened: Callable[..., Awaitable[None]]) -> str:
    """What a stream sends: as many steps as may come, then nothing for a while, no end and no error.

    `opened`: waits until the service has taken it, `unless` it has answered.
    """
    matches: list[Any] = []
    async with contextlib.aclosing(stream):  # type: ignore[type-var]
        for _ in range(expected):
            matches.append(await asyncio.wait_for(anext(stream), 30))
        following = asyncio.ensure_future(anext(stream, "the end"))
        await opened(unless=following.done)
        done, _pending = await asyncio.wait({following}, timeout=0.03)
        matches.append(following.result() if done else "nothing more")
        while not following.done():  # a client that is still connecting may swallow a cancellation
            following.cancel()
            await asyncio.wait({following}, timeout=0.1)
    return json.dumps(matches)


async def lists(asker: Asker) -> dict[str, str]:
    """The lists as outsiders receive them. None is refused: that would compare nothing."""
    received = {f"lists {by}": await asker.raw(LISTS, by) for by in OUTSIDERS}
    for by in OUTSIDERS:
        after, more = None, True
        while more:
            received[f"rules after {after} {by}"] = answer = await asker.raw(RULES, by, after=after)
            page = json.loads(answer.partition(" ")[2])["data"]["rules"]["pageInfo"]
            after, more = page["endCursor"], page["hasNextPage"]
    assert not [answer for answer in received.values() if '"errors"' in answer], received
    return received


async def orders(asker: Asker, game: str, horizon: int, like: Any) -> dict[str, str]:
    """The answers that outsiders get when they send commands."""
    received: dict[str, str] = {}
    for by in OUTSIDERS:
        for version in (None, 1, horizon, horizon + 5):
            received[f"late {version} {by}"] = await asker.raw(LATE, by, game=game, id=new_id(), version=version)
            sent = {"game": game, "id": new_id(), "json": like, "version": version}
            received[f"submit {version} {by}"] = await asker.raw(SUBMIT, by, **sent)
        received[f"take {by}"] = await asker.raw(TAKE, by, game=game, id=new_id(), seat=0)
        received[f"resign {by}"] = await asker.raw(RESIGN, by, game=game, id=new_id())
        if by != "Judge":
            received[f"abandon {by}"] = await asker.raw(ABANDON, by, game=game, id=new_id())
    return received


def assert_same(received: dict[str, str], before: dict[str, str]) -> None:
    differing = {name: (received[name], before[name]) for name in before if received[name] != before[name]}
    assert not differing, differing


async def horizon_of(asker: Asker, game: str) -> int:
    versions = {
        (await asker("query($g: ID!) { game(id: $g) { version } }", by=by, g=game))["game"]["version"]
        for by in OUTSIDERS
    }
    assert len(versions) == 1
    return int(versions.pop())


async def client_with_horizon(asker: Asker, clock: Clock) -> tuple[GameClient, int]:
    """A game with a delay of `SECONDS`, and where its outsiders are: a second after they came as far as the players."""
    client = await late_client(asker, clock, seconds=SECONDS)
    await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    horizon = await horizon_of(asker, client.game)
    clock.now_us += 1_000_000
    return client, horizon


@contextlib.asynccontextmanager
async def another(asker: Asker, world: World) -> AsyncIterator[Asker]:
    """Another process of the service, with nothing in memory, for the same people."""
    async with serving(services_over(world)) as served:
        served.tokens = asker.served.tokens
        yield Asker(served, asker.http)
