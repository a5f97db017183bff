"""A name that somebody types wherever one can, and a search for it: before and after that person is erased."""

import base64
import contextlib
import io
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Final

import asyncpg
import httpx
import pytest
import redis.asyncio
from rich.console import Console

from domain.engine.viewer import ARBITER
from infra.cli.commands.person import erase
from infra.cli.problems import Problem
from infra.postgres.pool import open_pool
from infra.postgres.projection_store import PostgresProjectionStore
from infra.wiring import wired
from projections.runner import Runner
from services.log.openings import openings_stream, verify_openings
from services.log.verify import verify_game
from services.naming import NAMES_CACHED_SECONDS
from services.reads.export import export_game
from services.world import World
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_socket
from tests.dice import new_id

SECRET: Final = "Zephyrine Quillfeather"
BESIDE_THE_LOG: Final = {"person", "seat_name", "stream_title", "note", "token"}
"""The only tables that may have it (GAME-PERSON-01)."""

ANSWER: Final = "{ __typename ... on CommandAccepted { gameId } ... on CommandProblem { code text } }"
REGISTER: Final = "mutation($name: String!) { register(name: $name) { token } }"
OPEN: Final = f"""mutation($id: ID!, $ruleset: String!, $title: String!, $options: JSON, $sandbox: SandboxInput) {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: 2, title: $title, optionsJson: $options, sandbox: $sandbox)
  {ANSWER} }}"""
SIT: Final = f"""mutation($game: ID!, $id: ID!, $name: String!, $share: String!) {{
  answer: takeSeat(game: $game, commandId: $id, name: $name, share: $share) {ANSWER} }}"""
BOT: Final = f"""mutation($game: ID!, $id: ID!, $bot: String!) {{
  answer: seatBot(game: $game, commandId: $id, seat: 1, bot: $bot) {ANSWER} }}"""
BEGIN: Final = f"mutation($game: ID!, $id: ID!) {{ answer: beginGame(game: $game, commandId: $id) {ANSWER} }}"
RESIGN: Final = f"mutation($game: ID!, $id: ID!) {{ answer: resign(game: $game, commandId: $id) {ANSWER} }}"
SUBMIT: Final = f"""mutation($game: ID!, $id: ID!, $json: JSON) {{
  answer: submit(game: $game, commandId: $id, commandJson: $json) {ANSWER} }}"""
FORK: Final = f"""mutation($game: ID!, $id: ID!, $title: String!) {{
  answer: fork(game: $game, commandId: $id, title: $title) {ANSWER} }}"""
CLOSE: Final = f"mutation($game: ID!, $id: ID!) {{ answer: abandonGame(game: $game, commandId: $id) {ANSWER} }}"
NAMES: Final = """query($g: ID!) { game(id: $g) { title seats { name } viewJson
  steps(first: 500) { edges { node { line { text } } } } } games(first: 50) { edges { node { id title seats } } } }"""
WATCH: Final = """subscription($game: ID!) { gameSteps(game: $game) { version viewJson line { text } } }"""
ODD: Final = """query($g: ID!, $text: ID!, $json: JSON) {
  rule(id: $text) { id } ruleset(id: $text) { id } game(id: $text) { id }
  mine: game(id: $g) { command(id: $text) { id } whyNot(commandJson: $json) { code text facts } } }"""


class LaterClock:
    """The time, and as many seconds more as a test lets pass."""

    seconds = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000 + self.seconds * 1_000_000


@pytest.fixture
def clock() -> LaterClock:
    return LaterClock()


@pytest.fixture
async def world(database_url: str, redis_url: str, clock: LaterClock) -> AsyncIterator[World]:
    """Real servers: the search is for what they store."""
    async with wired(database_url, redis_url) as use_cases:
        yield replace(use_cases.world, now_us=clock)


async def sql_relations_with_secret(database_url: str) -> set[str]:
    """The tables in which the name stands: as text, inside stored bytes, or in base64."""
    raw = SECRET.encode()
    forms = [SECRET.lower(), raw.hex(), base64.b64encode(raw).decode().lower()]
    connection = await asyncpg.connect(database_url)
    try:
        names = await connection.fetch(
            "SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = 'public'"
        )
        assert len(names) > 12, "all tables of the service"
        matches = set()
        for (name,) in names:
            rows = await connection.fetch(f"SELECT lower(t::text) FROM {name} AS t")
            if any(form in row[0] for row in rows for form in forms):
                matches.add(name)
        return matches
    finally:
        await connection.close()


async def redis_has_secret(redis_url: str) -> bool:
    client = redis.asyncio.from_url(redis_url)
    try:
        async for key in client.scan_iter():
            stored = key
            with contextlib.suppress(redis.exceptions.ResponseError):
                stored += await client.dump(key) or b""
            if SECRET.encode() in stored:
                return True
        return False
    finally:
        await client.aclose()


async def exports_with_secret(served: Served, games: list[str]) -> list[str]:
    """The games whose export names the person: running ones as the arbiter, finished ones whole."""
    judge = await served.principal(f"Judge {new_id()}", "arbiter")
    named = []
    for game in games:
        visible = await served.services.look.game(judge, game)
        assert visible is not None
        lines = [line async for line in export_game(served.world, visible, ARBITER)]
        assert lines
        if any(SECRET.encode() in line for line in lines):
            named.append(game)
    return named


