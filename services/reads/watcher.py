"""One who watches a game, or all who watch it in the same way: what they may see of it, and what they have read."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import SPECTATOR, Viewer, own_seat
from domain.game.events import SeatTaken
from domain.game.names import seat_names
from services.audit.receipts import Receipts
from services.log.replay import History
from services.ports import Principal, Watching
from services.reads.horizon import VisibleGame, outside, visible_game
from services.reads.look import ViewerNotAllowed, VisibleStep, default_viewer, may_look, step_for
from services.world import World


@dataclass(frozen=True, slots=True)
class Batch:
    """Steps `first` to `last` of a history as `viewer` may know them. `visible`: the last step that they see. `names`:
    what the game and its seats are called now, the title first. `viewer_before`: who saw the step before the first."""

    history: History
    viewer: Viewer
    first: Step
    last: Step
    visible: Step
    names: tuple[str, ...]
    viewer_before: Viewer

    def step(self, version: Step) -> VisibleStep:
        """One of the steps."""
        step = step_for(self.history, self.history.steps[version - 1], self.viewer, self.visible)
        return replace(step, viewer_before=self.viewer_before_of(version))

    def viewer_before_of(self, version: Step) -> Viewer:
        """`VisibleStep.viewer_before` of one of the steps."""
        return self.viewer_before if version == self.first else self.viewer

    def names_at(self, version: Step) -> tuple[str, ...]:
        """`VisibleStep.names` of one of the steps."""
        is_own = isinstance(self.history.steps[version - 1].event, SeatTaken)  # it names who sat down, then
        return self.step(version).names if is_own else self.names


@dataclass(slots=True, eq=False)
class Watcher:
    """`cursor`: the last step that was taken; `known`: the last step that was read. `public`: whether anybody may count
    this watcher, as far as is known. `own_viewer`: the viewer of a caller who names none, once play has begun.
    `is_strict`: whether they look as `viewer` or not at all, as one does who named it. `is_first`: whether nobody here
    watched the game before, and nothing was read since. `viewer_before`: who saw the step at the cursor. `receipts`:
    where it is noted that a step of the caller's own seat was taken; None for a watcher who is many."""

    world: World
    principal: Principal | None
    game_id: str
    viewer: Viewer | None
    cursor: Step
    known: Step
    public: bool | None = None
    is_counted: bool = False
    visible_version: Step | None = None
    own_viewer: Viewer | None = None
    is_strict: bool = True
    is_first: bool = False
    viewer_before: Viewer | None = None
    receipts: Receipts | None = None
    _is_delayed: bool = field(default=False)
    _taken: Callable[[Step, Step], None] | None = None

    def look(self, history: History) -> VisibleGame:
        """The game as far as the caller may see it now. Raises VisibleDamage."""
        return visible_game(self.principal, history, self.world.now_us())

    def newly_public(self, visible: VisibleGame) -> Watching:
        """The change in the public count. After the game has begun, seats change hands behind the delay: no change
        then."""
        if self.public is not None and visible.state.phase != "open":
            return Watching()
        before = bool(self.public)
        self.public = visible.state.delay is None or outside(self.principal, visible.state)
        return Watching(0, self.public - before)

    def note_read(self, history: History, visible: VisibleGame) -> None:
        """Remembers how far the history was read; steps that the delay hides have been read too."""
        self.known = history.version if visible.is_delayed else visible.version
        self.visible_version, self._is_delayed = visible.version, visible.is_delayed
        assert history.head is not None
        state = visible.state if visible.is_delayed else history.head
        self.own_viewer = None if state.phase == "open" else default_viewer(self.principal, state)

    def may_be_due(self, version: Step) -> bool:
        """Whether a log whose last step is `version` may bring something new. A delay passes by itself."""
        return version > self.known or self._is_delayed

    def is_due(self, history: History) -> bool:
        """The same for a history that was read."""
        return self.may_be_due(history.version) or history.damage is not None

    def take(self, history: History, visible: VisibleGame, most: int) -> Batch:
        """The next steps as the caller may see them; moves the cursor. Raises ViewerNotAllowed for a strict watcher.
        Any other one who gave their seat up goes on as a spectator."""
        assert history.head is not None
        state = visible.state if visible.is_delayed else history.head
        viewer = default_viewer(self.principal, state) if self.viewer is None else self.viewer
        if not may_look(self.principal, state, viewer):
            if self.is_strict:
                raise ViewerNotAllowed(self.game_id, viewer)
            viewer = SPECTATOR
        if state.phase != "open":
            self.viewer = viewer
        first, last = Step(self.cursor + 1), Step(min(self.cursor + most, visible.version))
        self.cursor = last
        names = (history.names.title, *seat_names(history.head, history.names))
        sees = visible.version if visible.is_delayed else history.version
        before, self.viewer_before = self.viewer_before, viewer
        return Batch(history, viewer, first, last, sees, names, viewer if before is None else before)

    def note_taken(self, history: History, first: Step, last: Step) -> None:
        """The caller has taken these steps. A seat's own connection gets a receipt."""
        state = history.head
        assert state is not None
        seat = None if self.viewer is None or state.phase != "playing" else own_seat(self.viewer)
        if seat is None or self.receipts is None or self.principal is None:
            return
        if state.seat_of(self.principal.id) != seat:
            return
        if self._taken is None:
            self._taken = self.receipts.taker(self.principal, self.game_id, seat)
        self._taken(first, last)

    def has_ended(self, history: History, visible: VisibleGame) -> bool:
        """Whether the last step of a finished game was taken."""
        return self.cursor >= visible.version == history.version and visible.state.over


def watcher_of(world: World, reader: Principal | None, game_id: str, viewer: Viewer | None, after: Step) -> Watcher:
    """A watcher who has the steps up to `after`. `reader`: the caller as far as their token reaches into the game."""
    cursor = max(after, BEFORE_FIRST)
    return Watcher(world, reader, game_id, viewer, cursor, cursor, is_strict=viewer is not None)
