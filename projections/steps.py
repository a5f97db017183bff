"""Reads the log's rows and trusts none of them: order, chain and bytes are checked on the way in. Reads no database."""

from collections.abc import Mapping

from domain.engine.codec import state_hash
from domain.engine.ruleset import AnyRuleset
from domain.game import Game, GameState, Recorded
from domain.game.record import NotThatStep, read_back
from projections.ports import LogHead, StoredStep

Shelf = Mapping[str, AnyRuleset]


class Damaged(Exception):
    """A step cannot be folded: the log is not what was written, or this build cannot play it. `why` holds no secrets."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"step {version}: {why}")
        self.version = version
        self.why = why


def game_for(shelf: Shelf, head: LogHead) -> Game:
    """The doors of the game's ruleset, at the very version it is played by."""
    ruleset = shelf.get(head.ruleset)
    if ruleset is None or ruleset.version != head.ruleset_version:
        raise Damaged(1, f"this build cannot play {head.ruleset} version {head.ruleset_version}")
    return Game(ruleset)


def read_step(game: Game, game_id: str, row: StoredStep, *, after: int, prev_hash: bytes) -> Recorded:
    """`row` as the step that follows `after`, whose hash is `prev_hash`."""
    try:
        return read_back(game.ruleset, game_id, row, version=after + 1, prev_hash=prev_hash)
    except NotThatStep as found:
        raise Damaged(after + 1, found.why) from None


def evolve(game: Game, state: GameState | None, step: Recorded) -> GameState:
    """The state after `step`, compared with the hash the step carries, if it does."""
    try:
        after = game.evolve(state, step.event)
    except MemoryError:
        raise  # the machine's trouble, not the game's
    except Exception as error:
        raise Damaged(step.version, f"{step.body.type} cannot follow on the steps before it: {place(error)}") from None
    if step.body.state is not None and state_hash(after) != step.body.state:
        raise Damaged(step.version, "the state after it is not the one that was written")
    return after


def place(error: BaseException) -> str:
    """What went wrong and where, without the error's own words: those may quote a hand or a seed."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    module = trace.tb_frame.f_globals.get("__name__", "?")
    return f"{type(error).__name__} in {module}, line {trace.tb_lineno}"
