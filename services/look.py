"""What a caller may see: through whose eyes, and what those eyes see. Every read of a game goes through here."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.engine.ruleset import Line
from domain.engine.score import Track
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, with_names
from domain.game import Game, GameState, Recorded
from domain.game.view import GameView
from services.horizon import VisibleGame, unknown_to, visible_game
from services.patch import Change, changes
from services.ports import Principal, TrackRow
from services.replay import Histories, History
from services.world import World

STEPS_MAX = 500
VIEWS_KEPT = 1_024
"""Views held in memory over all games; some kilobytes each, most of it shared with the state."""
READ_AHEAD_STEPS = 20


class ViewerNotAllowed(Exception):
    """The caller asked to look through eyes that know more than the caller may."""

    def __init__(self, game_id: str, viewer: Viewer) -> None:
        super().__init__(f"You may not look at game {game_id} through these eyes before it is over.")
        self.game_id = game_id
        self.viewer = viewer


class NoSuchStep(Exception):
    """The game has no step of this number (yet)."""

    def __init__(self, game_id: str, version: int, head: int) -> None:
        super().__init__(f"Game {game_id} has steps 1 to {head}; there is no step {version}.")
        self.game_id = game_id
        self.version = version
        self.head = head


@dataclass(frozen=True, slots=True)
class VisibleStep:
    """One step as `viewer` sees it. `line` None: something happened that these eyes may not know.

    `hash`, `prev_hash`: the chain, hex; safe to publish, since every body is salted. `state_hash`: on the last step of a
    command.
    """

    game_id: str
    version: int
    viewer: Viewer
    time_us: int
    command_id: str
    line: Line | None
    hash: str
    prev_hash: str
    state_hash: str | None


def default_viewer(principal: Principal | None, state: GameState) -> Viewer:
    """The eyes a caller has without asking: the own seat's, else a spectator's."""
    seat = None if principal is None else state.seat_of(principal.id)
    return SPECTATOR if seat is None else seat


def may_look(principal: Principal | None, state: GameState, viewer: Viewer) -> bool:
    """Whether the caller may look through these eyes (GAME-HID-01, GAME-HID-02)."""
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
    return principal.arbiter and principal.id != state.host


def private(state: GameState) -> bool:
    """Whether a sandbox was made of what one seat, or an arbiter, knew: then its end opens it to its host only
    (GAME-FORK-03), for the game it came from may still be running."""
    origin = None if state.sandbox is None else state.sandbox.origin
    return origin is not None and origin.viewer != SPECTATOR


class Look:
    """Reads of games for callers."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories

        self._views: OrderedDict[tuple[str, Viewer, int], tuple[GameState, GameView]] = OrderedDict()

    async def game(self, principal: Principal | None, game_id: str) -> VisibleGame | None:
        """The game as far as the caller may see it, or None. For the other methods here: its history knows everything and
        must not be shown as it is. Raises VisibleDamage."""
        history = await self._histories.up_to_date(game_id, damaged=True)
        if history is None or (history.head is not None and unknown_to(principal, history.head)):
            return None
        return visible_game(principal, history, self._world.now_us())

    async def history(self, game_id: str) -> History | None:
        """The whole game, for reading a step that was shown already."""
        return await self._histories.up_to_date(game_id, damaged=True)

    def eyes(self, principal: Principal | None, seen: VisibleGame, asked: Viewer | None) -> Viewer:
        """The eyes to look through: the asked ones if allowed (else ViewerNotAllowed), or the caller's own."""
        if asked is None:
            return default_viewer(principal, seen.state)
        if not may_look(principal, seen.state, asked):
            raise ViewerNotAllowed(seen.game_id, asked)
        return asked

    def view(self, seen: VisibleGame, viewer: Viewer, version: int | None = None) -> GameView:
        """The view at a step (None: the last one). Raises NoSuchStep."""
        return self.view_at(seen.history, viewer, within(seen, version))

    def view_at(self, history: History, viewer: Viewer, version: int) -> GameView:
        """The view at a step that these eyes may see. Neighbouring steps are asked for together, so the last views are kept,
        with their states: the next one is one event away."""
        key = (history.game_id, viewer, version)
        kept = self._views.get(key)
        if kept is None:
            before = self._views.get((history.game_id, viewer, version - 1))
            if before is None:
                state = history.state_at(version)
            else:
                state = history.game.evolve(before[0], history.steps[version - 1].event)
            kept = self._views[key] = (state, history.game.view(state, viewer))
            if len(self._views) > VIEWS_KEPT:
                self._views.popitem(last=False)
        return kept[1]

    async def read_ahead(self, seen: VisibleGame, viewer: Viewer, first: int, last: int) -> None:
        """Make the views of steps `first`..`last`, with pauses: a long page must not keep other callers waiting."""
        for version in range(max(first, 1), min(last, seen.version) + 1):
            self.view_at(seen.history, viewer, version)
            if version % READ_AHEAD_STEPS == 0:
                await asyncio.sleep(0)

    def patch(self, history: History, viewer: Viewer, version: int) -> list[Change]:
        """What step `version` changed in the view, as RFC 6902 has it; from nothing at the first step."""
        before = self.view_at(history, viewer, version - 1) if version > 1 else None
        return changes(before, self.view_at(history, viewer, version))

    def legal(self, seen: VisibleGame, seat: Seat) -> tuple[Any, ...]:
        """What a seat may play now, in the ruleset's commands."""
        return seen.history.game.legal(seen.state, seat)

    def steps(self, seen: VisibleGame, viewer: Viewer, *, after: int, first: int) -> list[VisibleStep]:
        """Steps past `after`, at most `first`, as `viewer` sees them."""
        start = max(after, 0)
        end = min(start + max(first, 0), seen.version)
        return [step_for(seen.history, step, viewer) for step in seen.history.steps[start:end]]

    def live_tracks(self, seen: VisibleGame, viewer: Viewer, version: int | None = None) -> tuple[Track, ...]:
        """The score tracks at a step, straight from the log. They agree with the stored ones, by law."""
        at = within(seen, version)
        return seen.history.game.tracks(seen.history.state_at(at), viewer)

    async def tracks(self, seen: VisibleGame, viewer: Viewer, *, after: int, up_to: int | None) -> list[TrackRow]:
        """The stored score tracks, without what `viewer` may not see; may lag behind the log."""
        last = seen.version if up_to is None else min(up_to, seen.version)
        rows: Sequence[TrackRow] = await self._world.projections.tracks(seen.game_id, after=after, up_to=last)
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


