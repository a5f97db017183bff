"""A command, from a principal to the log: decide, evolve, write, ring. Holds no rule and knows no transport."""

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from domain.engine.chance import Chance, sandbox_secret
from domain.engine.codec import canonical, state_hash
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.game import ForkGame, Game, GameState, OpenGame, Recorded
from domain.game.commands import GAME_COMMANDS
from domain.game.game import Command, Event
from domain.game.record import GENESIS, Written, decode_body, write
from domain.rulesets import RULESETS
from services import ports
from services.answers import (
    Accepted,
    Answer,
    BadCommandId,
    GameParked,
    IdReused,
    NotYourSeat,
    RefusedAnswer,
    UnknownGame,
    VersionConflict,
    WrongRuleset,
    refusal_of,
)
from services.horizon import horizon, is_delayed, may_know, unknown_to
from services.load_game import GameLoader, LoadedGame
from services.orders import Ask, Order, request_hash, uuid_of
from services.ports import LogDamaged, Principal
from services.read_log import read_steps
from services.replay import Histories
from services.world import World

DECIDED_MAX = 4
"""A command meets at most three conflicts before the client is told of one."""

_GAME_IDS = uuid.UUID("8f4cfb8e-6b0f-5d7c-9c63-0d5b3a1f2e44")

_log = logging.getLogger("emberlog.play")


@dataclass(frozen=True, slots=True)
class _Decided:
    """A command decided on a head: what to write, and the head it leads to (the same one when refused)."""

    entry: ports.Append
    after: LoadedGame
    steps: tuple[Written, ...]
    state_hash: str
    refused: Refused | None


