"""Faults 14 and 15: bytes of the log change behind the service, and steps that this build cannot read.

A game that was rewritten whole, a log that was cut off at its end and a restored old backup leave no trace in the
database itself: that takes a witness outside.
"""

import re
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from infra.wiring import wired
from services.errors import UnsupportedVersion
from services.log.verify import Verdict, verify_game
from tests.continuity.players import LiveGame
from tests.faults.audit import still
from tests.faults.client import Bots, PatientClient
from tests.faults.forge import body_hash, rewrite
from tests.faults.scale import Figures, luck
from tests.faults.stage import Stage, staged

pytestmark = pytest.mark.campaign

STEP = 12
PAGE_BYTES = 8192
READ = "query ($id: ID!) { game(id: $id) { version steps(first: 100) { edges { node { version line { text } stateHash } } } } }"


async def edit_body(owner: Any, game: LiveGame, other: LiveGame) -> int:
    """A body of the same meaning with another time, and the hash that belongs to it."""
    del other
    row = await owner.fetchrow("SELECT prev_hash, body FROM event WHERE game_id = $1 AND version = $2", game.game, STEP)
    body = re.sub(rb'"time_us":(\d+)', lambda time: b'"time_us":%d' % (int(time[1]) - 1), row["body"])
    await owner.execute(
        "UPDATE event SET body = $3, hash = $4 WHERE game_id = $1 AND version = $2",
        game.game, STEP, body, body_hash(row["prev_hash"], body),
    )  # fmt: skip
    return STEP + 1  # the step itself is consistent; the next one does not follow on it


async def delete_step(owner: Any, game: LiveGame, other: LiveGame) -> int:
    del other
    await owner.execute("DELETE FROM event WHERE game_id = $1 AND version = $2", game.game, STEP)
    return STEP


async def swap_steps(owner: Any, game: LiveGame, other: LiveGame) -> int:
    del other
    for was, now in ((STEP, -1), (STEP + 1, STEP), (-1, STEP + 1)):
        await owner.execute(
            "UPDATE event SET version = abs($3) WHERE game_id = $1 AND version = $2"
            if now > 0
            else "UPDATE event SET version = 100000 WHERE game_id = $1 AND version = $2 AND $3 < 0",
            game.game, 100_000 if was < 0 else was, now,
        )  # fmt: skip
    return STEP


async def swap_tails(owner: Any, game: LiveGame, other: LiveGame) -> int:
    """The last steps of two games, each in the other's place."""
    away = "00000000-0000-4000-8000-000000000001"
    for was, now in ((game.game, away), (other.game, game.game), (away, other.game)):
        await owner.execute("UPDATE event SET game_id = $2 WHERE game_id = $1 AND version > $3", was, now, STEP)
    return STEP + 1


Change = Callable[[Any, LiveGame, LiveGame], Awaitable[int | None]]
"""Changes the log of the first game. Returns the step that reads must name; None: only a later build can read it."""


def another_kind(change: Callable[[dict[str, Any]], dict[str, Any]], *, later: bool = False) -> Change:
    """The step as another build might have written it: consistent in itself, and unreadable here."""

    async def write(owner: Any, game: LiveGame, other: LiveGame) -> int | None:
        del other
        await rewrite(owner, game.game, STEP, change)
        return None if later else STEP

    return write


CHANGES: dict[str, tuple[int, Change]] = {
    "a body edited": (14, edit_body),
    "a step deleted": (14, delete_step),
    "two steps swapped": (14, swap_steps),
    "the tails of two games swapped": (14, swap_tails),
    "a type of the future": (15, another_kind(lambda body: {**body, "type": "TimeTravelled"})),
    "a schema of the future": (15, another_kind(lambda body: {**body, "schema": 99}, later=True)),
    "a field of the future": (15, another_kind(lambda body: {**body, "data": {"future": 1}})),
}


