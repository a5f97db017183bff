"""Trouble with the database, as sentences: what is wrong, where, and what to do. Never a password."""

import socket
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from infra.postgres.trouble import is_lost, of_node, of_replica, place, unavailable
from infra.settings import Settings, SettingsError
from services.errors import Unavailable
from tests.conftest import on_database
from tests.infra.postgres.entries import Chain

SECRET = "not-to-be-seen"


async def sentences(url: str) -> list[str]:
    """What connecting and migrating say."""
    messages = []
    for attempt in (open_pool, migrate):
        with pytest.raises(Unavailable) as unavailable_:
            await attempt(url)
        messages.append(unavailable_.value.what)
        assert SECRET not in str(unavailable_.value)
    return messages


async def test_no_server(unused_tcp_port):
    for message in await sentences(f"postgresql://ada:{SECRET}@127.0.0.1:{unused_tcp_port}/games"):
        assert message.startswith(f"No database answers at 127.0.0.1:{unused_tcp_port}/games.")


async def test_a_server_that_is_none(monkeypatch):
    monkeypatch.setattr("infra.postgres.pool.CONNECT_SECONDS_MAX", 0.3)
    monkeypatch.setattr("infra.postgres.migrate.CONNECT_SECONDS_MAX", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        for message in await sentences(f"postgresql://ada:{SECRET}@127.0.0.1:{mute.getsockname()[1]}/games"):
            assert "does not answer in time" in message


async def test_a_wrong_password(servers):
    parts = urlsplit(servers.database_url)
    wrong = f"{parts.username}:{SECRET}@{parts.hostname}:{parts.port}"
    for message in await sentences(urlunsplit(parts._replace(netloc=wrong))):
        assert "refused the user or the password" in message


async def test_no_such_database(servers):
    for message in await sentences(on_database(servers.database_url, "nowhere")):
        assert message.startswith("There is no such database at ")
        assert "/nowhere" in message


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ada:{SECRET}@127.0.0.1:port/games",
        f"http://ada:{SECRET}@127.0.0.1/games",
        f"{SECRET}",
        "postgresql://ada@127.0.0.1:99999/x",
    ],
)
async def test_an_address_that_is_none(url):
    for message in await sentences(url):
        assert "EMBERLOG_DATABASE_URL" in message


async def test_a_database_that_was_not_migrated(servers):
    pool = await open_pool(servers.database_url)
    log = PostgresEventLog(pool)
    for ask in (log.head(Chain().game_id), log.append(Chain().next())):
        with pytest.raises(Unavailable, match="Run: emberlog migrate"):
            await ask
    await pool.close()


async def test_a_closed_pool_is_away(pool):
    log = PostgresEventLog(pool)
    await pool.close()
    for ask in (log.head(Chain().game_id), log.append(Chain().next())):
        with pytest.raises(Unavailable):
            await ask


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (asyncpg.DiskFullError("could not extend file"), "disk of the database db:1/x is full. Free some space"),
        (asyncpg.TooManyConnectionsError("sorry"), "takes no more connections. Raise its max_connections"),
        (asyncpg.ReadOnlySQLTransactionError("no"), "is read-only"),
        (asyncpg.CannotConnectNowError("starting up"), "is starting or stopping"),
        (asyncpg.AdminShutdownError("terminating"), "is stopping"),
        (asyncpg.InsufficientPrivilegeError("permission denied for table x"), "lacks a right at db:1/x: permission denied"),
        (asyncpg.LockNotAvailableError("lock timeout"), "locked by another program"),
        (asyncpg.InternalServerError("oops"), "SQLSTATE"),
        (asyncpg.ConnectionFailureError("connection to the remote node failed"), "A node of the cluster at db:1/x does not answer"),
        (ConnectionResetError(104, "Connection reset by peer"), "Connection reset by peer"),
        (asyncpg.InterfaceError("pool is closing"), "was lost"),
    ],
)  # fmt: skip
def test_every_trouble_has_a_sentence(error, words):
    message = unavailable(error, "db:1/x")
    assert message is not None
    assert words in message.what


def test_the_sentence_about_a_node_or_a_replica_names_no_setting_of_the_primary():
    refused = unavailable(ConnectionRefusedError(111, "refused"), "db:1/x")
    assert refused is not None and "EMBERLOG_DATABASE_URL" in refused.what
    assert of_node(refused.what) == "No database answers at db:1/x. Start it."
    assert of_replica(refused.what) == "No database answers at db:1/x. Start it, or set EMBERLOG_READER_URL."


def test_a_bug_of_ours_is_no_trouble_of_the_world():
    for error in (asyncpg.CheckViolationError("x"), asyncpg.PostgresSyntaxError("x"), ValueError("x"), KeyError("x")):
        assert unavailable(error, "db") is None
        assert not is_lost(error)


def test_a_place_has_no_user_and_no_password():
    assert place(f"postgresql://ada:{SECRET}@db.example:5433/games?sslmode=disable") == "db.example:5433/games"
    assert place("postgresql:///games?host=/run") == "its socket:5432/games"
    assert SECRET not in place(f"postgresql://ada:{SECRET}@[bad/games")
    assert (
        place(f"postgresql://ada:{SECRET}@one:5432,two:5433/games?target_session_attrs=any")
        == "one:5432,two:5433/games"
    )


def test_several_servers_say_which_of_them_is_meant():
    several = "postgresql://ada:x@one:5432,two:5433/games"
    with pytest.raises(SettingsError, match=r"names several servers.*read-write for the primary"):
        Settings.load({"EMBERLOG_DATABASE_URL": several})
    with pytest.raises(SettingsError, match="is not an address"):
        Settings.load({"EMBERLOG_DATABASE_URL": "postgresql://ada:x@one:5432,two:port/games"})
    named = f"{several}?target_session_attrs=read-write"
    assert Settings.load({"EMBERLOG_DATABASE_URL": named}).database_url == named


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("pooler=session", "pooler must be one of transaction"),
        ("target_session_attrs=read-writes", "must be one of read-write, read-only"),
        ("sslmode=on", "sslmode must be one of disable"),
        ("poolr=transaction", "“poolr=”. Did you mean “pooler=”"),
    ],
)
def test_a_wrong_parameter_of_an_address_is_named(query, words):
    for variable in ("EMBERLOG_DATABASE_URL", "EMBERLOG_READER_URL"):
        with pytest.raises(SettingsError, match=f"^{variable} ends with .*{words}") as refused:
            Settings.load({variable: f"postgresql://ada:{SECRET}@db/games?application_name=x&{query}"})
        assert SECRET not in str(refused.value)


async def test_a_setting_that_the_database_does_not_know_is_named(servers):
    for message in await sentences(f"{servers.database_url}&ssearch_path=x"):
        assert "refuses what stands behind “?” in EMBERLOG_DATABASE_URL" in message and '"ssearch_path"' in message


@pytest.mark.parametrize("seconds", ["0", "61", "1.5", "two"])
def test_a_bound_on_the_age_of_lists_is_a_number_of_seconds(seconds):
    with pytest.raises(SettingsError, match=r"EMBERLOG_READER_MAX_LAG is .* a whole number from 1 to 60"):
        Settings.load({"EMBERLOG_READER_MAX_LAG": seconds})
    assert Settings.load({"EMBERLOG_READER_MAX_LAG": "60"}).reader_lag == 60 and Settings.load({}).reader_lag == 2
