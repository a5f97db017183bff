"""A batch of appends as the arrays that `append_batch` takes. Sends nothing."""

from collections.abc import Sequence
from typing import Any, Final

from services.ports import Append

APPEND_BATCH: Final = (
    "SELECT * FROM append_batch("
    + ", ".join(
        f"${at}::{kind}[]"
        for at, kind in enumerate(
            [
                *("uuid", "uuid", "bytea", "text", "smallint", "bytea", "text", "bytea", "bigint", "integer", "bytea"),
                *("integer", "bytea"),
                *("text", "integer"),
                *("integer", "integer", "text", "smallint", "bytea", "bytea", "bytea"),
            ],
            start=1,
        )
    )
    + ")"
)
"""One statement, one round trip. The types are those of the function, in its order."""


def arguments(batch: Sequence[Append]) -> tuple[Any, ...]:
    """The arguments of `APPEND_BATCH`, in its order: what each command says, what is opened, and the steps of all."""
    opens = any(entry.opening is not None for entry in batch)
    steps = [(at, event) for at, entry in enumerate(batch, start=1) for event in entry.events]
    return (
        [entry.game_id for entry in batch],
        [entry.command_id for entry in batch],
        [entry.request_hash for entry in batch],
        [entry.principal for entry in batch],
        [entry.seat for entry in batch],
        [entry.body for entry in batch],
        [entry.outcome for entry in batch],
        [entry.answer for entry in batch],
        [entry.time_us for entry in batch],
        [entry.expected_version for entry in batch],
        [entry.expected_hash for entry in batch],
        [entry.expected_version + len(entry.events) for entry in batch],
        [entry.events[-1].hash if entry.events else entry.expected_hash for entry in batch],
        [entry.opening and entry.opening.ruleset for entry in batch] if opens else None,
        [entry.opening and entry.opening.ruleset_version for entry in batch] if opens else None,
        [at for at, _ in steps],
        [event.version for _, event in steps],
        [event.type for _, event in steps],
        [event.schema for _, event in steps],
        [event.prev_hash for _, event in steps],
        [event.hash for _, event in steps],
        [event.body for _, event in steps],
    )
