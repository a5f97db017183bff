"""Taking cards: the start draw, University, Parliament, Take three cards (LON-DRAW, LON-TURN-03, LON-TAKE)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import (
    Command,
    DrawFromDeck,
    KeepCard,
    LookAtDeck,
    PutBack,
    StopDrawing,
    TakeFromDisplay,
    TakeThree,
)
from domain.rulesets.london.components import NUMBERS, Card
from domain.rulesets.london.course import (
    Course,
    at_table,
    draw_top,
    first,
    notice_last_card,
    objections_now,
    take_shown,
)
from domain.rulesets.london.events import (
    ActionBegan,
    CardKept,
    CardPutBack,
    DeckLookedAt,
    DrawLapsed,
    StartDrawEnded,
)
from domain.rulesets.london.rules_turn import end_action, why_not_on_display
from domain.rulesets.london.state import State, cards_to_take, on_display, visible_power

_UNIVERSITY = "LON-CARD-UNIVERSITY-OF-LONDON"


def objections_to_look_at_deck(state: State, command: LookAtDeck) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), f"{_UNIVERSITY}.1")
    player = at_table(state, command.seat)
    if player is None:
        return
    if visible_power(player, "peek_before_draw") is None:
        yield Refused("no_university", "You have no visible University of London.", rules=(f"{_UNIVERSITY}.1",))
    if command.seat == state.active and (state.turn.looking or state.turn.drawn):
        text = "You may look once, before the first card of the start draw."
        yield Refused("too_late_to_look", text, rules=("LON-FLOW-01", f"{_UNIVERSITY}.1"))
    if not state.deck:
        yield Refused("deck_empty", "The deck is empty.", rules=(f"{_UNIVERSITY}.1", "LON-FLOW-01"))


def look_at_deck(course: Course, command: LookAtDeck) -> None:
    power = visible_power(course.player, "peek_before_draw")
    assert power is not None, "the University is visible"
    course.happens(DeckLookedAt(seat=command.seat, cards=course.state.deck[: power.depth]))


def objections_to_draw_from_deck(state: State, command: DrawFromDeck) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw", "drawing"), "LON-DRAW-01")
    if at_table(state, command.seat) is None:
        return
    if command.seat == state.active and state.turn.looking:
        text = "After the look this draw comes from the looked-at cards and the display only."
        yield Refused("looked_already", text, rules=("LON-RULING-24", f"{_UNIVERSITY}.2"))
    if not state.deck:
        yield Refused("deck_empty", "The deck is empty.", rules=("LON-DRAW-01", "LON-DRAW-06"))


def draw_from_deck(course: Course, command: DrawFromDeck) -> None:
    draw_top(course, command.seat)
    settle_draw(course)


def objections_to_take_from_display(state: State, command: TakeFromDisplay) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw", "drawing"), "LON-DRAW-01")
    if at_table(state, command.seat) and (refused := why_not_on_display(state, command.card, "LON-DRAW-01")):
        yield refused


def take_from_display(course: Course, command: TakeFromDisplay) -> None:
    take_shown(course, command.seat, command.card)
    settle_draw(course)


def _has_looked_at(state: State, seat: Seat, card: Card) -> bool:
    """Whether a card is one of the looked-at ones; the active player alone has any, and nobody else learns which."""
    return seat == state.active and card in state.turn.looked


def objections_to_keep_card(state: State, command: KeepCard) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), f"{_UNIVERSITY}.2")
    if at_table(state, command.seat) and not _has_looked_at(state, command.seat, command.card):
        text = "That card is not among those you have looked at."
        yield Refused("not_looked_at", text, rules=(f"{_UNIVERSITY}.2", "LON-RULING-24"), card=command.card)


def keep_card(course: Course, command: KeepCard) -> None:
    course.happens(CardKept(seat=command.seat, card=command.card))
    notice_last_card(course, command.seat)
    settle_draw(course)


def objections_to_stop_drawing(state: State, command: StopDrawing) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), "LON-CARD-PARLIAMENT.1")
    if command.seat == state.active and state.phase == "start_draw" and state.turn.drawn < state.turn.draw_min:
        text = "The start draw is not optional."
        yield Refused("must_draw", text, rules=("LON-TURN-03", "LON-CARD-PARLIAMENT.1"), due=state.turn.draw_min)


def stop_drawing(course: Course, _: StopDrawing) -> None:
    _end_start_draw(course)


def settle_draw(course: Course) -> None:
    """After each card: go on, or end the draw where it is complete or nothing is left (LON-DRAW-04, LON-RULING-29)."""
    state = course.state
    if state.phase == "start_draw":
        if state.turn.drawn == state.turn.draw_max or not cards_to_take(state):
            _end_start_draw(course)
        return
    if state.turn.owed and not cards_to_take(state):
        course.happens(DrawLapsed(seat=state.active, cards=state.turn.owed))
    if course.state.phase == "drawing" and not course.state.turn.owed:
        end_action(course)


def _end_start_draw(course: Course) -> None:
    course.happens(StartDrawEnded(seat=course.state.active))
    _put_back_the_last(course)


def _put_back_the_last(course: Course) -> None:
    """A single looked-at card goes back by itself: there is no order to choose."""
    looked = course.state.turn.looked
    if len(looked) == 1:
        course.happens(CardPutBack(seat=course.state.active, card=looked[0]))


def objections_to_put_back(state: State, command: PutBack) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("put_back",), f"{_UNIVERSITY}.2")
    if at_table(state, command.seat) and not _has_looked_at(state, command.seat, command.card):
        text = "That card is not among those to be put back."
        yield Refused("not_looked_at", text, rules=(f"{_UNIVERSITY}.2", "LON-RULING-24"), card=command.card)


def put_back(course: Course, command: PutBack) -> None:
    course.happens(CardPutBack(seat=command.seat, card=command.card))
    _put_back_the_last(course)


def objections_to_take_three(state: State, command: TakeThree) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action",), "LON-TURN-05")


def take_three(course: Course, command: TakeThree) -> None:
    course.happens(ActionBegan(seat=command.seat, action="take", cards=NUMBERS.take_three))
    settle_draw(course)


def legal_draws(state: State) -> Iterator[Command]:
    """What may be taken now, from where; and, in a start draw, the look and the stop."""
    seat = state.active
    draw = DrawFromDeck(seat=seat)
    if first(objections_to_draw_from_deck(state, draw)) is None:
        yield draw
    for card in on_display(state):  # each lies on the display, so none is refused in these phases
        yield TakeFromDisplay(seat=seat, card=card)
    if state.phase == "start_draw":
        for card in state.turn.looked:
            yield KeepCard(seat=seat, card=card)
        look, stop = LookAtDeck(seat=seat), StopDrawing(seat=seat)
        if first(objections_to_look_at_deck(state, look)) is None:
            yield look
        if first(objections_to_stop_drawing(state, stop)) is None:
            yield stop