async def test_what_was_changed_behind_the_service_is_named_and_the_rest_goes_on(figures: Figures) -> None:
    dice = luck(14)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        async with bots.playing(6, rulesets=("brigade",), people_only=True):
            await bots.reach(200)
        async with stage.owner() as owner:
            await still(owner)  # a step that came late would be lost when the log is put back
        long = [game for game in bots.games if game.version > STEP + 3]
        whole, *spare = long
        assert len(spare) >= 2, "too few games for the damage"
        for name, (fault, change) in CHANGES.items():
            named = await damaged(stage, client, change, spare[0], spare[1], whole)
            figures(fault, change=name, named_by_the_api=named, other_games="go on")
        at = await a_page_flipped(stage, client, spare[0])
        figures(14, change="a byte of a heap page flipped", named_by_the_api=at)


async def damaged(
    stage: Stage,
    client: PatientClient,
    change: Change,
    game: LiveGame,
    other: LiveGame,
    whole: LiveGame,
) -> str:
    """Change the log as a superuser could, look at it through new processes, and put everything back."""
    async with stage.owner() as owner:
        await owner.execute("SET session_replication_role = replica")
        await owner.execute(
            f"CREATE TEMPORARY TABLE original AS SELECT * FROM event WHERE game_id IN ('{game.game}', '{other.game}')"
        )
        step = await change(owner, game, other)
        await stage.apis[0].kill_api()
        await stage.apis[0].start_api()
        answer = await read(client, game)

        facts = answer["errors"][0]["extensions"]
        assert "errors" not in await read(client, whole)
        if step is None:
            assert facts["code"] == "UNSUPPORTED_VERSION", answer
            with pytest.raises(UnsupportedVersion, match=f"step {STEP}"):
                await first_bad_step(stage, game)
        else:
            assert (facts["code"], facts["step"]) == ("GAME_DAMAGED", step), answer
            first = await first_bad_step(stage, game)  # `verify` decides again, and so may name an earlier one
            assert first is not None and STEP <= first <= step, first
        await owner.execute("DELETE FROM event WHERE game_id IN (SELECT game_id FROM original)")
        await owner.execute("INSERT INTO event SELECT * FROM original")
        await owner.execute(
            "UPDATE game g SET head_hash = e.hash FROM event e WHERE (e.game_id, e.version) = (g.game_id, g.version)"
        )
        await owner.execute("DROP TABLE original")
        await owner.execute("DELETE FROM parked")
        await owner.execute("UPDATE projection_cursor SET parked_at = NULL, parked_why = NULL")
        assert await first_bad_step(stage, game) is None
    return "a later build's" if step is None else f"step {step}"


async def read(client: PatientClient, game: LiveGame) -> dict[str, Any]:
    """A game's steps as anybody reads them; with errors, if there are."""
    answer = await client.post(READ, id=game.game)
    return dict(answer)


async def first_bad_step(stage: Stage, game: LiveGame) -> int | None:
    """Where `verify` finds a game bad; None if it holds."""
    async with wired(stage.postgres.url, stage.redis.url, connections_max=2) as use_cases:
        verdict = await verify_game(use_cases.world, game.game)
    assert isinstance(verdict, Verdict)
    return None if verdict.finding is None else verdict.finding.version


async def a_page_flipped(stage: Stage, client: PatientClient, game: LiveGame) -> str:
    """One byte of the row of `STEP`, in the file of its table, while the database is stopped."""
    async with stage.owner() as owner:
        await owner.execute("CHECKPOINT")
        row = await owner.fetchrow(
            "SELECT tableoid::regclass::text AS part, (ctid::text::point)[0]::int AS page, substr(body, 1, 40) AS start, "
            "pg_relation_filepath(tableoid) AS file FROM event WHERE game_id = $1 AND version = $2", game.game, STEP,
        )  # fmt: skip
    await stage.apis[0].kill_api()
    stage.postgres.stop()
    file = stage.postgres.data / Path(row["file"])
    content = bytearray(file.read_bytes())
    page = row["page"] * PAGE_BYTES
    lower, upper = struct.unpack_from("<HH", content, page + 12)
    assert lower < upper, "this is not a page of a table"
    content[page + upper + (PAGE_BYTES - upper) // 2] ^= 0x10
    file.write_bytes(content)
    await stage.postgres.start()
    await stage.apis[0].start_api()
    answer = await read(client, game)
    facts = answer["errors"][0]["extensions"]
    assert facts["code"] == "GAME_DAMAGED" and 1 <= facts["step"] <= STEP, answer
    return f"step {facts['step']}, the first on its page"
