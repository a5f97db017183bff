"""Reads the rows of a stream and trusts none of them: checks order, chain, bytes, and the hash of every state."""

from typing import Any, Protocol, TypeVar

from domain.engine.refusal import LaterBuild
from domain.engine.step import Moment, Step
from domain.log.record import NotThatStep, Recorded, Script, StepRow, read_back

S = TypeVar("S")


class Damaged(Exception):
    """A step of a stream is not what was written, or cannot follow. `why` holds no secrets."""

    def __init__(self, version: Step, why: str) -> None:
        super().__init__(f"step {version}: {why}")
        self.version = version
        self.why = why


class Reducer(Protocol[S]):
    """Folds the events of a stream."""

    @property
    def script(self) -> Script: ...

    def evolve(self, state: S | None, event: Any, moment: Moment) -> S:  # noqa: ANN401
        """The state after an event that happened at `moment`; `state` None before the first."""
        ...

    def state_hash(self, state: S) -> str:
        """The hash of a state (hex)."""
        ...


def read_step(script: Script, stream: str, row: StepRow, *, after: Step, prev_hash: bytes) -> Recorded:
    """`row` as the step after step `after`, whose hash is `prev_hash`. Raises Damaged unless it is that step, and
    LaterSchema if only a later build can read it."""
    version = Step(after + 1)
    try:
        return read_back(script, stream, row, version=version, prev_hash=prev_hash)
    except NotThatStep as mismatch:
        raise Damaged(version, mismatch.why) from None


def fold_step(reducer: Reducer[S], state: S | None, step: Recorded) -> S:
    """The state after `step`. Raises Damaged unless it has the state hash that the step carries, if it carries one, and
    LaterBuild if only a later build can go on from it."""
    try:
        after = reducer.evolve(state, step.event, step.moment)
    except (MemoryError, LaterBuild):
        raise  # the machine's fault, or nobody's, and not the stream's
    except Exception as error:  # whatever the reducer makes of a damaged event, the fault is in the log
        raise Damaged(
            step.version, f"{step.body.type} cannot follow on the steps before it: {error_location(error)}"
        ) from None
    if step.body.state is not None and reducer.state_hash(after) != step.body.state:
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
