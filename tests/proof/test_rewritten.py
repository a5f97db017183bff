"""A superuser rewrites a whole game in Postgres: `emberlog verify` holds, with `--tree` it names the note that convicts."""

import asyncio
import dataclasses
import os
import sys
from pathlib import Path

import asyncpg
import pytest

from infra.cli.problems import ExitCode
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import Pool
from infra.postgres.sequencer import run_sequencer
from infra.signer.folder import SignerFolder
from infra.signer.signing import Signing
from tests.api.memory import memory_world
from tests.proof.superuser import rewrite_stored
from tests.services.game_driver import seated_game

pytestmark = [pytest.mark.campaign, pytest.mark.rules("GAME-PROOF-01", "GAME-PROOF-03")]
SECONDS_MAX = 60


async def emberlog(environment: dict[str, str], *arguments: str) -> tuple[int | None, str]:
    """Exit code and all that a command prints, without line breaks."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "infra.cli", *arguments,
        env=os.environ | environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    stdout, _ = await asyncio.wait_for(process.communicate(), SECONDS_MAX)
    return process.returncode, " ".join(stdout.decode().split())


async def sequenced(pool: Pool, database_url: str, entries: int) -> list[bytes]:
    """The leaves of the order once it has so many."""
    placed = asyncio.Event()
    running = asyncio.create_task(run_sequencer(pool, idle_seconds=0.01, placed=placed.set))
    owner = await asyncpg.connect(database_url)
    try:
        async with asyncio.timeout(SECONDS_MAX):
            while await owner.fetchval("SELECT count(*) FROM log") < entries:
                await placed.wait()
                placed.clear()
        return [row["leaf"] for row in await owner.fetch("SELECT leaf FROM log ORDER BY pos")]
    finally:
        running.cancel()
        await owner.close()


async def test_a_rewritten_game_is_convicted_by_a_note_and_its_evidence_is_refused(
    pool: Pool, database_url: str, redis_url: str, tmp_path: Path
) -> None:
    log = PostgresEventLog(pool)
    driver = await seated_game(dataclasses.replace(memory_world(), log=log))
    await driver.play_on(4)
    game, entries = driver.game_id, driver.state.version + len(await log.commands(driver.game_id))
    leaves = await sequenced(pool, database_url, entries)
    signing = Signing(SignerFolder(tmp_path), "log.example")
    signing.notice(leaves)
    signed = signing.publish(len(leaves))
    assert signed is not None
    environment = {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_REDIS_URL": redis_url}
    environment["EMBERLOG_TREE"] = str(tmp_path)
    code, text = await emberlog(environment, "verify", game, "--tree")
    assert code == ExitCode.DONE and f"{entries} entries are in the tree of log.example" in text, text

    await rewrite_stored(database_url, log, driver.game, game)
    code, text = await emberlog(environment, "verify", game)
    assert code == ExitCode.DONE and "holds" in text, text
    code, text = await emberlog(environment, "verify", game, "--tree")
    assert code == ExitCode.REWRITTEN == 5, text
    assert f"the checkpoint of size {len(leaves)} of log.example with root" in text and "convicts" in text
    assert "keep that note" in text.lower()

    owner = await asyncpg.connect(database_url)
    await owner.execute("SET session_replication_role = replica")
    await owner.execute("DELETE FROM log WHERE pos > $1", len(leaves) - 2)
    await owner.close()
    code, text = await emberlog(environment, "verify", "--all", "--tree")
    assert code == ExitCode.REWRITTEN and "ends 2 positions before what was signed: it was cut off" in text, text
