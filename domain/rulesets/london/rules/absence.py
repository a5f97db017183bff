"""The decision that is made for a player whose time is called: the plainest one (LON-RULING-47)."""

from typing import Final

from domain.rulesets.london import commands as c
from domain.rulesets.london.components import FACE_OF
from domain.rulesets.london.rules.underground import crosses_thames
from domain.rulesets.london.state import State

_PLAINEST: Final[tuple[type[c.Command], ...]] = (
    c.StopDrawing,
    c.DrawFromDeck,
    c.KeepCard,
    c.TakeFromDisplay,
    c.PutBack,
    c.TakeThree,
    c.EndAction,
    c.EndRun,
    c.EndTurn,
    c.StopSpending,
    c.UseWren,
    c.SpendCard,
    c.GiveUp,
    c.BringIn,
    c.NameOpponent,
    c.Repeat,
    c.PlaceUnderground,
    c.TakeInExchange,
)
"""Kinds of commands. The first one that is legal is the decision; in every phase one of them is."""


def plainest_decision(state: State, commands: tuple[c.Command, ...]) -> c.Command:
    """What is decided for the active player. `commands`: those that are legal."""
    kind = next(kind for kind in _PLAINEST if any(isinstance(command, kind) for command in commands))
    return min((command for command in commands if isinstance(command, kind)), key=lambda each: _cost(state, each))


def _cost(state: State, command: c.Command) -> tuple[bool, int]:
    """What makes one command of a kind plainer than another; of equal ones the first is decided."""
    match command:
        case c.SpendCard(card=card, school=school):
            return school, -state.players[state.active].hand.index(card)
        case c.GiveUp(card=card):
            return False, -state.players[state.active].hand.index(card)
        case c.BringIn(card=card):
            return False, FACE_OF[card].place_cost
        case c.NameOpponent(opponent=opponent):
            return False, (opponent - state.active) % len(state.players)
        case c.PlaceUnderground(borough=borough):
            return crosses_thames(state, borough), 0
        case _:
            return False, 0
