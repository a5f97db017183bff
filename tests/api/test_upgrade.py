"""A database that was filled at migration 0006, upgraded under its games: lists, feeds and tokens work, and play goes on."""

import asyncio
import dataclasses
import shutil
import uuid
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from domain.rulesets import RULESETS
from infra.postgres.migrate import migrate
from infra.postgres.projection_store import PostgresProjectionStore
from infra.postgres.sequencer import run_sequencer
from infra.wiring import Wired, wired
from projections import PROJECTIONS
from projections.runner import Runner
from tests.api.conftest import Served, asking, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import GameClient, open_game
from tests.api.test_my_games import GAMES, rest_of
from tests.conftest import Servers, on_database

pytestmark = pytest.mark.campaign

FILES = Path(migrate.__globals__["__file__"]).parent / "migrations"
UP_TO = "0006_hosted.sql"
LISTED = "query($mine: Boolean) { games(mine: $mine) { changesCursor edges { node { id phase mySeat isMyTurn } } } }"


@asynccontextmanager
async def running(database_url: str, redis_url: str) -> AsyncIterator[Wired]:
    async with wired(database_url, redis_url) as use_cases:
        sequencing = asyncio.create_task(run_sequencer(use_cases.pool, idle_seconds=0.01))
        yield use_cases
        sequencing.cancel()
        with suppress(asyncio.CancelledError):
            await sequencing


async def project(store: object) -> None:
    """What the workers' sweep does."""
    assert isinstance(store, PostgresProjectionStore)
    runner = Runner(store, PROJECTIONS, RULESETS)
    for game_id in await store.laggards(runner.names, limit=100):
        await runner.project(game_id)


@pytest.fixture
async def older(servers: Servers, tmp_path: Path) -> AsyncIterator[str]:
    """A database at migration 0006, without a row."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for path in FILES.glob("*.sql"):
        if path.name <= UP_TO:
            shutil.copy(path, folder)
    name = f"older_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(servers.database_url)
    await connection.execute(f"CREATE DATABASE {name}")
    url = on_database(servers.database_url, name)
    await migrate(url, folder=folder)
    yield url
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


async def fill(older: str, newer: str) -> None:
    """Copies every row into the older database, without the columns and tables that it lacks."""
    source, target = await asyncpg.connect(newer), await asyncpg.connect(older)
    await target.execute("SET session_replication_role = replica")  # the rows come in any order
    columns = await target.fetch(
        "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns JOIN information_schema.tables "
        "USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE' "
        "AND is_generated = 'NEVER' AND table_name <> 'migration' GROUP BY table_name"
    )
    for relation, names in columns:
        if not await source.fetchval("SELECT to_regclass($1) IS NOT NULL", relation):
            continue  # a partition of a table that has none any more
        rows = await source.fetch(f"SELECT {', '.join(names)} FROM {relation}")
        await target.execute(f"DELETE FROM {relation}")
        await target.copy_records_to_table(relation, records=[tuple(row) for row in rows], columns=names)
    await source.close()
    await target.close()


async def test_a_filled_database_is_upgraded_under_its_games(
    database_url: str, redis_url: str, older: str, http: httpx.AsyncClient
) -> None:
    async with running(database_url, redis_url) as before, serving(services_over(before.world)) as served:
        ended = await open_game(served, asking(served, http))
        await ended.play()
        going_on = await open_game(served, asking(served, http))
        await going_on.play(4)
        await project(before.store)
        tokens = served.tokens
    await fill(older, database_url)
    applied = await migrate(older)
    assert applied[0].startswith("0007") and len(applied) >= 4
    async with running(older, redis_url) as after, serving(services_over(after.world)) as served:
        served.tokens = tokens
        await project(after.store)
        await works(served, http, after.store, ended.game, going_on)


async def works(served: Served, http: httpx.AsyncClient, store: object, ended: str, going_on: GameClient) -> None:
    """Tokens, lists, feeds and play to the end, over the upgraded database."""
    ask = asking(served, http)
    me = (await ask("{ me { currentToken { kind scopes } } }", by="Player0"))["me"]
    assert me["currentToken"]["kind"] == "ISSUED" and {"READ", "PLAY"} <= {*me["currentToken"]["scopes"]}
    listed = (await ask(LISTED))["games"]
    phases = {each["node"]["id"]: each["node"]["phase"] for each in listed["edges"]}
    assert phases == {ended: "OVER", going_on.game: "PLAYING"}
    [own] = (await ask(LISTED, by="Player0", mine=True))["games"]["edges"]
    assert (own["node"]["id"], own["node"]["mySeat"]) == (going_on.game, 0)
    [entry] = await rest_of(follow_socket(served, GAMES, by="Player0"))
    assert entry["game"]["id"] == going_on.game
    await dataclasses.replace(going_on, served=served, ask=ask).play()
    end = await first_with_news(follow_socket(served, GAMES, by="Player0", after=entry["cursor"]))
    assert (end["news"], end["game"]["id"]) == (["ENDED"], going_on.game)
    await project(store)
    changes = "subscription($after: Cursor) { gamesChanged(after: $after) { isCaughtUp game { id phase } } }"
    [change] = await rest_of_list(follow_socket(served, changes, after=listed["changesCursor"]))
    assert change["game"] == {"id": going_on.game, "phase": "OVER"}


async def first_with_news(stream: AsyncIterator[Any]) -> Any:
    """The first entry that has news. The last command may get its place in the order after one subscribed."""
    async with asyncio.timeout(60), aclosing(stream):  # type: ignore[type-var]
        async for each in stream:
            if each["news"] and each["news"] != ["MY_TURN"]:
                return each
    raise AssertionError("the feed ended without news")


async def rest_of_list(stream: AsyncIterator[Any]) -> list[Any]:
    """The changes that were there when one subscribed."""
    changes: list[Any] = []
    async with asyncio.timeout(60), aclosing(stream):  # type: ignore[type-var]
        async for each in stream:
            if each["isCaughtUp"]:
                break
            changes.append(each)
    return changes
