"""Cards whose power changes a run: Hospital is flipped in place of another card, Whitehall repeats one.

Sources: LON-CARD-HOSPITAL, LON-RULING-02, LON-CARD-WHITEHALL, LON-RULING-03.
"""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Repeat
from domain.rulesets.london.components import CHOICE_OF, FACE_OF, POWER_OF
from domain.rulesets.london.rules.checks import first, judged_player, objections_now, why_not_stack
from domain.rulesets.london.rules.effects import resolve
from domain.rulesets.london.state import Player, State
from domain.rulesets.london.working import Working

_WHITEHALL = "LON-CARD-WHITEHALL"


def objections_to_hospital(state: State, seat: Seat, number: int, hospital: int) -> Iterator[Refused]:
    """LON-RULING-02: the Hospital is visible, the card would be flipped, and each Hospital serves one activation."""
    stacks = state.players[seat].stacks
    if refused := why_not_stack(len(stacks), hospital, "LON-CARD-HOSPITAL.1", "LON-RULING-02"):
        yield refused
        return
    saved, used = stacks[number], stacks[hospital]
    power = POWER_OF[used.top] if used.face_up else None
    if power is None or power.id != "flip_instead":
        yield Refused("no_hospital", rules=("LON-CARD-HOSPITAL.1", "LON-RULING-02"), stack=hospital)
    if not (saved.face_up and FACE_OF[saved.top].flips):
        rules = ("LON-RULING-02", "LON-RULING-04", "LON-CARD-HOSPITAL.1")
        yield Refused("no_flip_to_save", rules=rules, card=saved.top)
    if seat == state.active and any(activation.hospital == hospital for activation in state.turn.activations):
        yield Refused("hospital_taken", rules=("LON-RULING-02", "LON-CARD-HOSPITAL.3"), stack=hospital)


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


def objections_to_repeat(state: State, command: Repeat) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("repeating",), f"{_WHITEHALL}.1")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if refused := why_not_stack(len(player.stacks), command.stack, f"{_WHITEHALL}.1", "LON-RUN-01"):
        yield refused
        return
    if refused := why_not_repeat(state, player, command.stack):
        yield refused
    if command.hospital is not None:
        yield from objections_to_hospital(state, command.seat, command.stack, command.hospital)


def why_not_repeat(state: State, player: Player, number: int) -> Refused | None:
    """LON-RULING-03: a card on top of a stack that was activated in this run, other than Whitehall itself."""
    card = player.stacks[number].top
    choice = CHOICE_OF[card]
    if card in state.turn.activated and (choice is None or choice.kind != "reactivate_other"):
        return None
    return Refused("not_repeatable", rules=("LON-RULING-03", f"{_WHITEHALL}.1", f"{_WHITEHALL}.3"), card=card)


def repeat(working: Working, command: Repeat) -> None:
    """LON-CARD-WHITEHALL.2: it costs neither a card nor money."""
    card = working.player.stacks[command.stack].top
    working.happens(
        e.CardActivated(
            seat=command.seat,
            card=card,
            stack=command.stack,
            hospital=command.hospital,
            repeated=True,
            paid=True,
        )
    )
    resolve(working)


def repetitions(state: State) -> Iterator[Repeat]:
    """Every card that Whitehall may repeat now, with each Hospital that may save it."""
    player = state.players[state.active]
    for stack in range(len(player.stacks)):
        if why_not_repeat(state, player, stack) is None:
            for hospital in hospitals(state, stack):
                yield Repeat(state.active, stack, hospital)
