"""What an activated card does, in the order of its printed effects, up to its flip (LON-RUN-06, 07, LON-CARD).

An activation runs until its player must choose something; `finish` takes it up again after the choice.
"""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import BringIn, Command, NameOpponent, PlaceUnderground, SpendCard, StopSpending
from domain.rulesets.london.components import BOROUGHS, CHOICE_KINDS, COLOUR_OF, FACE_OF, Card, Effect, Per
from domain.rulesets.london.course import (
    Course,
    at_table,
    borrow_for,
    first,
    free_slot,
    money_short,
    objections_now,
    pay_bank,
    pay_opponent,
    why_not_in_hand,
)
from domain.rulesets.london.events import (
    CardSpent,
    MoneyGained,
    PointsGained,
    PovertyGiven,
    PovertyReturned,
    PovertyTaken,
    StoredMoneyTaken,
)
from domain.rulesets.london.events_run import ActivationEnded, CardBroughtIn, HandIgnored, UndergroundPlaced
from domain.rulesets.london.rules_map import crosses_thames, open_boroughs
from domain.rulesets.london.rules_play import store_for_placement
from domain.rulesets.london.rules_turn import why_not_on_display
from domain.rulesets.london.state import (
    Activation,
    Player,
    State,
    on_display,
    own_boroughs,
    place_on_display,
    visible,
)


def under_way(state: State) -> Activation:
    """The activation that is being carried out."""
    return state.turn.activations[-1]


def choice_under_way(state: State) -> Effect:
    """The effect that the activation under way asks its player about."""
    choice = FACE_OF[under_way(state).card].choice
    assert choice is not None, "the card asks something"
    return choice


def resolve(course: Course) -> None:
    """The effects of a paid activation, up to its choice; to the end where there is nothing to choose."""
    activation = under_way(course.state)
    for effect in FACE_OF[activation.card].effects:
        if effect.kind in CHOICE_KINDS:
            if _has_something_to_ask(course.state, effect):
                return
        else:
            _take_effect(course, effect)
    _end_activation(course)


def _has_something_to_ask(state: State, choice: Effect) -> bool:
    """Judged by what everybody sees, so that nobody learns from a pause what a hand holds (LON-INFO-01)."""
    if choice.kind == "place_underground":
        return bool(open_boroughs(state))
    return choice.kind != "spend_cards_for" or bool(state.players[state.active].hand)


def finish(course: Course) -> None:
    """The effects that follow the choice, and the flip."""
    effects = FACE_OF[under_way(course.state).card].effects
    chosen = next(at for at, effect in enumerate(effects) if effect.kind in CHOICE_KINDS)
    for effect in effects[chosen + 1 :]:
        _take_effect(course, effect)
    _end_activation(course)


def _end_activation(course: Course) -> None:
    """LON-RUN-07: the flip, of the card or of the Hospital named for it; then Whitehall's own, if it repeated the card."""
    activation = under_way(course.state)
    stack = course.player.stacks[activation.stack]
    turned = activation.stack if FACE_OF[activation.card].flips and stack.face_up else None
    if activation.hospital is not None:
        turned = activation.hospital
    course.happens(ActivationEnded(seat=course.state.active, card=activation.card, turned=turned))
    if course.state.turn.activations:
        finish(course)


