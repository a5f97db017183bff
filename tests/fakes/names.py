"""Names in dictionaries, beside principals in memory."""

import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.game.names import FORMER_PLAYER, GameNames
from services.names import Erasure, Note, Person
from tests.fakes.principals import FakePrincipals


@dataclass
class FakeNote:
    """A note. `words` None: it was erased."""

    by: str
    words: str | None
    hash: str = ""
    game: str = ""
    salt: bytes = b""


async def no_games(principal: str) -> Sequence[str]:
    return ()


class FakeNames:
    """`running`: what the list of games says of a principal."""

    def __init__(
        self, principals: FakePrincipals, running: Callable[[str], Awaitable[Sequence[str]]] = no_games
    ) -> None:
        self._principals = principals
        self._running = running
        self.titles: dict[str, tuple[str, str]] = {}
        self.seat_names: dict[tuple[str, str], str] = {}
        self.written: list[FakeNote] = []
        self.erased_us: dict[str, int] = {}

    async def person(self, principal: str) -> Person | None:
        if principal in self.erased_us:
            return Person(None, self.erased_us[principal])
        known = self._principals.principals.get(principal)
        return None if known is None else Person(known.name)

    async def of_games(self, persons: Mapping[str, Collection[str]]) -> Mapping[str, GameNames]:
        named = {}
        for game_id, wanted in persons.items():
            names = {principal: await self._name(game_id, principal) for principal in wanted}
            title = self.titles.get(game_id, ("", ""))[0]
            named[game_id] = GameNames(title, {key: name for key, name in names.items() if name is not None})
        return named

    async def _name(self, game_id: str, principal: str) -> str | None:
        person = await self.person(principal)
        if (game_id, principal) in self.seat_names:
            return self.seat_names[game_id, principal]
        if person is None:
            return None
        return FORMER_PLAYER if person.name is None else person.name

    async def put_title(self, game_id: str, title: str, by: str) -> None:
        if title and by not in self.erased_us:
            self.titles.setdefault(game_id, (title, by))

    async def put_seat_name(self, game_id: str, principal: str, name: str) -> None:
        if principal not in self.erased_us:
            self.seat_names[game_id, principal] = name

    async def put_note(self, game_id: str, note: Note, by: str) -> None:
        if by not in self.erased_us:
            self.written.append(FakeNote(by, note.words, note.hash, game_id, note.salt))

    async def notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, str]:
        return {hash: note.words for hash, note in (await self.salted_notes(game_id, hashes)).items()}

    async def salted_notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, Note]:
        return {
            each.hash: Note(each.salt, each.words)
            for each in self.written
            if each.game == game_id and each.hash in hashes and each.words is not None
        }

    async def rename(self, principal: str, name: str) -> bool:
        if principal in self.erased_us or principal not in self._principals.principals:
            return False
        self._principals.principals[principal] = replace(self._principals.principals[principal], name=name)
        self._drop_seat_names(principal)
        return True

    async def erase(self, principal: str) -> Erasure | None:
        if principal in self.erased_us:
            return Erasure(self.erased_us[principal])
        if principal not in self._principals.principals:
            return None
        self.erased_us[principal] = time.time_ns() // 1_000
        self._principals.principals[principal] = replace(self._principals.principals[principal], name="")
        notes = [note for note in self.written if note.by == principal and note.words is not None]
        for note in notes:
            note.words = None
        titles = [game_id for game_id, (_, by) in self.titles.items() if by == principal]
        for game_id in titles:
            del self.titles[game_id]
        tokens = self._principals.living_tokens(principal)
        self._principals.erased.add(principal)
        for row in self._principals.rows.values():
            if row.token.principal_id == principal:
                row.token = replace(row.token, label="")
        await self._principals.revoke(principal)
        return Erasure(None, self._drop_seat_names(principal), len(titles), len(notes), len(tokens))

    async def running_games(self, principal: str) -> Sequence[str]:
        return await self._running(principal)

    def _drop_seat_names(self, principal: str) -> int:
        theirs = [key for key in self.seat_names if key[1] == principal]
        for key in theirs:
            del self.seat_names[key]
        return len(theirs)
