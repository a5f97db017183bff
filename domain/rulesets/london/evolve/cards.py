"""Cards on the move between deck, display, hands and discard pile."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.components import Card
from domain.rulesets.london.evolve.changes import named, with_slot, without, without_card
from domain.rulesets.london.evolve.run import choice_phase
from domain.rulesets.london.state import Phase, Row, State, Turn, with_player


def drawn(state: State, event: e.DrawEvent) -> State:
    """LON-DRAW: a card comes to hand, or the top of the deck is looked at."""
    match event:
        case e.CardDrawn():
            assert state.deck[0] == event.card, "another card lies on top of the deck"
            return _received(replace(state, deck=state.deck[1:]), event.card, public=False, from_deck=True)
        case e.CardTaken():
            display = with_slot(state.display, event.row, event.slot, None)
            return _received(replace(state, display=display), event.card, public=True, from_deck=False)
        case e.CardKept():
            turn = replace(state.turn, looked=without(state.turn.looked, event.card))
            state = replace(state, deck=without(state.deck, event.card), turn=turn)
            return _received(state, event.card, public=False, from_deck=True)
        case e.DrawLapsed():
            return _owed(state, state.turn, 0)
        case e.DeckLookedAt():
            assert state.deck[: len(event.cards)] == event.cards, "other cards lie on top of the deck"
            return replace(state, turn=replace(state.turn, looking=True, looked=event.cards))
        case e.CardPutBack():
            return _put_back(state, event)
        case _:
            assert_never(event)


def _received(state: State, card: Card, *, public: bool, from_deck: bool) -> State:
    player = state.players[state.active]
    known = (*player.known, card) if public else player.known
    player = replace(player, hand=(*player.hand, card), known=known)
    state = replace(state, players=with_player(state.players, state.active, player))
    turn = replace(state.turn, idle=False) if from_deck and state.turn.idle else state.turn
    if state.phase == "start_draw":
        return replace(state, turn=replace(turn, drawn=turn.drawn + 1))
    return _owed(state, turn, turn.owed - 1)


def _owed(state: State, turn: Turn, owed: int) -> State:
    """LON-FLOW-04: within action 1, drawing returns to PLAYING by itself; the other actions end with it."""
    assert owed >= 0, "more cards were taken than were due"
    turn = replace(turn, owed=owed)
    if owed == 0 and turn.action == "play":
        return replace(state, phase="playing", turn=turn)
    return replace(state, turn=turn)


def _put_back(state: State, event: e.CardPutBack) -> State:
    turn = state.turn
    under = state.deck[len(turn.put_back) + len(turn.looked) :]
    put_back, looked = (*turn.put_back, event.card), without(turn.looked, event.card)
    player = state.players[event.seat]
    player = replace(player, glimpsed=(*without(player.glimpsed, event.card), event.card))
    if looked:
        turn = replace(turn, put_back=put_back, looked=looked)
        phase: Phase = "put_back"
    else:
        turn = replace(turn, put_back=(), looked=(), looking=False)
        phase = "action"
    deck = put_back + looked + under
    return replace(state, phase=phase, deck=deck, turn=turn, players=with_player(state.players, event.seat, player))


def displayed(state: State, event: e.DisplayEvent) -> State:
    """LON-DISP: a card goes to the display, or changes places with one there."""
    match event:
        case e.CardSpent():
            state = _put_on_display(state, event.card, event.row, event.slot)
            return replace(state, turn=_spent_for(state.turn, event), phase=_after_spending(state, event))
        case e.CardGivenUp():
            return _put_on_display(state, event.card, event.row, event.slot)
        case e.TopRowDiscarded():
            top, bottom = state.display
            assert all(card is not None for card in top + bottom), "only a full display overflows"
            empty: Row = (None,) * len(bottom)
            return replace(state, display=(bottom, empty), discard=state.discard + event.cards)
        case e.CardOffered():
            turn = replace(state.turn, offered=event.card, resume=state.phase)
            player = named(state.players[event.seat], event.card)
            players = with_player(state.players, event.seat, player)
            return replace(state, phase="exchanging", turn=turn, players=players)
        case e.CardsExchanged():
            player = without_card(state.players[event.seat], event.given)
            player = replace(player, hand=(*player.hand, event.taken), known=(*player.known, event.taken))
            turn = replace(state.turn, offered=None, exchanges=state.turn.exchanges + 1)
            return replace(
                state,
                phase=turn.resume,
                turn=turn,
                display=with_slot(state.display, event.row, event.slot, event.given),
                players=with_player(state.players, event.seat, player),
            )
        case _:
            assert_never(event)


def _put_on_display(state: State, card: Card, row: int, slot: int) -> State:
    player = without_card(state.players[state.active], card)
    return replace(
        state,
        display=with_slot(state.display, row, slot, card),
        players=with_player(state.players, state.active, player),
    )


def _spent_for(turn: Turn, event: e.CardSpent) -> Turn:
    if event.purpose == "placement":
        return turn
    *outer, last = turn.activations
    last = replace(last, paid=True) if event.purpose == "activation" else replace(last, done=last.done + 1)
    return replace(turn, activations=(*outer, last))


def _after_spending(state: State, event: e.CardSpent) -> Phase:
    return choice_phase(state.turn.activations[-1]) if event.purpose == "activation" else state.phase
