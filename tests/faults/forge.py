"""Rewrites steps in the log as a superuser could: every later hash follows, so that nothing else gives it away."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

Body = dict[str, Any]


def body_hash(prev_hash: bytes, body: bytes) -> bytes:
    """The hash of a step (domain/log/chain.py)."""
    return hashlib.sha256(b"\x01" + prev_hash + body).digest()


async def rewrite(owner: Any, game_id: str, step: int, change: Callable[[Body], Body]) -> None:
    """Change the body of one step, and chain all later ones to it."""
    rows = await owner.fetch(
        "SELECT version, prev_hash, body FROM event WHERE game_id = $1 AND version >= $2 ORDER BY version",
        game_id,
        step,
    )
    link = rows[0]["prev_hash"]
    for row in rows:
        changed = msgspec.json.decode(row["body"])
        body = row["body"]
        if row["version"] == step:
            changed = change(changed)
            body = msgspec.json.encode(changed, order="sorted")
        before, link = link, body_hash(link, body)
        await owner.execute(
            "UPDATE event SET prev_hash = $3, hash = $4, body = $5, type = $6, schema_version = $7 "
            "WHERE game_id = $1 AND version = $2",
            game_id, row["version"], before, link, body, changed["type"], changed["schema"],
        )  # fmt: skip
    await owner.execute("UPDATE game SET head_hash = $2 WHERE game_id = $1", game_id, link)
