"""The decider of London: what a command leads to, what forbids it, and what is legal now.

    set up -> start draw (-> put back) -> action -> one of
        playing (paying, drawing) | running (activation cost, its choices, underground) | drawing
    -> hand check -> the next start draw, or over

The modules are chapters of the rules. Those that own several commands have `objections` and `carry_out` for them.
"""

from collections.abc import Iterator

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import commands as c
from domain.rulesets.london import events as e
from domain.rulesets.london.rules import absence, choices, draw, hand_check, land, play, run, spending, turn
from domain.rulesets.london.rules.checks import first
from domain.rulesets.london.rules.legal import legal, to_act
from domain.rulesets.london.rules.turn import begin_turn
from domain.rulesets.london.state import State
from domain.rulesets.london.working import Working

__all__ = ["advance", "begin_turn", "decide", "legal", "objections", "time_out", "to_act", "why_not"]


def decide(state: State, command: c.Command, chance: Chance) -> tuple[e.Event, ...]:
    """The events of `command`; raises Refused. Draws nothing from `chance` (LON-SETUP-10)."""
    return advance(state, command, chance)[0]


def advance(state: State, command: c.Command, chance: Chance) -> tuple[tuple[e.Event, ...], State]:
    """The events of `command`, and the state after them; raises Refused."""
    if refused := why_not(state, command):
        raise refused
    working = Working(state)
    _carry_out(working, command)
    return tuple(working.events), working.state


def time_out(state: State, seat: Seat, chance: Chance) -> tuple[e.Event, ...]:
    """One decision for a seat whose time is called (LON-RULING-47). Raises Refused unless the seat may act."""
    if seat not in to_act(state):
        raise Refused("not_your_turn", rules=("LON-TURN-01", "LON-RULING-47"), active=None, seat=seat)
    return decide(state, absence.plainest_decision(state, legal(state, seat)), chance)


def why_not(state: State, command: c.Command) -> Refused | None:
    """The first objection to a command, which it is refused with. None if it is legal."""
    return first(_objections_to(state, command))


def objections(state: State, command: c.Command) -> tuple[Refused, ...]:
    """All objections to a command, in the order of the checks; () if it is legal.

    The things of the command's own seat and the public things decide. An objection that has no meaning after an earlier
    one is left out: a card that does not exist has no cost.
    """
    return tuple(_objections_to(state, command))


def _objections_to(state: State, command: c.Command) -> Iterator[Refused]:
    """The commonest commands come first, here and in `_carry_out`, so that they are found soonest."""
    match command:
        case c.OfDraw():
            return draw.objections(state, command)
        case c.SpendCard():
            return spending.objections_to_spend_card(state, command)
        case c.OfPlay():
            return play.objections(state, command)
        case c.OfRun():
            return run.objections(state, command)
        case c.TakeLoan():
            return turn.objections_to_take_loan(state, command)
        case c.Invest():
            return land.objections_to_invest(state, command)
        case c.OfHandCheck():
            return hand_check.objections(state, command)
        case _:
            return choices.objections(state, command)


def _carry_out(working: Working, command: c.Command) -> None:
    match command:
        case c.OfDraw():
            draw.carry_out(working, command)
        case c.SpendCard():
            spending.spend_card(working, command)
        case c.OfPlay():
            play.carry_out(working, command)
        case c.OfRun():
            run.carry_out(working, command)
        case c.TakeLoan():
            turn.take_loan(working, command)
        case c.Invest():
            land.invest(working, command)
        case c.OfHandCheck():
            hand_check.carry_out(working, command)
        case _:
            choices.carry_out(working, command)
