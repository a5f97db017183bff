"""Decisions (section 15.2): which answers each allows, and which it gets when time runs out. Changes nothing.

`answers` is the one list of what is allowed; `objections_answer` only says why something is not on it.
"""

from collections.abc import Iterator
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import seat_name
from domain.rulesets.brigade.agenda import DECISION_RULES, Ask, Decision
from domain.rulesets.brigade.commands import (
    Answer,
    ChooseCell,
    ChooseChief,
    ChooseCube,
    ChooseRecruit,
    Decline,
    LoseWater,
    PlaceCubes,
    TakeWater,
)
from domain.rulesets.brigade.components import ABILITY_RULES, CELLS, CHIEFS, HOUSES
from domain.rulesets.brigade.queries import places_for, recognition_cells, standing
from domain.rulesets.brigade.rules.decisions.answers import answers
from domain.rulesets.brigade.state import State

_FOR_CUBES: Final[frozenset[Decision]] = frozenset(
    {"event_cube", "noble_cube", "merchant_cube", "moved_cube", "pyro_cube"}
)
"""Decisions for a tile that a cube comes to."""


def rules_of(ask: Ask) -> tuple[str, ...]:
    """The rules behind a decision: those of the ability that asks, where there is one."""
    return (ABILITY_RULES[ask.ability], "BRI-LOYAL-06") if ask.ability else DECISION_RULES[ask.kind]


# ---- refusals


_NOT_LISTED: Final = ("invalid_target", "That is not among the answers this decision allows.")
_NO_CUBES: Final = ("cannot_hold_cubes", "That tile cannot hold cubes.")


def objections_answer(state: State, ask: Ask, command: Answer) -> Iterator[Refused]:
    """Why `command` is no answer of its seat to the decision that waits for it."""
    if command in answers(state, ask):
        return
    cell = getattr(command, "cell", None)
    more = {} if cell is None else {"cell": cell}
    for code, text in tuple(_reasons(state, ask, command)) or (_NOT_LISTED,):
        yield Refused(code, text, rules=rules_of(ask) + _more_rules(code), decision=ask.kind, **more)


def _more_rules(code: str) -> tuple[str, ...]:
    return {"cannot_hold_cubes": ("BRI-RECOG-04",), "too_many_cubes": ("BRI-RECOG-01",)}.get(code, ())


def _reasons(state: State, ask: Ask, command: Answer) -> Iterator[tuple[str, str]]:
    """What is known to be wrong with an answer that is not listed: code and sentence; nothing if it is of another kind."""
    match command:
        case Decline():
            yield "invalid_target", f"{seat_name(ask.seat)} has to choose: this cannot be declined."
        case PlaceCubes(cell=cell, number=number) if ask.kind == "recognition" and 0 <= cell < CELLS:
            if not standing(state) >> cell & 1:
                yield _NO_CUBES
            elif not recognition_cells(state, ask) >> cell & 1:
                yield "out_of_reach", "Recognition goes to the tile of the fire or to one adjacent to it."
            if not 1 <= number <= min(ask.left, state.brigades[ask.seat].supply):
                text = f"{number} cubes are not what {seat_name(ask.seat)} may place; {ask.left} are left."
                yield "too_many_cubes", text
        case ChooseCell(cell=cell) if ask.kind in _FOR_CUBES and 0 <= cell < CELLS:
            if not standing(state) >> cell & 1:
                yield _NO_CUBES
        case ChooseRecruit(card=card, replaced=replaced) if ask.kind == "recruit":
            if card not in state.drawn:
                yield "invalid_target", "That card was not drawn."
            if replaced not in places_for(state.brigades[ask.seat]):
                yield "invalid_target", "A kept card goes where there is room, or replaces an own card."
        case ChooseChief(chief=chief, house=house) if ask.kind == "choose_chief":
            yield from _taken(state, chief, house)
        case LoseWater():
            yield "not_enough_water", "There is no water of what was named."
        case TakeWater():
            yield "bad_water_amount", "Up to two water, into free buckets of the brigade."
        case ChooseCube():
            yield "needs_cube_on_board", "There is no own cube on that tile."
        case _:
            pass


def _taken(state: State, chief: str, house: str) -> Iterator[tuple[str, str]]:
    taken = {b.chief for b in state.brigades} | {b.house for b in state.brigades}
    extra = chief in CHIEFS and CHIEFS[chief].set == "extra"
    if chief not in CHIEFS or chief in taken or (extra and not state.options.extra_chiefs):
        yield "invalid_target", "That chief is not to be had."
    elif not state.options.advanced and house != CHIEFS[chief].base_colour:
        yield "invalid_target", "In the base game a chief leads the firehouse of the own colour."
    if house not in HOUSES or house in taken:
        yield "invalid_target", "That firehouse is not to be had."
