"""Hospital, which is flipped in place of another card (LON-CARD-HOSPITAL, LON-RULING-02)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.components import FACE_OF, POWER_OF
from domain.rulesets.london.rules.checks import first, why_not_stack
from domain.rulesets.london.state import State


def objections_to_hospital(state: State, seat: Seat, number: int, hospital: int) -> Iterator[Refused]:
    """LON-RULING-02: the Hospital is visible, the card would be flipped, and each Hospital serves one activation."""
    stacks = state.players[seat].stacks
    if refused := why_not_stack(len(stacks), hospital):
        yield refused
        return
    saved, used = stacks[number], stacks[hospital]
    power = POWER_OF[used.top] if used.face_up else None
    if power is None or power.id != "flip_instead":
        text = "There is no visible Hospital on that stack."
        yield Refused("no_hospital", text, rules=("LON-CARD-HOSPITAL.1", "LON-RULING-02"), stack=hospital)
    if not (saved.face_up and FACE_OF[saved.top].flips):
        text = f"{FACE_OF[saved.top].name} would not be flipped now."
        rules = ("LON-RULING-02", "LON-RULING-04", "LON-CARD-HOSPITAL.1")
        yield Refused("no_flip_to_save", text, rules=rules, card=saved.top)
    if seat == state.active and any(activation.hospital == hospital for activation in state.turn.activations):
        text = "That Hospital is already named for Whitehall."
        yield Refused("hospital_taken", text, rules=("LON-RULING-02", "LON-CARD-HOSPITAL.3"), stack=hospital)


def hospitals(state: State, number: int) -> Iterator[int | None]:
    """None, and then the stack of each Hospital that may save the top of this stack."""
    yield None
    seat, stacks = state.active, state.players[state.active].stacks
    if FACE_OF[stacks[number].top].flips:
        for hospital, stack in enumerate(stacks):
            if hospital == number or POWER_OF[stack.top] is None:  # most cards are no Hospital
                continue
            if first(objections_to_hospital(state, seat, number, hospital)) is None:
                yield hospital
