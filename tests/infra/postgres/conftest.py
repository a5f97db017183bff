"""The stores under test, each as a fake and as the real thing."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import asyncpg
import pytest

from domain.log.chain import event_hash
from infra.postgres.caches import PostgresSnapshots
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.hosting import PostgresHosting
from infra.postgres.names import PostgresNames
from infra.postgres.parkings import PostgresParkings
from infra.postgres.pool import Pool
from infra.postgres.principals import PostgresPrincipals, PostgresTokens
from infra.postgres.sequencer import run_sequencer
from projections.game_list import ListedGame
from services.hosting import Hosting
from services.names import Names
from services.parkings import Parkings
from services.ports import EventLog, Principals
from services.tokens import TokenStore
from tests.dice import new_id
from tests.fakes import (
    FakeEventLog,
    FakeHosting,
    FakeNames,
    FakeNote,
    FakeParkings,
    FakePrincipals,
    FakeSnapshots,
    FakeTokens,
)

KINDS = ("fake", "postgres")


@dataclass(frozen=True)
class LogUnderTest:
    """`settle`: wait until everything that was appended has its place in the global order."""

    log: EventLog
    parkings: Parkings
    settle: Callable[[], Awaitable[None]]


@pytest.fixture(params=KINDS)
def under_test(request):
    if request.param == "fake":
        log = FakeEventLog()
        return LogUnderTest(log, FakeParkings(log), lambda: asyncio.sleep(0))
    pool = request.getfixturevalue("pool")
    return LogUnderTest(PostgresEventLog(pool), PostgresParkings(pool), lambda: sequenced(pool))


@pytest.fixture
def log(under_test):
    return under_test.log


@pytest.fixture
def parkings(under_test):
    return under_test.parkings


@pytest.fixture(params=KINDS)
def snapshots(request):
    return FakeSnapshots() if request.param == "fake" else PostgresSnapshots(request.getfixturevalue("pool"))


@pytest.fixture(params=KINDS)
def principals(request):
    return FakePrincipals() if request.param == "fake" else PostgresPrincipals(request.getfixturevalue("pool"))


@dataclass(frozen=True)
class TokensUnderTest:
    """`names`: beside the same principals, to erase one of them."""

    principals: Principals
    store: TokenStore
    names: Names


@pytest.fixture(params=KINDS)
def tokens(request):
    if request.param == "fake":
        principals = FakePrincipals()
        return TokensUnderTest(principals, FakeTokens(principals), FakeNames(principals))
    pool = request.getfixturevalue("pool")
    return TokensUnderTest(PostgresPrincipals(pool), PostgresTokens(pool), PostgresNames(pool))


@dataclass(frozen=True)
class NamesUnderTest:
    """`list_game`: put a game of this phase, with these holders of its seats, on the list of games. `write_note`: store
    words of a principal. `stored`: everything that is stored of names and words, as one text."""

    names: Names
    principals: Principals
    list_game: Callable[[str, str, Sequence[str]], Awaitable[None]]
    write_note: Callable[[str, str], Awaitable[None]]
    stored: Callable[[], Awaitable[str]]


@pytest.fixture(params=KINDS)
def beside(request):
    if request.param == "fake":
        return fake_names()
    return postgres_names(request.getfixturevalue("pool"))


def fake_names() -> NamesUnderTest:
    games: dict[str, tuple[str, Sequence[str]]] = {}

    async def running(principal: str) -> Sequence[str]:
        return [
            game_id
            for game_id, (phase, holders) in games.items()
            if phase in ("open", "playing") and principal in holders
        ]

    principals = FakePrincipals()
    names = FakeNames(principals, running)

    async def list_game(game_id: str, phase: str, holders: Sequence[str]) -> None:
        games[game_id] = phase, holders

    async def write_note(principal: str, words: str) -> None:
        names.written.append(FakeNote(principal, words))

    async def stored() -> str:
        return repr((names.titles, names.seat_names, names.written, principals.principals))

    return NamesUnderTest(names, principals, list_game, write_note, stored)


_LIST_GAME = """
INSERT INTO game_list (game_id, phase, holders, ruleset, version, turn, persons, bots, to_act, bot_to_act, leaders,
                       winners, sandbox, fork, opened_us, moved_us, shows_us, public_version, host, begun)
