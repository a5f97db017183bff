"""A batch of appends as a call of an SQL function: `append_commands`, or `append_command` for one that comes alone.

Commands and steps go as rows of two types: a client packs a row in a third of the time that its values take in arrays.
"""

import itertools
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from services.log.command_chain import content_of
from services.ports import Append, StoredCommand

_APPEND_COMMANDS: Final = (
    "append_commands(game_ids => $1::uuid[], command_ids => $2::uuid[], given => $3::appended_command[], "
    "steps => $4::appended_step[], opens => $5::boolean)"
)
_APPEND_COMMAND: Final = (
    "append_command(my_game => $1::uuid, my_command_id => $2::uuid, my => $3::appended_command, "
    "steps => $4::appended_step[])"
)
_APPEND_ON_NODE: Final = (
    "SELECT * FROM append_commands_on_node($1::uuid, $2::uuid[], $3::uuid[], $4::appended_command[], "
    "$5::appended_step[])"
)
"""By position: Citus sends no call by name to a node."""
_APPEND_AT_SHARDS: Final = (
    "SELECT * FROM append_at_shards($1::bigint[], $2::integer[], $3::integer[], $4::uuid[], $5::uuid[], "
    "$6::appended_command[], $7::appended_step[], $8::boolean)"
)

_own_values: Final = attrgetter(
    "request_hash", "principal", "seat", "body", "outcome", "answer", "time_us", "received_us", "token_id"
)
_step_values: Final = attrgetter("version", "type", "schema", "prev_hash", "hash", "body")
_NO_OPENING: Final = (None, None, None)


class Call(NamedTuple):
    """One statement, one round trip. Its rows say what was not written, and why."""

    statement: str
    arguments: tuple[object, ...]


def call_for(batch: Sequence[Append], schema: str = "") -> Call:
    """The call that appends a batch of commands, or a single one to a stream that exists.

    `schema`: whose function is called, if not that of the search path.
    """
    if len(batch) == 1 and batch[0].opening is None:
        entry = batch[0]
        one = (entry.game_id, entry.command_id, _command(entry), _steps(batch))
        return Call(_select(_APPEND_COMMAND, schema), one)
    return Call(_select(_APPEND_COMMANDS, schema), (*_batch(batch), _opens(batch)))


@lru_cache(maxsize=1_024)
def _select(call: str, schema: str) -> str:
    return f"SELECT * FROM {schema}.{call}" if schema else f"SELECT * FROM {call}"


class Part(NamedTuple):
    """The commands of a batch whose games are in the same shard of a Citus cluster."""

    shard: int
    batch: Sequence[Append]


def call_for_parts(parts: Sequence[Part]) -> Call:
    """The call that appends the parts of a batch at the node that has their shards, in one transaction."""
    if len(parts) == 1:
        return call_for(parts[0].batch, f"games_{parts[0].shard}")
    rows = [_batch(part.batch) for part in parts]
    games, ids, commands, steps = ([*itertools.chain.from_iterable(each)] for each in zip(*rows, strict=True))
    return Call(
        _APPEND_AT_SHARDS,
        (
            [part.shard for part in parts],
            [len(part.batch) for part in parts],
            [len(of_part) for *_, of_part in rows],
            games,
            ids,
            commands,
            steps,
            any(_opens(part.batch) for part in parts),
        ),
    )


def call_for_node(batch: Sequence[Append]) -> Call:
    """The call that appends a batch of commands on Citus. All games should be on one node."""
    return Call(_APPEND_ON_NODE, (batch[0].game_id, *_batch(batch)))


Row = tuple[object, ...]


def _batch(batch: Sequence[Append]) -> tuple[list[str], list[str], list[Row], list[Row]]:
    games, ids = [entry.game_id for entry in batch], [entry.command_id for entry in batch]
    return games, ids, [_command(entry) for entry in batch], _steps(batch)


def _opens(batch: Sequence[Append]) -> bool:
    """Whether one of the commands opens a stream."""
    return any(entry.opening is not None for entry in batch)


def _command(entry: Append) -> Row:
    """The fields of the type `appended_command`, in order."""
    opening = entry.opening
    return (
        *_own_values(entry),
        content_of(entry),
        entry.expected_version,
        entry.expected_hash,
        entry.last_version,
        entry.events[-1].hash if entry.events else entry.expected_hash,
        *(_NO_OPENING if opening is None else (opening.kind, opening.ruleset, opening.ruleset_version)),
    )


def _steps(batch: Sequence[Append]) -> list[Row]:
    """The fields of the type `appended_step`, in order, for each step: the place of its command, then its own."""
    return [(at, *_step_values(event)) for at, entry in enumerate(batch, start=1) for event in entry.events]


def as_stored(entry: Append) -> StoredCommand:
    """An entry as the log stores it."""
    return StoredCommand(
        game_id=entry.game_id,
        command_id=entry.command_id,
        request_hash=entry.request_hash,
        principal=entry.principal,
        seat=entry.seat,
        body=entry.body,
        outcome=entry.outcome,
        answer=entry.answer,
        time_us=entry.time_us,
        received_us=entry.received_us,
        token_id=entry.token_id,
        first_version=entry.first_version,
        last_version=entry.last_version,
    )