def within(seen: VisibleGame, version: int | None) -> int:
    """The step asked for (None: the last one). Raises NoSuchStep for one that the caller does not know of."""
    at = seen.version if version is None else version
    if not 1 <= at <= seen.version:
        raise NoSuchStep(seen.game_id, at, seen.version)
    return at


def step_for(history: History, step: Recorded, viewer: Viewer) -> VisibleStep:
    """A step as `viewer` sees it, with the seats' names in its sentence."""
    assert history.head is not None
    return told(history.game, history.head, step, viewer)


def told(game: Game, head: GameState, step: Recorded, viewer: Viewer) -> VisibleStep:
    """The same for who has the game's head, but not its history."""
    line = named(game.tell(step.event, viewer), head.names)
    return VisibleStep(
        game_id=step.body.game,
        version=step.version,
        viewer=viewer,
        time_us=step.body.time_us,
        command_id=step.body.command,
        line=line,
        hash=step.hash.hex(),
        prev_hash=step.prev_hash.hex(),
        state_hash=step.body.state,
    )


def named(line: Line | None, names: tuple[str, ...]) -> Line | None:
    """A line with the seats' names in its sentence; None stays None."""
    if line is None:
        return None
    return Line(line.type, with_names(line.text, names), line.rules, line.seat, line.facts)