def lines_with_secret(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged of it: by us at any level, by libraries (the test's own client among them) but for debugging."""
    ours = (each for each in caplog.records if each.levelno >= logging.INFO or each.name.startswith("emberlog"))
    return [line for line in map(logging.LogRecord.getMessage, ours) if SECRET in line]


async def projected(world: World, database_url: str, games: list[str]) -> None:
    """Lets every projection write what it has to say of these games."""
    pool = await open_pool(database_url)
    runner = Runner(PostgresProjectionStore(pool))
    for game in games:
        await runner.project(game)
    await pool.close()


async def type_secret_wherever_one_can(served: Served, ask: Ask) -> tuple[str, list[str]]:
    """Returns the id of the person, and the games: one that goes on, a fork of it, one that is over."""
    served.tokens["me"] = (await ask(REGISTER, name=SECRET))["register"]["token"]
    me = (await ask("{ me { id } }", by="me"))["me"]["id"]
    await ask("mutation($l: String!) { makeToken(label: $l, scopes: [READ]) { token } }", by="me", l=SECRET)

    async def say(document: str, **variables: Any) -> dict[str, Any]:
        return dict((await ask(document, by="me", id=new_id(), **variables))["answer"])

    refused = [
        await say(OPEN, ruleset=SECRET, title=SECRET),
        await say(OPEN, ruleset="london", title=SECRET, options={SECRET: SECRET}),
        await say(OPEN, ruleset="london", title=SECRET, options={"idle_turns_per_player": SECRET}),
        await say(OPEN, ruleset="london", title=SECRET * 9),
    ]
    assert [answer["code"] for answer in refused] == [
        "unknown_ruleset",
        "unknown_option",
        "unknown_option",
        "bad_title",
    ]
    assert SECRET in refused[0]["text"] and SECRET in refused[1]["text"], "their sender sees what they typed"
    games = []
    for sandbox in (None, {"seed": SECRET}):
        game = (await say(OPEN, ruleset="london", title=SECRET, sandbox=sandbox))["gameId"]
        games.append(game)
        assert (await say(BOT, game=game, bot=SECRET))["code"] == "unknown_bot"
        assert (await say(SIT, game=game, name=SECRET * 9, share=""))["code"] == "bad_name"
        assert "gameId" in await say(SIT, game=game, name=SECRET + " I", share=SECRET)
        assert "gameId" in await say(BOT, game=game, bot="random")
        assert "gameId" in await say(BEGIN, game=game)
        for json in ({"type": "london.GiveUp", "card": SECRET}, {"type": SECRET}, {"type": "london.GiveUp", SECRET: 1}):
            assert (await say(SUBMIT, game=game, json=json))["__typename"] in ("CommandRefused", "MalformedCommand")
        json = {"type": "london.GiveUp", "card": SECRET}
        await ask(ODD, by="me", errors=True, g=game, text=SECRET, json=json)
        await ask(ODD, by="me", errors=True, g=SECRET, text=SECRET, json=SECRET)
    games.append((await say(FORK, game=games[0], title=SECRET))["gameId"])
    bad = await ask(OPEN, by="me", id=SECRET, ruleset="london", title="")
    assert bad["answer"]["code"] == "BAD_COMMAND_ID"
    await served.principal("Closer", "arbiter")
    assert "gameId" in (await ask(CLOSE, by="Closer", id=new_id(), game=games[1]))["answer"]
    return me, games


@pytest.mark.rules("GAME-PERSON-01", "GAME-PERSON-02")
async def test_a_name_typed_wherever_one_can_is_beside_the_log_and_after_erasing_nowhere(
    served: Served,
    ask: Ask,
    http: httpx.AsyncClient,
    database_url: str,
    redis_url: str,
    clock: LaterClock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    world = served.world
    me, games = await type_secret_wherever_one_can(served, ask)
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "INSERT INTO note (note_id, game_id, audience, salt, words, principal_id) VALUES ($1, $2, 'arbiters', $3, $4, $5)",
        new_id(), games[0], bytes(32), f"{SECRET} was here", me,
    )  # fmt: skip
    await connection.close()
    await projected(world, database_url, games)

    assert await sql_relations_with_secret(database_url) == BESIDE_THE_LOG
    assert not await redis_has_secret(redis_url)
    assert await exports_with_secret(served, games) == []
    assert SECRET not in (await http.get(f"{served.url}/metrics")).text
    assert not lines_with_secret(caplog)
    assert SECRET in str([step async for step in follow_socket(served, WATCH, game=games[1])])
    read = await ask(NAMES, g=games[0])
    assert read["game"]["title"] == SECRET and read["game"]["seats"][0]["name"] == SECRET + " I"
    assert SECRET in str(read["game"]["steps"]) and SECRET in str(read["games"])

    printed = Console(file=io.StringIO(), width=200)

    async def yes(question: str) -> bool:
        return True

    with pytest.raises(Problem) as seated:
        await erase(world.names, me, printed, yes)
    assert games[0] in str(seated.value), "whoever holds a seat in a running game gives it up first"
    for game in (games[0], games[2]):
        assert (await ask(RESIGN, by="me", game=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    await projected(world, database_url, games)
    await erase(world.names, me, printed, yes)

    assert await sql_relations_with_secret(database_url) == set()
    assert not await redis_has_secret(redis_url)
    assert await exports_with_secret(served, games) == []
    clock.seconds += NAMES_CACHED_SECONDS
    assert SECRET not in str([step async for step in follow_socket(served, WATCH, game=games[1])])
    read = await ask(NAMES, g=games[0])
    assert SECRET not in str(read) and read["game"]["seats"][0]["name"] == "former player"
    assert read["game"]["title"] == "" and "former player took seat 1." in str(read["game"]["steps"])
    openings = await verify_openings(world, openings_stream(me))
    assert openings is not None and openings.finding is None
    for game in games:
        verdict = await verify_game(world, game)
        assert verdict is not None and verdict.finding is None, "every game goes on being provable"
    await erase(world.names, me, printed, yes)
    assert "was erased" in printed.file.getvalue()  # type: ignore[attr-defined]
    assert not lines_with_secret(caplog)
