"""London's decider: what a command leads to. Draws only in the set-up.

    set up -> start draw (-> put back) -> action -> one of
        playing (paying, drawing) | running (activation cost, its choices, underground) | drawing
    -> hand check -> the next start draw, or over

The chapters: rules_turn (frame of the turn, loans, exchange, end), rules_draw (taking cards), rules_play (action 1),
rules_run and rules_effects (action 2), rules_map (Invest and the Underground),
legal (what may be done now).
"""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.rulesets.london import rules_draw, rules_effects, rules_map, rules_play, rules_run, rules_turn
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    DrawFromDeck,
    EndAction,
    EndRun,
    EndTurn,
    GiveUp,
    Invest,
    KeepCard,
    LookAtDeck,
    NameOpponent,
    OfferCard,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    PutBack,
    Repeat,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
    TakeInExchange,
    TakeLoan,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import DECK_ORDER, DECKS, NUMBERS, Card
from domain.rulesets.london.course import Course, at_table, first, objections_now, why_not_in_hand
from domain.rulesets.london.events import DecksShuffled, Event, FirstPlayerDrawn, HandDealt
from domain.rulesets.london.state import Options, State, before_set_up

IDLE_TURNS_MAX = 1000
"""The largest guard against endless play that a game may be opened with."""


def initial(seats: int, options: Options) -> State:
    """The table before set-up. Refused for a number of players that the box does not allow."""
    if not NUMBERS.players_min <= seats <= NUMBERS.players_max:
        text = f"London is for {NUMBERS.players_min} to {NUMBERS.players_max} players."
        raise Refused("wrong_number_of_seats", text, rules=("LON-COMP-01", "LON-RULING-37"), seats=seats)
    if not 1 <= options.idle_turns_per_player <= IDLE_TURNS_MAX:
        text = f"The guard against endless play is 1 to {IDLE_TURNS_MAX} idle turns per player."
        raise Refused("idle_turns_out_of_range", text, rules=("LON-RULING-45",), most=IDLE_TURNS_MAX)
    return before_set_up(seats, options)


def set_up(state: State, chance: Chance) -> tuple[Event, ...]:
    """LON-SETUP-05, 06, 09: three shuffles, the first player, six cards each; then the first turn begins."""
    course, seats = Course(state), len(state.players)
    deck: tuple[Card, ...] = ()
    for letter in DECK_ORDER:
        deck += chance.shuffled(DECKS[letter])
    course.happens(DecksShuffled(deck=deck))
    first = chance.below(seats)
    course.happens(FirstPlayerDrawn(seat=first))
    for step in range(seats):  # one by one, clockwise from the first player
        cards = deck[step : NUMBERS.start_hand * seats : seats]
        course.happens(HandDealt(seat=(first + step) % seats, cards=cards))
    rules_turn.begin_turn(course, first)
    return tuple(course.events)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """What happens when `command` is given; raises Refused. Asks `chance` for nothing (LON-SETUP-10)."""
    if refused := why_not(state, command):
        raise refused
    course = Course(state)
    _carry_out(course, command)
    return tuple(course.events)


def why_not(state: State, command: Command) -> Refused | None:
    """What a command is refused with: the first thing that forbids it. None if it is legal."""
    return first(_objections_to(state, command))


def objections(state: State, command: Command) -> tuple[Refused, ...]:
    """All that forbids a command, in the order of the checks; () if it is legal.

    A command is judged by its own seat's side of the table and by what everybody sees. What has no meaning once something
    before it is wrong is left out: nothing is said of the cost of a card that does not exist.
    """
    return tuple(_objections_to(state, command))


