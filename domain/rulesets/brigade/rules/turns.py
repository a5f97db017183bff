"""Turns and rounds, from the starting events to the end of a turn (sections 2, 3 and 9)."""

from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AfterAction, BeginActions, DiscardEvent, Flips, PassTurn, StartingEvents
from domain.rulesets.brigade.components import BASE_EVENTS, EVENTS, FESTIVAL_EVENTS, FIRST_EVENTS, STARTING_EVENTS
from domain.rulesets.brigade.errata import BRI_E06
from domain.rulesets.brigade.events import (
    ActionPhaseBegan,
    ActionPhaseEnded,
    BrigadeMoved,
    EventDeckShuffled,
    EventDrawn,
    StartingEventsBegun,
    TurnBegan,
    WaterChanged,
)
from domain.rulesets.brigade.queries import actions_due, chief_buckets, chief_has, turn_order, water
from domain.rulesets.brigade.rules.ending import end_game, fires_out
from domain.rulesets.brigade.rules.event_cards import card_tasks
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def starting_events(working: Working, task: StartingEvents) -> None:
    """Resolves the next starting event. After the last one the deck is shuffled and the first turn begins
    (BRI-SETUP-11 to -13).
    """
    state = working.state
    if state.phase == "choosing":
        working.emit(StartingEventsBegun())
    if task.left:
        card = working.chance.pick(state.starting)
        working.emit(EventDrawn(seat=state.first, card=card, starting=True))
        working.push(*card_tasks(working.state, EVENTS[card]), Flips(), DiscardEvent(), StartingEvents(task.left - 1))
        return
    used = set(state.event_discard)
    cards = tuple(card for card in event_cards(state) if card not in used)
    working.emit(EventDeckShuffled(order=working.chance.shuffled(cards)))
    working.emit(TurnBegan(seat=state.first, round=1, extra=False))
    working.push(BeginActions())


def event_cards(state: State) -> tuple[str, ...]:
    """The ids of the event cards in the game (BRI-RULING-16, BRI-EXP-FESTIVAL-01)."""
    return event_decks(state)[0]


def event_decks(state: State) -> tuple[tuple[str, ...], ...]:
    """The decks of event cards that a game may have: that of its version, and the one that it was dealt by before a
    ruling moved it to this version (GAME-VERSION-02)."""
    festival = FESTIVAL_EVENTS if state.options.fire_festival else ()
    first = (*FIRST_EVENTS, *festival)
    return ((*BASE_EVENTS, *festival), first) if BRI_E06.holds(state) else (first,)


def all_starting_events() -> StartingEvents:
    """The task that follows the choice of chiefs."""
    return StartingEvents(STARTING_EVENTS)


_AFTER_EVENT: Final = (Flips(), DiscardEvent(), BeginActions())
_AFTER_ACTIONS: Final = (Flips(), PassTurn())


def begin_turn(working: Working, seat: Seat, number: int, *, extra: bool) -> None:
    """Begins a turn with its event phase; the counters of a turn are reset (BRI-TURN-01, -02, -07, BRI-RULING-53)."""
    working.emit(TurnBegan(seat=seat, round=number, extra=extra))
    if not working.state.events:
        working.emit(EventDeckShuffled(order=working.chance.shuffled(working.state.event_discard)))
    card = working.state.events[0]
    working.emit(EventDrawn(seat=seat, card=card, starting=False))
    working.push(*card_tasks(working.state, EVENTS[card]), *_AFTER_EVENT)


def begin_actions(working: Working, _: BeginActions) -> None:
    """Begins the action phase; the number of actions is fixed now (BRI-TURN-04)."""
    seat = working.state.active
    b = working.state.brigades[seat]
    if b.gone:
        working.push(*_AFTER_ACTIONS)
        return
    working.emit(ActionPhaseBegan(seat=seat, actions=actions_due(b)))


def after_action(working: Working, _: AfterAction) -> None:
    """Fills Ester's bucket, then looks for the last fire (BRI-CHIEF-ESTER, BRI-END-06). Ends the turn of a player
    who left."""
    state = working.state
    b = state.brigades[state.active]
    if (
        state.options.advanced
        and chief_has(state, state.active, "mist_form")
        and b.water < chief_buckets(b)
        and not b.gone
    ):
        now = water(b)
        working.emit(
            WaterChanged(seat=state.active, wagon=now.wagon, chief=chief_buckets(b), crew=now.crew, why="mist")
        )
    if not fires_out(working) and b.gone:
        end_actions(working)


def end_actions(working: Working) -> None:
    """Ends the action phase (BRI-TURN-06)."""
    working.emit(ActionPhaseEnded(seat=working.state.active, actions_lost=working.state.actions))
    working.push(*_AFTER_ACTIONS)


def pass_turn(working: Working, _: PassTurn) -> None:
    """Goes on with an extra turn, the next player or the end of the game (BRI-TURN-08, BRI-END-04, BRI-RULING-42)."""
    state = working.state
    seat = state.active
    b = state.brigades[seat]
    if b.at >= 0 and state.destroyed >> b.at & 1:
        working.emit(BrigadeMoved(seat=seat, kind="home", path=(b.home,), ride=False, tile=working.tile(b.home)))
    if state.extra_due and not b.gone:
        begin_turn(working, seat, state.round, extra=True)
        return
    following = next_seat(state)
    if following is not None:
        begin_turn(working, following, state.round, extra=False)
    elif state.evacuation:
        end_game(working, "evacuation", None)
    else:
        begin_turn(working, turn_order(state)[0], state.round + 1, extra=False)


def next_seat(state: State) -> Seat | None:
    """The seat whose turn comes next in this round; None if the round is over. Who left is passed over."""
    seats, first, brigades = state.all_seats, state.first, state.brigades
    for seat in (*seats[state.active + 1 :], *seats[: state.active]):
        if seat == first:
            return None
        if not brigades[seat].gone:
            return seat
    return None
