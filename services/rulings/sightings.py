"""Looks into running games as a viewer that is not one's own, which are written down (GAME-ROLE-05)."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, Viewer
from domain.game import GameState
from services.authority import authority_of
from services.ports import Clock, Principal

RECENT_MAX: Final = 4_096
"""Looks that a process remembers, so that it writes no row for a step that was written down before."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Somebody is about to see a game up to `version` as `viewer`."""

    game_id: str
    viewer: Viewer
    version: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Who looked as which viewer, by which token, at which steps, and when (microseconds since 1970, UTC)."""

    game_id: str
    principal: str
    token_id: str
    viewer: Viewer
    first_version: Step
    last_version: Step
    at_us: int


class Sightings(Protocol):
    """What was written down. Nothing is changed or removed."""

    async def write(self, rows: Sequence[Sighting]) -> None:
        """Writes them. They are on disk when this returns. The same row may come twice, and stands once."""
        ...

    async def of_game(self, game_id: str, *, limit: int) -> Sequence[Sighting]:
        """The sightings of a game, the oldest first, at most `limit`."""
        ...


def is_sighting(state: GameState, viewer: Viewer, principal: Principal | None) -> bool:
    """Whether a look of this principal is one to be written down."""
    if principal is None or state.over or viewer == SPECTATOR or state.seat_of(principal.id) == viewer:
        return False
    return state.phase == "playing"


def may_read_sightings(state: GameState, principal: Principal | None) -> bool:
    """The seats, when the game is over; an arbiter of the game at any time."""
    if principal is None:
        return False
    if authority_of(principal, state) is not None:
        return True
    return state.over and state.has_had_seat(principal.id)


class SightingBook:
    """Writes looks down before their answers are sent. One in a process."""

    def __init__(self, sightings: Sightings, now_us: Clock) -> None:
        self._sightings = sightings
        self._now_us = now_us
        self._recent: OrderedDict[tuple[str, str, str, Viewer], Step] = OrderedDict()

    async def write(self, principal: Principal, looks: Sequence[Glance]) -> None:
        """Returns once everything that is new in them is on disk. Raises Unavailable."""
        now_us, rows = self._now_us(), []
        for look in looks:
            before = self._recent.get(self._key(principal, look))
            if before is None or look.version > before:
                first = Step(1 if before is None else before + 1)
                rows.append(
                    Sighting(
                        game_id=look.game_id,
                        principal=principal.id,
                        token_id=principal.token_id,
                        viewer=look.viewer,
                        first_version=first,
                        last_version=look.version,
                        at_us=now_us,
                    )
                )
        if not rows:
            return
        await self._sightings.write(rows)
        for look in looks:
            key = self._key(principal, look)
            self._recent[key] = max(look.version, self._recent.get(key, look.version))
            self._recent.move_to_end(key)
        while len(self._recent) > RECENT_MAX:
            self._recent.popitem(last=False)

    def _key(self, principal: Principal, look: Glance) -> tuple[str, str, str, Viewer]:
        return look.game_id, principal.id, principal.token_id, look.viewer
