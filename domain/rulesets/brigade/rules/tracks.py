"""Upgrade tracks (section 7)."""

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import DrawRecruits
from domain.rulesets.brigade.components import RECRUITS_DRAWN, TrackName
from domain.rulesets.brigade.events import ActionsGained, ExtraTurnEarned, TrackAdvanced
from domain.rulesets.brigade.queries import can_recruit, circle, complete, has, value
from domain.rulesets.brigade.rules.working import Working

BONUS_ACTIONS: Final = 2
"""The blue bonus of the leadership track (BRI-UPG-08)."""
BEN: Final = "extra_turn_on_track_end"


def advance(
    working: Working,
    seat: Seat,
    track: TrackName,
    why: Literal["action", "extra_upgrade", "event", "ability"],
    crew: tuple[str, ...] | UnsetType = UNSET,
) -> None:
    """Moves a marker to its next circle, with the bonuses of the new circle (section 7). `crew`: the crew cards that
    gave it."""
    own = seat == working.state.active
    before = value(working.state.brigades[seat], track)
    turn_upgrade = own and why in ("action", "ability")
    reached = circle(working.state.brigades[seat], track) + 1
    working.emit(TrackAdvanced(seat=seat, track=track, circle=reached, turn_upgrade=turn_upgrade, why=why, crew=crew))
    state = working.state
    more = value(state.brigades[seat], track) - before
    acting = own and state.phase == "action"
    if track == "leadership" and more and acting:
        working.emit(ActionsGained(seat=seat, actions=more, banked=False, why="leadership"))
    if not complete(state.brigades[seat], track):
        return
    if own and has(state, seat, BEN) and not state.extra_due:
        working.emit(ExtraTurnEarned(seat=seat))
    if track == "leadership":
        working.emit(ActionsGained(seat=seat, actions=BONUS_ACTIONS, banked=not acting, why="blue_bonus"))
    if track == "crew" and can_recruit(state, seat):
        working.push(DrawRecruits(seat, RECRUITS_DRAWN))