def _take_effect(course: Course, effect: Effect) -> None:
    """One effect that asks nobody anything."""
    seat, activation = course.state.active, under_way(course.state)
    card = activation.card
    match effect.kind:
        case "gain_money":
            course.happens(MoneyGained(seat=seat, pounds=effect.amount, card=card))
        case "gain_vp":
            course.happens(PointsGained(seat=seat, points=effect.amount, card=card))
        case "lose_poverty":
            return_poverty(course, effect.amount)
        case "gain_poverty":
            course.happens(PovertyTaken(seat=seat, points=effect.amount, card=card))
        case "money_per":
            if pounds := effect.amount * count(course.state, seat, effect.per):
                course.happens(MoneyGained(seat=seat, pounds=pounds, card=card))
        case "vp_per":
            if points := effect.amount * count(course.state, seat, effect.per):
                course.happens(PointsGained(seat=seat, points=points, card=card))
        case "take_stored_money":
            if pounds := course.player.stacks[activation.stack].money:
                course.happens(StoredMoneyTaken(seat=seat, stack=activation.stack, pounds=pounds, card=card))
        case "each_opponent_pays_bank_per_borough":
            for opponent in opponents(course.state):
                pounds = effect.amount * len(own_boroughs(course.state, opponent))
                borrow_for(course, opponent, pounds)
                pay_bank(course, opponent, pounds, "fire_brigade", card)
        case "each_opponent_pays_you":
            for opponent in opponents(course.state):
                pay_opponent(course, opponent, seat, effect.amount, card)
        case "ignore_hand_this_run":
            course.happens(HandIgnored(seat=seat, card=card))
        case (
            "place_from_display_on_self"
            | "spend_cards_for"
            | "target_gains_poverty"
            | "give_poverty"
            | "place_underground"
            | "reactivate_other"
        ):
            raise AssertionError("a choice is not carried out by itself")
        case _:
            assert_never(effect.kind)


def opponents(state: State) -> Iterator[Seat]:
    """The other seats, clockwise from the active player (LON-RULING-41)."""
    seats = len(state.players)
    return ((state.active + step) % seats for step in range(1, seats))


def return_poverty(course: Course, points: int) -> None:
    """LON-POV-01: as far as the player has them; the rest is lost."""
    held = min(points, course.player.poverty)
    if held:
        card = under_way(course.state).card
        course.happens(PovertyReturned(seat=course.state.active, points=held, card=card))


def count(state: State, seat: Seat, per: Per | None) -> int:
    """How many of a player's own things an effect counts, at this moment (LON-RULING-05)."""
    match per:
        case "own_boroughs":
            return len(own_boroughs(state, seat))
        case "own_boroughs_touching_thames":
            return sum(BOROUGHS[borough].touches_thames for borough in own_boroughs(state, seat))
        case "own_boroughs_north":
            return sum(BOROUGHS[borough].bank == "north" for borough in own_boroughs(state, seat))
        case "own_visible_brown_cards":
            return sum(COLOUR_OF[card] == "brown" for card in visible(state.players[seat]))
        case "own_visible_non_brown_cards":
            return sum(COLOUR_OF[card] != "brown" for card in visible(state.players[seat]))
        case None:
            raise AssertionError("the effect says what it counts")
        case _:
            assert_never(per)


def objections_to_bring_in(state: State, command: BringIn) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("bringing_in",), "LON-CARD-COFFEE-HOUSE.2")
    player = at_table(state, command.seat)
    if player is None:
        return
    if refused := why_not_on_display(state, command.card, "LON-CARD-COFFEE-HOUSE.2"):
        yield refused
    if command.card in FACE_OF and (refused := why_not_bring_in_card(player, command.card)):
        yield refused


def why_not_bring_in_card(player: Player, card: Card) -> Refused | None:
    """LON-RULING-17: a card with stone base, and the money for it is there."""
    face = FACE_OF[card]
    if not face.placeable:
        rules = ("LON-RULING-17", "LON-CARD-COFFEE-HOUSE.2", face.rule)
        return Refused("not_placeable", f"{face.name} has no stone base.", rules=rules, card=card)
    rules = ("LON-CARD-COFFEE-HOUSE.2", "LON-RULING-07", face.rule)
    return money_short(player, face.place_cost, *rules, card=card)


def bring_in(course: Course, command: BringIn) -> None:
    """The card lies face up on the Coffee House; that counts as placing a card for Shops (LON-RULING-17)."""
    seat, stack = command.seat, under_way(course.state).stack
    pay_bank(course, seat, FACE_OF[command.card].place_cost, "bringing_in", command.card)
    row, slot = place_on_display(course.state, command.card)
    course.happens(CardBroughtIn(seat=seat, card=command.card, stack=stack, row=row, slot=slot))
    store_for_placement(course, seat, stack)
    finish(course)


