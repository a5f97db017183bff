"""What a caller may see: as which viewer they may look, and what that viewer sees. Every read of a game goes through
here."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from domain.engine.ruleset import Line
from domain.engine.score import Track
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, own_seat
from domain.game import Game, GameState
from domain.game.events import SeatTaken
from domain.game.names import NO_NAMES, GameNames, seat_names, with_person
from domain.game.take_back.past import Past
from domain.game.view import GameView, seat_views
from domain.log.record import Recorded
from services.authority import authority_of
from services.languages import NamedLine
from services.log.load_game import LoadedGame
from services.log.replay import Histories, History
from services.ports import Principal, TrackRow
from services.principals import in_game
from services.reads.chances import ChancesAtStep, chances_of
from services.reads.horizon import VisibleGame, VisibleHead, is_delayed, unknown_to, visible_game, visible_until
from services.reads.patch import Change, changes
from services.rulings.sightings import Glance, SightingBook
from services.world import World

STEPS_MAX = 500
VIEWS_CACHED_MAX = 1_024
"""Views in memory over all games; some kilobytes each, most of it shared with the state."""


class ViewerNotAllowed(Exception):
    """The caller asked for a viewer that may know more than they may. `why`: who may, in sentences; `is_early`: nobody
    may yet."""

    def __init__(self, game_id: str, viewer: Viewer, why: str = "", *, is_early: bool = False) -> None:
        super().__init__(why or f"You may not see game {game_id} as this viewer before it is over.")
        self.is_early = is_early
        self.game_id = game_id
        self.viewer = viewer


class NoSuchStep(Exception):
    """The game has no step of this number, or none yet."""

    def __init__(self, game_id: str, version: Step, head: Step) -> None:
        super().__init__(f"Game {game_id} has steps 1 to {head}; there is no step {version}.")
        self.game_id = game_id
        self.version = version
        self.head = head


@dataclass(frozen=True, slots=True)
class VisibleStep:
    """One step as `viewer` sees it. `line` None: something happened that this viewer may not know.

    `names`: what the game and its seats are called now, the title first. Whatever is cached of a step depends on them.
    `hash`, `prev_hash`: the chain, in hex; they are safe to publish, because every body is salted. `state_hash`: only
    on the last step of a command. `taken_back_at`: the step that took it back, once the caller may see that step.
    `viewer_before`: who saw the step before, in a stream whose viewer has just changed.
    """

    game_id: str
    version: Step
    viewer: Viewer
    time_us: int
    command_id: str
    line: NamedLine | None
    hash: str
    prev_hash: str
    state_hash: str | None
    names: tuple[str, ...]
    taken_back_at: Step | None = None
    viewer_before: Viewer | None = None


def default_viewer(principal: Principal | None, state: GameState) -> Viewer:
    """The viewer of a caller who names none: their own seat, or else a spectator."""
    seat = None if principal is None else state.seat_of(principal.id)
    return SPECTATOR if seat is None else seat


def may_look(principal: Principal | None, state: GameState, viewer: Viewer) -> bool:
    """Whether the caller may see the game as `viewer` (GAME-HID-01, GAME-HID-02)."""
    if viewer < ARBITER or viewer >= len(state.seats):
        return False
    if viewer == SPECTATOR or (state.over and not private(state)):
        return True
    if principal is None:
        return False
    if state.over and principal.id == state.host:
        return True
    seat = state.seat_of(principal.id)
    if seat is not None:
        return viewer == seat
    return authority_of(principal, state) is not None


def private(state: GameState) -> bool:
    """Whether a sandbox was forked from what one seat, or an arbiter, knew. Then only its host sees everything at
    its end (GAME-FORK-03): the game it came from may still be running."""
    origin = None if state.sandbox is None else state.sandbox.origin
    return origin is not None and origin.viewer != SPECTATOR


@dataclass(frozen=True, slots=True)
class _CachedView:
    """A view, the state that it shows, and the names that stand in it."""

    state: GameState
    names: GameNames
    view: GameView


@dataclass(frozen=True, slots=True)
class LegalNow:
    """What a seat may play after a step. `position`: the ruleset's view for it at that step, for sentences."""

    commands: tuple[Any, ...]
    position: Any


