"""The global order as the signer reads it: positions and leaves, with a role that may read nothing else."""

from dataclasses import dataclass

from infra.postgres.pool import Pool
from infra.signer.signing import Rewritten


@dataclass(frozen=True, slots=True)
class Extent:
    """How many entries there are, and how many of them may be published by now."""

    last: int
    publishable: int


class PostgresOrder:
    """The tables `log`, `sequencer` and `log_publication`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def extent(self) -> Extent:
        """How far the order has come. The table itself counts: a row of another one may be older."""
        row = await self._pool.fetchrow(
            "SELECT coalesce((SELECT max(pos) FROM log), 0) AS last, (SELECT size FROM log_publication) AS publishable"
        )
        assert row is not None
        return Extent(row["last"], row["publishable"] or 0)

    async def leaves(self, after: int, limit: int) -> list[bytes]:
        """The leaves past a position, at most `limit`. Raises Rewritten where a position is missing."""
        rows = await self._pool.fetch("SELECT pos, leaf FROM log WHERE pos > $1 ORDER BY pos LIMIT $2", after, limit)
        for at, row in enumerate(rows, start=after + 1):
            if row["pos"] != at:
                raise Rewritten(f"The order has no entry at position {at}, but later ones.")
        return [row["leaf"] for row in rows]