def _objections_to(state: State, command: Command) -> Iterator[Refused]:
    """The commonest commands come first, here and in `_carry_out`, so that they are found soonest."""
    match command:
        case DrawFromDeck():
            return rules_draw.objections_to_draw_from_deck(state, command)
        case TakeFromDisplay():
            return rules_draw.objections_to_take_from_display(state, command)
        case SpendCard():
            return _objections_to_spend_card(state, command)
        case PlaceCard():
            return rules_play.objections_to_place_card(state, command)
        case Activate():
            return rules_run.objections_to_activate(state, command)
        case TakeLoan():
            return rules_turn.objections_to_take_loan(state, command)
        case EndAction():
            return rules_play.objections_to_end_action(state, command)
        case EndRun():
            return rules_run.objections_to_end_run(state, command)
        case Invest():
            return rules_map.objections_to_invest(state, command)
        case GiveUp():
            return rules_turn.objections_to_give_up(state, command)
        case LookAtDeck():
            return rules_draw.objections_to_look_at_deck(state, command)
        case KeepCard():
            return rules_draw.objections_to_keep_card(state, command)
        case StopDrawing():
            return rules_draw.objections_to_stop_drawing(state, command)
        case PutBack():
            return rules_draw.objections_to_put_back(state, command)
        case TakeThree():
            return rules_draw.objections_to_take_three(state, command)
        case UseWren():
            return rules_play.objections_to_use_wren(state, command)
        case PlayForEffect():
            return rules_play.objections_to_play_for_effect(state, command)
        case Repeat():
            return rules_run.objections_to_repeat(state, command)
        case BringIn():
            return rules_effects.objections_to_bring_in(state, command)
        case StopSpending():
            return rules_effects.objections_to_stop_spending(state, command)
        case NameOpponent():
            return rules_effects.objections_to_name_opponent(state, command)
        case PlaceUnderground():
            return rules_map.objections_to_place_underground(state, command)
        case OfferCard():
            return rules_turn.objections_to_offer_card(state, command)
        case TakeInExchange():
            return rules_turn.objections_to_take_in_exchange(state, command)
        case EndTurn():
            return rules_turn.objections_to_end_turn(state, command)
        case _:
            assert_never(command)


def _objections_to_spend_card(state: State, command: SpendCard) -> Iterator[Refused]:
    """A card is spent for a placement, for an activation, or in a prison, whichever is due."""
    yield from objections_now(state, command.seat, ("paying", "activation_cost", "spending"), "LON-PLAY-04")
    player = at_table(state, command.seat)
    if player is None:
        return
    due = state.phase if command.seat == state.active else None
    if due == "paying":
        yield from rules_play.objections_to_spend_for_placement(state, command)
    elif due == "activation_cost":
        yield from rules_run.objections_to_spend_for_activation(state, command)
    elif due == "spending":
        yield from rules_effects.objections_to_spend_for_effect(state, command)
    elif refused := why_not_in_hand(player, command.card):
        yield refused


def _carry_out(course: Course, command: Command) -> None:
    match command:
        case DrawFromDeck():
            rules_draw.draw_from_deck(course, command)
        case TakeFromDisplay():
            rules_draw.take_from_display(course, command)
        case SpendCard():
            _spend_card(course, command)
        case PlaceCard():
            rules_play.place_card(course, command)
        case Activate():
            rules_run.activate(course, command)
        case TakeLoan():
            rules_turn.take_loan(course, command)
        case EndAction():
            rules_play.end_playing(course, command)
        case EndRun():
            rules_run.end_run(course, command)
        case Invest():
            rules_map.invest(course, command)
        case GiveUp():
            rules_turn.give_up(course, command)
        case LookAtDeck():
            rules_draw.look_at_deck(course, command)
        case KeepCard():
            rules_draw.keep_card(course, command)
        case StopDrawing():
            rules_draw.stop_drawing(course, command)
        case PutBack():
            rules_draw.put_back(course, command)
        case TakeThree():
            rules_draw.take_three(course, command)
        case UseWren():
            rules_play.use_wren(course, command)
        case PlayForEffect():
            rules_play.play_for_effect(course, command)
        case Repeat():
            rules_run.repeat(course, command)
        case BringIn():
            rules_effects.bring_in(course, command)
        case StopSpending():
            rules_effects.stop_spending(course, command)
        case NameOpponent():
            rules_effects.name_opponent(course, command)
        case PlaceUnderground():
            rules_effects.place_underground(course, command)
        case OfferCard() | TakeInExchange() | EndTurn():
            _carry_out_at_the_margin(course, command)
        case _:
            assert_never(command)


def _carry_out_at_the_margin(course: Course, command: OfferCard | TakeInExchange | EndTurn) -> None:
    """What belongs to no action: the exchange, and the end of a turn."""
    match command:
        case OfferCard():
            rules_turn.offer_card(course, command)
        case TakeInExchange():
            rules_turn.take_in_exchange(course, command)
        case EndTurn():
            rules_turn.end_turn(course, command)
        case _:
            assert_never(command)


def _spend_card(course: Course, command: SpendCard) -> None:
    if course.state.phase == "paying":
        rules_play.spend_for_placement(course, command)
    elif course.state.phase == "activation_cost":
        rules_run.spend_for_activation(course, command)
    else:
        rules_effects.spend_for_effect(course, command)
