"""Calls for an arbiter, rulings and appeals: for players, and for arbiters who have no part in a game."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from emberlog_client import operations as ops
from emberlog_client.commands import Commands
from emberlog_client.reads import there
from emberlog_client.schema import CallCategory, RulingInput


class Numbered(Protocol):
    """What has a number within its game."""

    @property
    def number(self) -> int: ...


NumberedT = TypeVar("NumberedT", bound=Numbered)


class Rulings(Commands):
    """The part of a client that asks for an arbiter, and is one."""

    def calls(self, game: str) -> AsyncIterator[ops.Call]:
        """The calls for an arbiter. Their words are for arbiters and for who called."""

        async def page(after: int) -> Sequence[ops.Call]:
            return there(await self.run(ops.calls(game=game, after=after)), "game").page

        return _numbered(page)

    def rulings(self, game: str) -> AsyncIterator[ops.Ruling]:
        """What arbiters decided. `valid` is false for a ruling that an appeal has replaced."""

        async def page(after: int) -> Sequence[ops.Ruling]:
            return there(await self.run(ops.rulings(game=game, after=after)), "game").page

        return _numbered(page)

    def appeals(self, game: str) -> AsyncIterator[ops.Appeal]:
        """The appeals against rulings, and what became of them."""

        async def page(after: int) -> Sequence[ops.Appeal]:
            return there(await self.run(ops.appeals(game=game, after=after)), "game").page

        return _numbered(page)

    async def call_arbiter(
        self,
        game: str,
        step: int,
        category: CallCategory | str,
        *,
        note: str | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Call an arbiter about a step, for your own seat. `note`: words that only arbiters and you read."""
        return await self._send(
            command_id,
            lambda id_: ops.call_arbiter(command_id=id_, game=game, step=step, category=category, note=note),
        )

    async def withdraw_call(self, game: str, call: int, *, command_id: str | None = None) -> ops.CommandAccepted:
        """Take an open call of your own seat back, by its number."""
        return await self._send(command_id, lambda id_: ops.withdraw_call(command_id=id_, game=game, call=call))

    async def lodge_appeal(
        self, game: str, ruling: int, *, note: str | None = None, command_id: str | None = None
    ) -> ops.CommandAccepted:
        """Appeal, once, against a ruling that touches your seat."""
        return await self._send(
            command_id, lambda id_: ops.lodge_appeal(command_id=id_, game=game, ruling=ruling, note=note)
        )

    async def make_ruling(
        self,
        game: str,
        ruling: RulingInput,
        *,
        expected_version: int,
        call: int | None = None,
        steps: Sequence[int] | None = None,
        rules: Sequence[str] | None = None,
        note: str | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Rule on a game, as an arbiter who has no part in it, on exactly the version that you decided on."""
        return await self._send(
            command_id,
            lambda id_: ops.make_ruling(
                command_id=id_,
                game=game,
                expected_version=expected_version,
                ruling=ruling,
                call=call,
                steps=None if steps is None else list(steps),
                rules=None if rules is None else list(rules),
                note=note,
            ),
        )

    async def decide_appeal(
        self,
        game: str,
        appeal: int,
        *,
        uphold: bool,
        expected_version: int,
        ruling: RulingInput | None = None,
        rules: Sequence[str] | None = None,
        note: str | None = None,
        command_id: str | None = None,
    ) -> ops.CommandAccepted:
        """Decide an appeal, as another arbiter than the one who ruled. Without `uphold`, `ruling` takes its place."""
        return await self._send(
            command_id,
            lambda id_: ops.decide_appeal(
                command_id=id_,
                game=game,
                expected_version=expected_version,
                appeal=appeal,
                uphold=uphold,
                ruling=ruling,
                rules=None if rules is None else list(rules),
                note=note,
            ),
        )


async def _numbered(page_after: Callable[[int], Awaitable[Sequence[NumberedT]]]) -> AsyncIterator[NumberedT]:
    """All of a list that is read after a number, until nothing comes."""
    after = 0
    while page := await page_after(after):
        for each in page:
            yield each
        after = page[-1].number
