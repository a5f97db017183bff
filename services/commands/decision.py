"""A command decided on the state of a game: the log entry to append, and the state it leads to."""

from typing import Final, Literal, NamedTuple

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from domain.game import Game, GameState
from domain.game.game import Command, Event
from domain.game.take_back.past import Past
from domain.log.chain import GENESIS
from domain.log.record import Recorded, Script, Written, decode_body, write
from domain.log.refusals import encode_refusal
from services.languages import refusal_text
from services.log.load_game import LoadedGame
from services.ports import Append
from services.principals import recorded_token
from services.streams import Opening


class DecidedOn(NamedTuple):
    """The head of a game that a command is decided on. `time_us`: of its last step."""

    version: Step
    hash: bytes
    time_us: int


NOTHING: Final = DecidedOn(BEFORE_FIRST, GENESIS, 0)
"""What an opening is decided on."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """One command on its way to the log: what the client sent, who they are, and when it is decided.

    `request_hash`: see `request`. `seat`: the sender's, if any. `received_us`: when the whole request had been read, in
    microseconds since 1970 (UTC). `token_id`: the token that the principal came by.
    """

    game_id: str
    command_id: str
    request_hash: bytes
    principal: str
    seat: Seat | None
    command: Command
    received_us: int
    token_id: str

    def steps(
        self, script: Script, events: tuple[Event, ...], head: DecidedOn, secret: bytes, state: str
    ) -> tuple[Written, ...]:
        """The events as steps after `head`; `state`: the hash of the state after them."""
        return write(
            script,
            events,
            stream=self.game_id,
            after=head.version,
            prev_hash=head.hash,
            secret=secret,
            time_us=self.at_us(head),
            principal=self.principal,
            seat=self.seat,
            command=self.command_id,
            state=state,
        )

    def at_us(self, head: DecidedOn) -> int:
        """The time of the command in its game: when it was received, but never before the last step."""
        return self.received_us if self.received_us > head.time_us else head.time_us

    def entry(
        self,
        outcome: Literal["accepted", "refused"],
        head: DecidedOn,
        *,
        steps: tuple[Written, ...] = (),
        answer: bytes = b"",
        opening: Opening | None = None,
    ) -> Append:
        """The log entry, decided on `head`."""
        return Append(
            game_id=self.game_id,
            command_id=self.command_id,
            request_hash=self.request_hash,
            principal=self.principal,
            seat=self.seat,
            body=canonical(self.command),
            outcome=outcome,
            answer=answer,
            time_us=self.at_us(head),
            received_us=self.received_us,
            token_id=recorded_token(self.token_id, self.command_id),
            expected_version=head.version,
            expected_hash=head.hash,
            events=steps,
            opening=opening,
        )


class Decision(msgspec.Struct, frozen=True):
    """A decided command that is not written yet.

    `before`, `after`: the game; the same when the command is refused. `refused`: for the sender; it quotes what they
    typed, which the stored refusal does not.
    """

    entry: Append
    before: LoadedGame
    after: LoadedGame
    state_hash: str
    refused: Refused | None

    @property
    def changes_places(self) -> bool:
        """Whether it opens a game, or may begin its play or change who sits where."""
        before, after = self.before.state, self.after.state
        return self.entry.opening is not None or before.phase == "open" or before.seats is not after.seats

    def read_steps(self) -> tuple[Recorded, ...]:
        """The steps as a reader of the log will find them, decoded from the very bytes that were written."""
        script = self.after.game.script
        return tuple(Recorded(*decode_body(script, step.body), step.prev_hash, step.hash) for step in self.entry.events)


def decide(submission: Submission, loaded: LoadedGame, typed: Command | None = None, past: Past = ()) -> Decision:
    """Asks the rules, and computes the state after the events. A refusal is written to the log too.

    `typed`: the command with every word that the sender used, if the submission's has only those of the ruleset.
    `past`: the commands that led to the game, for one that needs them. Raises AssertionError when the
    rules decide on an event that cannot follow: a bug, found before anything is written.
    """
    game, state = loaded.game, loaded.state
    head = DecidedOn(state.version, loaded.hash, state.at_us)
    try:
        events, after = game.advance(state, submission.command, game.chance(state), submission.at_us(head), past)
    except Refused as refused:
        entry = submission.entry(
            "refused", head, answer=encode_refusal(refused, refusal_text(refused, game.ruleset.id))
        )
        if typed is not None and typed is not submission.command:
            refused = _refused_as_typed(game, state, typed, submission.at_us(head), past) or refused
        return Decision(entry, loaded, loaded, "", refused)
    after_hash = game.state_hash(after)
    steps = submission.steps(game.script, events, head, bytes.fromhex(state.secret), after_hash)
    entry = submission.entry("accepted", head, steps=steps)
    moved = LoadedGame(loaded.game_id, game, after, steps[-1].hash)
    return Decision(entry, loaded, moved, after_hash, None)


def _refused_as_typed(game: Game, state: GameState, typed: Command, at_us: int, past: Past) -> Refused | None:
    """The refusal of a command in the words of its sender, so that they see their mistake."""
    try:
        game.advance(state, typed, game.chance(state), at_us, past)
    except Refused as refused:
        return refused
    return None


def decide_opening(submission: Submission, game: Game, events: tuple[Event, ...], state: GameState) -> Decision:
    """The first step of a new game, on top of nothing."""
    after_hash = game.state_hash(state)
    steps = submission.steps(game.script, events, NOTHING, bytes.fromhex(state.secret), after_hash)
    opening = Opening(ruleset=game.ruleset.id, ruleset_version=game.ruleset.version)
    entry = submission.entry("accepted", NOTHING, steps=steps, opening=opening)
    loaded = LoadedGame(submission.game_id, game, state, steps[-1].hash)
    return Decision(entry, loaded, loaded, after_hash, None)
