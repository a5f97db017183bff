"""A command, from a principal to the log: find the seat, load the game, decide, append, answer."""

import contextlib
import logging

from domain.engine.chance import Chance, sandbox_secret
from domain.engine.refusal import Refused
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from domain.game import ForkGame, Game, GameState, OpenGame
from domain.game.commands import GAME_COMMAND_TYPES
from domain.game.game import Command
from domain.game.names import seat_names
from domain.game.rulings.decide import needs_past
from domain.game.words import plain_command, plain_opening
from domain.rulesets import CURRENT, RULESETS
from services import ports
from services.authority import authority_of
from services.commands.answers import (
    Accepted,
    Answer,
    BadCommandId,
    GameParked,
    IdReused,
    NotInScope,
    NotYourSeat,
    UnknownGame,
    VersionConflict,
    WrongRuleset,
    refusal_of,
)
from services.commands.choices import chosen
from services.commands.decision import Decision, Submission, decide, decide_opening
from services.commands.neighbours import why_not_called
from services.commands.openings import Openings, opened, opened_game_id, why_not_opened
from services.commands.parking import Parking
from services.commands.refusal_limits import RefusalLimits
from services.commands.repeats import Repeats
from services.commands.request import CommandRequest, canonical_uuid, request_hash
from services.commands.reservations import note_end, note_participants, reserve
from services.errors import Cause, LogDamaged, Unavailable
from services.log.load_game import GameLoader, LoadedGame
from services.log.replay import Histories
from services.names import NamesGiven
from services.parkings import Parked
from services.ports import Principal
from services.reads.horizon import is_delayed, unknown_to
from services.scopes import not_in_scope
from services.world import World

DECISIONS_MAX = 4
"""How often a command is decided before the client learns of a conflict: each time, another command came first."""
NOT_SEATED = "You hold no seat in this game."

_log = logging.getLogger("emberlog.play")


