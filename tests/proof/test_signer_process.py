"""The real `emberlog signer`: it ends with a code of its own for each fault, and leaves the reason where all may read it."""

import asyncio
import os
import sys
from pathlib import Path

import asyncpg
import pytest

from domain.proof.ml_dsa import Required, line_by, parse_key
from domain.proof.note import parse_checkpoint
from domain.proof.tiles import tile_name
from infra.cli.problems import ExitCode
from infra.signer.folder import ML_DSA_KEY, PRIVATE, PUBLIC, PublicFolder
from infra.signer.ml_dsa import MlDsaKey, verify
from tests.bench.proof import signing

pytestmark = [pytest.mark.campaign, pytest.mark.rules("GAME-PROOF-03")]
LEAVES = 300
SECONDS_MAX = 30


async def ended(database_url: str, tree: Path) -> tuple[int | None, str]:
    """Exit code and last line of a signer that has a reason to end."""
    environment = os.environ | {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_TREE": str(tree)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "infra.cli", "signer", env=environment, stderr=asyncio.subprocess.PIPE
    )
    _, stderr = await asyncio.wait_for(process.communicate(), SECONDS_MAX)
    return process.returncode, " ".join(stderr.decode().split())


async def by_superuser(database_url: str, statement: str) -> None:
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("SET session_replication_role = replica")
        await connection.execute(statement)
    finally:
        await connection.close()


async def test_an_edited_tile_a_lost_key_and_a_restored_backup_end_it(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    monkeypatch.setenv("EMBERLOG_SIGNER_ML_DSA", "YES")
    rate, lags = await signing.measure(database_url, tree, LEAVES, 0.2)
    assert rate > 0 and len(lags) >= signing.GAMES

    public, secret = PublicFolder(tree / PUBLIC), tree / PRIVATE / ML_DSA_KEY
    key, note = public.ml_dsa_key(), public.checkpoint()
    assert key is not None and note is not None
    assert line_by(parse_checkpoint(note), Required(parse_key(key), verify)) == "good"
    logged, stored = capfd.readouterr(), secret.read_text()
    assert f"also signs with an ML-DSA-44 key of id {parse_key(key).id.hex()}" in logged.err
    assert MlDsaKey.parse(stored).seed.hex() not in logged.err and stored.strip() not in logged.err
    secret.unlink()
    code, stderr = await ended(database_url, tree)
    assert code == ExitCode.TREE_DAMAGED == 6
    assert "The signer has an ML-DSA-44 key, but it is missing in its private folder." in stderr
    secret.write_text(stored)

    path = tree / PUBLIC / tile_name(0, 0)
    whole = path.read_bytes()
    path.write_bytes(bytes(32) + whole[32:])
    code, stderr = await ended(database_url, tree)
    assert code == ExitCode.TREE_DAMAGED == 6
    assert "tile/0/000 on the disk of the signer is not what was signed" in stderr
    path.write_bytes(whole)

    await by_superuser(database_url, f"DELETE FROM log WHERE pos > {LEAVES - 1}")
    code, stderr = await ended(database_url, tree)
    assert code == ExitCode.REWRITTEN == 5
    assert "refuses to go on" in stderr and "Was an old backup restored" in stderr
    refusal = PublicFolder(tree / PUBLIC).refusal()
    assert refusal is not None and "Was an old backup restored" in refusal
