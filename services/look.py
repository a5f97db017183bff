"""What a caller may see: through whose eyes, and what those eyes see. Every read of a game goes through here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.engine.ruleset import Line
from domain.engine.score import Track
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, with_names
from domain.game import Game, GameState, Recorded
from domain.game.view import GameView
from services.ports import Principal, TrackRow
from services.replay import Histories, History
from services.world import World

STEPS_MAX = 500


class NotYourEyes(Exception):
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
class SeenStep:
    """One step as a viewer sees it. `line` None: something happened that these eyes may not know.

    `hash`, `prev_hash`: the chain, hex; safe to publish, since every body is salted. `state_hash`: on the last step of a
    command.
    """

    game_id: str
    version: int
    time_us: int
    command_id: str
    line: Line | None
    hash: str
    prev_hash: str
    state_hash: str | None


def default_eyes(principal: Principal | None, state: GameState) -> Viewer:
    """The eyes a caller has without asking: the own seat's, else a spectator's."""
    seat = None if principal is None else state.seat_of(principal.id)
    return SPECTATOR if seat is None else seat


def may_look(principal: Principal | None, state: GameState, viewer: Viewer) -> bool:
    """Whether the caller may look through these eyes (GAME-HID-01, GAME-HID-02)."""
    if viewer < ARBITER or viewer >= len(state.seats):
        return False
    if viewer == SPECTATOR or state.over:
        return True
    if principal is None:
        return False
    seat = state.seat_of(principal.id)
    if seat is not None:
        return viewer == seat
    return principal.arbiter and principal.id != state.host


class Look:
    """Reads of games for callers."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories

    async def game(self, game_id: str) -> History | None:
        """The game's history, or None. For the other methods here; it knows everything and must not be shown as it is."""
        return await self._histories.up_to_date(game_id)

    def eyes(self, principal: Principal | None, history: History, asked: Viewer | None) -> Viewer:
        """The eyes to look through: the asked ones if allowed (else NotYourEyes), or the caller's own."""
        assert history.head is not None
        if asked is None:
            return default_eyes(principal, history.head)
        if not may_look(principal, history.head, asked):
            raise NotYourEyes(history.game_id, asked)
        return asked

    def view(self, history: History, viewer: Viewer, version: int | None = None) -> GameView:
        """The view at a step (None: the head). Raises NoSuchStep."""
        at = history.version if version is None else version
        if not 1 <= at <= history.version:
            raise NoSuchStep(history.game_id, at, history.version)
        return history.game.view(history.state_at(at), viewer)

    def legal(self, history: History, seat: Seat) -> tuple[Any, ...]:
        """What a seat may play at the head, in the ruleset's commands."""
        assert history.head is not None
        return history.game.legal(history.head, seat)

    def steps(self, history: History, viewer: Viewer, *, after: int, first: int) -> list[SeenStep]:
        """Steps past `after`, at most `first`, as `viewer` sees them."""
        return [seen(history, step, viewer) for step in history.steps[max(after, 0) : max(after, 0) + max(first, 0)]]

    def live_tracks(self, history: History, viewer: Viewer, version: int | None = None) -> tuple[Track, ...]:
        """The score tracks at a step, straight from the log. They agree with the stored ones, by law."""
        at = history.version if version is None else version
        if not 1 <= at <= history.version:
            raise NoSuchStep(history.game_id, at, history.version)
        return history.game.tracks(history.state_at(at), viewer)

    async def tracks(self, history: History, viewer: Viewer, *, after: int, up_to: int | None) -> list[TrackRow]:
        """The stored score tracks, without what `viewer` may not see; may lag behind the log."""
        rows: Sequence[TrackRow] = await self._world.projections.tracks(history.game_id, after=after, up_to=up_to)
        return [
            TrackRow(
                row.version,
                tuple(point for point in row.points if point.eyes is None or viewer == ARBITER or viewer in point.eyes),
            )
            for row in rows
        ]


def seen(history: History, step: Recorded, viewer: Viewer) -> SeenStep:
    """A step as `viewer` sees it, with the seats' names in its sentence."""
    assert history.head is not None
    return told(history.game, history.head, step, viewer)


def told(game: Game, head: GameState, step: Recorded, viewer: Viewer) -> SeenStep:
    """The same for who has the game's head, but not its history."""
    line = game.tell(step.event, viewer)
    if line is not None:
        line = Line(line.type, with_names(line.text, head.names), line.rules, line.seat, line.facts)
    return SeenStep(
        game_id=step.body.game,
        version=step.version,
        time_us=step.body.time_us,
        command_id=step.body.command,
        line=line,
        hash=step.hash.hex(),
        prev_hash=step.prev_hash.hex(),
        state_hash=step.body.state,
    )
