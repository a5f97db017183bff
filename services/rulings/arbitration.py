"""Calls, rulings and appeals, in the caller's name. Their words become notes beside the log (GAME-PERSON-01)."""

from collections.abc import Callable
from typing import Final

import msgspec

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.rulings.commands import CallArbiter, DecideAppeal, LodgeAppeal, MakeRuling, WithdrawCall
from domain.game.rulings.ruling import Category, Ruling
from services.commands.answers import Answer
from services.commands.play import Play
from services.commands.request import BuildCommand, CommandRequest
from services.names import NamesGiven, Note
from services.ports import Principal
from services.rulebook import Rulebook
from services.scopes import NeededScope, as_arbiter, as_player
from services.world import World

NOTE_CHARS_MAX: Final = 2_000


class Arbitration:
    """`received_us`: when the whole request had been read; 0: now."""

    def __init__(self, play: Play, world: World, rulebook: Rulebook, received_us: int = 0) -> None:
        self._play = play
        self._world = world
        self._rulebook = rulebook
        self._received_us = received_us

    async def call(
        self, principal: Principal, game_id: str, command_id: str, *, step: Step, category: Category, note: str
    ) -> Answer:
        """Calls an arbiter for the caller's seat."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, seat, authority: CallArbiter(by, _seated(seat), step, category, hashed)

        return await self.with_note(principal, game_id, command_id, build, note, needs_seat=True)

    async def withdraw(self, principal: Principal, game_id: str, command_id: str, *, call: int) -> Answer:
        """Takes a call of the caller's seat back."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, seat, authority: WithdrawCall(by, _seated(seat), call)

        return await self.with_note(principal, game_id, command_id, build, "", needs_seat=True)

    async def rule(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        ruling: Ruling,
        note: str,
        expected_version: Step | None,
    ) -> Answer:
        """Makes a ruling, on exactly this version of the game."""

        def build(hashed: str) -> BuildCommand:
            named = msgspec.structs.replace(ruling, note_hash=hashed)
            return lambda by, seat, authority: MakeRuling(by, named, authority)

        return await self.with_note(
            principal,
            game_id,
            command_id,
            build,
            note,
            scope=as_arbiter,
            expected_version=expected_version,
            refused=await self.why_not(ruling),
        )

    async def appeal(self, principal: Principal, game_id: str, command_id: str, *, ruling: int, note: str) -> Answer:
        """Appeals against a ruling."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, seat, authority: LodgeAppeal(by, ruling, hashed)

        return await self.with_note(principal, game_id, command_id, build, note)

    async def decide_appeal(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        *,
        appeal: int,
        ruling: Ruling | None,
        note: str,
        expected_version: Step | None,
    ) -> Answer:
        """Upholds a ruling, or replaces it by `ruling`. The note is of the decision."""

        def build(hashed: str) -> BuildCommand:
            return lambda by, seat, authority: DecideAppeal(by, appeal, ruling, hashed, authority)

        return await self.with_note(
            principal,
            game_id,
            command_id,
            build,
            note,
            scope=as_arbiter,
            expected_version=expected_version,
            refused=None if ruling is None else await self.why_not(ruling),
        )

    def received(self, at_us: int) -> "Arbitration":
        """The same for a request that had been read whole at this time."""
        return Arbitration(self._play, self._world, self._rulebook, at_us)

    async def why_not(self, ruling: Ruling) -> Refused | None:
        """What the rules cannot know: whether the cited rules exist, and the substitute."""
        for rule in ruling.rules:
            if self._rulebook.rule(rule) is None:
                return Refused("unknown_rule", rules=("GAME-RULING-02",), rule=rule[:40])
        if ruling.kind == "substitute":
            person = await self._world.names.person(ruling.principal)
            if person is None or person.name is None:
                return Refused("no_substitute", rules=("GAME-RULING-03",))
        return None

    async def with_note(
        self,
        principal: Principal,
        game_id: str,
        command_id: str,
        build: Callable[[str], BuildCommand],
        words: str,
        *,
        needs_seat: bool = False,
        scope: NeededScope = as_player,
        expected_version: Step | None = None,
        refused: Refused | None = None,
    ) -> Answer:
        """Sends a command whose words become a note. `build`: the command with the hash of the note."""
        note = Note(self._world.entropy(), words) if words else None
        if len(words) > NOTE_CHARS_MAX:
            refused = Refused("bad_note", rules=("GAME-RULING-02",), max=NOTE_CHARS_MAX)
        request = CommandRequest(
            game_id=game_id,
            command_id=command_id,
            build=build("" if note is None else note.hash),
            needs_seat=needs_seat,
            expected_version=expected_version,
            received_us=self._received_us,
            refused=refused,
            scope=scope,
            names=NamesGiven(note=note),
        )
        return await self._play.submit(principal, request)


def _seated(seat: Seat | None) -> Seat:
    assert seat is not None, "a request that needs a seat is built with one"
    return seat
