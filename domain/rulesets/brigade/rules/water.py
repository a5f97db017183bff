"""Filling buckets, and the abilities that take water from others (sections 6.4 and 10)."""

from typing import Final, Literal

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Ask, Steal
from domain.rulesets.brigade.errata import BRI_E02
from domain.rulesets.brigade.events import WaterChanged, WaterStolen
from domain.rulesets.brigade.queries import copies, filled, free_bucket, turn_order, water
from domain.rulesets.brigade.rules.working import Working

WALDER: Final = "tax_rival_refill"


def fill(
    working: Working, seat: Seat, *, brigade: bool, wagon: bool, why: Literal["refill", "too_hot", "thaw"]
) -> bool:
    """Fills the buckets of the pawns named. Returns False if all were full."""
    b = working.state.brigades[seat]
    now = filled(b, brigade=brigade, wagon=wagon, refill=why != "too_hot")
    if now == water(b):
        return False
    working.emit(WaterChanged(seat=seat, wagon=now.wagon, chief=now.chief, crew=now.crew, why=why))
    return True


def levy(working: Working, seat: Seat, *, brigade: bool, wagon: bool) -> None:
    """Lets Walder Ranier of each other player take a water of what was just filled (BRI-CREW-WALDER-RANIER)."""
    state = working.state
    working.push(
        *(
            Ask("refill_tax", seat, brigade=brigade, wagon=wagon, by=other)
            for other in turn_order(state, state.active)
            if other != seat
            for _ in range(copies(state, other, WALDER))
        )
    )


def steal(working: Working, task: Steal) -> None:
    """Lets Aurath Ether steal from a pawn on the way. From a brigade, the victim chooses the card that loses the
    water."""
    thief, victim = working.state.brigades[task.seat], working.state.brigades[task.victim]
    if BRI_E02.holds(working.state) and thief.gone:
        return
    into = free_bucket(thief)
    if into is None:
        return
    if not task.wagon:
        working.push(Ask("stolen_water", task.victim, brigade=True, by=task.seat))
    elif victim.wagon_water:
        working.emit(WaterStolen(seat=task.victim, source="wagon", by=task.seat, into=into))