class Play:
    """Takes commands for every game and every ruleset. `histories`: those that readers share, asked about parked games only."""

    def __init__(self, world: World, games: GameLoader, histories: Histories | None = None) -> None:
        self._world = world
        self._games = games
        self._parked: dict[str, GameParked] = {}
        self._histories = histories or Histories(world)

    # ---------------------------------------------------------------- opening

    async def open(self, principal: Principal, command_id: str, command: OpenGame) -> Answer:
        """Open a table. The same principal with the same command id gets the same game, however often it asks."""
        key = uuid_of(command_id)
        if key is None:
            return BadCommandId(command_id)
        game_id = str(uuid.uuid5(_GAME_IDS, f"{principal.id}/{key}"))
        ruleset = RULESETS.get(command.ruleset)
        if ruleset is None:
            refused = Refused(
                "unknown_ruleset",
                f"There is no ruleset “{command.ruleset}” here.",
                rules=("GAME-OPEN-01",),
                rulesets=tuple(RULESETS),
            )
            return refusal_of(game_id, key, 0, refused)
        secret = sandbox_secret(command.seed) if isinstance(command.seed, str) else self._world.entropy()
        return await self._found(
            principal,
            key,
            command,
            Game(ruleset),
            secret,
            lambda game: game.open(command, secret),
            request_hash(principal.id, None, command, None),
        )

    async def fork(
        self, principal: Principal, command_id: str, command: ForkGame, origin: GameState, request_hash: bytes
    ) -> Answer:
        """Open a sandbox that goes on from `origin`, the state of the game and step that `command` names (GAME-FORK-01).

        `request_hash`: over what the caller asked. What the command says beside it follows from where the game stands,
        and must not make a repeated request another one (GAME-PLAY-03).
        """
        key = uuid_of(command_id)
        if key is None:
            return BadCommandId(command_id)
        secret = self._world.entropy()
        chance = Chance(self._world.entropy(), origin.version)
        return await self._found(
            principal,
            key,
            command,
            Game(RULESETS[origin.ruleset]),
            secret,
            lambda game: game.fork(command, origin, secret, chance),
            request_hash,
        )

    async def _found(
        self,
        principal: Principal,
        key: str,
        command: OpenGame | ForkGame,
        game: Game,
        secret: bytes,
        opening: Callable[[Game], tuple[tuple[Event, ...], GameState]],
        request: bytes,
    ) -> Answer:
        """Write the first step of a new game, or find the one this command id has opened before."""
        game_id = str(uuid.uuid5(_GAME_IDS, f"{principal.id}/{key}"))
        ruleset = game.ruleset
        try:
            events, state = opening(game)
        except Refused as refused:
            return refusal_of(game_id, key, 0, refused)
        now = self._world.now_us()
        head = state_hash(state)
        steps = write(
            ruleset,
            events,
            game=game_id,
            after=0,
            prev_hash=GENESIS,
            secret=secret,
            time_us=now,
            principal=principal.id,
            seat=None,
            command=key,
            state=head,
        )
        entry = ports.Append(
            game_id=game_id,
            command_id=key,
            request_hash=request,
            principal=principal.id,
            seat=None,
            body=canonical(command),
            outcome="accepted",
            answer=b"",
            time_us=now,
            expected_version=0,
            expected_hash=GENESIS,
            events=steps,
            opening=ports.Opening(ruleset=ruleset.id, ruleset_version=ruleset.version),
        )
        result = await self._world.log.append(entry)
        opened = LoadedGame(game_id, game, state, steps[-1].hash)
        answer = await self._answered(result, _Decided(entry, opened, steps, head, None), opened)
        return answer if answer is not None else VersionConflict(game_id, 0, 1)

    # ---------------------------------------------------------------- every other command

    async def submit(self, principal: Principal, order: Order) -> Answer:
        """Decide a command and write it, or say why not. Nothing is acknowledged before it is on disk."""
        key = uuid_of(order.command_id)
        if key is None:
            return BadCommandId(order.command_id)
        parked = self._parked.get(order.game_id)
        if parked is not None:
            return await self._as_told(principal, order, parked)
        try:
            async with self._games.lock(order.game_id):
                answer = await self._submit(principal, order, key)
        except LogDamaged as damaged:
            answer = self._park(order.game_id, damaged.version, damaged.why)
        return await self._as_told(principal, order, answer) if isinstance(answer, GameParked) else answer

    async def _submit(self, principal: Principal, order: Order, key: str) -> Answer:
        opened, fresh = await self._games.at_head(order.game_id, fresh=False), False
        for _ in range(DECIDED_MAX):
            if opened is None:
                return UnknownGame(order.game_id)
            seat = opened.state.seat_of(principal.id) if order.bot_seat is None else order.bot_seat
            if order.bot_seat is None and unknown_to(principal, opened.state):
                return UnknownGame(order.game_id)
            if seat is None and not fresh and opened.state.delay is not None:
                opened, fresh = (
                    await self._games.at_head(order.game_id),
                    True,
                )  # it may have begun, or been joined, elsewhere
                continue
            if seat is None and is_delayed(principal, opened.state):
                return _not_seated(order)  # GAME-DELAY-02: nothing else is said
            pinned = order.expected_version
            if pinned is not None and pinned != opened.state.version:
                opened = await self._games.at_head(order.game_id)
                if opened is None or pinned != opened.state.version:
                    return await self._stale(principal, order, key, opened)
                continue
            if seat is None and order.needs_seat and not fresh:
                opened, fresh = await self._games.at_head(order.game_id), True  # it may have sat down elsewhere
                continue
            if seat is None and order.needs_seat:
                before = await self._answered_before(principal, order, key, opened)
                return before or _not_seated(order)
            command = order.ask(principal.id, seat)
            if not isinstance(command, (*GAME_COMMANDS, *opened.game.ruleset.commands)):
                return WrongRuleset(order.game_id, opened.game.ruleset.id)
            try:
                decided = self._decide(principal, order, key, opened, seat, command)
            except AssertionError:
                _log.exception("game %s parked: a command was decided to an impossible event", order.game_id)
                return self._park(order.game_id, opened.state.version, "a command led to an impossible event")
            answer = await self._answered(await self._world.log.append(decided.entry), decided, opened)
            if answer is not None:
                return answer
            self._games.drop(order.game_id)
            opened = await self._games.at_head(order.game_id)
        return await self._stale(principal, order, key, opened)

    def _decide(
        self, principal: Principal, order: Order, key: str, opened: LoadedGame, seat: Seat | None, command: Command
    ) -> _Decided:
        game, state = opened.game, opened.state
        now = self._world.now_us()
        steps: tuple[Written, ...] = ()
        refused: Refused | None = None
        after, answer, reached = opened, b"", ""
        try:
            events, new_state = game.advance(state, command, game.chance(state))
        except Refused as no:
            refused = no
            answer = canonical({"code": no.code, "facts": no.facts, "rules": no.rules, "text": no.text})
        else:
            reached = state_hash(new_state)
            steps = write(
                game.ruleset,
                events,
                game=order.game_id,
                after=state.version,
                prev_hash=opened.hash,
                secret=bytes.fromhex(state.secret),
                time_us=now,
                principal=principal.id,
                seat=seat,
                command=key,
                state=reached,
            )
            after = LoadedGame(order.game_id, game, new_state, steps[-1].hash)
        entry = ports.Append(
            game_id=order.game_id,
            command_id=key,
            request_hash=request_hash(principal.id, order.game_id, command, order.expected_version),
            principal=principal.id,
            seat=seat,
            body=canonical(command),
            outcome="accepted" if refused is None else "refused",
            answer=answer,
            time_us=now,
            expected_version=state.version,
            expected_hash=opened.hash,
            events=steps,
        )
        return _Decided(entry, after, steps, reached, refused)

    async def _answered(self, result: ports.AppendResult, decided: _Decided, opened: LoadedGame) -> Answer | None:
        """What the log's answer means to the caller; None for a conflict, which asks for another decision."""
        entry = decided.entry
        match result:
            case ports.Appended():
                if decided.refused is not None:
                    version = opened.state.version
                    return refusal_of(entry.game_id, entry.command_id, version, decided.refused, opened, entry.seat)
                self._games.put(decided.after)
                await self._moved(entry.expected_version, decided.after)
                return _accepted(decided)
            case ports.Duplicate(stored):
                return await self._again(stored, opened)
            case ports.CommandIdReused():
                return IdReused(entry.game_id, entry.command_id)
            case ports.Conflict():
                return None
            case ports.NoSuchGame():
                return UnknownGame(entry.game_id)

    async def _moved(self, before: int, opened: LoadedGame) -> None:
        await self._world.notifier.notify(opened.game_id, opened.state.version)
        await self._world.jobs.poke(opened.game_id)
        await self._games.keep_snapshot(before, opened)

    async def _stale(self, principal: Principal, order: Order, key: str, opened: LoadedGame | None) -> Answer:
        if opened is None:
            return UnknownGame(order.game_id)
        if order.bot_seat is None and is_delayed(principal, opened.state):
            return _not_seated(order)  # the game has begun since it was looked at
        before = await self._answered_before(principal, order, key, opened)
        actual = opened.state.version
        expected = actual if order.expected_version is None else order.expected_version
        return before or VersionConflict(order.game_id, expected, actual)

    async def _answered_before(self, principal: Principal, order: Order, key: str, opened: LoadedGame) -> Answer | None:
        """The first answer to this command id, when a repeated request is no longer decided (GAME-PLAY-03)."""
        stored = await self._world.log.command(order.game_id, key)
        if stored is None:
            return None
        command = order.ask(principal.id, stored.seat)
        request = request_hash(principal.id, order.game_id, command, order.expected_version)
        if stored.request_hash != request:
            return IdReused(order.game_id, key)
        return await self._again(stored, opened)

    async def _again(self, stored: ports.StoredCommand, opened: LoadedGame) -> Answer:
        if stored.outcome == "refused":
            kept = msgspec.json.decode(stored.answer)
            refused = Refused(kept["code"], kept["text"], rules=tuple(kept["rules"]))
            refused.facts = kept["facts"]
            fresh = await self._games.at_head(stored.game_id) or opened
            seat = fresh.state.seat_of(stored.principal)  # who has left a seat since must not learn what it may do now
            return refusal_of(
                stored.game_id, stored.command_id, stored.first_version, refused, fresh, seat, is_repeat=True
            )
        after = stored.first_version - 1
        rows = await self._world.log.read(stored.game_id, after=after - 1 if after else 0, limit=1)
        prev_hash = rows[0].hash if after else GENESIS
        steps = await read_steps(
            self._world.log, opened.game, stored.game_id, after=after, prev_hash=prev_hash, up_to=stored.last_version
        )
        told, state = tuple(steps), steps[-1].body.state or ""
        return Accepted(
            stored.game_id, stored.command_id, stored.last_version, state, lambda: told, is_repeat=True, head=opened
        )

    def _park(self, game_id: str, version: int, why: str) -> GameParked:
        _log.error("game %s is parked at step %d: %s", game_id, version, why)
        parked = GameParked(game_id, version, f"Game {game_id} is parked at step {version}: {why}.", version)
        self._parked[game_id] = parked
        return parked

    async def _as_told(self, principal: Principal, order: Order, parked: GameParked) -> GameParked | UnknownGame:
        """What the caller may hear of a parked game: the step only if it does not lie behind the delay (GAME-DELAY-02)."""
        game_id, now_us = order.game_id, self._world.now_us()
        try:
            history = await self._histories.up_to_date(game_id, damaged=True)
        except LogDamaged:
            history = None
        if order.bot_seat is not None:
            return parked
        if history is None or history.head is None:  # nobody can say whether there is a delay; every game has a step 1
            return parked if parked.version == 1 else GameParked(game_id, 1, f"Game {game_id} is parked.", None)
        if unknown_to(principal, history.head):
            return UnknownGame(game_id)
        if may_know(principal, history, parked.version, now_us):
            return parked
        version = min(horizon(history, now_us), history.version)
        return GameParked(game_id, version, f"Game {game_id} is parked.", None)


def _not_seated(order: Order) -> NotYourSeat:
    return NotYourSeat(order.game_id, "You hold no seat in this game.")


def _accepted(decided: _Decided) -> Accepted:
    """The steps are read back, if at all, from the very bytes that were written."""
    entry, ruleset = decided.entry, decided.after.game.ruleset

    def read_steps() -> tuple[Recorded, ...]:
        return tuple(
            Recorded(*decode_body(ruleset, written.body), written.prev_hash, written.hash) for written in decided.steps
        )

    version = decided.after.state.version
    head = decided.after
    return Accepted(
        entry.game_id, entry.command_id, version, decided.state_hash, read_steps, is_repeat=False, head=head
    )


__all__ = [
    "Accepted",
    "Answer",
    "Ask",
    "BadCommandId",
    "GameParked",
    "IdReused",
    "NotYourSeat",
    "Order",
    "Play",
    "RefusedAnswer",
    "UnknownGame",
    "VersionConflict",
    "WrongRuleset",
]
