"""The state after the events of the final scoring."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.evolve.changes import with_seat
from domain.rulesets.london.state import State, Turn, with_player


def settled(state: State, event: e.ScoringEvent) -> State:
    """LON-SCORE: loans, hands and poverty are settled."""
    match event:
        case e.LoansRepaid():
            player = state.players[event.seat]
            player = replace(player, loans=player.loans - event.loans, money=player.money - event.pounds)
            assert player.loans >= 0, "more loans repaid than taken"
            assert player.money >= 0, "loans repaid with money that is not there"
            return with_seat(state, event.seat, player)
        case e.HandRevealed():
            player = state.players[event.seat]
            assert player.hand == event.cards, "another hand was revealed"
            player = replace(player, hand=(), known=(), poverty=player.poverty + event.poverty)
            players = with_player(state.players, event.seat, player)
            return replace(state, players=players, discard=state.discard + event.cards)
        case e.PovertyReduced():
            players = tuple(replace(player, poverty=player.poverty - event.points) for player in state.players)
            return replace(state, players=players)
        case e.GameEnded():
            return replace(state, phase="over", turn=Turn())
        case _:
            assert_never(event)
