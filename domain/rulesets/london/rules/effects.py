"""What an activated card does, in the order of its printed effects, up to its flip (LON-RUN-06, 07, LON-CARD).

An activation runs until its player must choose something. `finish` continues it after the choice.
"""

from collections.abc import Iterator

from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.components import CHOICE_KINDS, FACE_OF, Effect
from domain.rulesets.london.rules.underground import open_boroughs
from domain.rulesets.london.state import Activation, State, count_of, own_boroughs, seats_in, visible
from domain.rulesets.london.working import Working


def under_way(state: State) -> Activation:
    """The activation under way; Whitehall's own while its choice is open."""
    return state.turn.activations[-1]


def choice_under_way(state: State) -> Effect:
    """The effect of the activation under way that needs a choice."""
    choice = FACE_OF[under_way(state).card].choice
    assert choice is not None, "the card needs no choice"
    return choice


def resolve(working: Working) -> None:
    """Carry out the effects of a paid activation, up to its choice, or to the end if there is nothing to choose."""
    activation = under_way(working.state)
    for effect in FACE_OF[activation.card].effects:
        if effect.kind in CHOICE_KINDS:
            if _has_a_choice(working.state, effect):
                return
        else:
            _take_effect(working, effect)
    _end_activation(working)


def _has_a_choice(state: State, choice: Effect) -> bool:
    """Whether there is something to choose. Public facts decide, so that a pause reveals nothing (LON-INFO-01)."""
    if choice.kind == "place_underground":
        return bool(open_boroughs(state))
    return choice.kind != "spend_cards_for" or bool(state.players[state.active].hand)


def finish(working: Working) -> None:
    """Carry out the effects after the choice, and the flip."""
    effects = FACE_OF[under_way(working.state).card].effects
    chosen = next(at for at, effect in enumerate(effects) if effect.kind in CHOICE_KINDS)
    for effect in effects[chosen + 1 :]:
        _take_effect(working, effect)
    _end_activation(working)


def _end_activation(working: Working) -> None:
    """LON-RUN-07: flip the card, or the Hospital named for it; then finish Whitehall if it repeated the card."""
    activation = under_way(working.state)
    stack = working.player.stacks[activation.stack]
    flipped = activation.stack if FACE_OF[activation.card].flips and stack.face_up else None
    if activation.hospital is not None:
        flipped = activation.hospital
    saved = working.noted(activation.hospital is not None)
    seat, card = working.state.active, activation.card
    working.happens(e.ActivationEnded(seat=seat, card=card, flipped_stack=flipped, hospital_flipped=saved))
    if working.state.turn.activations:
        finish(working)


def _take_effect(working: Working, effect: Effect) -> None:
    """Carry out one effect that needs no choice."""
    seat, activation = working.state.active, under_way(working.state)
    card = activation.card
    match effect.kind:
        case "gain_money" | "money_per":
            if pounds := _amount(working.state, effect):
                working.happens(e.MoneyGained(seat=seat, pounds=pounds, card=card))
        case "gain_vp" | "vp_per":
            if points := _amount(working.state, effect):
                working.happens(e.PointsGained(seat=seat, points=points, card=card))
        case "lose_poverty":
            return_poverty(working, effect.amount)
        case "gain_poverty":
            working.happens(e.PovertyTaken(seat=seat, points=effect.amount, card=card))
        case "take_stored_money":
            if pounds := working.player.stacks[activation.stack].money:
                working.happens(e.StoredMoneyTaken(seat=seat, stack=activation.stack, pounds=pounds, card=card))
        case "each_opponent_pays_bank_per_borough":
            for opponent in opponents(working.state):
                pounds = effect.amount * len(own_boroughs(working.state, opponent))
                working.borrow_for(opponent, pounds)
                working.pay_bank(opponent, pounds, "fire_brigade", card)
        case "each_opponent_pays_you":
            for opponent in opponents(working.state):
                working.pay_opponent(opponent, seat, effect.amount, card)
        case "ignore_hand_this_run":
            working.happens(e.HandIgnored(seat=seat, card=card))
        case _:
            raise AssertionError("the effect needs a choice of its player")


def _amount(state: State, effect: Effect) -> int:
    """The amount of a gain: as printed, or so much for each thing that it counts at this moment (LON-RULING-05)."""
    if effect.per is None:
        return effect.amount
    seat = state.active
    return effect.amount * count_of(effect.per, own_boroughs(state, seat), visible(state.players[seat]))


def opponents(state: State) -> Iterator[Seat]:
    """The other seats, clockwise from the active player (LON-RULING-41)."""
    seats = seats_in(state)
    return iter(seats[state.active + 1 :] + seats[: state.active])


def return_poverty(working: Working, points: int) -> None:
    """LON-POV-01: return as many poverty points as the player has; the rest has no effect."""
    if returned := min(points, working.player.poverty):
        card = under_way(working.state).card
        working.happens(e.PovertyReturned(seat=working.state.active, points=returned, card=card))
