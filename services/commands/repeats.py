"""Repeated requests: a command id that was answered before gets its first answer (GAME-PLAY-03)."""

from domain.engine.step import Step
from domain.game.names import seat_names
from domain.game.words import plain_command
from domain.log.chain import GENESIS
from domain.log.record import decode_command
from domain.log.refusals import decode_refusal
from services.commands.answers import Accepted, Answer, IdReused, refusal_of
from services.commands.choices import is_choice_of
from services.commands.request import CommandRequest, request_hash
from services.log.load_game import GameLoader, LoadedGame
from services.log.read_log import read_steps
from services.naming import Naming
from services.ports import Principal, StoredCommand
from services.world import World


class Repeats:
    """Finds first answers in the log."""

    def __init__(self, world: World, games: GameLoader, naming: Naming) -> None:
        self._world = world
        self._games = games
        self._naming = naming

    async def find(
        self, principal: Principal, request: CommandRequest, command_id: str, loaded: LoadedGame
    ) -> Answer | None:
        """The first answer to this command id, for a request that is not decided any more; None when the id is new."""
        stored = await self._world.log.command(request.game_id, command_id)
        if stored is None:
            return None
        if stored.seat is None and request.needs_seat:
            return IdReused(request.game_id, command_id)  # it was used before its principal had a seat
        if request.choice is None:
            typed, opened = request.build(principal.id, stored.seat, None), loaded.game.ruleset
            commands = [plain_command(each, typed) for each in (opened, *opened.later)]  # whichever held then
        else:  # the game may have moved on, but the command that was chosen then is in the log
            command = decode_command(loaded.game.script, stored.body)
            if not is_choice_of(request.choice, command):
                return IdReused(request.game_id, command_id)
            commands = [command]
        hashes = {request_hash(principal.id, request.game_id, each, request.expected_version) for each in commands}
        if stored.request_hash not in hashes:
            return IdReused(request.game_id, command_id)
        return await self.first_answer(stored, loaded)

    async def first_answer(self, stored: StoredCommand, loaded: LoadedGame) -> Answer:
        """The answer that `stored` got, with the game as it stands now.

        `loaded`: the game, perhaps not its head; for an opening, a game that was decided and not written.
        """
        if stored.outcome == "refused":
            return await self._refusal(stored, loaded)
        return await self._accepted(stored, loaded)

    async def _refusal(self, stored: StoredCommand, loaded: LoadedGame) -> Answer:
        head = await self._games.at_head(stored.game_id) or loaded
        # Somebody who has left the seat since then must not learn what it may do now.
        seat = head.state.seat_of(stored.principal)
        refused = decode_refusal(stored.answer)
        # A parked game takes no commands, and what its log says may be wrong: then nothing is offered.
        closed = await self._world.parkings.parked(stored.game_id) is not None
        called = seat_names(head.state, await self._naming.of_state(stored.game_id, head.state))
        return refusal_of(
            stored.game_id,
            stored.command_id,
            stored.first_version,
            refused,
            None if closed else head,
            seat,
            names=called,
            is_repeat=True,
        )

    async def _accepted(self, stored: StoredCommand, loaded: LoadedGame) -> Answer:
        after, prev_hash = Step(stored.first_version - 1), GENESIS
        if after:
            prev_hash = (await self._world.log.read(stored.game_id, after=Step(after - 1), limit=1))[0].hash
        head = await self._games.at_head(stored.game_id) or loaded
        steps = tuple(
            await read_steps(
                self._world.log,
                loaded.game,
                stored.game_id,
                after=after,
                prev_hash=prev_hash,
                up_to=stored.last_version,
            )
        )
        return Accepted(
            stored.game_id,
            stored.command_id,
            stored.last_version,
            steps[-1].body.state or "",
            lambda: steps,
            is_repeat=True,
            head=head,
            names=await self._naming.of_state(stored.game_id, head.state),
        )