class Play:
    """Takes commands for every game of every ruleset. `histories`: shared with readers, and so are its names."""

    def __init__(self, world: World, games: GameLoader, histories: Histories | None = None) -> None:
        self._world = world
        self._games = games
        histories = histories or Histories(world)
        self._histories = histories
        self._naming = histories.naming
        self._repeats = Repeats(world, games, self._naming)
        self._refusals = RefusalLimits(world.log)
        self._openings = Openings(world, games, self._repeats, self._refusals)
        self._parking = Parking(world, histories)

    def now_us(self) -> int:
        """The time by which commands are decided."""
        return self._world.now_us()

    async def submit(self, principal: Principal, request: CommandRequest) -> Answer:
        """Decides a command and writes it, or says why not. What is acknowledged is on disk."""
        command_id = canonical_uuid(request.command_id)
        if command_id is None:
            return BadCommandId(request.command_id)
        elsewhere = not_in_scope(principal, request.game_id, None)
        if elsewhere is not None:
            return elsewhere
        answer: Answer | None = None
        # The database is asked of a game that was parked, and of one without a state here. Else the log will say.
        if not self._games.has(request.game_id) or self._parking.knows(request.game_id):
            answer = await self._parking.find(request.game_id)
        if answer is None:
            try:
                async with self._games.lock(request.game_id):
                    answer = await self._submit(principal, request, command_id)
            except LogDamaged as damaged:
                answer = await self.park(request.game_id, damaged.version, damaged.why)
        if isinstance(answer, GameParked):
            first = await self._first_answer(principal, request, command_id)
            return first or await self._parking.answer(principal, request, answer)
        return answer

    async def _first_answer(self, principal: Principal, request: CommandRequest, command_id: str) -> Answer | None:
        """The first answer to a repeated command on a parked game, as far as the log can be read; None when the id is
        new."""
        if await self._world.log.command(request.game_id, command_id) is None:
            return None
        with contextlib.suppress(LogDamaged):
            loaded = await self._games.at_head(request.game_id)
            if loaded is None or isinstance(obstacle(principal, request, loaded), NotInScope):
                return None
            if not _is_stranger(principal, request, loaded):
                return await self._repeats.find(principal, request, command_id, loaded)
        return None

    async def _submit(self, principal: Principal, request: CommandRequest, command_id: str) -> Answer:
        loaded = await self._games.at_head(request.game_id, fresh=False)
        has_clocks = loaded is not None and loaded.state.clock_terms is not None
        if has_clocks and (trouble := self._world.clock_trouble()) is not None:
            raise Unavailable(trouble, Cause.CLOCK)
        problem = obstacle(principal, request, loaded)
        if problem is not None:
            loaded = await self._games.at_head(request.game_id)  # the cached head may be old
            problem = obstacle(principal, request, loaded)
        for _ in range(DECISIONS_MAX):
            if loaded is None:
                return UnknownGame(request.game_id)
            if problem is not None:
                return await self._first_answer_or(problem, principal, request, command_id, loaded)
            now: CommandRequest | Refused = request
            if request.choice is not None:
                now = chosen(request, request.choice, seat_for(principal, request, loaded), loaded)
            if isinstance(now, Refused):
                latest = await self._games.at_head(request.game_id)  # nothing is written, so the log says nothing
                if latest is None or latest.hash == loaded.hash:
                    return await self._no_such_choice(now, principal, request, command_id, loaded)
                loaded, problem = latest, obstacle(principal, request, latest)
                continue
            refused = now.refused
            if refused is None and now.sits_down:
                refused = await why_not_called(self._world.log, self._naming, principal, now, command_id, loaded)
            if refused is not None:
                return await self._refusal(request.game_id, command_id, refused, loaded, None)
            decision = await self._decide(principal, now, command_id, loaded)
            if not isinstance(decision, Decision):
                return decision
            result = await self._append(principal, decision, request.names)
            parked = await self._parking.find(request.game_id) if isinstance(result, Parked) else None
            if parked is not None:
                return parked
            if not isinstance(result, ports.Conflict | Parked):
                return await self._answer(decision, result)
            self._games.drop(request.game_id)  # another command came first, or the game was unparked just now
            loaded = await self._games.at_head(request.game_id)
            problem = obstacle(principal, request, loaded)
        if loaded is None:
            return UnknownGame(request.game_id)
        problem = problem or _conflict(request, loaded)
        return await self._first_answer_or(problem, principal, request, command_id, loaded)

    async def _no_such_choice(
        self, refused: Refused, principal: Principal, request: CommandRequest, command_id: str, loaded: LoadedGame
    ) -> Answer:
        """The answer to a choice that the head of the game does not have; the first answer to a repeated request."""
        seat = seat_for(principal, request, loaded)
        answer = await self._refusal(request.game_id, command_id, refused, loaded, seat)
        return await self._first_answer_or(answer, principal, request, command_id, loaded)

    async def _decide(
        self, principal: Principal, request: CommandRequest, command_id: str, loaded: LoadedGame
    ) -> Decision | WrongRuleset | GameParked:
        seat = seat_for(principal, request, loaded)
        ruleset = loaded.game.in_force(loaded.state)
        typed = request.build(principal.id, seat, authority_of(principal, loaded.state))
        if type(typed) not in GAME_COMMAND_TYPES and type(typed) not in ruleset.commands:
            return WrongRuleset(request.game_id, ruleset.id)
        try:
            submission = self._submission(principal, request, command_id, seat, plain_command(ruleset, typed))
            version = loaded.state.version
            past = await self._histories.past_at(request.game_id, version) if needs_past(submission.command) else ()
            return decide(submission, loaded, typed, past)
        except AssertionError:
            _log.exception("game %s parked: a command was decided to an impossible event", request.game_id)
            why = "a command led to an impossible event"
            return await self.park(request.game_id, loaded.state.version, why)

    async def park(self, game_id: str, version: Step, why: str) -> GameParked:
        """Parks a game, and forgets its state: once it is unparked, it is loaded from the log."""
        self._games.drop(game_id)
        return await self._parking.park(game_id, version, why)

    def _submission(
        self, principal: Principal, request: CommandRequest, command_id: str, seat: Seat | None, command: Command
    ) -> Submission:
        return Submission(
            game_id=request.game_id,
            command_id=command_id,
            request_hash=request_hash(principal.id, request.game_id, command, request.expected_version),
            principal=principal.id,
            seat=seat,
            command=command,
            received_us=request.received_us or self._world.now_us(),
            token_id=principal.token_id,
        )

    async def _append(self, principal: Principal, decision: Decision, names: NamesGiven) -> ports.AppendResult:
        """Writes a decided command, and before it the names that come with it: readers of its steps have them.

        Raises TooManyRefusals and TooManyGames, and then nothing is written.
        """
        entry = decision.entry
        if decision.refused is not None:
            await self._refusals.admit(entry)
        if decision.changes_places:
            await reserve(self._world, principal, decision)
            await note_participants(self._world, decision)
        if decision.refused is None and names.note is not None:
            await self._world.names.put_note(entry.game_id, names.note, entry.principal)
        if decision.refused is None and (names.seats or names.title):
            for person, name in names.seats.items():
                await self._world.names.put_seat_name(entry.game_id, person, name)
            if names.title:
                await self._world.names.put_title(entry.game_id, names.title, entry.principal)
            self._naming.forget(entry.game_id)
        return await self._world.log.append(entry)

    async def _answer(self, decision: Decision, result: ports.AppendResult) -> Answer:
        """The answer to a decision, by what the log did with it."""
        entry = decision.entry
        match result:
            case ports.Appended():
                if decision.refused is not None:
                    before = decision.before
                    return await self._refusal(entry.game_id, entry.command_id, decision.refused, before, entry.seat)
                return await self._accepted(decision)
            case ports.Duplicate(stored):
                return await self._repeats.first_answer(stored, decision.before)
            case ports.CommandIdReused():
                return IdReused(entry.game_id, entry.command_id)
            case ports.NoSuchGame():
                return UnknownGame(entry.game_id)
            case ports.Conflict(version):
                return VersionConflict(entry.game_id, entry.expected_version, version)
            case Parked():
                raise AssertionError("an opening is never parked, and other commands are answered before")

    async def _accepted(self, decision: Decision) -> Accepted:
        """The command is in the log: remember the new head, and tell watchers and workers that the game has moved."""
        entry, after = decision.entry, decision.after
        self._games.put(after)
        self._histories.wrote(entry)
        await self._world.notifier.notify(after.game_id, after.state.version)
        await self._world.jobs.poke(after.game_id)
        if after.state.over:
            await note_end(self._world, after)
        await self._games.save_snapshot(entry.expected_version, after)
        return Accepted(
            entry.game_id,
            entry.command_id,
            after.state.version,
            decision.state_hash,
            decision.read_steps,
            is_repeat=False,
            head=after,
            names=await self._naming.of_state(after.game_id, after.state),
        )

    async def _refusal(
        self, game_id: str, command_id: str, refused: Refused, loaded: LoadedGame, seat: Seat | None
    ) -> Answer:
        called = seat_names(loaded.state, await self._naming.of_state(game_id, loaded.state))
        return refusal_of(game_id, command_id, loaded.state.version, refused, loaded, seat, names=called)

    async def _first_answer_or(
        self, problem: Answer, principal: Principal, request: CommandRequest, command_id: str, loaded: LoadedGame
    ) -> Answer:
        """The first answer to a repeated request; else, and for those who may not learn of it, `problem`."""
        if isinstance(problem, NotInScope) or _is_stranger(principal, request, loaded):
            return problem
        return await self._repeats.find(principal, request, command_id, loaded) or problem

    async def open(
        self, principal: Principal, command_id: str, typed: OpenGame, title: str = "", received_us: int = 0
    ) -> Answer:
        """Opens a game. The same principal with the same command id gets the same game, however often they ask.

        `typed`: the command with every word that the sender used. `title`: stands beside the log. `received_us`: when
        the whole request had been read; 0: now.
        """
        secret = sandbox_secret(typed.seed) if isinstance(typed.seed, str) else self._world.entropy()
        command = plain_opening(CURRENT.get(typed.ruleset), typed)
        hashed = request_hash(principal.id, None, command, None)
        submission = await self._opening(principal, command_id, command, hashed, received_us)
        if not isinstance(submission, Submission):
            return submission
        try:
            decision = opened(submission, command, secret)
        except Refused as refused:
            as_typed = why_not_opened(submission, typed, secret)
            return await self._openings.refuse(submission, refused, as_typed)
        return await self._answer(decision, await self._append(principal, decision, NamesGiven(title=title)))

    async def fork(
        self,
        principal: Principal,
        command_id: str,
        command: ForkGame,
        origin: GameState,
        request_hash: bytes,
        names: NamesGiven,
        received_us: int = 0,
    ) -> Answer:
        """Opens a sandbox that continues from `origin`, the state of the game and step that `command` names
        (GAME-FORK-01).

        `request_hash`: over what the client sent. The rest of the command follows from where the game stands, and must
        not make a repeated request a different one (GAME-PLAY-03). `names`: its title, and what the seats of the origin
        are called.
        """
        secret = self._world.entropy()
        submission = await self._opening(principal, command_id, command, request_hash, received_us)
        if not isinstance(submission, Submission):
            return submission
        chance = Chance(self._world.entropy(), origin.version)
        game = Game(RULESETS[origin.ruleset, origin.ruleset_version])
        try:
            events, state = game.fork(command, origin, secret, chance, submission.received_us)
        except Refused as refused:
            return await self._openings.refuse(submission, refused)
        decision = decide_opening(submission, game, events, state)
        return await self._answer(decision, await self._append(principal, decision, names))

    async def _opening(
        self,
        principal: Principal,
        command_id: str,
        command: OpenGame | ForkGame,
        request_hash: bytes,
        received_us: int,
    ) -> Submission | Answer:
        """The opening as it is decided, or its first answer if this command id was refused before."""
        canonical_id = canonical_uuid(command_id)
        if canonical_id is None:
            return BadCommandId(command_id)
        submission = Submission(
            game_id=opened_game_id(principal.id, canonical_id),
            command_id=canonical_id,
            request_hash=request_hash,
            principal=principal.id,
            seat=None,
            command=command,
            received_us=received_us or self._world.now_us(),
            token_id=principal.token_id,
        )
        return await self._openings.first_answer(submission) or submission

    def opening_refused(self, principal: Principal, command_id: str, refused: Refused) -> Answer:
        """The answer to an opening with a text that is not taken. It is neither decided nor stored."""
        canonical_id = canonical_uuid(command_id)
        if canonical_id is None:
            return BadCommandId(command_id)
        return refusal_of(opened_game_id(principal.id, canonical_id), canonical_id, BEFORE_FIRST, refused)


