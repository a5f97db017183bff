"""Turns and rounds, from set-up to the end of a turn (sections 2, 3 and 9). Asks nobody: it pushes what is to be asked."""

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import BeginActions, DiscardEvent, Flips, PassTurn, StartingEvents
from domain.rulesets.brigade.components import BASE_EVENTS, EVENTS, FESTIVAL_EVENTS, STARTING_EVENTS
from domain.rulesets.brigade.events import (
    ActionPhaseBegan,
    ActionPhaseEnded,
    BrigadeMoved,
    EventDeckShuffled,
    EventDrawn,
    StartingEventsBegun,
    TurnBegan,
    WaterPut,
)
from domain.rulesets.brigade.queries import actions_due, chief_buckets, chief_has, turn_order, water
from domain.rulesets.brigade.rules.ending import end_game, fires_out
from domain.rulesets.brigade.rules.event_cards import card_tasks
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def starting_events(working: Working, task: StartingEvents) -> None:
    """Three of the six, one after another; then the deck is shuffled and the first turn begins (BRI-SETUP-11 to -13)."""
    state = working.state
    if state.phase == "choosing":
        working.emit(StartingEventsBegun())
    if task.left:
        card = working.chance.pick(state.starting)
        working.emit(EventDrawn(seat=state.first, card=card, starting=True))
        working.push(*card_tasks(working.state, EVENTS[card]), Flips(), DiscardEvent(), StartingEvents(task.left - 1))
        return
    used = set(state.event_discard)
    festival = FESTIVAL_EVENTS if state.options.fire_festival else ()
    cards = tuple(card for card in (*BASE_EVENTS, *festival) if card not in used)
    working.emit(EventDeckShuffled(order=working.chance.shuffled(cards)))
    working.emit(TurnBegan(seat=state.first, round=1, extra=False))
    working.push(BeginActions())


def all_starting_events() -> StartingEvents:
    """What follows the choice of chiefs."""
    return StartingEvents(STARTING_EVENTS)


def begin_turn(working: Working, seat: Seat, number: int, *, extra: bool) -> None:
    """The counters are reset, Allegiance ends, and the event phase begins (BRI-TURN-01, -02, -07, BRI-RULING-53)."""
    working.emit(TurnBegan(seat=seat, round=number, extra=extra))
    if not working.state.events:
        working.emit(EventDeckShuffled(order=working.chance.shuffled(working.state.event_discard)))
    card = working.state.events[0]
    working.emit(EventDrawn(seat=seat, card=card, starting=False))
    working.push(*card_tasks(working.state, EVENTS[card]), Flips(), DiscardEvent(), BeginActions())


def begin_actions(working: Working) -> None:
    """The number of actions is fixed now (BRI-TURN-04)."""
    seat = working.state.active
    b = working.state.brigades[seat]
    if b.gone:
        working.push(Flips(), PassTurn())
        return
    working.emit(ActionPhaseBegan(seat=seat, actions=actions_due(b)))


def after_action(working: Working) -> None:
    """Ester's bucket, then the last fire (BRI-CHIEF-ESTER, BRI-END-06); a player who left has no turn any more."""
    state = working.state
    b = state.brigades[state.active]
    if chief_has(state, state.active, "mist_form") and b.water < chief_buckets(b) and not b.gone:
        wagon, _, crew = water(b)
        working.emit(WaterPut(seat=state.active, wagon=wagon, chief=chief_buckets(b), crew=crew, why="mist"))
    if not fires_out(working) and b.gone:
        end_actions(working)


def end_actions(working: Working) -> None:
    """The action phase is over (BRI-TURN-06)."""
    working.emit(ActionPhaseEnded(seat=working.state.active, lost=working.state.actions))
    working.push(Flips(), PassTurn())


def pass_turn(working: Working) -> None:
    """Play passes on: to an extra turn, to the next player, or to the end (BRI-TURN-08, BRI-END-04, BRI-RULING-42)."""
    state = working.state
    seat = state.active
    b = state.brigades[seat]
    if b.at >= 0 and state.destroyed >> b.at & 1:
        working.emit(BrigadeMoved(seat=seat, kind="home", path=(b.home,), ride=False, tile=working.tile(b.home)))
    if state.extra_due and not b.gone:
        begin_turn(working, seat, state.round, extra=True)
        return
    order = turn_order(state)
    done = _place_in_round(state, seat)
    following = next((other for other in order if _place_in_round(state, other) > done), None)
    if following is not None:
        begin_turn(working, following, state.round, extra=False)
    elif state.evacuation:
        end_game(working, "evacuation", None)
    else:
        begin_turn(working, order[0], state.round + 1, extra=False)


def _place_in_round(state: State, seat: Seat) -> int:
    """How many seats come before this one in a round, those of players who left too."""
    return (seat - state.first) % state.seats
