"""What if: a sandbox that goes on from any step that the caller may see, as the caller's eyes know it. Copies nothing hidden."""

import hashlib

from domain.engine.codec import canonical
from domain.engine.viewer import Seat, Viewer
from domain.game import ForkGame
from services.answers import Answer
from services.horizon import VisibleGame, horizon
from services.look import within
from services.play import Play
from services.ports import Clock, Principal
from services.replay import History


class Forks:
    """Opens sandboxes in the middle of games."""

    def __init__(self, play: Play, now_us: Clock) -> None:
        self._play = play
        self._now_us = now_us

    async def fork(
        self,
        principal: Principal,
        command_id: str,
        seen: VisibleGame,
        viewer: Viewer,
        *,
        at: int | None,
        seat: Seat | None,
        title: str,
    ) -> Answer:
        """Go on from the last choice at or before step `at` (None: the last one), for eyes that `Look.eyes` has allowed.

        `seat` None: the eyes' own seat, or else the one whose choice it is. Raises NoSuchStep.
        """
        asked = {"at": at, "by": principal.id, "game": seen.game_id, "seat": seat, "title": title, "viewer": viewer}
        version = last_choice(seen.history, within(seen, at))
        state = seen.history.state_at(version)
        if seat is None:
            to_act = seen.history.game.to_act(state)
            seat = viewer if viewer >= 0 else next(iter(to_act), 0)
        hidden = state.delay is not None and horizon(seen.history, self._now_us()) < version
        command = ForkGame(principal.id, seen.game_id, version, viewer, seat, principal.name, title, hidden)
        request_hash = hashlib.sha256(b"fork" + canonical(asked)).digest()
        return await self._play.fork(principal, command_id, command, state, request_hash)


def last_choice(history: History, version: int) -> int:
    """The last step up to `version` that ended a command and left somebody a choice; 1 where there is none.

    Between the events of one command a ruleset is under way and nobody can act.
    """
    for at in range(version, 0, -1):
        if history.steps[at - 1].body.state is not None and history.game.to_act(history.state_at(at)):
            return at
    return 1