def seat_for(principal: Principal, request: CommandRequest, loaded: LoadedGame) -> Seat | None:
    """The seat in whose name the request comes; None for a principal without one."""
    return loaded.state.seat_of(principal.id) if request.bot_seat is None else request.bot_seat


def obstacle(
    principal: Principal, request: CommandRequest, loaded: LoadedGame | None
) -> UnknownGame | NotYourSeat | NotInScope | VersionConflict | None:
    """Why the request cannot be decided on this state of the game; None when it can, and for no game."""
    if loaded is None:
        return None
    if request.bot_seat is None and unknown_to(principal, loaded.state):
        return UnknownGame(request.game_id)
    if _is_outsider(principal, request, loaded):
        return NotYourSeat(request.game_id, NOT_SEATED)  # GAME-DELAY-02: an outsider learns nothing else
    missing = not_in_scope(principal, request.game_id, request.scope(principal, loaded.state))
    if missing is not None:
        return missing
    if request.expected_version not in (None, loaded.state.version):
        return _conflict(request, loaded)
    if request.needs_seat and seat_for(principal, request, loaded) is None:
        return NotYourSeat(request.game_id, NOT_SEATED)
    return None


def _is_outsider(principal: Principal, request: CommandRequest, loaded: LoadedGame) -> bool:
    """Whether the caller sees the game with a delay."""
    return request.bot_seat is None and is_delayed(principal, loaded.state)


def _is_stranger(principal: Principal, request: CommandRequest, loaded: LoadedGame) -> bool:
    """Whether the caller may not learn what was answered before (GAME-DELAY-02, GAME-FORK-04)."""
    hidden = request.bot_seat is None and unknown_to(principal, loaded.state)
    return hidden or _is_outsider(principal, request, loaded)


def _conflict(request: CommandRequest, loaded: LoadedGame) -> VersionConflict:
    actual = loaded.state.version
    expected = actual if request.expected_version is None else request.expected_version
    return VersionConflict(request.game_id, expected, actual)
