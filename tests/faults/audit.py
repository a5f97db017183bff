"""The invariants, checked in the database itself after a fault, past every process of the service.

Versions are dense, so is the global order, both chains hold, the head is the last step, every acknowledged command is
there exactly once as it was acknowledged, and the read model is the fold of the log.
"""

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import asyncpg

from infra.postgres.pool import open_pool
from infra.postgres.projection_store import PostgresProjectionStore
from infra.wiring import wired
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from services.log.read_log import GENESIS
from services.log.verify import Verdict, verify_game
from tests.continuity.players import LiveGame
from tests.faults.stage import Stage, eventually

if TYPE_CHECKING:
    Connection = asyncpg.Connection[Any]
else:
    Connection = asyncpg.Connection

READ_MODEL = ("projection_cursor", "score_track", "game_list", "game_list_delayed", "rule_game", "win_chance")

COMPARISONS_MAX = 10
ROUND_SECONDS = 1.5
ROUNDS_MAX = 60
ROUNDS_FOR_BOTS = 5


@dataclass(frozen=True, slots=True)
class Audited:
    """What was found: nothing is wrong, or the audit fails."""

    games: int
    steps: int
    acknowledged: int


async def audit(stage: Stage, games: Iterable[LiveGame], *, settle_seconds: float = 20.0) -> Audited:
    """Check every invariant. Fails with the first that does not hold."""
    played = list(games)
    async with stage.owner() as owner:
        await still(owner)
        await eventually(lambda: _sequenced(owner), settle_seconds)
        steps = await check_chains(owner)
        await check_global_order(owner)
        for game in played:
            await check_acknowledged(owner, game)
        await check_read_model(stage, owner, settle_seconds)
    await check_verified(stage, [game.game for game in played])
    return Audited(len(played), steps, sum(len(game.accepted) for game in played))


async def commands_of(owner: Connection) -> int:
    """How many commands the log has."""
    return int(await owner.fetchval("SELECT count(*) FROM command"))


async def still(owner: Connection) -> None:
    """Wait until the service's bots have played to where people are to act, so that nothing moves any more.

    While the list says that a bot is to act it may only be late; where no worker runs, or a game is damaged, it never is.
    """
    before, rounds = -1, 0
    for _ in range(ROUNDS_MAX):
        now = await commands_of(owner)
        rounds = rounds + 1 if now == before else 0
        bots_to_act = await owner.fetchval("SELECT EXISTS (SELECT FROM game_list WHERE bot_to_act)")
        if rounds >= (ROUNDS_FOR_BOTS if bots_to_act else 1):
            return
        before = now
        await asyncio.sleep(ROUND_SECONDS)
    raise AssertionError("the games still move, and nobody plays")


async def _sequenced(owner: Connection) -> bool:
    return not await owner.fetchval("SELECT count(*) FROM pending")


async def check_chains(owner: Connection) -> int:
    """Dense versions, whole chains, heads that are the last step. Returns the number of steps."""
    last: dict[Any, tuple[int, bytes]] = {}
    rows = await owner.fetch("SELECT game_id, version, prev_hash, hash, body FROM event ORDER BY game_id, version")
    for row in rows:
        version, prev_hash = last.get(row["game_id"], (0, GENESIS))
        at = f"step {row['version']} of game {row['game_id']}"
        assert row["version"] == version + 1, f"a hole before {at}"
        assert row["prev_hash"] == prev_hash, f"{at} is not chained to the one before"
        assert row["hash"] == hashlib.sha256(b"\x01" + prev_hash + row["body"]).digest(), f"{at} has another hash"
        last[row["game_id"]] = row["version"], row["hash"]
    for head in await owner.fetch("SELECT game_id, version, head_hash FROM game WHERE kind = 'game'"):
        assert last.get(head["game_id"]) == (head["version"], head["head_hash"]), f"the head of {head['game_id']}"
    return len(rows)


async def check_global_order(owner: Connection) -> None:
    """Positions 1..n; each step and each command once; a game's steps in their own order."""
    entries = await owner.fetch("SELECT pos, game_id, kind, number FROM log ORDER BY pos")
    assert [entry["pos"] for entry in entries] == list(range(1, len(entries) + 1)), "a hole in the global order"
    steps = await owner.fetchval("SELECT count(*) FROM event")
    commands = await owner.fetchval("SELECT count(*) FROM command")
    kinds = Counter(entry["kind"] for entry in entries)
    assert (kinds["step"], kinds["command"]) == (steps, commands), "the global order lacks something"
    last: Counter[Any] = Counter()
    for entry in entries:
        key = entry["game_id"], entry["kind"]
        assert entry["number"] == last[key] + 1, f"{key} out of order"
        last[key] += 1


async def check_acknowledged(owner: Connection, game: LiveGame) -> None:
    """Every acknowledged command is there once, with the steps and hashes that its client received."""
    stored: dict[str, list[tuple[int, str]]] = {}
    for row in await owner.fetch(
        "SELECT command_id, version, hash FROM event WHERE game_id = $1 ORDER BY version", game.game
    ):
        stored.setdefault(str(row["command_id"]), []).append((row["version"], row["hash"].hex()))
    for command, steps in game.accepted.items():
        assert stored.get(command) == steps, f"command {command} of {game.game} was acknowledged otherwise"
    assert not game.refused & set(stored), "a refused command was carried out"


async def check_verified(stage: Stage, game_ids: Iterable[str]) -> None:
    """Every game is proven from its log: each command decided a second time."""
    async with wired(stage.postgres.url, stage.redis.url, connections_max=2) as use_cases:
        for game_id in game_ids:
            verdict = await verify_game(use_cases.world, game_id)
            assert isinstance(verdict, Verdict) and verdict.finding is None, f"{game_id}: {verdict}"


async def read_model(owner: Connection) -> dict[str, str]:
    """Every table of the projections as one hash; cursors count, times of writing do not."""
    hashes = {}
    for name in READ_MODEL:
        rows = [json.loads(row[0]) for row in await owner.fetch(f'SELECT to_jsonb(t)::text FROM "{name}" t')]
        plain = sorted(
            json.dumps({key: row[key] for key in row if key != "updated_at"}, sort_keys=True) for row in rows
        )
        hashes[name] = hashlib.sha256("\n".join(plain).encode()).hexdigest()
    return hashes


async def caught_up(stage: Stage) -> bool:
    """Whether every projection is at the head of every game."""
    pool = await open_pool(stage.postgres.url, size_max=1)
    try:
        return not await PostgresProjectionStore(pool).all_laggards([each.name for each in PROJECTIONS], limit=1)
    finally:
        await pool.close()


async def check_read_model(stage: Stage, owner: Connection, seconds: float) -> None:
    """The rows that the workers wrote are those of a fresh fold of the whole log.

    On a busy machine a bot may move after it was `still`, and then both are of different logs: they are read once more.
    """
    for _ in range(COMPARISONS_MAX):
        await eventually(lambda: caught_up(stage), seconds)
        commands, before = await commands_of(owner), await read_model(owner)
        pool = await open_pool(stage.postgres.url, size_max=2)
        try:
            store = PostgresProjectionStore(pool)
            await rebuild(store, Runner(store), PROJECTIONS, lambda done, total: None)
        finally:
            await pool.close()
        after = await read_model(owner)
        if await commands_of(owner) == commands:
            assert before == after, [name for name in before if before[name] != after.get(name)]
            return
        print(f"a bot has moved while the rows of {commands} commands were compared")
    raise AssertionError("the games still move, and nobody plays")