VALUES ($1, $2, $3, 'toy', 1, 0, '{}', '{}', '{}', false, '{}', '{}', false, false, 0, 0, 0, 1, '', 0)
"""


def postgres_names(pool: Pool) -> NamesUnderTest:
    async def list_game(game_id: str, phase: str, holders: Sequence[str]) -> None:
        await pool.fetch(_LIST_GAME, game_id, phase, list(holders))

    async def write_note(principal: str, words: str) -> None:
        sql = "INSERT INTO note (game_id, note_id, audience, salt, words, principal_id) VALUES ($1, $2, 'all', $3, $4, $5)"
        await pool.fetch(sql, new_id(), new_id(), bytes(32), words, principal)

    async def stored() -> str:
        relations = await pool.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')"
        )
        rows = [await pool.fetch(f"SELECT t::text FROM {name} t") for (name,) in relations]
        return "\n".join(row[0] for each in rows for row in each)

    return NamesUnderTest(PostgresNames(pool), PostgresPrincipals(pool), list_game, write_note, stored)


@dataclass(frozen=True)
class HostingUnderTest:
    """`list_game`: put a game at its head on the list of games: its phase, the bots and holders of its seats, and how
    many seconds ago something happened. `end_game`: put its last step into the log."""

    hosting: Hosting
    list_game: Callable[..., Awaitable[None]]
    end_game: Callable[[str], Awaitable[None]]


@pytest.fixture(params=KINDS)
def hosting(request):
    if request.param == "fake":
        return fake_hosting()
    return postgres_hosting(request.getfixturevalue("pool"))


def fake_hosting() -> HostingUnderTest:
    games: dict[str, ListedGame] = {}

    async def lists() -> dict[str, ListedGame]:
        return games

    async def list_game(game_id, phase="open", *, bots=("", ""), holders=("", ""), rested_seconds=0) -> None:
        games[game_id] = _listed(game_id, phase, bots, holders, rested_seconds)

    ended: set[str] = set()

    async def end_game(game_id) -> None:
        ended.add(game_id)

    return HostingUnderTest(FakeHosting(lists, is_over=ended.__contains__), list_game, end_game)


def _listed(game_id, phase, bots, holders, rested_seconds) -> ListedGame:
    facts = dict.fromkeys(ListedGame.__struct_fields__)
    moved_us = time.time_ns() // 1_000 - rested_seconds * 1_000_000
    return ListedGame(
        **{**facts, "game_id": game_id, "phase": phase, "bots": bots, "holders": holders, "moved_us": moved_us}
    )


def postgres_hosting(pool: Pool) -> HostingUnderTest:
    async def list_game(game_id, phase="open", *, bots=("", ""), holders=("", ""), rested_seconds=0) -> None:
        await pool.fetch("DELETE FROM game_list WHERE game_id = $1", game_id)
        await pool.fetch(_LIST_GAME, game_id, phase, list(holders))
        moved_us = time.time_ns() // 1_000 - rested_seconds * 1_000_000
        sql = "UPDATE game_list SET bots = $2, moved_us = $3 WHERE game_id = $1"
        await pool.fetch(sql, game_id, list(bots), moved_us)

    async def end_game(game_id) -> None:
        genesis, body = bytes(32), b"{}"
        hash = event_hash(genesis, body)
        sql = "INSERT INTO game (game_id, ruleset, ruleset_version, version, head_hash) VALUES ($1, 'toy', 1, 1, $2)"
        await pool.fetch(sql, game_id, hash)
        sql = (
            "INSERT INTO event (game_id, version, type, schema_version, prev_hash, hash, body, command_id) "
            "VALUES ($1, 1, 'game.SeedRevealed', 1, $2, $3, $4, $1)"
        )
        await pool.fetch(sql, game_id, genesis, hash, body)

    return HostingUnderTest(PostgresHosting(pool), list_game, end_game)


async def sequenced(pool: Pool) -> None:
    """Run a sequencer until nothing is pending."""
    task = asyncio.create_task(run_sequencer(pool, idle_seconds=0.01))
    try:
        async with asyncio.timeout(60):
            while await pool.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110 -- a table rings no bell
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def owner(database_url):
    """A connection with all rights, which the service never uses."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()