class Look:
    """Reads of games on behalf of callers."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories
        self._views: OrderedDict[tuple[str, Viewer, int], _CachedView] = OrderedDict()
        self._book = SightingBook(world.sightings, world.now_us)

    async def game(self, principal: Principal | None, game_id: str) -> VisibleGame | None:
        """The game as far as the caller may see it; None when there is no such game for them. Raises VisibleDamage.

        The other methods here take it. Its history knows everything, so it must not be sent to anybody as it is.
        """
        reader = in_game(principal, game_id)
        history = await self._histories.up_to_date(game_id, damaged=True)
        if history is None or (history.head is not None and unknown_to(reader, history.head)):
            return None
        return visible_game(reader, history, self._world.now_us())

    async def history(self, game_id: str, *, at_least: Step | None = None) -> History | None:
        """The whole game, for reading a step that the caller may see. `at_least`: that step."""
        return await self._histories.up_to_date(game_id, at_least=at_least, damaged=True)

    async def past(self, visible: VisibleHead) -> Past:
        """The commands that led to the last step that a caller sees. It knows everything, as a history does."""
        return await self.past_at((await self.whole(visible)).history, visible.version)

    async def past_at(self, history: History, version: Step) -> Past:
        """The same for a step of a history."""
        return await self._histories.pasts.of(history, version)

    def viewer(self, principal: Principal | None, visible: VisibleHead, requested: Viewer | None) -> Viewer:
        """The `requested` viewer; None: the caller's own. Raises ViewerNotAllowed."""
        reader = in_game(principal, visible.game_id)
        if requested is None:
            return default_viewer(reader, visible.state)
        if not may_look(reader, visible.state, requested):
            raise ViewerNotAllowed(visible.game_id, requested)
        return requested

    async def write_down(self, principal: Principal, glances: Sequence[Glance]) -> None:
        """Writes looks as other viewers down (GAME-ROLE-05). To be called before they are answered. Raises
        Unavailable."""
        await self._book.write(principal, glances)

    async def after_command(self, principal: Principal, head: LoadedGame, names: GameNames) -> VisibleHead | None:
        """The game for a caller whose command was just carried out. `head`: where it stands now, which is all that this
        needs, unless a delay hides the head from the caller: they may have given up their seat.

        None when there is no such game for them any more. Raises VisibleDamage."""
        reader = in_game(principal, head.game_id)
        if is_delayed(reader, head.state) or unknown_to(reader, head.state):
            return await self.game(principal, head.game_id)
        return VisibleHead(head.game_id, head.game, names, head.state, head.hash, is_delayed=False)

    async def whole(self, visible: VisibleHead) -> VisibleGame:
        """The same game with its history, up to the same step."""
        if isinstance(visible, VisibleGame):
            return visible
        history = await self.history(visible.game_id, at_least=visible.version)
        assert history is not None, "a game with a step has a history"
        return visible_until(history, history.state_at(visible.version), is_delayed=visible.is_delayed)

    def view(self, visible: VisibleGame, viewer: Viewer, version: Step | None = None) -> GameView:
        """The view after a step (None: the last one). Raises NoSuchStep."""
        return self.view_at(visible.history, viewer, within(visible, version))

    def last_view(self, visible: VisibleHead, viewer: Viewer) -> GameView:
        """The view after the last visible step."""
        return self._view(visible, viewer, visible.version, lambda: visible.state).view

    def view_at(self, history: History, viewer: Viewer, version: Step) -> GameView:
        """The view after a step that `viewer` may see.

        Clients read neighbouring steps, so recent views are cached with their states: the next one is one event away.
        """
        return self._view(history, viewer, version, lambda: self._state(history, viewer, version)).view

    def legal_at(self, history: History, viewer: Viewer, version: Step) -> LegalNow | None:
        """What the seat of `viewer` might play after a step that it may see; None for a viewer that is not a seat, and
        between the events of one command, where nobody can act."""
        seat = own_seat(viewer)
        if seat is None or history.steps[version - 1].body.state is None:
            return None
        cached = self._view(history, viewer, version, lambda: self._state(history, viewer, version))
        return LegalNow(history.game.legal(cached.state, seat), cached.view.position)

    def _state(self, history: History, viewer: Viewer, version: Step) -> GameState:
        """The state after a step: one event after the one before, if that is cached."""
        before = self._views.get((history.game_id, viewer, version - 1))
        if before is None:
            return history.state_at(version)
        step = history.steps[version - 1]
        return history.game.evolve(before.state, step.event, step.moment)

    def _view(
        self, of: History | VisibleHead, viewer: Viewer, version: Step, state_at: Callable[[], GameState]
    ) -> _CachedView:
        key = (of.game_id, viewer, version)
        cached = self._views.get(key)
        if cached is None:
            state = state_at()
            cached = self._views[key] = _CachedView(state, of.names, of.game.view(state, viewer, of.names))
            if len(self._views) > VIEWS_CACHED_MAX:
                self._views.popitem(last=False)
        elif cached.names != of.names:
            view = _renamed(cached.view, cached.state, of.names)
            cached = self._views[key] = _CachedView(cached.state, of.names, view)
        return cached

    async def read_ahead(
        self,
        visible: VisibleGame,
        viewer: Viewer,
        first: Step,
        last: Step,
        pause: Callable[[], Awaitable[None]],
    ) -> None:
        """Computes the views of steps `first`..`last`. Calls `pause` after each, which may let other callers go on."""
        for version in range(max(first, 1), min(last, visible.version) + 1):
            self.view_at(visible.history, viewer, Step(version))
            await pause()

    def patch(
        self, history: History, viewer: Viewer, version: Step, viewer_before: Viewer | None = None
    ) -> list[Change]:
        """What step `version` changed in the view, as a JSON Patch (RFC 6902); the first step is a patch on nothing.
        `viewer_before`: whose view the patch is on, if that is somebody else's."""
        known = viewer if viewer_before is None else viewer_before
        before = self.view_at(history, known, Step(version - 1)) if version > 1 else None
        return changes(before, self.view_at(history, viewer, version))

    def legal(self, visible: VisibleHead, seat: Seat) -> tuple[Any, ...]:
        """The ruleset's commands that a seat may play now."""
        return visible.game.legal(visible.state, seat)

    def steps(self, visible: VisibleGame, viewer: Viewer, *, after: Step, first: int) -> list[VisibleStep]:
        """Steps past `after`, at most `first`, as `viewer` sees them."""
        start = max(after, 0)
        end = min(start + max(first, 0), visible.version)
        return [step_for(visible.history, step, viewer, visible.version) for step in visible.history.steps[start:end]]

    def live_tracks(self, visible: VisibleGame, viewer: Viewer, version: Step | None = None) -> tuple[Track, ...]:
        """The score tracks at a step, computed from the log. A law holds them equal to the stored ones."""
        at = within(visible, version)
        return visible.game.tracks(visible.history.state_at(at), viewer)

    def last_tracks(self, visible: VisibleHead, viewer: Viewer) -> tuple[Track, ...]:
        """The same at the last visible step."""
        return visible.game.tracks(visible.state, viewer)

    async def tracks(self, visible: VisibleHead, viewer: Viewer, *, after: Step, up_to: Step | None) -> list[TrackRow]:
        """The stored score tracks that `viewer` may see. They may lag behind the log."""
        last = visible.version if up_to is None else min(up_to, visible.version)
        rows: Sequence[TrackRow] = await self._world.projections.tracks(visible.game_id, after=after, up_to=last)
        return [
            TrackRow(
                row.version,
                tuple(
                    point
                    for point in row.points
                    if point.visible_to is None or viewer == ARBITER or viewer in point.visible_to
                ),
            )
            for row in rows
        ]

    async def win_chances(self, visible: VisibleHead, *, after: Step, first: int) -> list[ChancesAtStep]:
        """The stored win chances at the analysed steps past `after`. They may lag behind the log.

        They rest on what spectators know, so everybody who may see a step may see its chances."""
        rows = await self._world.projections.win_chances(
            visible.game_id, after=after, up_to=visible.version, limit=first
        )
        return [chances_of(row) for row in rows]


