"""Processes of the version before go on appending while new ones start (docs/operations.md, Upgrading): they call what the
migrations before 0024 made, by these names and with these types, and both write the same game."""

from collections.abc import Sequence
from typing import Any, Final

from infra.postgres.append_rows import as_stored, call_for
from infra.postgres.pool import Pool
from infra.wiring import wired
from services.log.command_chain import content_of
from services.log.verify import verify_game
from services.ports import Append
from tests.bench.growth.recorded import copy_id
from tests.bench.growth.test_growth import recordings

OF_COMMAND: Final = (
    ("game_id", "game_ids", "uuid"), ("command_id", "command_ids", "uuid"), ("request_hash", "request_hashes", "bytea"),
    ("principal", "principals", "text"), ("seat", "seats", "smallint"), ("body", "bodies", "bytea"),
    ("outcome", "outcomes", "text"), ("answer", "answers", "bytea"), ("time_us", "times_us", "bigint"),
    ("received_us", "received_us", "bigint"), ("token_id", "token_ids", "text"),
    ("expected_version", "expected_versions", "integer"), ("expected_hash", "expected_hashes", "bytea"),
    ("last_version", "last_versions", "integer"), ("head_hash", "head_hashes", "bytea"), ("content", "contents", "bytea"),
)  # fmt: skip
"""What both have of a command: the value, the array of `append_batch`, the type. `append_one` takes `my_` and the value's name."""
OF_STEP: Final = (
    ("version", "step_versions", "integer"), ("type", "step_types", "text"), ("schema", "step_schemas", "smallint"),
    ("prev_hash", "step_prev_hashes", "bytea"), ("hash", "step_hashes", "bytea"), ("body", "step_bodies", "bytea"),
)  # fmt: skip
OF_ONE: Final = ("type", "schema", "hash", "body")


def value(entry: Append, name: str) -> object:
    if name == "head_hash":
        return entry.events[-1].hash if entry.events else entry.expected_hash
    return content_of(entry) if name == "content" else getattr(entry, name)


async def called(pool: Pool, function: str, arguments: dict[str, tuple[str, object]]) -> list[Any]:
    given = ", ".join(f"{name} => ${at}::{of[0]}" for at, (name, of) in enumerate(arguments.items(), start=1))
    return await pool.fetch(f"SELECT * FROM {function}({given})", *(of[1] for of in arguments.values()))


async def earlier(pool: Pool, batch: Sequence[Append]) -> list[Any]:
    """The rows of a call of a process of the version before: what was not written, and why."""
    steps = [(at, event) for at, entry in enumerate(batch, start=1) for event in entry.events]
    of_steps = {
        array: (f"{type}[]", [getattr(event, name) for _, event in steps])
        for name, array, type in OF_STEP
        if len(batch) > 1 or batch[0].opening or name in OF_ONE
    }
    if len(batch) == 1 and batch[0].opening is None:
        one = {f"my_{name}": (type, value(batch[0], name)) for name, _, type in OF_COMMAND}
        return await called(pool, "append_one", one | of_steps)
    arrays = {array: (f"{type}[]", [value(entry, name) for entry in batch]) for name, array, type in OF_COMMAND}
    opens = any(entry.opening for entry in batch)
    opened = {
        "opened_kinds": ("text[]", [entry.opening and entry.opening.kind for entry in batch] if opens else None),
        "opened_rulesets": ("text[]", [entry.opening and entry.opening.ruleset for entry in batch] if opens else None),
        "opened_ruleset_versions": (
            "integer[]",
            [entry.opening and entry.opening.ruleset_version for entry in batch] if opens else None,
        ),
        "step_commands": ("integer[]", [at for at, _ in steps]),
    }
    return await called(pool, "append_batch", arrays | of_steps | opened)


async def today(pool: Pool, batch: Sequence[Append]) -> list[Any]:
    """The rows of a call of a process of this version."""
    call = call_for(batch)
    return await pool.fetch(call.statement, *call.arguments)


async def test_a_process_of_the_version_before_goes_on_beside_a_new_one(database_url, redis_url) -> None:
    [recording, *_] = recordings()
    ids = [copy_id(number) for number in range(2)]
    async with wired(database_url, redis_url, connections_max=2) as use_cases:
        pool, log = use_cases.pool, use_cases.world.log
        for at, pair in enumerate(zip(*map(recording.appends, ids), strict=True)):
            one, other = (earlier, today) if at % 4 < 2 else (today, earlier)
            batches = [pair] if at % 2 else [pair[:1], pair[1:]]
            for batch in batches:
                assert await one(pool, batch) == [], "it was written"
                [no, *_] = await other(pool, batch)
                assert (no["entry"], no["verdict"], no["at_version"]) == (1, "duplicate", batch[0].last_version)
                assert no["stored_request_hash"] == as_stored(batch[0]).request_hash
        for game_id in ids:
            verdict = await verify_game(use_cases.world, game_id)
            assert verdict is not None and verdict.finding is None
            assert (verdict.steps, (await log.head(game_id)).commands) == (recording.steps, len(recording.commands))
