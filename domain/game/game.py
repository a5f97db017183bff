"""One game of one ruleset: the functions of a ruleset, one level up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast, get_args

import msgspec
from msgspec import UNSET

from domain.engine.chance import Chance, bot_seed, commitment, play_seed
from domain.engine.codec import state_hash
from domain.engine.fold import advanced
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, Line
from domain.engine.score import Outcome, Track
from domain.engine.step import Moment, Step
from domain.engine.viewer import ARBITER, Seat, Viewer, seats_of
from domain.game import rules
from domain.game.clocks import rules as clock_rules
from domain.game.clocks.commands import CLOCK_COMMANDS, CallFlag, ClockCommand
from domain.game.clocks.decide import decide_clock, flag_fell
from domain.game.clocks.reckoning import Standing, clocks_after, first_clocks
from domain.game.clocks.state import ClockState
from domain.game.commands import (
    GAME_COMMAND_TYPES,
    AbandonGame,
    BeginGame,
    CallTime,
    ForkGame,
    GameCommand,
    LeaveSeat,
    OpenGame,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.game.events import (
    BotSeated,
    GameAbandoned,
    GameBegun,
    GameEnded,
    GameEvent,
    GameForked,
    GameOpened,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TimeCalled,
)
from domain.game.evolve import evolve_game, forked, opened, without_motion
from domain.game.names import NO_NAMES, GameNames
from domain.game.rulings.commands import RULING_COMMANDS, RulingCommand
from domain.game.rulings.decide import At, bench_of, decide_ruling, forfeited, left, with_adjustments
from domain.game.script import GameScript
from domain.game.state import GameState, SeatState
from domain.game.take_back.commands import TAKE_BACK_COMMANDS, TakeBackCommand
from domain.game.take_back.decide import decide_take_back
from domain.game.take_back.frontier import Frontier, frontier
from domain.game.take_back.past import Past
from domain.game.terms import Origin, Terms
from domain.game.view import GameView, game_view, tell_game

_OWN_EVENTS = frozenset[type](get_args(GameEvent))
"""Types are looked up: `isinstance` takes a quarter of a microsecond for each Struct that an event is not."""
_RULINGS, _CLOCKS, _TAKE_BACKS = map(frozenset[type], (RULING_COMMANDS, CLOCK_COMMANDS, TAKE_BACK_COMMANDS))

Command = GameCommand | msgspec.Struct
Event = GameEvent | msgspec.Struct
Decided = tuple[tuple[Any, ...], Any]  # the events of a command of the ruleset, and the position after them


@dataclass(frozen=True)
class Game:
    """A game that was opened with `ruleset`. Functions with the names of the contract's are as there."""

    ruleset: AnyRuleset

    def in_force(self, state: GameState) -> AnyRuleset:
        """The version of the ruleset by which it goes on: a ruling may have changed it (GAME-VERSION-02)."""
        return self.ruleset.in_version(state.ruleset_version)

    @cached_property
    def script(self) -> GameScript:
        """What its events and commands look like in the log."""
        return GameScript(self.ruleset)

    def chance(self, state: GameState) -> Chance:
        """The chance of the command decided on `state`: draws of the play seed, numbered by the version.

        Before the game begins, the seed is the one it would begin with: the command that begins it draws
        (GAME-CHANCE-02).
        """
        if state.seed:
            return Chance(bytes.fromhex(state.seed), state.version)
        return Chance(
            lambda: play_seed(bytes.fromhex(state.secret), [seat.share for seat in state.seats]), state.version
        )

    def bot_chance(self, state: GameState, seat: Seat) -> Chance:
        """The chance of the bot on `seat`, independent of the game's own draws."""
        return Chance(bot_seed(bytes.fromhex(state.secret), seat), state.version)

    def open(self, command: OpenGame, secret: bytes, at_us: int) -> tuple[tuple[Event, ...], GameState]:
        """Returns the events that open a game whose chance rests on `secret` (32 random bytes), and the state.

        `at_us`: the time of the command. Raises Refused.
        """
        _raise(rules.why_not_open_game(self.ruleset, command))
        options = msgspec.to_builtins(rules.read_options(self.ruleset, command.options))
        event = GameOpened(
            by=command.by,
            ruleset=self.ruleset.id,
            ruleset_version=self.ruleset.version,
            seats=command.seats,
            options=options,
            commitment=commitment(secret),
            secret=secret.hex(),
            terms=command.terms,
        )
        return (event,), opened(event, Moment(at_us, ends=True))

    def fork(
        self, command: ForkGame, origin: GameState, secret: bytes, chance: Chance, at_us: int
    ) -> tuple[tuple[Event, ...], GameState]:
        """Returns the event that opens a sandbox in the middle of `origin`, the other game at that step (GAME-FORK-01).

        `chance` deals anew what `command.viewer` cannot know; it must not be the origin's own. Raises Refused.
        """
        _raise(rules.why_not_fork(origin, command, self.to_act(origin)))
        event = GameForked(
            by=command.by,
            ruleset=origin.ruleset,
            ruleset_version=origin.ruleset_version,
            options=origin.options,
            commitment=commitment(secret),
            secret=secret.hex(),
            seats=tuple(self._forked_seat(command, origin, seat) for seat in seats_of(len(origin.seats))),
            origin=Origin(command.game, command.version, command.viewer, command.sealed),
            position=self.in_force(origin).redeal(origin.position, command.viewer, chance),
            take_backs=origin.terms.take_backs if isinstance(origin.terms, Terms) else msgspec.UNSET,
        )
        return (event,), forked(self.ruleset, event, Moment(at_us, ends=True))

    def _forked_seat(self, command: ForkGame, origin: GameState, seat: Seat) -> SeatState:
        """Who plays `seat` of the fork: the caller, a bot for a seat that was taken, or nobody for one that was
        left."""
        if seat == command.seat:
            return SeatState(principal=command.by, person=command.by)
        before = origin.seats[seat]
        if before.taken:
            return SeatState(person=before.person, bot=self.in_force(origin).substitute)
        return SeatState(person=before.person, resigned=before.resigned)

    def decide(
        self, state: GameState, command: Command, chance: Chance, at_us: int, past: Past = ()
    ) -> tuple[Event, ...]:
        """Returns the events that `command`, given at `at_us`, leads to. `past`: as in `advance`. Raises Refused."""
        return self.advance(state, command, chance, at_us, past)[0]

    def advance(
        self,
        state: GameState,
        command: Command,
        chance: Chance,
        at_us: int,
        past: Past = (),
        decided: Decided | None = None,
    ) -> tuple[tuple[Event, ...], GameState]:
        """`decide` and the state after it. `at_us`: the time of the command, in microseconds since 1970 (UTC), never
        before the last step. `past`: the commands that led to `state`, for one that `needs_past`. `decided`: what the
        ruleset has said of it already."""
        if type(command) in GAME_COMMAND_TYPES:
            events = self._own(state, cast(GameCommand, command), chance, at_us, past)
            after = self._evolved(state, events, at_us)
            if isinstance(command, BeginGame):
                dealt = self.in_force(after).set_up(after.position, chance)
                events, after = (*events, *dealt), self._evolved(after, dealt, at_us)
        else:
            given: Any = command
            seat = given.seat
            _raise(rules.why_not_play(state, seat))
            _raise(clock_rules.why_not_going_on(state, at_us) or clock_rules.why_not_in_time(state, seat, at_us))
            events, position = decided or advanced(self.in_force(state), state.position, command, chance)
            after = self._moved(state, position, len(events))
        if ending := self._ending(after):
            events, after = (*events, *ending), self._evolved(after, ending, at_us)
        return events, self._at(after, Moment(at_us, ends=True, seat=sender_seat(state, command)))

    def frontier(self, state: GameState, seat: Seat, past: Past) -> Frontier:
        """How far `seat` may take back by itself (GAME-BACK-02). `past`: the commands that led to `state`."""
        return frontier(self.ruleset, state, seat, past)

    def _own(self, state: GameState, command: GameCommand, chance: Chance, at_us: int, past: Past) -> tuple[Event, ...]:
        kind = type(command)
        if kind in _RULINGS:
            return decide_ruling(self.ruleset, state, cast(RulingCommand, command), chance, At(at_us, past))
        if kind in _TAKE_BACKS:
            return decide_take_back(self.ruleset, state, cast(TakeBackCommand, command), chance, at_us, past)
        if type(command) is CallFlag:
            return self._flags_called(state, command, chance, at_us)
        if kind in _CLOCKS:
            return decide_clock(state, cast(ClockCommand, command), at_us)
        match command:
            case OpenGame() | ForkGame():
                raise Refused("already_open", rules=("GAME-OPEN-01",))
            case TakeSeat(by, seat, share):
                _raise(rules.why_not_take_seat(state, command))
                at = rules.free_seats(state)[0] if seat is None else seat
                return (SeatTaken(by, at, share),)
            case LeaveSeat(_, seat):
                _raise(rules.why_not_leave_seat(state, command))
                return (SeatLeft(seat),)
            case SeatBot(_, seat, bot):
                _raise(rules.why_not_seat_bot(self.in_force(state), state, command))
                if command.authority is None:
                    _raise(clock_rules.why_not_in_time(state, seat, at_us))
                return (BotSeated(seat, bot or self.in_force(state).substitute),)
            case BeginGame():
                _raise(rules.why_not_begin(state, command))
                return (GameBegun(),)
            case Resign(_, seat):
                _raise(rules.why_not_resign(state, command))
                _raise(clock_rules.why_not_in_time(state, seat, at_us))
                return self._left(state, seat, chance)
            case CallTime(_, seat):
                _raise(rules.why_not_call_time(state, command, self.to_act(state)))
                _raise(clock_rules.why_not_going_on(state, at_us))
                return (TimeCalled(seat), *self._decided_for(state, seat, chance))
            case AbandonGame(by):
                _raise(rules.why_not_abandon(state, command))
                return (GameAbandoned(by), self._revealed(state))
            case _:
                raise AssertionError("all other commands are decided above")

    def _left(self, state: GameState, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        """A seat resigned: what the ruleset says happens, or else a bot takes over (GAME-RESIGN-01)."""
        bot, events = left(self.in_force(state), state, seat, chance)
        return (SeatResigned(seat, bot), *events)

    def _flags_called(self, state: GameState, command: CallFlag, chance: Chance, at_us: int) -> tuple[Event, ...]:
        """The flag of a seat is called, and before it those that fell earlier (GAME-CLOCK-06)."""
        _raise(clock_rules.why_not_call_flag(state, command, at_us))
        events: tuple[Event, ...] = ()
        for seat in clock_rules.fallen_flags(state, command.seat, at_us):
            called = self._flag_called(state, seat, chance)
            events, state = (*events, *called), self._evolved(state, called, at_us)
            if self.in_force(state).outcome(state.position) is not None:
                break
        return events

    def _flag_called(self, state: GameState, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        fell = flag_fell(state, seat)
        match fell.policy:
            case "rules":
                return (fell, *(self._decided_for(state, seat, chance) if seat in self.to_act(state) else ()))
            case "bot":
                return (fell, BotSeated(seat, self.in_force(state).substitute))
            case "forfeit":
                return (fell, *forfeited(self.in_force(state), state, seat, None, chance))

    def _decided_for(self, state: GameState, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        """What happens to a seat whose time ran out: the ruleset's default, or else one decision of a bot."""
        ruleset = self.in_force(state)
        if ruleset.time_out is not None:
            return ruleset.time_out(state.position, seat, chance)
        view, legal = ruleset.view(state.position, seat), ruleset.legal(state.position, seat)
        chosen = ruleset.bots[ruleset.substitute](view, legal, self.bot_chance(state, seat))
        return ruleset.decide(state.position, chosen, chance)

    def _ending(self, state: GameState) -> tuple[Event, ...]:
        """The events that end the game, once there is an outcome (GAME-END-01, GAME-END-02)."""
        outcome = self.in_force(state).outcome(state.position) if state.phase == "playing" else None
        return () if outcome is None else (GameEnded(self._result(state, outcome)), self._revealed(state))

    def _result(self, state: GameState, outcome: Outcome) -> Outcome:
        """The result as ruled: with the points that rulings gave, and who gave up behind the others."""
        return rules.ranked(state, with_adjustments(bench_of(state), outcome))

    def played(self, state: GameState) -> Outcome | None:
        """The ruleset's own result, without adjustments and forfeits; None where play reached no end."""
        return None if state.position is None else self.in_force(state).outcome(state.position)

    def _revealed(self, state: GameState) -> SeedRevealed:
        return SeedRevealed(state.secret, tuple(seat.share for seat in state.seats))

    def evolve(self, state: GameState | None, event: Event, moment: Moment) -> GameState:
        """The state after `event`, which happened at `moment`; `state` None before the first."""
        if state is None:
            if isinstance(event, GameForked):
                return forked(self.ruleset, event, moment)
            assert isinstance(event, GameOpened), "a game begins with its opening"
            return opened(event, moment)
        after = self._after(state, event, moment.at_us)
        return self._at(after, moment) if moment.ends else after

    def after(self, state: GameState, events: Sequence[Event], moment: Moment) -> GameState:
        """The state after all events of one command. `moment`: that of its last event."""
        return self._at(self._evolved(state, events, moment.at_us), moment)

    def _evolved(self, state: GameState, events: Sequence[Event], at_us: int) -> GameState:
        """The state after events in the middle of a command. Events of the ruleset in a row make one new state."""
        ruleset, position, moved = self.in_force(state), state.position, 0
        for event in events:
            if type(event) in _OWN_EVENTS:
                state = evolve_game(ruleset, self._moved(state, position, moved), cast(GameEvent, event), at_us)
                ruleset, position, moved = self.in_force(state), state.position, 0
            else:
                assert state.phase == "playing", "the ruleset's events belong to a running game"
                position, moved = ruleset.evolve(position, event), moved + 1
        return self._moved(state, position, moved)

    def _moved(self, state: GameState, position: object, moved: int) -> GameState:
        """The state after `moved` events of the ruleset."""
        if not moved:
            return state
        version = Step(state.version + moved)
        return without_motion(msgspec.structs.replace(state, version=version, position=position))

    def _after(self, state: GameState, event: Event, at_us: int) -> GameState:
        if type(event) in _OWN_EVENTS:
            return evolve_game(self.in_force(state), state, cast(GameEvent, event), at_us)
        assert state.phase == "playing", "the ruleset's events belong to a running game"
        return self._moved(state, self.in_force(state).evolve(state.position, event), 1)

    def _at(self, state: GameState, moment: Moment) -> GameState:
        """The state at the end of a command: time moves once a command, since nobody can act in the middle of one."""
        if state.stopped is not UNSET and clock_rules.stop_of(state, moment.at_us) is None:
            state = msgspec.structs.replace(state, stopped=UNSET)  # its end has come
        terms = state.clock_terms
        if terms is None or state.position is None:
            return msgspec.structs.replace(state, at_us=moment.at_us)
        clocks = state.clock if isinstance(state.clock, ClockState) else first_clocks(terms, len(state.seats))
        to_act = self.to_act(state)
        acting = [seat in to_act and state.seats[seat].principal is not None for seat in seats_of(len(state.seats))]
        standing = Standing(acting, self.turn(state), clock_rules.stop_of(state, moment.at_us))
        return msgspec.structs.replace(state, at_us=moment.at_us, clock=clocks_after(terms, clocks, standing, moment))

    def state_hash(self, state: GameState) -> str:
        """The hash of a whole state (hex), written with the last event of each command and compared on replay.

        Without what follows from the steps, which format 1 does not hash.
        """
        state = state.hashed
        hashed = None if state.position is None else self.in_force(state).hashed(state.position)
        if hashed is not state.position:
            state = msgspec.structs.replace(state, position=hashed)
        return state_hash(state)

    def to_act(self, state: GameState) -> tuple[Seat, ...]:
        """The seats that may play now."""
        return self.in_force(state).to_act(state.position) if state.phase == "playing" else ()

    def legal(self, state: GameState, seat: Seat) -> tuple[Any, ...]:
        """All commands of the ruleset that `seat` may play now; none while the game is stopped until it is resumed."""
        if state.phase != "playing" or clock_rules.is_stopped_for_good(state):
            return ()
        return self.in_force(state).legal(state.position, seat)

    def turn(self, state: GameState) -> int:
        """How many turns have begun."""
        return 0 if state.position is None else self.in_force(state).turn(state.position)

    def objections(self, state: GameState, command: Any) -> tuple[Refused, ...]:  # noqa: ANN401
        """Every rule that forbids a command of the ruleset, first the one that refuses it; empty if it is legal."""
        refused = rules.why_not_play(state, command.seat) or clock_rules.why_not_going_on(state, state.at_us)
        if refused is not None:
            return (refused,)
        return self.in_force(state).objections(state.position, command)

    def view(self, state: GameState, viewer: Viewer, names: GameNames = NO_NAMES) -> GameView:
        """What `viewer` may know of the game and its position. `names`: what game and persons are called."""
        return game_view(self.in_force(state), state, viewer, self.to_act(state), names, self.turn(state))

    def tell(self, event: Event, viewer: Viewer) -> Line | None:
        """What `viewer` may know of `event`."""
        if type(event) in _OWN_EVENTS:
            return tell_game(cast(GameEvent, event))
        return self.ruleset.tell(event, viewer)

    def tracks(self, state: GameState, viewer: Viewer = ARBITER) -> tuple[Track, ...]:
        """The score tracks that `viewer` may see; none before the game begins."""
        if state.position is None:
            return ()
        return tuple(track for track in self.in_force(state).tracks(state.position) if track.is_visible_to(viewer))


def sender_seat(state: GameState, command: Command) -> Seat | None:
    """The seat of who sent a command: the one that stands in every step of it."""
    if type(command) in GAME_COMMAND_TYPES:
        return state.seat_of(cast(GameCommand, command).by)
    given: Any = command
    seat: Seat = given.seat
    return seat


def _raise(refused: Refused | None) -> None:
    if refused is not None:
        raise refused
