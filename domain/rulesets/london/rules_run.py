"""Action 2, Run the city: which card may be activated, what it costs, and the end of the run (LON-RUN, LON-POV).

What an activated card does is in rules_effects.
"""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import Activate, Command, EndRun, Repeat, SpendCard
from domain.rulesets.london.components import CHOICE_OF, COLOUR_OF, FACE_OF, POWER_OF, Card
from domain.rulesets.london.course import (
    Course,
    at_table,
    first,
    free_slot,
    money_short,
    objections_now,
    pay_bank,
    why_not_in_hand,
)
from domain.rulesets.london.events import ActionBegan, CardSpent
from domain.rulesets.london.events_run import CardActivated, PovertyComputed
from domain.rulesets.london.rules_effects import resolve, why_not_bring_in_card, why_not_school_here
from domain.rulesets.london.rules_play import why_not_stack
from domain.rulesets.london.rules_turn import end_action
from domain.rulesets.london.state import Player, State, on_display, own_boroughs

_WHITEHALL = "LON-CARD-WHITEHALL"


def objections_to_activate(state: State, command: Activate) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "running"), "LON-RUN-01")
    player = at_table(state, command.seat)
    if player is None:
        return
    if refused := why_not_stack(len(player.stacks), command.stack):
        yield refused
        return
    yield from _objections_to_activate(state, player, command.stack)
    if command.hospital is not None:
        yield from _objections_to_hospital(state, command.seat, command.stack, command.hospital)


def _objections_to_activate(state: State, player: Player, number: int) -> Iterator[Refused]:
    """What forbids to activate the top of this stack, whatever Hospital does."""
    stack = player.stacks[number]
    card, face = stack.top, FACE_OF[stack.top]
    if not stack.face_up:
        text = f"{face.name} lies face down."
        yield Refused("face_down", text, rules=("LON-RUN-03", "LON-RUN-08"), card=card)
    if not face.activatable:
        text = f"{face.name} has nothing to activate."
        yield Refused("not_activatable", text, rules=("LON-RUN-03", "LON-RULING-06", face.rule), card=card)
        return
    if card in state.turn.activated:
        text = f"{face.name} was activated in this run already."
        yield Refused("activated_already", text, rules=("LON-RUN-09", "LON-CARD-HOSPITAL.2"), card=card)
    if refused := _why_not_spend(player, card):
        yield refused
    cost = face.activation.pay
    if cost and (refused := money_short(player, cost, "LON-RUN-04", face.rule, card=card)):
        yield refused
    if refused := _why_not_choose(state, player, card):
        yield refused


def _why_not_spend(player: Player, card: Card) -> Refused | None:
    """LON-RUN-04: the card in the left part of the stone base."""
    face = FACE_OF[card]
    spend = face.activation.spend
    if spend == "any" and not player.hand:
        text = f"{face.name} costs a card and you have none."
        return Refused("nothing_to_spend", text, rules=("LON-RUN-04", "LON-RUN-05", face.rule), card=card)
    if spend == "blue" and not any(COLOUR_OF[spent] == "blue" for spent in player.hand):
        text = f"{face.name} costs a blue card and you have none."
        rules = ("LON-RUN-04", f"{face.rule}.1", "LON-RULING-11")
        return Refused("nothing_to_spend", text, rules=rules, card=card, colour="blue")
    return None


def _why_not_choose(state: State, player: Player, card: Card) -> Refused | None:
    """LON-RULING-07: Whitehall needs a target, Coffee House a card it can take and pay; other effects may be nothing."""
    choice, face = CHOICE_OF[card], FACE_OF[card]
    if choice is None:
        return None
    stacks = range(len(player.stacks))
    if choice.kind == "reactivate_other" and all(_why_not_repeat(state, player, stack) for stack in stacks):
        text = "No other card activated in this run lies on top of a stack."
        return Refused("no_target", text, rules=(f"{face.rule}.1", "LON-RULING-03", "LON-RULING-07"), card=card)
    shown = on_display(state)
    if choice.kind == "place_from_display_on_self" and all(why_not_bring_in_card(player, card) for card in shown):
        text = "The display has no card that you can take and pay for."
        return Refused("no_target", text, rules=(f"{face.rule}.2", "LON-RULING-07", "LON-RULING-17"), card=card)
    return None


def _objections_to_hospital(state: State, seat: Seat, number: int, hospital: int) -> Iterator[Refused]:
    """LON-RULING-02: a visible Hospital, for a card that would be flipped, and each Hospital for one activation."""
    stacks = state.players[seat].stacks
    if refused := why_not_stack(len(stacks), hospital):
        yield refused
        return
    saved, used = stacks[number], stacks[hospital]
    power = POWER_OF[used.top] if used.face_up else None
    if power is None or power.id != "flip_instead":
        text = "There is no visible Hospital."
        yield Refused("no_hospital", text, rules=("LON-CARD-HOSPITAL.1", "LON-RULING-02"), stack=hospital)
    if not (saved.face_up and FACE_OF[saved.top].flips):
        text = f"{FACE_OF[saved.top].name} would not be flipped now."
        rules = ("LON-RULING-02", "LON-RULING-04", "LON-CARD-HOSPITAL.1")
        yield Refused("no_flip_to_save", text, rules=rules, card=saved.top)
    if seat == state.active and any(activation.hospital == hospital for activation in state.turn.activations):
        text = "That Hospital is named for Whitehall already."
        yield Refused("hospital_taken", text, rules=("LON-RULING-02", "LON-CARD-HOSPITAL.3"), stack=hospital)


