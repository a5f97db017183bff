"""One game of one ruleset: the functions of a ruleset, one level up."""

from dataclasses import dataclass
from typing import Any, cast, get_args

import msgspec

from domain.engine.chance import Chance, bot_seed, commitment, play_seed
from domain.engine.codec import state_hash
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, Line
from domain.engine.score import Track
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, Seat, Viewer, seats_of
from domain.game import rules
from domain.game.commands import (
    NAME_CHARS_MAX,
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
from domain.game.evolve import evolve_game, forked, opened
from domain.game.script import GameScript
from domain.game.state import GameState, SeatState
from domain.game.terms import Origin
from domain.game.view import GameView, game_view, tell_game

_OWN_COMMANDS = get_args(GameCommand)
_OWN_EVENTS = get_args(GameEvent)

Command = GameCommand | msgspec.Struct
Event = GameEvent | msgspec.Struct


@dataclass(frozen=True)
class Game:
    """A game of `ruleset`. `decide`, `evolve`, `legal`, `to_act`, `view`, `tell`, `tracks` are as in the contract."""

    ruleset: AnyRuleset

    @property
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
        return Chance(play_seed(bytes.fromhex(state.secret), [seat.share for seat in state.seats]), state.version)

    def bot_chance(self, state: GameState, seat: Seat) -> Chance:
        """The chance of the bot on `seat`, independent of the game's own draws."""
        return Chance(bot_seed(bytes.fromhex(state.secret), seat), state.version)

    def open(self, command: OpenGame, secret: bytes) -> tuple[tuple[Event, ...], GameState]:
        """Returns the events that open a game whose chance rests on `secret` (32 random bytes), and the state.
        Raises Refused."""
        _raise(rules.why_not_open_game(self.ruleset, command))
        options = msgspec.to_builtins(rules.read_options(self.ruleset, command.options))
        event = GameOpened(
            by=command.by,
            ruleset=self.ruleset.id,
            ruleset_version=self.ruleset.version,
            seats=command.seats,
            options=options,
            title=command.title.strip(),
            commitment=commitment(secret),
            secret=secret.hex(),
            terms=command.terms,
        )
        return (event,), opened(event)

    def fork(
        self, command: ForkGame, origin: GameState, secret: bytes, chance: Chance
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
            title=command.title.strip() or f"What if: {origin.title or self.ruleset.title}"[: rules.TITLE_CHARS_MAX],
            commitment=commitment(secret),
            secret=secret.hex(),
            seats=tuple(self._forked_seat(command, origin, seat) for seat in seats_of(len(origin.seats))),
            origin=Origin(command.game, command.version, command.viewer, command.sealed),
            position=self.ruleset.redeal(origin.position, command.viewer, chance),
        )
        return (event,), forked(self.ruleset, event)

    def _forked_seat(self, command: ForkGame, origin: GameState, seat: Seat) -> SeatState:
        """Who plays `seat` of the fork: the caller, a bot for a seat that was taken, or nobody for one that was
        left."""
        if seat == command.seat:
            return SeatState(principal=command.by, name=command.name.strip())
        before = origin.seats[seat]
        if before.taken:
            return SeatState(name=f"{origin.names[seat]} (bot)"[:NAME_CHARS_MAX], bot=self.ruleset.substitute)
        return SeatState(name=before.name, resigned=before.resigned)

    def decide(self, state: GameState, command: Command, chance: Chance) -> tuple[Event, ...]:
        """Returns the events that `command` leads to. Raises Refused."""
        return self.advance(state, command, chance)[0]

    def advance(self, state: GameState, command: Command, chance: Chance) -> tuple[tuple[Event, ...], GameState]:
        """`decide` and the state after it, which `decide` computes anyway to find out whether the game is over."""
        events = (
            self._own(state, command, chance)
            if isinstance(command, _OWN_COMMANDS)
            else self._played(state, command, chance)
        )
        after = state
        for event in events:
            after = self.evolve(after, event)
        if isinstance(command, BeginGame):
            dealt = self.ruleset.set_up(after.position, chance)
            for event in dealt:
                after = self.evolve(after, event)
            events = (*events, *dealt)
        return self._ended(events, after)

    def _played(self, state: GameState, command: Any, chance: Chance) -> tuple[Event, ...]:  # noqa: ANN401
        _raise(rules.why_not_play(state, command.seat))
        return cast(tuple[Event, ...], self.ruleset.decide(state.position, command, chance))

    def _own(self, state: GameState, command: GameCommand, chance: Chance) -> tuple[Event, ...]:
        match command:
            case OpenGame() | ForkGame():
                raise Refused("already_open", "The game is open already.", rules=("GAME-OPEN-01",))
            case TakeSeat(by, seat, name, share):
                _raise(rules.why_not_take_seat(state, command))
                at = rules.free_seats(state)[0] if seat is None else seat
                return (SeatTaken(by, at, name.strip(), share),)
            case LeaveSeat(_, seat):
                _raise(rules.why_not_leave_seat(state, command))
                return (SeatLeft(seat),)
            case SeatBot(_, seat, bot):
                _raise(rules.why_not_seat_bot(self.ruleset, state, command))
                kind = bot or self.ruleset.substitute
                return (BotSeated(seat, kind, state.seats[seat].name or f"{kind.capitalize()} bot {seat + 1}"),)
            case BeginGame():
                _raise(rules.why_not_begin(state, command))
                return (GameBegun(state.names),)
            case Resign(_, seat):
                _raise(rules.why_not_resign(state, command))
                return self._left(state, seat, chance)
            case CallTime(_, seat):
                _raise(rules.why_not_call_time(state, command, self.to_act(state)))
                return (TimeCalled(seat), *self._decided_for(state, seat, chance))
            case AbandonGame(by):
                _raise(rules.why_not_abandon(state, command))
                return (GameAbandoned(by), self._revealed(state))

    def _left(self, state: GameState, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        """A seat resigned: what the ruleset says happens, or else a bot takes over (GAME-RESIGN-01)."""
        if self.ruleset.leave is not None:
            try:
                return (SeatResigned(seat, ""), *self.ruleset.leave(state.position, seat, chance))
            except Refused:
                pass  # the rules allow no leaving at this moment, for instance during set-up
        return (SeatResigned(seat, self.ruleset.substitute),)

    def _decided_for(self, state: GameState, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        """What happens to a seat whose time ran out: the ruleset's default, or else one decision of a bot."""
        if self.ruleset.time_out is not None:
            return self.ruleset.time_out(state.position, seat, chance)
        view, legal = self.ruleset.view(state.position, seat), self.ruleset.legal(state.position, seat)
        chosen = self.ruleset.bots[self.ruleset.substitute](view, legal, self.bot_chance(state, seat))
        return self.ruleset.decide(state.position, chosen, chance)

    def _ended(self, events: tuple[Event, ...], after: GameState) -> tuple[tuple[Event, ...], GameState]:
        if after.phase != "playing":
            return events, after
        outcome = self.ruleset.outcome(after.position)
        if outcome is None:
            return events, after
        ending = (GameEnded(rules.ranked(after, outcome)), self._revealed(after))
        for event in ending:
            after = self.evolve(after, event)
        return (*events, *ending), after

    def _revealed(self, state: GameState) -> SeedRevealed:
        return SeedRevealed(state.secret, tuple(seat.share for seat in state.seats))

    def evolve(self, state: GameState | None, event: Event) -> GameState:
        """The state after `event`; `state` None before the first."""
        if state is None:
            if isinstance(event, GameForked):
                return forked(self.ruleset, event)
            assert isinstance(event, GameOpened), "a game begins with its opening"
            return opened(event)
        if isinstance(event, _OWN_EVENTS):
            return evolve_game(self.ruleset, state, event)
        assert state.phase == "playing", "the ruleset's events belong to a running game"
        position = self.ruleset.evolve(state.position, event)
        return msgspec.structs.replace(state, version=Step(state.version + 1), position=position)

    def state_hash(self, state: GameState) -> str:
        """The hash of a whole state (hex), written with the last event of each command and compared on replay."""
        if state.position is None:
            return state_hash(state)
        return state_hash(msgspec.structs.replace(state, position=self.ruleset.hashed(state.position)))

    def to_act(self, state: GameState) -> tuple[Seat, ...]:
        """The seats that may play now."""
        return self.ruleset.to_act(state.position) if state.phase == "playing" else ()

    def legal(self, state: GameState, seat: Seat) -> tuple[Any, ...]:
        """All commands of the ruleset that `seat` may play now."""
        return self.ruleset.legal(state.position, seat) if state.phase == "playing" else ()

    def turn(self, state: GameState) -> int:
        """How many turns have begun."""
        return 0 if state.position is None else self.ruleset.turn(state.position)

    def objections(self, state: GameState, command: Any) -> tuple[Refused, ...]:  # noqa: ANN401
        """Every rule that forbids a command of the ruleset, first the one that refuses it; empty if it is legal."""
        refused = rules.why_not_play(state, command.seat)
        if refused is not None:
            return (refused,)
        return self.ruleset.objections(state.position, command)

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """What `viewer` may know of the game and its position."""
        return game_view(self.ruleset, state, viewer, self.to_act(state))

    def tell(self, event: Event, viewer: Viewer) -> Line | None:
        """What `viewer` may know of `event`."""
        if isinstance(event, _OWN_EVENTS):
            return tell_game(event)
        return self.ruleset.tell(event, viewer)

    def tracks(self, state: GameState, viewer: Viewer = ARBITER) -> tuple[Track, ...]:
        """The score tracks that `viewer` may see; none before the game begins."""
        if state.position is None:
            return ()
        return tuple(track for track in self.ruleset.tracks(state.position) if track.is_visible_to(viewer))


def _raise(refused: Refused | None) -> None:
    if refused is not None:
        raise refused
