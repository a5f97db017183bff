"""A caller who sees a game with its delay learns nothing of what lies past it, on any channel: answers, texts, numbers.

The outsiders send every request there is. Then the game continues while their clock stands still, and they repeat their
requests. Whatever has happened in between, they must get the same bytes (GAME-DELAY-02).
"""

import asyncio
import contextlib
import dataclasses
import json
import random
from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any, Final

import httpx
import pytest

from domain.engine.viewer import SPECTATOR
from domain.game import Game
from domain.rulesets import CURRENT
from services.ports import RawStep
from services.reads.export import export_game
from services.world import World
from tests.api.conftest import Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, ANSWER, BEGIN, FOLLOW_VIEWS, RESIGN, SUBMIT, TAKE, GameClient
from tests.api.memory import MemoryLog, memory_world
from tests.dice import new_id

OPEN: Final = f"""mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $delay: DelayInput) {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: "Late", delay: $delay) {{ {ANSWER} }} }}"""
SECONDS: Final = 60
OUTSIDERS: Final = (None, "Stranger", "Host")

GAME: Final = """query All($g: ID!, $c: ID!) { game(id: $g) {
  id version ruleset rulesetVersion title phase options toAct turn watchers isDelayed commitment secret headHash openedAt lastMoveAt
  mySeat isHost viewJson delay { steps seconds } sandbox { seeded } seats { seat name taken bot resigned share }
  view { version phase toAct position { __typename } } legal { text json } command(id: $c) { firstVersion lastVersion }
  step { version hash turn } scoresNow { seat source banked ifOver } scoreTracks { version points { seat source banked } }
  highlights { version kind text seat } refusals { version code text } } }"""
STEPS: Final = """query Steps($g: ID!, $after: Cursor, $before: Cursor, $last: Int) { game(id: $g) {
  steps(after: $after, before: $before, last: $last) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { game version time commandId hash prevHash stateHash turn patch line { type text seat facts } } } } } }"""
WHY: Final = "query Why($g: ID!, $v: Int!) { game(id: $g) { why(step: $v) { steps { version } rules { id } } } }"
STEP: Final = "query Step($g: ID!, $v: Int!) { game(id: $g) { step(version: $v) { hash } } }"
VIEW: Final = "query View($g: ID!, $v: Int!) { game(id: $g) { viewJson(at: $v) } }"
TRACKS: Final = "query Tracks($g: ID!, $v: Int!) { game(id: $g) { scoreTracks(from: 1, to: $v) { version } } }"
VIEWERS: Final = "query Eyes($g: ID!) { game(id: $g) { viewJson(as: {kind: ARBITER}) } }"
OWN: Final = """query Own($g: ID!, $json: JSON) { game(id: $g) { whyNot(commandJson: $json) { code text }
  dryRun(commandJson: $json) { ends } } }"""
LISTS: Final = """query Lists { games { totalCount pageInfo { hasNextPage endCursor }
    edges { cursor node { id phase version turn seats toAct leaders winners watchers openedAt lastMoveAt } } }
  rules(ruleset: "game") { id games(first: 5) { totalCount edges { cursor node { version times game { id version watchers } } } } } }"""
FORK: Final = f"""mutation Fork($game: ID!, $id: ID!, $at: Int) {{
  answer: fork(game: $game, commandId: $id, at: $at, seat: 0) {{ {ANSWER} }} }}"""
LATE: Final = f"""mutation Late($game: ID!, $id: ID!, $version: Int) {{
  seatBot: seatBot(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  leave: leaveSeat(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  time: callTime(game: $game, commandId: $id, seat: 0, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }}
  begin: beginGame(game: $game, commandId: $id, expectedVersion: $version) {{ {ANSWER} ...on GameParked {{ step }} }} }}"""
PARKED: Final = """mutation Begin($game: ID!, $id: ID!) {
  answer: beginGame(game: $game, commandId: $id) { __typename ... on GameParked { version step text } } }"""


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now_us = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.now_us


