"""A command decided on the state of a game: the log entry to append, and the state it leads to."""

from dataclasses import dataclass

from domain.engine.codec import canonical, state_hash
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.game import ForkGame, Game, GameState, OpenGame, Recorded
from domain.game.game import Command, Event
from domain.game.record import GENESIS, Written, decode_body, encode_refusal, write
from services.command_request import CommandRequest, request_hash
from services.load_game import LoadedGame
from services.ports import Append, Opening


@dataclass(frozen=True, slots=True)
class Decision:
    """A command decided on `before`, and not yet written. `after`: the game once it is; `before` itself when refused."""

    entry: Append
    before: LoadedGame
    after: LoadedGame
    state_hash: str
    refused: Refused | None

    def read_steps(self) -> tuple[Recorded, ...]:
        """The steps as a reader of the log will find them, decoded from the very bytes that were written."""
        ruleset = self.after.game.ruleset
        return tuple(
            Recorded(*decode_body(ruleset, step.body), step.prev_hash, step.hash) for step in self.entry.events
        )


def decide(
    request: CommandRequest,
    command_id: str,
    loaded: LoadedGame,
    principal: str,
    seat: Seat | None,
    command: Command,
    now_us: int,
) -> Decision:
    """Asks the rules, computes the state after the events, and prepares the log entry; a refusal is an entry too.

    Raises AssertionError when the rules decide on an event that cannot follow: a bug, found before anything is written.
    """
    game, state = loaded.game, loaded.state
    steps: tuple[Written, ...] = ()
    refused: Refused | None = None
    after, after_hash = loaded, ""
    try:
        events, new_state = game.advance(state, command, game.chance(state))
    except Refused as error:
        refused = error
    else:
        after_hash = state_hash(new_state)
        steps = write(
            game.ruleset,
            events,
            game=loaded.game_id,
            after=state.version,
            prev_hash=loaded.hash,
            secret=bytes.fromhex(state.secret),
            time_us=now_us,
            principal=principal,
            seat=seat,
            command=command_id,
            state=after_hash,
        )
        after = LoadedGame(loaded.game_id, game, new_state, steps[-1].hash)
    entry = Append(
        game_id=loaded.game_id,
        command_id=command_id,
        request_hash=request_hash(principal, loaded.game_id, command, request.expected_version),
        principal=principal,
        seat=seat,
        body=canonical(command),
        outcome="accepted" if refused is None else "refused",
        answer=b"" if refused is None else encode_refusal(refused),
        time_us=now_us,
        expected_version=state.version,
        expected_hash=loaded.hash,
        events=steps,
    )
    return Decision(entry, loaded, after, after_hash, refused)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRequest:
    """A game to open: its id, the command, what the client sent (`request_hash`), and the secret of its chance."""

    game_id: str
    command_id: str
    principal: str
    command: OpenGame | ForkGame
    request_hash: bytes
    secret: bytes


def decide_opening(
    request: OpeningRequest, game: Game, events: tuple[Event, ...], state: GameState, now_us: int
) -> Decision:
    """Prepares the log entry of a new game: its first step, on top of nothing."""
    after_hash = state_hash(state)
    steps = write(
        game.ruleset,
        events,
        game=request.game_id,
        after=0,
        prev_hash=GENESIS,
        secret=request.secret,
        time_us=now_us,
        principal=request.principal,
        seat=None,
        command=request.command_id,
        state=after_hash,
    )
    entry = Append(
        game_id=request.game_id,
        command_id=request.command_id,
        request_hash=request.request_hash,
        principal=request.principal,
        seat=None,
        body=canonical(request.command),
        outcome="accepted",
        answer=b"",
        time_us=now_us,
        expected_version=0,
        expected_hash=GENESIS,
        events=steps,
        opening=Opening(ruleset=game.ruleset.id, ruleset_version=game.ruleset.version),
    )
    loaded = LoadedGame(request.game_id, game, state, steps[-1].hash)
    return Decision(entry, loaded, loaded, after_hash, None)
