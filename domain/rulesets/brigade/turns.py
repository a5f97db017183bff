"""Turns and rounds, from set-up to the end of a turn (sections 2, 3 and 9). Asks nobody: it pushes what is to be asked."""

from msgspec import UNSET

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import BeginActions, DiscardEvent, Flips, PassTurn, StartingEvents
from domain.rulesets.brigade.boards import water
from domain.rulesets.brigade.components import (
    BASE_EVENTS,
    EVENTS,
    FESTIVAL_EVENTS,
    STARTING_EVENTS,
    TRACK_NAMES,
)
from domain.rulesets.brigade.events import (
    ActionPhaseBegan,
    ActionPhaseEnded,
    BrigadeMoved,
    EventDeckShuffled,
    EventDrawn,
    StartingEventsBegun,
    TurnBegan,
)
from domain.rulesets.brigade.events_boards import WaterPut
from domain.rulesets.brigade.fire import card_tasks
from domain.rulesets.brigade.loyalty import end_game, fires_out
from domain.rulesets.brigade.queries import actions_due, chief_buckets, chief_has, complete, turn_order
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table


def starting_events(table: Table, task: StartingEvents) -> None:
    """Three of the six, one after another; then the deck is shuffled and the first turn begins (BRI-SETUP-11 to -13)."""
    state = table.state
    if state.phase == "choosing":
        table.emit(StartingEventsBegun())
    if task.left:
        card = table.chance.pick(state.starting)
        table.emit(EventDrawn(seat=state.first, card=card, starting=True))
        table.push(*card_tasks(table.state, EVENTS[card]), Flips(), DiscardEvent(), StartingEvents(task.left - 1))
        return
    used = set(state.event_discard)
    festival = FESTIVAL_EVENTS if state.options.fire_festival else ()
    cards = tuple(card for card in (*BASE_EVENTS, *festival) if card not in used)
    table.emit(EventDeckShuffled(order=table.chance.shuffled(cards)))
    table.emit(TurnBegan(seat=state.first, round=1, extra=False))
    table.push(BeginActions())


def opening() -> StartingEvents:
    """What follows the choice of chiefs."""
    return StartingEvents(STARTING_EVENTS)


def begin_turn(table: Table, seat: Seat, number: int, *, extra: bool) -> None:
    """The counters are reset, Allegiance ends, and the event phase begins (BRI-TURN-01, -02, -07, BRI-RULING-53)."""
    table.emit(TurnBegan(seat=seat, round=number, extra=extra))
    if not table.state.events:
        table.emit(EventDeckShuffled(order=table.chance.shuffled(table.state.event_discard)))
    card = table.state.events[0]
    table.emit(EventDrawn(seat=seat, card=card, starting=False))
    table.push(*card_tasks(table.state, EVENTS[card]), Flips(), DiscardEvent(), BeginActions())


def begin_actions(table: Table) -> None:
    """The number of actions is fixed now (BRI-TURN-04)."""
    seat = table.state.active
    b = table.state.brigades[seat]
    if b.gone:
        table.push(Flips(), PassTurn())
        return
    table.emit(ActionPhaseBegan(seat=seat, actions=actions_due(b)))


def after_action(table: Table) -> None:
    """Ester's bucket, then the last fire (BRI-CHIEF-ESTER, BRI-END-06); a player who left has no turn any more."""
    state = table.state
    b = state.brigades[state.active]
    if chief_has(state, state.active, "mist_form") and b.water < chief_buckets(b) and not b.gone:
        wagon, _, crew = water(b)
        table.emit(WaterPut(seat=state.active, wagon=wagon, chief=chief_buckets(b), crew=crew, why="mist"))
    if not fires_out(table) and b.gone:
        end_actions(table)


def end_actions(table: Table) -> None:
    """The action phase is over (BRI-TURN-06)."""
    table.emit(ActionPhaseEnded(seat=table.state.active, lost=table.state.actions))
    table.push(Flips(), PassTurn())


def pass_turn(table: Table) -> None:
    """Play passes on: to an extra turn, to the next player, or to the end (BRI-TURN-08, BRI-END-04, BRI-RULING-42)."""
    state = table.state
    seat = state.active
    b = state.brigades[seat]
    if b.at >= 0 and state.destroyed >> b.at & 1:
        table.emit(BrigadeMoved(seat=seat, kind="home", path=(b.home,), ride=False, tile=table.tile(b.home)))
    if state.extra_due and not b.gone:
        begin_turn(table, seat, state.round, extra=True)
        return
    order = [(other - state.first) % state.seats for other in turn_order(state)]
    later = [place for place in order if place > (seat - state.first) % state.seats]
    if later:
        begin_turn(table, (state.first + min(later)) % state.seats, state.round, extra=False)
    elif state.evacuation:
        end_game(table, "evacuation", None)
    else:
        begin_turn(table, (state.first + min(order)) % state.seats, state.round + 1, extra=False)


# ---- the count of turns


def turn(state: State) -> int:
    """How many turns have begun, extra ones too; 0 in set-up.

    Once a player has left they are counted in the state, for the turns that such a player does not have leave no trace. Until
    then nothing counts them, but every turn except the first draws an event card (BRI-TURN-02): the deck shows how many, but
    for how often it was gone through, and the rounds tell that. In games of the first schema of `SeatDeserted` nothing counts
    them after it either, and the rounds are no more than a bound; once that is wider than the deck is thick it is told itself,
    so that the count never goes down.
    """
    if not state.round:
        return 0
    if state.turns is not UNSET:
        return state.turns
    seated = (state.round - 1) * state.seats + (state.active - state.first) % state.seats + 1
    # Brother Ben gives at most one extra turn for each track that is complete, and one that is due has not begun.
    ends = sum(complete(b, track) for b in state.brigades for track in TRACK_NAMES)
    gone = sum(b.gone for b in state.brigades)
    most = seated + ends - state.extra_due
    cards = len(state.events) + len(state.event_discard) + bool(state.event)
    if ends + gone * state.round >= cards - 1:
        return most
    drawn = most - (most - 1 + STARTING_EVENTS + len(state.events)) % cards
    # A turn that has begun a moment ago has not drawn its card yet; with everybody there its place tells.
    return drawn if gone else max(drawn, seated)
