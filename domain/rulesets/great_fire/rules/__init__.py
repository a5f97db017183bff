"""The flow of a game: which seat may give which command when, and what follows.

Each chapter of the rulebook has a module of its own, which has the `objections_*` to its commands, what the commands
do, and its part of `legal`. The `objections_*` are the only source of legality: `objections` collects all of them for
a command, and `decide` refuses with the first.

    set_up -> confirm_hand* -> place_band* -> place_landowner* -> turn* -> over    set_up.py
    turn:  fire -> fire_second -> actions*                                          fire.py, actions.py, demolition.py
           fire -> no_move* -> actions*       if no card of the hand allows a move  fire.py, draw.py
           end_actions -> intensify*          if the draw uncovers a stack card     draw.py

`absence.py` makes the decision of a seat whose time runs out.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, assert_never

from domain.engine.chance import Chance
from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.errata import GF_E02
from domain.rulesets.great_fire.events import Event, without_circumstances
from domain.rulesets.great_fire.rules import actions, demolition, draw, fire, set_up
from domain.rulesets.great_fire.rules.set_up import may_exchange
from domain.rulesets.great_fire.state import Phase, State

__all__ = ["decide", "legal", "may_exchange", "objections", "to_act", "turn", "why_not"]


class _Allowed(NamedTuple):
    """The phases that a command belongs to, and the rules that say so."""

    phases: tuple[Phase, ...]
    rules: tuple[str, ...]


_SET_UP: Final[tuple[Phase, ...]] = ("confirm_hand", "place_band", "place_landowner")
_TURN: Final[tuple[Phase, ...]] = ("fire", "fire_second", "no_move", "actions", "intensify")
_WAITING: Final[frozenset[Phase]] = frozenset(_SET_UP + _TURN)
"""The phases in which a seat may move."""
_ACTING: Final[tuple[Phase, ...]] = ("fire_second", "actions")
_ALLOWED: Final[dict[type[c.Command], _Allowed]] = {
    c.KeepHand: _Allowed(("confirm_hand",), ("GF-SETUP-04",)),
    c.ExchangeHand: _Allowed(("confirm_hand",), ("GF-SETUP-04",)),
    c.PlaceBand: _Allowed(("place_band",), ("GF-SETUP-17",)),
    c.PlaceLandowner: _Allowed(("place_landowner",), ("GF-SETUP-18",)),
    c.PlayFire: _Allowed(("fire",), ("GF-TURN-01", "GF-TURN-03", "GF-FIRE-01")),
    c.DeclareNoMove: _Allowed(("fire",), ("GF-TURN-01", "GF-TURN-03", "GF-FIRE-13")),
    c.PlayDoubleMove: _Allowed(("fire_second",), ("GF-FIRE-11", "GF-TURN-03", "GF-HID-07", "GF-RULING-20")),
    c.MoveLandowner: _Allowed(_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.MoveBand: _Allowed(_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.PutOut: _Allowed(_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-01")),
    c.Demolish: _Allowed(_ACTING, ("GF-TURN-01", "GF-TURN-03", "GF-ACT-10")),
    c.EndActions: _Allowed(_ACTING, ("GF-TURN-02", "GF-TURN-03", "GF-ACT-10")),
    c.Intensify: _Allowed(("intensify", "no_move"), ("GF-INT-01", "GF-DRAW-02")),
}
_ORDER_OF_BANDS: Final[dict[int, str]] = {3: "GF-SETUP-13", 4: "GF-SETUP-14", 5: "GF-SETUP-15", 6: "GF-SETUP-16"}
"""Number of seats -> the rule that says in which order they place bands."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Returns the seat that may move now; none before set-up, inside a command, and after the game."""
    return (state.active,) if state.phase in _WAITING else ()


def turn(state: State) -> int:
    """Returns how many turns have begun, over all seats; 0 until the first fire phase."""
    return state.turn


# ---- objections


def _objections_now(state: State, command: c.Command) -> Iterator[Refused]:
    """Yields why this seat cannot give this kind of command now (GF-TURN-01 to GF-TURN-03)."""
    if state.phase == "over":
        yield Refused("game_over", rules=("GF-END-02",))
        return
    facts: dict[str, Fact] = {"phase": state.phase, "to_act": to_act(state)}
    if command.seat != state.active or state.phase not in _WAITING:
        yield Refused("not_your_turn", rules=_rules_of_order(state), seat=command.seat, timed_out=False, **facts)
    phases, rules = _ALLOWED[type(command)]
    if state.phase not in phases:
        yield Refused("wrong_phase", rules=rules, allowed_in=phases, **facts)


