"""A primary and its synchronous streaming replica, for tests that ask for the fixtures `primary` and `standby`."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from infra.embedded.account import Account
from infra.embedded.postgres import EmbeddedPostgres
from infra.postgres.migrate import migrate
from tests.faults.stage import OwnPostgres, eventually
from tests.machine import free_port


class Standby(EmbeddedPostgres):
    """A streaming replica of a primary, copied from it at the first start."""

    def __init__(self, folder: Path, account: Account, primary: OwnPostgres, lag_seconds: float) -> None:
        super().__init__(folder, account)
        self._primary = urlsplit(primary.url)
        self._lag_seconds = lag_seconds

    def _initialise(self, data: Path) -> None:
        data_folder = self._account.data_folder(data)
        url = self._primary
        assert self._bin is not None and url.password is not None
        environment = {**os.environ, **data_folder.popen.get("env", {})}
        subprocess.run(
            [self._bin / "pg_basebackup", "-D", str(data_folder.inside), "-R", "-X", "stream", "--checkpoint=fast",
             "-h", "127.0.0.1", "-p", str(url.port), "-U", str(url.username)],
            check=True, capture_output=True,
            **{**data_folder.popen, "env": {**environment, "PGPASSWORD": url.password, "PGAPPNAME": "standby"}},
        )  # fmt: skip
        with (data / "postgresql.auto.conf").open("a") as conf:
            conf.write(f"recovery_min_apply_delay = '{self._lag_seconds}s'\n")

    def url(self, port: int) -> str:
        return self._primary._replace(
            netloc=self._primary.netloc.replace(f":{self._primary.port}", f":{port}")
        ).geturl()


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: that is closed to others, and servers started by root are not root's."""
    made = Path(tempfile.mkdtemp(prefix="emberlog-failover-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
async def primary(folder):
    server = OwnPostgres(folder / "primary", free_port())
    await server.start()
    await migrate(server.url)
    yield server
    server.stop()


@pytest.fixture
async def standby(primary, folder):
    """It has every commit on its disk before the primary acknowledges it."""
    hba = primary.data / "pg_hba.conf"
    hba.write_text(hba.read_text() + "host replication all 127.0.0.1/32 scram-sha-256\n")
    owner = await asyncpg.connect(primary.url)
    await owner.execute("SELECT pg_reload_conf()")
    server = OwnPostgres(
        folder / "standby", free_port(), lambda at, account: Standby(at, account, primary, lag_seconds=0.0)
    )
    await server.start()
    await owner.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await owner.execute("SELECT pg_reload_conf()")
    await eventually(lambda: owner.fetchval("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"), 60.0)
    await owner.close()
    yield server
    server.stop()


def standby_url(primary: OwnPostgres, standby: OwnPostgres) -> str:
    return primary.url.replace(f":{primary.port}/", f":{standby.port}/")
