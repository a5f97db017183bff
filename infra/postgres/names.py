"""The names beside the log on Postgres. The tables are in the migration 0005_names.sql."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from domain.game.names import FORMER_PLAYER, GameNames
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Lent, Pool
from services.names import Erasure, Note, Person, note_id

_ERASED_US: Final = "(extract(epoch FROM erased_at) * 1000000)::bigint AS erased_us"
_PERSON: Final = f"SELECT name, {_ERASED_US} FROM person WHERE principal_id = $1"
# Each part is answered by the nodes that have its rows: nothing is joined.
_OF_GAMES: Final = """
SELECT game_id::text, NULL AS principal_id, title AS name FROM stream_title WHERE game_id = ANY ($1::uuid[])
UNION ALL
SELECT game_id::text, principal_id, name FROM seat_name
WHERE game_id = ANY ($1::uuid[]) AND principal_id = ANY ($2::text[])
UNION ALL
SELECT NULL, principal_id, name FROM person WHERE principal_id = ANY ($2::text[])
"""
# The lock orders this and an erasure: it waits until the erasure is committed, and then finds the person erased.
_UNLESS_ERASED: Final = """
WITH writer AS (SELECT erased_at FROM person WHERE principal_id = $2 FOR SHARE)
INSERT INTO {columns}
SELECT $1::uuid, $2::text, $3::text WHERE NOT EXISTS (SELECT FROM writer WHERE erased_at IS NOT NULL)
ON CONFLICT (game_id{key}) DO {otherwise}
"""
_PUT_TITLE: Final = _UNLESS_ERASED.format(
    columns="stream_title (game_id, principal_id, title)", key="", otherwise="NOTHING"
)
_SEAT_NAME: Final = {"columns": "seat_name (game_id, principal_id, name)", "key": ", principal_id"}
_PUT_SEAT_NAME: Final = _UNLESS_ERASED.format(**_SEAT_NAME, otherwise="UPDATE SET name = excluded.name")
_PUT_NOTE: Final = "SELECT put_note($1, $2, $3, $4, $5)"
_NOTES: Final = (
    "SELECT note_id::text, words, salt FROM note "
    "WHERE game_id = $1::uuid AND note_id = ANY ($2::uuid[]) AND words IS NOT NULL"
)
_RENAME: Final = """
WITH renamed AS (
    UPDATE person SET name = $2 WHERE principal_id = $1 AND erased_at IS NULL RETURNING principal_id
), dropped AS (
    DELETE FROM seat_name WHERE principal_id IN (SELECT principal_id FROM renamed)
)
SELECT EXISTS (SELECT FROM renamed)
"""
_LOCK: Final = f"{_PERSON} FOR UPDATE"
_ERASE: Final = "SELECT * FROM erase_words($1)"
_RUNNING: Final = (
    "SELECT game_id::text FROM game_list WHERE phase IN ('open', 'playing') AND $1 = ANY (holders) "
    "ORDER BY moved_us DESC, game_id"
)


class PostgresNames:
    """`services.names.Names` on a pool.

    Every statement may be sent twice: it is retried after a lost connection. An erasure whose answer was lost is
    answered as one that had been made before.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def person(self, principal: str) -> Person | None:
        """Implements `person` of the port `Names`."""
        row = await self._pool.fetchrow(_PERSON, principal)
        return None if row is None else Person(*row)

    async def of_games(self, persons: Mapping[str, Collection[str]]) -> Mapping[str, GameNames]:
        """Implements `of_games` of the port `Names`, in one round trip."""
        games = [game_id for game_id in persons if is_uuid(game_id)]
        everybody = list({principal for wanted in persons.values() for principal in wanted})
        titles: dict[str, str] = {}
        of_seats: dict[tuple[str, str], str] = {}
        own: dict[str, str] = {}
        for game_id, principal, name in await self._pool.fetch(_OF_GAMES, games, everybody) if persons else ():
            if game_id is None:
                own[principal] = FORMER_PLAYER if name is None else name
            elif principal is None:
                titles[game_id] = name
            else:
                of_seats[game_id, principal] = name
        named: dict[str, GameNames] = {}
        for game_id, wanted in persons.items():
            names = {each: of_seats.get((game_id, each), own.get(each)) for each in wanted}
            present = {each: name for each, name in names.items() if name is not None}
            named[game_id] = GameNames(titles.get(game_id, ""), present)
        return named

    async def put_title(self, game_id: str, title: str, by: str) -> None:
        """Implements `put_title` of the port `Names`."""
        if title:
            await self._pool.fetch(_PUT_TITLE, game_id, by, title)

    async def put_seat_name(self, game_id: str, principal: str, name: str) -> None:
        """Implements `put_seat_name` of the port `Names`."""
        await self._pool.fetch(_PUT_SEAT_NAME, game_id, principal, name)

    async def put_note(self, game_id: str, note: Note, by: str) -> None:
        """Implements `put_note` of the port `Names`."""
        await self._pool.fetch(_PUT_NOTE, game_id, note_id(note.hash), note.salt, note.words, by)

    async def notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, str]:
        """Implements `notes` of the port `Names`."""
        return {hash: note.words for hash, note in (await self.salted_notes(game_id, hashes)).items()}

    async def salted_notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, Note]:
        """Implements `salted_notes` of the port `Names`."""
        by_id = {note_id(each): each for each in hashes}
        rows = await self._pool.fetch(_NOTES, game_id, list(by_id)) if by_id else ()
        return {by_id[row[0]]: Note(row[2], row[1]) for row in rows}

    async def rename(self, principal: str, name: str) -> bool:
        """Implements `rename` of the port `Names`."""
        return bool(await self._pool.fetchval(_RENAME, principal, name))

    async def erase(self, principal: str) -> Erasure | None:
        """Implements `erase` of the port `Names`.

        First it locks the person. What follows sees every name that was stored before it had the lock.
        """

        async def erase_on(connection: Lent) -> Erasure | None:
            async with connection.transaction():
                person = await connection.fetchrow(_LOCK, principal)
                if person is None:
                    return None
                if person["erased_us"] is not None:
                    return Erasure(person["erased_us"])
                deleted = await connection.fetch(_ERASE, principal)
                return Erasure(None, *deleted[0])

        return await self._pool.ask(erase_on)

    async def running_games(self, principal: str) -> Sequence[str]:
        """Implements `running_games` of the port `Names`."""
        return [row[0] for row in await self._pool.fetch(_RUNNING, principal)]
