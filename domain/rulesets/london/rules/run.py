"""Action 2, Run the city: which card may be activated, what it costs, and the end of the run (LON-RUN, LON-POV)."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Activate, Command, EndRun, Repeat, RunCommand, SpendCard
from domain.rulesets.london.components import CHOICE_OF, COLOUR_OF, FACE_OF, Card
from domain.rulesets.london.rules.checks import (
    first,
    judged_player,
    money_short,
    objections_now,
    why_not_in_hand,
    why_not_school_here,
    why_not_stack,
)
from domain.rulesets.london.rules.choices import why_not_bring_in_card
from domain.rulesets.london.rules.effects import resolve
from domain.rulesets.london.rules.hand_check import end_action
from domain.rulesets.london.rules.powers import (
    hospitals,
    objections_to_hospital,
    objections_to_repeat,
    repeat,
    why_not_repeat,
)
from domain.rulesets.london.score import poverty_of_run
from domain.rulesets.london.state import Player, State, on_display, own_boroughs
from domain.rulesets.london.working import Working


def objections(state: State, command: RunCommand) -> Iterator[Refused]:
    """What forbids a command of a run, other than the choices of an activated card."""
    match command:
        case Activate():
            return objections_to_activate(state, command)
        case EndRun():
            return objections_to_end_run(state, command)
        case Repeat():
            return objections_to_repeat(state, command)
        case _:
            assert_never(command)


def carry_out(working: Working, command: RunCommand) -> None:
    """What happens at a command of a run, other than the choices of an activated card."""
    match command:
        case Activate():
            activate(working, command)
        case EndRun():
            end_run(working, command)
        case Repeat():
            repeat(working, command)
        case _:
            assert_never(command)


def objections_to_activate(state: State, command: Activate) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "running"), "LON-RUN-01")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if refused := why_not_stack(len(player.stacks), command.stack, "LON-RUN-01", "LON-RUN-03"):
        yield refused
        return
    yield from _objections_to_activate(state, player, command.stack)
    if command.hospital is not None:
        yield from objections_to_hospital(state, command.seat, command.stack, command.hospital)


def _objections_to_activate(state: State, player: Player, number: int) -> Iterator[Refused]:
    """What forbids activating the top of this stack, whatever a Hospital does."""
    if _may_activate(state, player, number):
        return
    stack = player.stacks[number]
    card, face = stack.top, FACE_OF[stack.top]
    if not stack.face_up:
        yield Refused("face_down", rules=("LON-RUN-03", "LON-RUN-08"), card=card)
    if not face.activatable:
        yield Refused("not_activatable", rules=("LON-RUN-03", "LON-RULING-06", face.rule), card=card)
        return
    if card in state.turn.activated:
        saved = ("LON-CARD-HOSPITAL.2",) if stack.face_up and face.flips else ()
        yield Refused("activated_already", rules=("LON-RUN-09", *saved), card=card)
    if refused := _why_not_spend(player, card):
        yield refused
    cost = face.activation.pay
    if cost and (refused := money_short(player, cost, "LON-RUN-04", face.rule, card=card)):
        yield refused
    if refused := _why_not_choose(state, player, card):
        yield refused


def _may_activate(state: State, player: Player, number: int) -> bool:
    """Whether the top of a stack may be activated now, whatever a Hospital does."""
    stack = player.stacks[number]
    card = stack.cards[-1]
    face = FACE_OF[card]
    if not stack.face_up or not face.activatable or card in state.turn.activated:
        return False
    if player.money < face.activation.pay or (face.activation.spend != "none" and _why_not_spend(player, card)):
        return False
    return CHOICE_OF[card] is None or _why_not_choose(state, player, card) is None


def _why_not_spend(player: Player, card: Card) -> Refused | None:
    """LON-RUN-04: the card in the left part of the stone base."""
    face = FACE_OF[card]
    spend = face.activation.spend
    if spend == "any" and not player.hand:
        rules = ("LON-RUN-04", "LON-RUN-05", face.rule)
        return Refused("nothing_to_spend", rules=rules, purpose="activation", card=card, colour=None)
    if spend == "blue" and not any(COLOUR_OF[spent] == "blue" for spent in player.hand):
        rules = ("LON-RUN-04", f"{face.rule}.1", "LON-RULING-11")
        return Refused("nothing_to_spend", rules=rules, purpose="activation", card=card, colour="blue")
    return None


def _why_not_choose(state: State, player: Player, card: Card) -> Refused | None:
    """LON-RULING-07: Whitehall needs a target, Coffee House a card that can be paid; other effects may do nothing."""
    choice, face = CHOICE_OF[card], FACE_OF[card]
    if choice is None:
        return None
    stacks = range(len(player.stacks))
    if choice.kind == "reactivate_other" and all(why_not_repeat(state, player, stack) for stack in stacks):
        rules = (f"{face.rule}.1", "LON-RULING-03", "LON-RULING-07")
        return Refused("no_target", rules=rules, card=card, choice=choice.kind)
    cards = on_display(state)
    if choice.kind == "place_from_display_on_self" and all(why_not_bring_in_card(player, each) for each in cards):
        rules = (f"{face.rule}.2", "LON-RULING-07", "LON-RULING-17")
        return Refused("no_target", rules=rules, card=card, choice=choice.kind)
    return None


def activations(state: State) -> Iterator[Activate]:
    """Every activation that is possible now."""
    player = state.players[state.active]
    for stack in range(len(player.stacks)):
        if _may_activate(state, player, stack):
            for hospital in hospitals(state, stack):
                yield Activate(state.active, stack, hospital)


def activate(working: Working, command: Activate) -> None:
    """Cost (LON-RUN-04), then effects and flip. If the cost is a card, the player names it first."""
    seat = command.seat
    if working.state.phase == "action":
        working.happens(e.ActionBegan(seat=seat, action="run", cards=0))
    card = working.player.stacks[command.stack].top
    cost = FACE_OF[card].activation
    working.happens(
        e.CardActivated(
            seat=seat,
            card=card,
            stack=command.stack,
            hospital=command.hospital,
            repeated=False,
            paid=cost.spend == "none",
        )
    )
    working.pay_bank(seat, cost.pay, "activation", card)
    if cost.spend == "none":
        resolve(working)


def objections_to_spend_for_activation(state: State, command: SpendCard) -> Iterator[Refused]:
    if refused := why_not_in_hand(state.players[command.seat], command.card, "LON-RUN-05"):
        yield refused
    target = state.turn.activations[-1].card
    face = FACE_OF[target]
    if refused := why_not_school_here(command):
        yield refused
    colour = COLOUR_OF.get(command.card)
    if face.activation.spend == "blue" and colour not in ("blue", None):
        rules = ("LON-RUN-04", f"{face.rule}.1", "LON-RULING-11")
        facts = {"purpose": "activation", "card": command.card, "target": target}
        yield Refused("wrong_colour", rules=rules, colour="blue", spent=colour, **facts)


def spend_for_activation(working: Working, command: SpendCard) -> None:
    target = working.state.turn.activations[-1].card
    working.spend(command.seat, command.card, "activation", target)
    resolve(working)


def objections_to_end_run(state: State, command: EndRun) -> Iterator[Refused]:
    """At least one card was activated, because the first one began the action (LON-RUN-02)."""
    yield from objections_now(state, command.seat, ("running",), "LON-RUN-02")


def end_run(working: Working, command: EndRun) -> None:
    """LON-POV-03, 05, 07: stacks and hand less building markers; poverty is never below zero."""
    player = working.player
    hand = 0 if working.state.turn.hand_ignored else len(player.hand)
    boroughs = len(own_boroughs(working.state, command.seat))
    change = poverty_of_run(len(player.stacks), hand, boroughs)
    working.happens(
        e.PovertyComputed(
            seat=command.seat,
            stacks=len(player.stacks),
            hand=hand,
            boroughs=boroughs,
            change=change,
            poverty=max(0, player.poverty + change),
            hand_ignored=working.noted(working.state.turn.hand_ignored),
        )
    )
    end_action(working)


def legal_costs(state: State) -> Iterator[Command]:
    """The cards that may be spent for the activation under way."""
    for card in state.players[state.active].hand:
        spend = SpendCard(seat=state.active, card=card)
        if first(objections_to_spend_for_activation(state, spend)) is None:
            yield spend
