"""Taking cards: the start draw, University, Parliament, Take three cards (LON-DRAW, LON-TURN-03, LON-TAKE)."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import (
    Command,
    DrawCommand,
    DrawFromDeck,
    KeepCard,
    LookAtDeck,
    PutBack,
    StopDrawing,
    TakeFromDisplay,
    TakeThree,
)
from domain.rulesets.london.components import NUMBERS, Card
from domain.rulesets.london.rules.checks import first, judged_player, objections_now, why_not_on_display
from domain.rulesets.london.rules.hand_check import end_action
from domain.rulesets.london.state import Player, State, cards_to_take, on_display, visible_power
from domain.rulesets.london.working import Working

_UNIVERSITY = "LON-CARD-UNIVERSITY-OF-LONDON"


def objections(state: State, command: DrawCommand) -> Iterator[Refused]:
    """What forbids a command that takes cards or puts them back."""
    match command:
        case DrawFromDeck():
            return objections_to_draw_from_deck(state, command)
        case TakeFromDisplay():
            return objections_to_take_from_display(state, command)
        case TakeThree():
            return objections_to_take_three(state, command)
        case LookAtDeck():
            return objections_to_look_at_deck(state, command)
        case KeepCard():
            return objections_to_keep_card(state, command)
        case StopDrawing():
            return objections_to_stop_drawing(state, command)
        case PutBack():
            return objections_to_put_back(state, command)
        case _:
            assert_never(command)


def carry_out(working: Working, command: DrawCommand) -> None:
    """What happens at a command that takes cards or puts them back."""
    match command:
        case DrawFromDeck():
            working.draw_top(command.seat)
            settle_draw(working)
        case TakeFromDisplay():
            working.take_from_display(command.seat, command.card)
            settle_draw(working)
        case TakeThree():
            working.happens(e.ActionBegan(seat=command.seat, action="take", cards=NUMBERS.take_three))
            settle_draw(working)
        case LookAtDeck():
            look_at_deck(working, command)
        case KeepCard():
            keep_card(working, command)
        case StopDrawing():
            _end_start_draw(working)
        case PutBack():
            working.happens(e.CardPutBack(seat=command.seat, card=command.card))
            _put_back_the_last(working)
        case _:
            assert_never(command)


def objections_to_look_at_deck(state: State, command: LookAtDeck) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), f"{_UNIVERSITY}.1")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if not _has_university(player):
        yield Refused("no_university", rules=(f"{_UNIVERSITY}.1",))
    if command.seat == state.active and (state.turn.looking or state.turn.drawn):
        yield Refused("too_late_to_look", rules=("LON-FLOW-01", f"{_UNIVERSITY}.1"))
    if not state.deck:
        yield Refused("deck_empty", rules=(f"{_UNIVERSITY}.1", "LON-FLOW-01"))


def _has_university(player: Player) -> bool:
    return visible_power(player, "peek_before_draw") is not None


def look_at_deck(working: Working, command: LookAtDeck) -> None:
    power = visible_power(working.player, "peek_before_draw")
    assert power is not None, "no University is visible"
    working.happens(e.DeckLookedAt(seat=command.seat, cards=working.state.deck[: power.depth]))


def objections_to_draw_from_deck(state: State, command: DrawFromDeck) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw", "drawing"), "LON-DRAW-01")
    if judged_player(state, command.seat) is None:
        return
    if command.seat == state.active and state.turn.looking:
        yield Refused("looked_already", rules=("LON-RULING-24", f"{_UNIVERSITY}.2"))
    if not state.deck:
        yield Refused("deck_empty", rules=("LON-DRAW-01", "LON-DRAW-06"))


def objections_to_take_from_display(state: State, command: TakeFromDisplay) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw", "drawing"), "LON-DRAW-01")
    if judged_player(state, command.seat) and (refused := why_not_on_display(state, command.card, "LON-DRAW-01")):
        yield refused


def _has_looked_at(state: State, seat: Seat, card: Card) -> bool:
    """Whether a card is one of those looked at. Only the active player has any, and nobody else learns which."""
    return seat == state.active and card in state.turn.looked


def objections_to_keep_card(state: State, command: KeepCard) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), f"{_UNIVERSITY}.2")
    if judged_player(state, command.seat) and not _has_looked_at(state, command.seat, command.card):
        rules = (f"{_UNIVERSITY}.2", "LON-RULING-24")
        yield Refused("not_looked_at", rules=rules, card=command.card, purpose="keep")


def keep_card(working: Working, command: KeepCard) -> None:
    working.happens(e.CardKept(seat=command.seat, card=command.card))
    working.notice_last_card(command.seat)
    settle_draw(working)


def objections_to_stop_drawing(state: State, command: StopDrawing) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("start_draw",), "LON-CARD-PARLIAMENT.1")
    if command.seat == state.active and state.phase == "start_draw" and state.turn.drawn < state.turn.draw_min:
        yield Refused("must_draw", rules=("LON-TURN-03", "LON-CARD-PARLIAMENT.1"), due=state.turn.draw_min)


def settle_draw(working: Working) -> None:
    """Go on after a card, or end a draw that is complete or has no card left (LON-DRAW-04, LON-RULING-29)."""
    state = working.state
    if state.phase == "start_draw":
        if state.turn.drawn == state.turn.draw_max or not cards_to_take(state):
            _end_start_draw(working)
        return
    if state.turn.owed and not cards_to_take(state):
        action = working.noted(state.turn.action)
        working.happens(e.DrawLapsed(seat=state.active, cards=state.turn.owed, action=action))
    if working.state.phase == "drawing" and not working.state.turn.owed:
        end_action(working)


def _end_start_draw(working: Working) -> None:
    working.happens(e.StartDrawEnded(seat=working.state.active, skipped=working.noted(False)))
    _put_back_the_last(working)


def _put_back_the_last(working: Working) -> None:
    """Put a single looked-at card back by itself, because there is no order to choose."""
    looked = working.state.turn.looked
    if len(looked) == 1:
        working.happens(e.CardPutBack(seat=working.state.active, card=looked[0]))


def objections_to_put_back(state: State, command: PutBack) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("put_back",), f"{_UNIVERSITY}.2")
    if judged_player(state, command.seat) and not _has_looked_at(state, command.seat, command.card):
        rules = (f"{_UNIVERSITY}.2", "LON-RULING-24")
        yield Refused("not_looked_at", rules=rules, card=command.card, purpose="put_back")


def objections_to_take_three(state: State, command: TakeThree) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action",), "LON-TURN-05")


def legal_draws(state: State) -> Iterator[Command]:
    """Every card that may be taken now, and in a start draw also to look and to stop."""
    seat = state.active
    if state.deck and not state.turn.looking:
        yield DrawFromDeck(seat=seat)
    for card in on_display(state):  # none is refused in these phases
        yield TakeFromDisplay(seat=seat, card=card)
    if state.phase == "start_draw":
        for card in state.turn.looked:
            yield KeepCard(seat=seat, card=card)
        if _has_university(state.players[seat]):
            look = LookAtDeck(seat=seat)
            if first(objections_to_look_at_deck(state, look)) is None:
                yield look
        if state.turn.drawn >= state.turn.draw_min:
            yield StopDrawing(seat=seat)
