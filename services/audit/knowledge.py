"""What a seat knew after a step, and what it gained between two steps.

It is computed from the log by the views of this build. It says what a seat could see, not what its player looked at;
receipts say which steps a connection has taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.engine.codec import canonical, digest
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, Viewer
from domain.game import GameState
from domain.game.view import GameView
from services.languages import NamedLine
from services.reads.horizon import VisibleGame
from services.reads.look import step_for, within
from services.reads.patch import Change, changes


@dataclass(frozen=True, slots=True)
class Learned:
    """A step that told a viewer more than it told everybody."""

    version: Step
    line: NamedLine


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a viewer knew after step `at`.

    `view`: without names, so that its digest stays. `digest`: SHA-256 of its canonical JSON. `patch`: from the view
    after step `since` to this one. `learned`: what others were not told in between.
    """

    at: Step
    since: Step
    view: GameView
    digest: str
    digest_since: str
    patch: Sequence[Change]
    learned: Sequence[Learned]


def knowledge_of(visible: VisibleGame, viewer: Viewer, at: Step, since: Step) -> Knowledge:
    """What `viewer` knew at a step, and what it gained since an earlier one. Raises NoSuchStep."""
    last, first = within(visible, at), within(visible, since)
    first = min(first, last)
    history = visible.history
    view, before = _view(visible, history.state_at(last), viewer), _view(visible, history.state_at(first), viewer)
    learned: list[Learned] = []
    for step in history.steps[first:last]:
        line = step_for(history, step, viewer, last).line
        public = step_for(history, step, SPECTATOR, last).line
        if line is not None and line != public:
            learned.append(Learned(step.version, line))
    return Knowledge(last, first, view, digest_of(view), digest_of(before), changes(before, view), learned)


def digest_of(view: GameView) -> str:
    """SHA-256 of a view's canonical JSON, in hex."""
    return digest(canonical(view))


def _view(visible: VisibleGame, state: GameState, viewer: Viewer) -> GameView:
    return visible.game.view(state, viewer)
