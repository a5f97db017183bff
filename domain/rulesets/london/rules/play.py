"""Action 1, Play cards: to place a card, to play one without stone base, and to stop (LON-PLAY)."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Command, EndAction, PlaceCard, PlayCommand, PlayForEffect, UseWren
from domain.rulesets.london.components import FACE_OF
from domain.rulesets.london.rules.checks import judged_player, objections_now, why_not_in_hand
from domain.rulesets.london.rules.draw import settle_draw
from domain.rulesets.london.rules.hand_check import end_action
from domain.rulesets.london.rules.paying import objections_to_use_wren, use_wren
from domain.rulesets.london.rules.placing import objections_to_place_card, place_card, placements
from domain.rulesets.london.state import State
from domain.rulesets.london.working import Working


def objections(state: State, command: PlayCommand) -> Iterator[Refused]:
    """What forbids a command of action 1."""
    match command:
        case PlaceCard():
            return objections_to_place_card(state, command)
        case EndAction():
            return objections_to_end_action(state, command)
        case UseWren():
            return objections_to_use_wren(state, command)
        case PlayForEffect():
            return objections_to_play_for_effect(state, command)
        case _:
            assert_never(command)


def carry_out(working: Working, command: PlayCommand) -> None:
    """What happens at a command of action 1."""
    match command:
        case PlaceCard():
            place_card(working, command)
        case EndAction():
            end_action(working)
        case UseWren():
            use_wren(working, command)
        case PlayForEffect():
            play_for_effect(working, command)
        case _:
            assert_never(command)


def objections_to_play_for_effect(state: State, command: PlayForEffect) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "playing"), "LON-PLAY-15")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if refused := why_not_in_hand(player, command.card, "LON-PLAY-01"):
        yield refused
    face = FACE_OF.get(command.card)
    if face is not None and face.play_effect is None:
        yield Refused("no_play_effect", rules=("LON-PLAY-18", "LON-PLAY-15", face.rule), card=command.card)


def play_for_effect(working: Working, command: PlayForEffect) -> None:
    """LON-DISP-08: the card goes to the discard pile; then two cards are due, or two placements are free."""
    seat, effect = command.seat, FACE_OF[command.card].play_effect
    assert effect is not None, "the card has no effect"
    if working.state.phase == "action":
        working.happens(e.ActionBegan(seat=seat, action="play", cards=0))
    cards, credits = (effect.count, 0) if effect.kind == "draw_cards" else (0, effect.count)
    working.happens(e.EffectPlayed(seat=seat, card=command.card, cards=cards, credits=credits))
    settle_draw(working)


def objections_to_end_action(state: State, command: EndAction) -> Iterator[Refused]:
    """At least one card was played, because the first one began the action (LON-RULING-09)."""
    yield from objections_now(state, command.seat, ("playing",), "LON-PLAY-01")


def legal_plays(state: State) -> Iterator[Command]:
    """Every card that may be placed or played now."""
    yield from placements(state)
    for card in state.players[state.active].hand:
        if FACE_OF[card].play_effect is not None:
            yield PlayForEffect(seat=state.active, card=card)
