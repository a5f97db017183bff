"""Sightings on Postgres. The table is in the migration of that name."""

from collections.abc import Sequence
from typing import Final

from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from services.rulings.sightings import Sighting

_WRITE: Final = """
INSERT INTO sighting (game_id, principal_id, token_id, viewer, first_version, last_version, at_us)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[], $7::bigint[])
ON CONFLICT DO NOTHING
"""
_OF_GAME: Final = """
SELECT game_id::text, principal_id, token_id, viewer, first_version, last_version, at_us
FROM sighting WHERE game_id = $1::uuid ORDER BY at_us, viewer, principal_id, last_version LIMIT $2
"""


class PostgresSightings:
    """`services.rulings.sightings.Sightings` on a pool. A statement that is sent twice writes once."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def write(self, rows: Sequence[Sighting]) -> None:
        """Implements `write` of the port `Sightings`, in one round trip."""
        columns = (
            [each.game_id for each in rows],
            [each.principal for each in rows],
            [each.token_id for each in rows],
            [each.viewer for each in rows],
            [each.first_version for each in rows],
            [each.last_version for each in rows],
            [each.at_us for each in rows],
        )
        await self._pool.fetch(_WRITE, *columns)

    async def of_game(self, game_id: str, *, limit: int) -> Sequence[Sighting]:
        """Implements `of_game` of the port `Sightings`."""
        rows = await self._pool.fetch(_OF_GAME, game_id, limit) if is_uuid(game_id) else []
        return [
            Sighting(
                game_id=row["game_id"],
                principal=row["principal_id"],
                token_id=row["token_id"],
                viewer=row["viewer"],
                first_version=row["first_version"],
                last_version=row["last_version"],
                at_us=row["at_us"],
            )
            for row in rows
        ]
