"""What if: a sandbox that continues from any step the caller may see. It copies nothing that is hidden from the
viewer."""

import hashlib

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import FIRST_SEAT, Seat, Viewer, own_seat
from domain.game import ForkGame
from domain.game.names import FORMER_PLAYER, GameNames
from domain.game.texts import clean_title
from services.commands.answers import Answer
from services.commands.play import Play
from services.log.replay import History
from services.names import NamesGiven
from services.ports import Clock, Principal
from services.reads.horizon import VisibleGame, horizon
from services.reads.look import within
from services.scopes import not_in_scope


class Forks:
    """Opens sandboxes in the middle of games."""

    def __init__(self, play: Play, now_us: Clock) -> None:
        self._play = play
        self._now_us = now_us

    async def fork(
        self,
        principal: Principal,
        command_id: str,
        visible: VisibleGame,
        viewer: Viewer,
        *,
        at: Step | None,
        seat: Seat | None,
        title: str,
        received_us: int = 0,
    ) -> Answer:
        """Continues from the last choice at or before step `at` (None: the last one), for a viewer that `Look.viewer`
        allowed.

        `seat` None: the viewer's own seat, or else the seat that has the choice. `received_us`: when the whole request
        had been read; 0: now. Raises NoSuchStep.
        """
        missing = not_in_scope(principal, None, "host")
        if missing is not None:
            return missing
        try:
            chosen = clean_title(title)
        except Refused as refused:
            return self._play.opening_refused(principal, command_id, refused)
        request = {
            "at": at,
            "by": principal.id,
            "game": visible.game_id,
            "seat": seat,
            "viewer": viewer,
        }
        version = last_choice(visible.history, within(visible, at))
        state = visible.history.state_at(version)
        if seat is None:
            seat = own_seat(viewer)
        if seat is None:
            seat = next(iter(visible.game.to_act(state)), FIRST_SEAT)
        hidden = state.delay is not None and horizon(visible.history, self._now_us()) < version
        command = ForkGame(principal.id, visible.game_id, version, viewer, seat, hidden)
        request_hash = hashlib.sha256(b"fork" + canonical(request)).digest()
        names = NamesGiven(_others(visible.names, principal), chosen or f"What if, from step {version}")
        return await self._play.fork(principal, command_id, command, state, request_hash, names, received_us)


def _others(names: GameNames, principal: Principal) -> dict[str, str]:
    """What the others are called in the game: their own names might say more than those under which they sat down."""
    return {person: name for person, name in names.persons.items() if person != principal.id and name != FORMER_PLAYER}


def last_choice(history: History, version: Step) -> Step:
    """The last step up to `version` that ended a command and left somebody a choice; 1 if there is no such step.

    Between the events of one command nobody can act.
    """
    for step in map(Step, range(version, 0, -1)):
        if history.steps[step - 1].body.state is not None and history.game.to_act(history.state_at(step)):
            return step
    return Step(1)
