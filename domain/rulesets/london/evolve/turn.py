"""The frame of the game: set-up, turns, actions, and the trigger of the end."""

from typing import Final, assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.errata import LON_E01
from domain.rulesets.london.state import Action, Phase, State, Turn, with_player

_FIRST_PHASE: Final[dict[Action, Phase]] = {"play": "playing", "run": "running", "invest": "drawing", "take": "drawing"}


def passed(state: State, event: e.TurnEvent) -> State:
    """LON-SETUP, LON-TURN, LON-END: the game goes from part to part."""
    match event:
        case e.TurnBegan():
            turn = Turn(draw_min=event.draw_min, draw_max=event.draw_max)
            return replace(state, phase="start_draw", active=event.seat, turn_number=event.number, turn=turn)
        case e.StartDrawEnded():
            if state.turn.looked:
                return replace(state, phase="put_back")
            return replace(state, phase="action", turn=replace(state.turn, looking=False))
        case e.ActionBegan():
            turn = replace(state.turn, action=event.action, owed=event.cards)
            return replace(state, phase=_FIRST_PHASE[event.action], turn=turn)
        case e.ActionEnded():
            credits = 0 if LON_E01.holds(state) else state.turn.credits
            return replace(state, phase="hand_check", turn=replace(state.turn, credits=credits))
        case e.TurnEnded():
            left = None if state.turns_left is None else state.turns_left - 1
            return replace(state, turns_left=left, idle_turns=state.idle_turns + 1 if event.idle else 0)
        case e.EndTriggered():
            assert state.turns_left is None, "the end is triggered once"
            return replace(state, turns_left=len(state.players), ending=event.ending)
        case e.FirstPlayerDrawn():
            return replace(state, first=event.seat)
        case e.DecksShuffled():
            return replace(state, deck=event.deck)
        case e.HandDealt():
            dealt = frozenset(event.cards)
            player = replace(state.players[event.seat], hand=event.cards)
            deck = tuple(card for card in state.deck if card not in dealt)
            return replace(state, players=with_player(state.players, event.seat, player), deck=deck)
        case _:
            assert_never(event)