def _rules_of_order(state: State) -> tuple[str, ...]:
    """Returns the rules that say in which order the seats choose, at set-up and in turns."""
    match state.phase:
        case "confirm_hand":
            return ("GF-SETUP-04", "GF-RULING-42", "GF-SETUP-02")
        case "place_band":
            return (_ORDER_OF_BANDS[state.seats], "GF-SETUP-02")
        case "place_landowner":
            return ("GF-SETUP-18", "GF-SETUP-02")
        case _:
            return ("GF-TURN-01", "GF-SETUP-02")


def _objections_of_chapter(state: State, command: c.Command) -> Iterator[Refused]:
    """Yields what the chapter of a command has against it, whatever the phase."""
    match command:
        case c.MoveLandowner():
            return actions.objections_move_landowner(state, command)
        case c.MoveBand():
            return actions.objections_move_band(state, command)
        case c.PutOut():
            return actions.objections_put_out(state, command)
        case c.Demolish():
            return demolition.objections_demolish(state, command)
        case c.PlayFire():
            return fire.objections_play_fire(state, command)
        case c.PlayDoubleMove():
            return fire.objections_double_move(state, command)
        case c.DeclareNoMove():
            return fire.objections_declare(state, command)
        case c.Intensify():
            return draw.objections_intensify(state, command)
        case c.KeepHand() | c.EndActions():
            return iter(())
        case c.ExchangeHand():
            return set_up.objections_exchange(state, command)
        case c.PlaceBand():
            return set_up.objections_place_band(state, command)
        case c.PlaceLandowner():
            return set_up.objections_place_landowner(state, command)
        case _:
            assert_never(command)


def why_not(state: State, command: c.Command) -> Refused | None:
    """Returns the first objection to a command, None if it is legal."""
    if command.seat != state.active or state.phase not in _ALLOWED[type(command)].phases:
        return next(_objections_now(state, command))
    return next(_objections_of_chapter(state, command), None)


def objections(state: State, command: c.Command) -> tuple[Refused, ...]:
    """Returns every rule that forbids a command, the one that `decide` refuses with first; none if it is legal.

    A command out of its turn or phase is judged on the board as it is now, with two exceptions. A seat that is not in
    the game has nothing to judge by. Set-up and turns do not judge each other's commands, because the board is not
    complete before the first turn.
    """
    now = tuple(_objections_now(state, command))
    part = _SET_UP if _ALLOWED[type(command)].phases[0] in _SET_UP else _TURN
    if state.phase not in part or not 0 <= command.seat < state.seats:
        return now
    return (*now, *_objections_of_chapter(state, command))


def decide(state: State, command: c.Command, chance: Chance) -> tuple[Event, ...]:
    """Returns the events of a command. Raises Refused if a rule forbids it."""
    if (refused := why_not(state, command)) is not None:
        raise refused
    events = _what_happens(state, command, chance)
    return events if GF_E02.holds(state) else tuple(without_circumstances(event) for event in events)


def _what_happens(state: State, command: c.Command, chance: Chance) -> tuple[Event, ...]:
    match command:
        case c.MoveLandowner():
            return actions.move_landowner(state, command)
        case c.MoveBand():
            return actions.move_band(state, command)
        case c.PutOut():
            return actions.put_out(state, command)
        case c.Demolish():
            return demolition.demolish(state, command)
        case c.EndActions():
            return draw.end_turn(state, command)
        case c.PlayFire():
            return fire.play_fire(state, command)
        case c.PlayDoubleMove():
            return fire.double_move(state, command)
        case c.DeclareNoMove():
            return fire.declare_no_move(state, command)
        case c.Intensify():
            return draw.intensify(state, command)
        case c.KeepHand():
            return set_up.keep_hand(state, command, chance)
        case c.ExchangeHand():
            return set_up.exchange_hand(state, command, chance)
        case c.PlaceBand():
            return set_up.place_band(state, command)
        case c.PlaceLandowner():
            return set_up.place_landowner(state, command)
        case _:
            assert_never(command)


def legal(state: State, seat: Seat) -> tuple[c.Command, ...]:
    """Returns every command that `seat` may give now; none if it is not its turn."""
    if seat != state.active:
        return ()
    match state.phase:
        case "actions":
            return actions.legal_actions(state, seat)
        case "fire":
            return fire.legal_fire(state, seat)
        case "fire_second":
            return actions.legal_actions(state, seat) + fire.legal_double_move(state, seat)
        case "intensify" | "no_move":
            return draw.legal_intensify(state, seat)
        case "confirm_hand" | "place_band" | "place_landowner":
            return set_up.legal_set_up(state, seat)
        case "set_up" | "dealing" | "draw" | "scoring" | "over":
            return ()
        case _:
            assert_never(state.phase)
