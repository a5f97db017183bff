"""A batch of appends as a call of an SQL function: `append_batch`, or `append_one` for a command that comes alone.

The columns below are the only list of them: each call names its parameters, so that their order is free.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from services.log.command_chain import content_of
from services.ports import Append, StoredCommand


class _Column(NamedTuple):
    """One parameter of `append_batch`: an array with one value per command, or one per step.

    `attribute`: where the value is in an `Append` or a `Written`. `append_one` takes the value of its one command.
    """

    parameter: str
    type: str
    attribute: str = ""


_COMMAND_COLUMNS: Final = (
    _Column("game_ids", "uuid", "game_id"),
    _Column("command_ids", "uuid", "command_id"),
    _Column("request_hashes", "bytea", "request_hash"),
    _Column("principals", "text", "principal"),
    _Column("seats", "smallint", "seat"),
    _Column("bodies", "bytea", "body"),
    _Column("outcomes", "text", "outcome"),
    _Column("answers", "bytea", "answer"),
    _Column("times_us", "bigint", "time_us"),
    _Column("received_us", "bigint", "received_us"),
    _Column("token_ids", "text", "token_id"),
    _Column("expected_versions", "integer", "expected_version"),
    _Column("expected_hashes", "bytea", "expected_hash"),
)
_STEP_COLUMNS: Final = (
    _Column("step_versions", "integer", "version"),
    _Column("step_types", "text", "type"),
    _Column("step_schemas", "smallint", "schema"),
    _Column("step_prev_hashes", "bytea", "prev_hash"),
    _Column("step_hashes", "bytea", "hash"),
    _Column("step_bodies", "bytea", "body"),
)
_COMPUTED_COLUMNS: Final = (
    _Column("last_versions", "integer"),
    _Column("head_hashes", "bytea"),
    _Column("opened_kinds", "text"),
    _Column("opened_rulesets", "text"),
    _Column("opened_ruleset_versions", "integer"),
    _Column("step_commands", "integer"),
    _Column("contents", "bytea"),
)
"""Computed by `arguments`, in this order."""

_APPEND_BATCH: Final = "append_batch({})".format(
    ", ".join(
        f"{column.parameter} => ${at}::{column.type}[]"
        for at, column in enumerate((*_COMMAND_COLUMNS, *_STEP_COLUMNS, *_COMPUTED_COLUMNS), start=1)
    )
)

_APPEND_ON_NODE: Final = "SELECT * FROM append_on_node($1::uuid, {})".format(
    ", ".join(
        f"${at}::{column.type}[]"
        for at, column in enumerate((*_COMMAND_COLUMNS, *_STEP_COLUMNS, *_COMPUTED_COLUMNS), start=2)
    )
)
"""By position, in the order of citus/append.sql: Citus sends no call by name to a node."""

_ONE_COMPUTED: Final = (
    _Column("last_version", "integer"),
    _Column("head_hash", "bytea"),
    _Column("content", "bytea"),
)
"""Computed by `_one`, in this order."""
_ONE_STEP_COLUMNS: Final = tuple(
    column for column in _STEP_COLUMNS if column.attribute in ("type", "schema", "hash", "body")
)
"""The versions and the hashes before follow from the head that the command was decided on."""

_APPEND_ONE: Final = "append_one({})".format(
    ", ".join(
        f"{parameter} => ${at}::{type}"
        for at, (parameter, type) in enumerate(
            (
                *(
                    (f"my_{column.attribute or column.parameter}", column.type)
                    for column in (*_COMMAND_COLUMNS, *_ONE_COMPUTED)
                ),
                *((column.parameter, f"{column.type}[]") for column in _ONE_STEP_COLUMNS),
            ),
            start=1,
        )
    )
)

_command_values: Final = attrgetter(*(column.attribute for column in _COMMAND_COLUMNS))
_step_values: Final = attrgetter(*(column.attribute for column in _STEP_COLUMNS))
_one_step_values: Final = attrgetter(*(column.attribute for column in _ONE_STEP_COLUMNS))
_NO_STEPS: Final[tuple[Sequence[object], ...]] = ((),) * len(_STEP_COLUMNS)
_NO_STEPS_OF_ONE: Final[tuple[Sequence[object], ...]] = ((),) * len(_ONE_STEP_COLUMNS)


class Call(NamedTuple):
    """One statement, one round trip. Its rows say what was not written, and why."""

    statement: str
    arguments: tuple[object, ...]


def call_for(batch: Sequence[Append], schema: str = "") -> Call:
    """The call that appends a batch of commands, or a single one to a stream that exists.

    `schema`: whose function is called, if not that of the search path.
    """
    if len(batch) == 1 and batch[0].opening is None:
        return Call(_select(_APPEND_ONE, schema), _one(batch[0]))
    return Call(_select(_APPEND_BATCH, schema), _batch(batch))


@lru_cache(maxsize=1_024)
def _select(call: str, schema: str) -> str:
    return f"SELECT * FROM {schema}.{call}" if schema else f"SELECT * FROM {call}"


def call_for_node(batch: Sequence[Append]) -> Call:
    """The call that appends a batch of commands on Citus. All games should be on one node."""
    return Call(_APPEND_ON_NODE, (batch[0].game_id, *_batch(batch)))


def _one(entry: Append) -> tuple[object, ...]:
    return (
        *_command_values(entry),
        entry.last_version,
        entry.events[-1].hash if entry.events else entry.expected_hash,
        content_of(entry),
        *(zip(*map(_one_step_values, entry.events), strict=True) if entry.events else _NO_STEPS_OF_ONE),
    )


def _batch(batch: Sequence[Append]) -> tuple[Sequence[object] | None, ...]:
    """The columns are transposed from rows: that is fastest."""
    steps = [event for entry in batch for event in entry.events]
    opens = any(entry.opening is not None for entry in batch)
    return (
        *zip(*map(_command_values, batch), strict=True),
        *(zip(*map(_step_values, steps), strict=True) if steps else _NO_STEPS),
        [entry.last_version for entry in batch],
        [entry.events[-1].hash if entry.events else entry.expected_hash for entry in batch],
        [entry.opening and entry.opening.kind for entry in batch] if opens else None,
        [entry.opening and entry.opening.ruleset for entry in batch] if opens else None,
        [entry.opening and entry.opening.ruleset_version for entry in batch] if opens else None,
        [at for at, entry in enumerate(batch, start=1) for _ in entry.events],
        [content_of(entry) for entry in batch],
    )


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
