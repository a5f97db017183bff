"""Reads the log's rows and trusts none of them: checks their order, hash chain and bytes."""

from collections.abc import Mapping

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.engine.step import Step
from domain.game import Game, GameState, Recorded
from domain.game.record import NotThatStep, read_back
from projections.ports import LogHead, StoredStep

Rulesets = Mapping[RulesetKey, AnyRuleset]
"""Rulesets by id and version."""


class Damaged(Exception):
    """A step cannot be folded: the log is not what was written. `why` holds no secrets."""

    def __init__(self, version: Step, why: str) -> None:
        super().__init__(f"step {version}: {why}")
        self.version = version
        self.why = why


def game_for(rulesets: Rulesets, head: LogHead) -> Game | None:
    """The game logic of the ruleset and version that the game is played by; None if this build lacks it."""
    ruleset = rulesets.get((head.ruleset, head.ruleset_version))
    return None if ruleset is None else Game(ruleset)


def read_step(game: Game, game_id: str, row: StoredStep, *, after: Step, prev_hash: bytes) -> Recorded:
    """`row` as the step after step `after`, whose hash is `prev_hash`. Raises Damaged if it is not that step."""
    version = Step(after + 1)
    try:
        return read_back(game.ruleset, game_id, row, version=version, prev_hash=prev_hash)
    except NotThatStep as mismatch:
        raise Damaged(version, mismatch.why) from None


def evolve(game: Game, state: GameState | None, step: Recorded) -> GameState:
    """The state after `step`. Raises Damaged unless it has the state hash that the step carries, if it carries one."""
    try:
        after = game.evolve(state, step.event)
    except MemoryError:
        raise  # the machine's fault, not the game's
    except Exception as error:
        raise Damaged(
            step.version, f"{step.body.type} cannot follow on the steps before it: {error_location(error)}"
        ) from None
    if step.body.state is not None and game.state_hash(after) != step.body.state:
        raise Damaged(step.version, "the state after it is not the one that was written")
    return after


def error_location(error: BaseException) -> str:
    """The type of an error and the line that raised it. Leaves out its message, which may quote a hand or a seed."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    module = trace.tb_frame.f_globals.get("__name__", "?")
    return f"{type(error).__name__} in {module}, line {trace.tb_lineno}"
