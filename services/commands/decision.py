"""A command decided on the state of a game: the log entry to append, and the state it leads to."""

from dataclasses import dataclass
from typing import Literal

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from domain.game import Game, GameState, Recorded
from domain.game.game import Command, Event
from domain.game.record import GENESIS, Written, decode_body, encode_refusal, write
from services.log.load_game import LoadedGame
from services.ports import Append, Opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One command on its way to the log: what the client sent, who they are, and when it is decided.

    `request_hash`: see `command_request`. `seat`: the sender's, if any. `now_us`: microseconds since 1970 (UTC).
    """

    game_id: str
    command_id: str
    request_hash: bytes
    principal: str
    seat: Seat | None
    command: Command
    now_us: int

    def steps(
        self, ruleset: AnyRuleset, events: tuple[Event, ...], head: tuple[Step, bytes], secret: bytes, state: str
    ) -> tuple[Written, ...]:
        """The events as steps after `head` (version, hash); `state`: the hash of the state after them."""
        return write(
            ruleset,
            events,
            game=self.game_id,
            after=head[0],
            prev_hash=head[1],
            secret=secret,
            time_us=self.now_us,
            principal=self.principal,
            seat=self.seat,
            command=self.command_id,
            state=state,
        )

    def entry(
        self,
        outcome: Literal["accepted", "refused"],
        head: tuple[Step, bytes],
        *,
        steps: tuple[Written, ...] = (),
        answer: bytes = b"",
        opening: Opening | None = None,
    ) -> Append:
        """The log entry, decided on `head` (version, hash)."""
        return Append(
            game_id=self.game_id,
            command_id=self.command_id,
            request_hash=self.request_hash,
            principal=self.principal,
            seat=self.seat,
            body=canonical(self.command),
            outcome=outcome,
            answer=answer,
            time_us=self.now_us,
            expected_version=head[0],
            expected_hash=head[1],
            events=steps,
            opening=opening,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """A decided command that is not written yet. `before`, `after`: the game; the same when the command is refused."""

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


def decide(submission: Submission, loaded: LoadedGame) -> Decision:
    """Asks the rules, and computes the state after the events. A refusal is written to the log too.

    Raises AssertionError when the rules decide on an event that cannot follow: a bug, found before anything is written.
    """
    game, state = loaded.game, loaded.state
    head = (state.version, loaded.hash)
    try:
        events, after = game.advance(state, submission.command, game.chance(state))
    except Refused as refused:
        entry = submission.entry("refused", head, answer=encode_refusal(refused))
        return Decision(entry, loaded, loaded, "", refused)
    after_hash = game.state_hash(after)
    steps = submission.steps(game.ruleset, events, head, bytes.fromhex(state.secret), after_hash)
    entry = submission.entry("accepted", head, steps=steps)
    return Decision(entry, loaded, LoadedGame(loaded.game_id, game, after, steps[-1].hash), after_hash, None)


def decide_opening(submission: Submission, game: Game, events: tuple[Event, ...], state: GameState) -> Decision:
    """The first step of a new game, on top of nothing."""
    after_hash = game.state_hash(state)
    steps = submission.steps(game.ruleset, events, (BEFORE_FIRST, GENESIS), bytes.fromhex(state.secret), after_hash)
    opening = Opening(ruleset=game.ruleset.id, ruleset_version=game.ruleset.version)
    entry = submission.entry("accepted", (BEFORE_FIRST, GENESIS), steps=steps, opening=opening)
    loaded = LoadedGame(submission.game_id, game, state, steps[-1].hash)
    return Decision(entry, loaded, loaded, after_hash, None)
