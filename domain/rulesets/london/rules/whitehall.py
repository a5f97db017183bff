"""Whitehall, which repeats another card of the run (LON-CARD-WHITEHALL, LON-RULING-03)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Repeat
from domain.rulesets.london.components import CHOICE_OF, FACE_OF
from domain.rulesets.london.rules.checks import judged_player, objections_now, why_not_stack
from domain.rulesets.london.rules.effects import resolve
from domain.rulesets.london.rules.hospital import hospitals, objections_to_hospital
from domain.rulesets.london.state import Player, State
from domain.rulesets.london.working import Working

_WHITEHALL = "LON-CARD-WHITEHALL"


def objections_to_repeat(state: State, command: Repeat) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("repeating",), f"{_WHITEHALL}.1")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if refused := why_not_stack(len(player.stacks), command.stack):
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
    text = f"{FACE_OF[card].name} cannot be repeated: only another card activated in this run can."
    return Refused("not_repeatable", text, rules=("LON-RULING-03", f"{_WHITEHALL}.1", f"{_WHITEHALL}.3"), card=card)


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