def within(visible: VisibleHead, version: Step | None) -> Step:
    """Returns the requested step (None: the last one). Raises NoSuchStep for one that the caller may not know of."""
    step = visible.version if version is None else version
    if not 1 <= step <= visible.version:
        raise NoSuchStep(visible.game_id, step, visible.version)
    return step


def step_for(history: History, step: Recorded, viewer: Viewer, visible: Step) -> VisibleStep:
    """A step as `viewer` sees it, with the seats' names in its sentence. `visible`: the last step that they see."""
    assert history.head is not None
    line = visible_step(history.game, history.head, history.names, step, viewer)
    at = history.taken_back_at(step.version, visible)
    return line if at is None else replace(line, taken_back_at=at)


def unnamed_step(history: History, step: Recorded, viewer: Viewer) -> VisibleStep:
    """`step_for` without a name in its sentence: seats are called by their numbers."""
    assert history.head is not None
    return visible_step(history.game, history.head, NO_NAMES, step, viewer)


def visible_step(game: Game, head: GameState, names: GameNames, step: Recorded, viewer: Viewer) -> VisibleStep:
    """`step_for` for a caller that has the state at the game's head, but not its history."""
    called = seat_names(head, names)
    if isinstance(step.event, SeatTaken):
        called = with_person(called, step.event.seat, step.event.by, names)  # they may have left since
    line = named(game.tell(step.event, viewer), called)
    return VisibleStep(
        game_id=step.body.stream,
        version=step.version,
        viewer=viewer,
        time_us=step.body.time_us,
        command_id=step.body.command,
        line=line,
        hash=step.hash.hex(),
        prev_hash=step.prev_hash.hex(),
        state_hash=step.body.state,
        names=(names.title, *called),
    )


def _renamed(view: GameView, state: GameState, names: GameNames) -> GameView:
    return msgspec.structs.replace(view, title=names.title, seats=seat_views(state, names))


def named(line: Line | None, names: tuple[str, ...]) -> NamedLine | None:
    """A line with the seats' names; None stays None."""
    return None if line is None else NamedLine(line, names)
