"""Real servers for the tests, and a fresh database for each test.

The servers are those that `EMBERLOG_TEST_DATABASE_URL` (a superuser's) and `EMBERLOG_TEST_REDIS_URL` name, and their data are
lost; else containers where a Docker engine answers; else the embedded ones.
"""

import asyncio
import contextlib
import gc
import os
import shutil
import tempfile
import uuid
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
import redis

from infra.embedded import embedded_servers
from infra.postgres.migrate import migrate
from infra.postgres.pool import Pool, open_pool
from tests import dice
from tests.databases import Databases
from tests.docs.pages import summary
from tests.figures import figures
from tests.machine import left_out, nothing_left_out
from tests.order import longest_first

DATABASE, REDIS = "EMBERLOG_TEST_DATABASE_URL", "EMBERLOG_TEST_REDIS_URL"
_KIND = pytest.StashKey[str]()


@dataclass(frozen=True)
class Servers:
    """Where they answer, and what they are."""

    database_url: str
    redis_url: str


def _docker_answers() -> bool:
    import docker

    try:
        with contextlib.closing(docker.from_env(timeout=2)) as engine:
            engine.ping()
    except Exception:  # no client, no socket, no engine: the reason does not matter
        return False
    return True


def _kind() -> str:
    if os.environ.get(DATABASE) and os.environ.get(REDIS):
        return "configured"
    return "containers" if _docker_answers() else "embedded"


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("EMBERLOG_ANALYSIS", "NO")
    os.environ.setdefault("EMBERLOG_EXHIBITION", "NO")  # tests count the games that they open
    config.stash[_KIND] = os.environ.setdefault("EMBERLOG_TEST_SERVERS", _kind())
    os.environ.setdefault("EMBERLOG_BOT_PACE_MS", "0")


def pytest_report_header(config: pytest.Config) -> list[str]:
    words = {
        "configured": f"the servers named by {DATABASE} and {REDIS}",
        "containers": "containers (a Docker engine answers)",
        "embedded": "embedded Postgres and Valkey (no Docker engine answers)",
    }
    chance = f"seed {dice.seed()!r}; {dice.SEED}=... varies the games"
    return [f"emberlog: tests run on {words[config.stash[_KIND]]}", f"emberlog: {chance}"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays to the end: Python need not look through it for garbage, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = longest_first([item.location[0] for item in items])
    items[:] = [items[at] for at in places]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What several tests share has chance of its own, whichever of them asks first."""
    if fixturedef.scope == "function":
        return (yield)
    case = getattr(request, "param_index", 0)
    with dice.thrown_apart(f"{request.node.nodeid} {fixturedef.argname} {case}"):
        return (yield)


@pytest.fixture(autouse=True)
def _dice(request: pytest.FixtureRequest) -> None:
    """The chance of this test. Not by its node id, where xdist writes the test's group as well."""
    path, _, name = request.node.location
    dice.throw_anew(f"{path} {name}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    nothing_left_out(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    nothing_left_out(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures of faults and attacks, and what the run did not do: tests left out, examples that are not run."""
    for line in figures(terminalreporter.stats.values()):
        terminalreporter.write_line(line)
    for line in (summary(terminalreporter.stats.values()), left_out(terminalreporter.stats.get("skipped", ()))):
        if line:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config) -> Iterator[Servers]:
    """Started at the first test that asks, stopped after the last."""
    kind = pytestconfig.stash[_KIND]
    if kind == "configured":
        yield Servers(os.environ[DATABASE], os.environ[REDIS])
    elif kind == "containers":
        from testcontainers.community.postgres import PostgresContainer
        from testcontainers.community.redis import RedisContainer

        with (
            PostgresContainer("postgres:16-alpine", driver=None) as postgres,
            RedisContainer("redis:7-alpine") as valkey,
        ):
            address = f"redis://{valkey.get_container_host_ip()}:{valkey.get_exposed_port(6379)}/0"
            yield Servers(postgres.get_connection_url(), address)
    else:
        # Not pytest's own folder: that is closed to others, and servers started by root are not root's.
        folder = Path(tempfile.mkdtemp(prefix="emberlog-tests-"))
        try:
            with embedded_servers(folder, durable=False) as own:
                yield Servers(own.database_url, own.redis_url)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def on_database(url: str, name: str) -> str:
    """The same server's database `name`."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


async def _run(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def template(servers: Servers) -> Iterator[str]:
    """The name of a migrated database that nobody connects to."""
    name = f"template_{uuid.uuid4().hex[:12]}"
    asyncio.run(_run(servers.database_url, f"CREATE DATABASE {name}"))
    asyncio.run(migrate(on_database(servers.database_url, name)))
    _databases[name] = databases = Databases(servers.database_url, name)
    yield name
    databases.close()


_databases: dict[str, Databases] = {}
"""By template. A process has one."""


@pytest.fixture
def database_url(servers: Servers, template: str) -> Iterator[str]:
    """A fresh, migrated database of the test's own, as its owner."""
    yield from fresh_database(servers, template)


def fresh_database(servers: Servers, template: str) -> Iterator[str]:
    """Made from the template at the first `next`, dropped after the second: for fixtures of any scope."""
    name = _databases[template].take()
    yield on_database(servers.database_url, name)
    _databases[template].drop(name)


@pytest.fixture
def redis_url(servers: Servers) -> str:
    """The address of a Redis that was just emptied."""
    client = redis.Redis.from_url(servers.redis_url)
    client.flushall()
    client.close()
    return servers.redis_url


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator[Pool]:
    """Connections of the service to the test's database."""
    opened = await open_pool(database_url)
    yield opened
    await opened.close()