def objections_to_spend_for_effect(state: State, command: SpendCard) -> Iterator[Refused]:
    """Prisons take any card, the Workhouse Paupers alone."""
    if refused := why_not_in_hand(state.players[command.seat], command.card):
        yield refused
    face, choice = FACE_OF[under_way(state).card], choice_under_way(state)
    if refused := why_not_school_here(command):
        yield refused
    if choice.filter == "paupers" and COLOUR_OF.get(command.card) not in ("grey", None):
        text = f"{face.name} takes Paupers only."
        yield Refused("not_paupers", text, rules=(f"{face.rule}.1", "LON-CARD-PAUPERS.1"), card=command.card)


def why_not_school_here(command: SpendCard) -> Refused | None:
    """The refusal of School while the city is run."""
    if not command.school:
        return None
    text = "School serves only to place a card."
    return Refused("no_school_here", text, rules=("LON-RULING-11", "LON-CARD-SCHOOL.1"))


def spend_for_effect(course: Course, command: SpendCard) -> None:
    """One card, and what it gives; the activation goes on by itself when no further card can be spent."""
    seat, choice, card = command.seat, choice_under_way(course.state), under_way(course.state).card
    row, slot = free_slot(course, seat)
    course.happens(CardSpent(seat=seat, card=command.card, purpose="effect", row=row, slot=slot))
    if choice.gain_money_each:
        course.happens(MoneyGained(seat=seat, pounds=choice.gain_money_each, card=card))
    if choice.gain_vp_each:
        course.happens(PointsGained(seat=seat, points=choice.gain_vp_each, card=card))
    return_poverty(course, choice.lose_poverty_each)
    if under_way(course.state).done == choice.max or not course.player.hand:
        finish(course)


def objections_to_stop_spending(state: State, command: StopSpending) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("spending",), "LON-FLOW-10")


def stop_spending(course: Course, _: StopSpending) -> None:
    finish(course)


def objections_to_name_opponent(state: State, command: NameOpponent) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("naming",), "LON-RULING-19")
    if at_table(state, command.seat) is None:
        return
    if command.opponent == command.seat or not 0 <= command.opponent < len(state.players):
        yield Refused("not_an_opponent", "Name another player.", rules=("LON-RULING-19", "LON-FLOW-10"))


def name_opponent(course: Course, command: NameOpponent) -> None:
    """Fleet Street brings poverty from the stock, Police Force moves one's own, as far as there is any."""
    choice, card = choice_under_way(course.state), under_way(course.state).card
    if choice.kind == "target_gains_poverty":
        course.happens(PovertyTaken(seat=command.opponent, points=choice.amount, card=card))
    elif points := min(choice.amount, course.player.poverty):
        course.happens(PovertyGiven(seat=command.seat, to=command.opponent, points=points, card=card))
    finish(course)


def place_underground(course: Course, command: PlaceUnderground) -> None:
    """LON-UG-06: the toll is judged marker by marker and may force a loan; LON-FLOW-06: then the next, while one fits."""
    seat, choice = command.seat, choice_under_way(course.state)
    toll = choice.toll if crosses_thames(course.state, command.borough) else 0
    borrow_for(course, seat, toll)
    pay_bank(course, seat, toll, "toll", under_way(course.state).card)
    course.happens(UndergroundPlaced(seat=seat, borough=command.borough, toll=toll))
    if under_way(course.state).done == choice.markers or not open_boroughs(course.state):
        finish(course)


def legal_choices(state: State) -> Iterator[Command]:
    """What the activation under way may be answered (Whitehall and the Underground have their own)."""
    seat = state.active
    match state.phase:
        case "bringing_in":
            for card in on_display(state):
                bring = BringIn(seat=seat, card=card)
                if first(objections_to_bring_in(state, bring)) is None:
                    yield bring
        case "spending":
            for card in state.players[seat].hand:
                spend = SpendCard(seat=seat, card=card)
                if first(objections_to_spend_for_effect(state, spend)) is None:
                    yield spend
            yield StopSpending(seat=seat)
        case "naming":
            for opponent in range(len(state.players)):
                name = NameOpponent(seat=seat, opponent=opponent)
                if first(objections_to_name_opponent(state, name)) is None:
                    yield name
        case _:
            raise AssertionError("no choice of these is due")