class Asker:
    """Asks one process of the service, and keeps the answers as they came."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self.served = served
        self.http = http

    async def raw(self, document: str, by: str | None, **variables: Any) -> str:
        sent = {"query": document, "variables": variables}
        answer = await self.http.post(f"{self.served.url}/graphql", json=sent, headers=self.served.headers(by))
        return f"{answer.status_code} {answer.text}"

    async def __call__(self, document: str, *, by: str | None = None, **variables: Any) -> Any:
        response = json.loads((await self.raw(document, by, **variables)).partition(" ")[2])
        assert "errors" not in response, response["errors"]
        return response["data"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def served(clock: Clock) -> AsyncIterator[Served]:
    async with serving(services_over(dataclasses.replace(memory_world(), now_us=clock))) as running:
        yield running


@pytest.fixture
def asker(served: Served, http: httpx.AsyncClient) -> Asker:
    return Asker(served, http)


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
    game = response["answer"]["game"]
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
    async with asyncio.timeout(5):
        while asker.served.services.watch.watching(game).public:  # noqa: ASYNC110 -- a closing stream tells nobody
            await asyncio.sleep(0.01)
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
                "socket": follow_socket(asker.served, FOLLOW_VIEWS, by=by, game=game, after=after),
                "events": follow_events(asker.served, asker.http, FOLLOW_VIEWS, by=by, game=game, after=after),
                "again": follow_events(
                    asker.served, asker.http, FOLLOW_VIEWS, by=by, game=game, last_event_id=str(after)
                ),
            }
            for name, stream in streams.items():
                received[f"{name} {after} {by}"] = await followed(stream, expected=max(0, horizon - after))
    services = asker.served.services
    visible = await services.look.game(None, game)
    assert visible is not None
    assert not [name for name, answer in received.items() if "GRAPHQL_VALIDATION_FAILED" in answer]
    received["export"] = b"\n".join(
        [line async for line in export_game(asker.served.world, visible, SPECTATOR)]
    ).decode()
    return received


async def followed(stream: AsyncIterator[dict[str, Any]], expected: int) -> str:
    """What a stream sends: as many steps as may come, then nothing for a while, no end and no error."""
    matches: list[Any] = []
    async with contextlib.aclosing(stream):  # type: ignore[type-var]
        for _ in range(expected):
            matches.append(await asyncio.wait_for(anext(stream), 5))
        following = asyncio.ensure_future(anext(stream, "the end"))
        done, _pending = await asyncio.wait({following}, timeout=0.03)
        matches.append(following.result() if done else "nothing more")
        while not following.done():  # a client that is still connecting may swallow a cancellation
            following.cancel()
            await asyncio.wait({following}, timeout=0.1)
    return json.dumps(matches)


async def lists(asker: Asker) -> dict[str, str]:
    return {f"lists {by}": await asker.raw(LISTS, by) for by in OUTSIDERS}


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
    assert [name for name in before if received[name] != before[name]] == []


async def horizon_of(asker: Asker, game: str) -> int:
    versions = {
        (await asker("query($g: ID!) { game(id: $g) { version } }", by=by, g=game))["game"]["version"]
        for by in OUTSIDERS
    }
    assert len(versions) == 1
    return int(versions.pop())


def damaged(world: World, game: str, version: int) -> World:
    """The same world as another process finds it after a hand has changed a step of the log, which was projected before."""
    assert isinstance(world.log, MemoryLog)
    log = deepcopy(world.log)
    row = log.rows[game][version - 1]
    body = row.body.replace(b'"version"', b'"versiom"')
    assert body != row.body
    log.rows[game][version - 1] = RawStep(row.version, row.type, row.schema, row.prev_hash, row.hash, body)
    return dataclasses.replace(world, log=log)


@contextlib.asynccontextmanager
async def another(asker: Asker, world: World) -> AsyncIterator[Asker]:
    """Another process of the service, with nothing in memory, for the same people."""
    async with serving(services_over(world)) as served:
        served.tokens = asker.served.tokens
        yield Asker(served, asker.http)


@pytest.mark.rules("GAME-DELAY-02")
async def test_outsiders_hear_the_same_whatever_happens_past_their_horizon(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, seconds=SECONDS)
    await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    player = client.players[(await client.mine("Judge"))["toAct"][0]]
    like = (await client.mine(player))["legal"][0]["json"]
    playing = follow_socket(asker.served, FOLLOW_VIEWS, by=player, game=client.game)
    async with contextlib.aclosing(playing):  # type: ignore[type-var]
        await anext(playing)  # a player watches: that he leaves with the end of the game must not show
        horizon = await horizon_of(asker, client.game)

        async def everything() -> dict[str, str]:
            read = await reads(asker, client.game, horizon)
            return {**read, **await lists(asker), **await orders(asker, client.game, horizon, like)}

        clock.now_us += 1_000_000
        assert await move_on(client, 1) > horizon  # everything so far is visible; from here on the clock stands still
        before = await everything()
        assert f'"version":{horizon}' in before["game None"] and '"watchers":0' in before["game None"]
        assert f"has steps 1 to {horizon}; there is no step {horizon + 1}." in before[f"step {horizon + 1} None"]
        assert '"nothing more"' in before["socket 0 None"] and "You hold no seat" in before["late 1 Stranger"]
        assert await move_on(client, 15) > horizon + 12
        assert_same(await everything(), before)
        assert (await asker(RESIGN, by=client.players[-1], game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        assert_same(await everything(), before)
        assert (await asker(ABANDON, by="Judge", game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        assert (await client.mine("Judge"))["phase"] == "ABANDONED"
        assert_same(await everything(), before)


@pytest.mark.campaign
@pytest.mark.rules("GAME-DELAY-02")
@pytest.mark.parametrize("delay", [{"seconds": SECONDS}, {"steps": 20}], ids=["seconds", "steps"])
async def test_where_a_log_is_damaged_is_named_only_as_far_as_the_delay_allows(
    asker: Asker, clock: Clock, delay: Any
) -> None:
    client = await late_client(asker, clock, **delay)
    displayed = await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    head = await move_on(client, 20)
    horizon = await horizon_of(asker, client.game)
    assert displayed <= horizon < head - 13
    before = await reads(asker, client.game, horizon)
    clock.now_us += 10_000_000  # nobody notices at once
    for at in (horizon + 1, head):
        async with another(asker, damaged(asker.served.world, client.game, at)) as other:
            assert_same(await reads(other, client.game, horizon), before)
            for by in ("Stranger", "Host"):
                response = (await other(PARKED, by=by, game=client.game, id=new_id()))["answer"]
                text = f"Game {client.game} is parked."
                assert response == {"__typename": "GameParked", "version": horizon, "step": None, "text": text}
            assert_same(await reads(other, client.game, horizon), before)
            for by in (client.players[0], "Judge"):
                await named(other, client.game, by, at)
            if "seconds" in delay:
                clock.now_us += SECONDS * 1_000_000 - 1
                assert await horizon_of(other, client.game) == at - 1, "up to the damage it goes on with the delay"
                assert (await other(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]["step"] is None
                clock.now_us += 1
                for by in ("Stranger", "Host"):
                    await named(other, client.game, by, at)
                clock.now_us -= SECONDS * 1_000_000
    async with another(asker, damaged(asker.served.world, client.game, horizon)) as other:
        if "seconds" in delay:
            assert await horizon_of(other, client.game) == horizon - 1  # when it was damaged, nobody can say
            clock.now_us += SECONDS * 1_000_000
        for by in ("Stranger", "Host", client.players[0], "Judge"):
            await named(other, client.game, by, horizon)


async def named(asker: Asker, game: str, by: str, at: int) -> None:
    """This caller learns the damaged step, from reads, streams and commands."""
    response = json.loads((await asker.raw(GAME, by, g=game, c=new_id())).partition(" ")[2])
    [error] = response["errors"]
    assert error["extensions"] == {"code": "GAME_DAMAGED", "game": game, "step": at}
    assert error["message"] == f"Game {game} is damaged at step {at}."
    with pytest.raises(AssertionError, match=f'"step": {at}'):
        await anext(follow_socket(asker.served, FOLLOW_VIEWS, by=by, game=game))
    parked = (await asker(PARKED, by=by, game=game, id=new_id()))["answer"]
    assert (parked["__typename"], parked["version"], parked["step"]) == ("GameParked", at, at)
    assert f"at step {at}" in parked["text"]


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_parked_game_is_parked_without_a_number_for_who_is_behind(
    asker: Asker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await late_client(asker, clock, seconds=SECONDS)
    await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    horizon = await horizon_of(asker, client.game)
    clock.now_us += 1_000_000
    head = await move_on(client, 8)
    before = {**await reads(asker, client.game, horizon), **await lists(asker)}
    player = client.players[(await client.mine("Judge"))["toAct"][0]]
    like = (await client.mine(player))["legal"][0]["json"]

    def impossible(*_: Any) -> Any:
        raise AssertionError("an event that cannot be")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "advance", impossible)
        assert (await client.submit(player, like))["version"] == head
    for by in (player, "Judge"):
        response = (await asker(PARKED, by=by, game=client.game, id=new_id()))["answer"]
        assert (response["version"], response["step"]) == (head, head) and f"at step {head}:" in response["text"]
    received = await orders(asker, client.game, horizon, like)
    for name, answer in received.items():
        kind = "NotAuthenticated" if name.endswith("None") else "GameParked"
        assert kind in answer and "impossible" not in answer, name
        assert f"{head}" not in answer.replace(client.game, ""), name
    response = (await asker(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]
    assert response == {
        "__typename": "GameParked",
        "version": horizon,
        "step": None,
        "text": f"Game {client.game} is parked.",
    }
    assert_same({**await reads(asker, client.game, horizon), **await lists(asker)}, before)
    clock.now_us += SECONDS * 1_000_000
    response = (await asker(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]
    assert (response["version"], response["step"]) == (head, head)


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_process_that_has_not_heard_of_the_beginning_tells_nothing_of_it(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, begin=False, steps=500)
    async with another(asker, asker.served.world) as other:
        # A refused command puts the open game into that process's memory.
        response = (await other(TAKE, by="Stranger", game=client.game, id=new_id(), seat=0))["answer"]
        assert response["__typename"] == "CommandRefused" and response["version"] == 1 + len(client.players)
        assert (await asker(BEGIN, by="Host", game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        await move_on(client, 10)
        for version in (None, 1, 1 + len(client.players), 10):
            for by in ("Stranger", "Host"):
                response = await other(LATE, by=by, game=client.game, id=new_id(), version=version)
                assert {answer["__typename"] for answer in response.values()} == {"NotYourSeat"}, (by, version)


async def test_metrics_name_no_game_and_nobody(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, steps=5)
    await move_on(client, 10)
    text = (await asker.http.get(f"{asker.served.url}/metrics")).text
    assert "emberlog_watchers" in text
    assert client.game not in text and not [name for name in asker.served.tokens if name in text]
