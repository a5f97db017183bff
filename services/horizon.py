"""How far a caller may look into a running game: to its head, or as far behind it as its delay says. Decides nothing else.

Every read that a caller's answer rests on takes a `Sight`, never the history's own head, so that a delay holds on every channel.
"""

from dataclasses import dataclass

from domain.game import GameState
from services.ports import Principal
from services.replay import History


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as far as a caller may see it. `version`: the last step; `state`: the game after it; `behind`: whether a delay
    holds (GAME-DELAY-01), even where it happens to hide nothing at the moment."""

    history: History
    version: int
    state: GameState
    behind: bool

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.history.game_id


def held_back(principal: Principal | None, head: GameState) -> bool:
    """Whether this caller sees this game with its delay: who has no seat, and is no arbiter of it (GAME-DELAY-01)."""
    if head.delay is None or head.phase == "open":
        return False
    if principal is None:
        return True
    if head.seat_of(principal.id) is not None:
        return False
    return not principal.arbiter or principal.id == head.host


def unknown_to(principal: Principal | None, state: GameState) -> bool:
    """Whether a sandbox must not be shown to this caller at all: it holds what a delay still hides (GAME-FORK-04)."""
    return state.sealed and (principal is None or not (principal.arbiter or principal.id == state.host))


def sight(principal: Principal | None, history: History, now_us: int) -> Sight:
    """What the caller may see of the game now. Not for callers it is `unknown_to`."""
    head = history.head
    assert head is not None
    if not held_back(principal, head):
        return Sight(history, history.version, head, behind=False)
    version = horizon(history, now_us)
    return Sight(history, version, history.state_at(version), behind=True)


def horizon(history: History, now_us: int) -> int:
    """The last step that spectators of a delayed game may see. What was done before the game began is never held back."""
    head = history.head
    assert head is not None and head.delay is not None
    last = history.version
    if not history.begun:
        return last
    if head.delay.steps:
        return last if head.over else max(history.begun - 1, last - head.delay.steps, 1)
    until = now_us - head.delay.seconds * 1_000_000
    while last >= max(history.begun, 2) and history.steps[last - 1].body.time_us > until:
        last -= 1
    return last
