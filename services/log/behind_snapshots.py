"""The log behind a snapshot: nothing is decided on a cached state before the steps that led to it were checked.

A snapshot saves the folding, not the checking. Each process checks a game's steps once; later snapshots of the game
cost only the steps since then.
"""

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple

from domain.engine.step import BEFORE_FIRST, Step
from domain.log.chain import GENESIS
from domain.log.record import NotThatStep, check_unread
from services.errors import LogDamaged
from services.log.command_chain import link_of
from services.ports import EventLog

CHECKED_GAMES_MAX: Final = 16_384
"""Games of which a process remembers how far it has checked them; some 300 bytes each."""
PAGE_ROWS: Final = 500
"""Rows between two pauses for other games: some milliseconds."""


class _Checked(NamedTuple):
    """How far a game was checked: the last step and its hash, the number of commands and the link of the last one."""

    version: Step = BEFORE_FIRST
    hash: bytes = GENESIS
    commands: int = 0
    link: bytes = GENESIS


class BehindSnapshots:
    """Checks the steps and commands behind the snapshots of this process."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._checked: OrderedDict[str, _Checked] = OrderedDict()

    async def check(self, game_id: str, version: Step, hash: bytes, commands: int) -> None:
        """Checks the steps up to `version`, whose hash is `hash`, and as many `commands`. Raises LogDamaged.

        Steps: their chain and bytes, as every reader does, except that no event is decoded. Commands: their chain.
        """
        checked = self._checked.get(game_id, _Checked())
        if checked.version > version or checked.commands > commands:
            checked = _Checked()  # the log was replaced by an older one
        steps = await self._steps(game_id, checked, version)
        if steps.hash != hash:
            raise LogDamaged(game_id, version, "its hash does not follow from the steps before it")
        self._checked[game_id] = await self._commands(game_id, steps, commands)
        self._checked.move_to_end(game_id)
        while len(self._checked) > CHECKED_GAMES_MAX:
            self._checked.popitem(last=False)

    async def _steps(self, game_id: str, checked: _Checked, version: Step) -> _Checked:
        after, prev_hash = checked.version, checked.hash
        while after < version:
            rows = await self._log.read(game_id, after=after, limit=min(PAGE_ROWS, version - after))
            if not rows:
                raise LogDamaged(game_id, Step(after + 1), "the step is missing")
            for row in rows:
                try:
                    check_unread(game_id, row, version=Step(after + 1), prev_hash=prev_hash)
                except NotThatStep as mismatch:
                    raise LogDamaged(game_id, Step(after + 1), mismatch.why) from None
                after, prev_hash = row.version, row.hash
            await asyncio.sleep(0)
        return checked._replace(version=after, hash=prev_hash)

    async def _commands(self, game_id: str, checked: _Checked, commands: int) -> _Checked:
        done, link = checked.commands, checked.link
        while done < commands:
            page = await self._log.commands(game_id, after=done, limit=min(PAGE_ROWS, commands - done))
            if not page:
                raise LogDamaged(game_id, checked.version, f"{commands - done} of its commands are missing")
            for command in page:
                if command.ordinal != done + 1 or command.link != link_of(command, link):
                    raise LogDamaged(game_id, command.last_version, "a stored command is not the one that was decided")
                done, link = command.ordinal, command.link
            await asyncio.sleep(0)
        return checked._replace(commands=done, link=link)