def _hospitals(state: State, number: int) -> Iterator[int | None]:
    """With no Hospital, and with each that may save the top of this stack."""
    yield None
    seat, stacks = state.active, state.players[state.active].stacks
    if FACE_OF[stacks[number].top].flips:
        for hospital, stack in enumerate(stacks):
            if hospital == number or POWER_OF[stack.top] is None:  # most cards are no Hospital
                continue
            if first(_objections_to_hospital(state, seat, number, hospital)) is None:
                yield hospital


def activations(state: State) -> Iterator[Activate]:
    """Every activation that is possible now."""
    player = state.players[state.active]
    for stack in range(len(player.stacks)):
        if first(_objections_to_activate(state, player, stack)) is None:
            for hospital in _hospitals(state, stack):
                yield Activate(state.active, stack, hospital)


def activate(course: Course, command: Activate) -> None:
    """Cost (LON-RUN-04), then effects and flip; where a card is due the player names it first."""
    seat = command.seat
    if course.state.phase == "action":
        course.happens(ActionBegan(seat=seat, action="run", cards=0))
    card = course.player.stacks[command.stack].top
    cost = FACE_OF[card].activation
    course.happens(
        CardActivated(
            seat=seat,
            card=card,
            stack=command.stack,
            hospital=command.hospital,
            repeated=False,
            paid=cost.spend == "none",
        )
    )
    pay_bank(course, seat, cost.pay, "activation", card)
    if cost.spend == "none":
        resolve(course)


def objections_to_spend_for_activation(state: State, command: SpendCard) -> Iterator[Refused]:
    if refused := why_not_in_hand(state.players[command.seat], command.card):
        yield refused
    face = FACE_OF[state.turn.activations[-1].card]
    if refused := why_not_school_here(command):
        yield refused
    colour = COLOUR_OF.get(command.card)
    if face.activation.spend == "blue" and colour not in ("blue", None):
        text = f"{face.name} costs a blue card."
        rules = ("LON-RUN-04", f"{face.rule}.1", "LON-RULING-11")
        yield Refused("wrong_colour", text, rules=rules, colour="blue", spent=colour)


def spend_for_activation(course: Course, command: SpendCard) -> None:
    row, slot = free_slot(course, command.seat)
    course.happens(CardSpent(seat=command.seat, card=command.card, purpose="activation", row=row, slot=slot))
    resolve(course)


def objections_to_repeat(state: State, command: Repeat) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("repeating",), f"{_WHITEHALL}.1")
    player = at_table(state, command.seat)
    if player is None:
        return
    if refused := why_not_stack(len(player.stacks), command.stack):
        yield refused
        return
    if refused := _why_not_repeat(state, player, command.stack):
        yield refused
    if command.hospital is not None:
        yield from _objections_to_hospital(state, command.seat, command.stack, command.hospital)


def _why_not_repeat(state: State, player: Player, number: int) -> Refused | None:
    """LON-RULING-03: on top of a stack and activated in this run, hence not flipped before it; not Whitehall itself."""
    card = player.stacks[number].top
    choice = CHOICE_OF[card]
    if card in state.turn.activated and (choice is None or choice.kind != "reactivate_other"):
        return None
    text = f"{FACE_OF[card].name} cannot be repeated: only another card activated in this run can."
    return Refused("not_repeatable", text, rules=("LON-RULING-03", f"{_WHITEHALL}.1", f"{_WHITEHALL}.3"), card=card)


def repeat(course: Course, command: Repeat) -> None:
    """LON-CARD-WHITEHALL.2: neither card nor money is due."""
    card = course.player.stacks[command.stack].top
    course.happens(
        CardActivated(
            seat=command.seat,
            card=card,
            stack=command.stack,
            hospital=command.hospital,
            repeated=True,
            paid=True,
        )
    )
    resolve(course)


def repetitions(state: State) -> Iterator[Repeat]:
    """Every card that Whitehall may repeat now, with every Hospital that may save it."""
    player = state.players[state.active]
    for stack in range(len(player.stacks)):
        if _why_not_repeat(state, player, stack) is None:
            for hospital in _hospitals(state, stack):
                yield Repeat(state.active, stack, hospital)


def objections_to_end_run(state: State, command: EndRun) -> Iterator[Refused]:
    """Never before a card is activated: the first one has brought the turn here (LON-RUN-02)."""
    yield from objections_now(state, command.seat, ("running",), "LON-RUN-02")


def end_run(course: Course, command: EndRun) -> None:
    """LON-POV-03, 05, 07: stacks and hand less building markers, and never below zero."""
    player = course.player
    hand = 0 if course.state.turn.hand_ignored else len(player.hand)
    boroughs = len(own_boroughs(course.state, command.seat))
    change = len(player.stacks) + hand - boroughs
    course.happens(
        PovertyComputed(
            seat=command.seat,
            stacks=len(player.stacks),
            hand=hand,
            boroughs=boroughs,
            change=change,
            poverty=max(0, player.poverty + change),
        )
    )
    end_action(course)


def legal_costs(state: State) -> Iterator[Command]:
    """The cards that may be spent for the activation under way."""
    for card in state.players[state.active].hand:
        spend = SpendCard(seat=state.active, card=card)
        if first(objections_to_spend_for_activation(state, spend)) is None:
            yield spend
