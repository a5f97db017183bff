"""Why an answer to a decision is refused."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.engine.refusal import Refused
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import DECISION_RULES, Ask, Decision
from domain.rulesets.brigade.components import ABILITY_RULES, CELLS, CHIEFS, HOUSES
from domain.rulesets.brigade.queries import places_for, recognition_cells, standing
from domain.rulesets.brigade.rules.decisions.answers import answers
from domain.rulesets.brigade.state import State

_FOR_CUBES: Final[frozenset[Decision]] = frozenset(
    {"event_cube", "noble_cube", "merchant_cube", "moved_cube", "pyro_cube"}
)
"""Decisions that choose a tile for a cube."""


class Reason(NamedTuple):
    """What is wrong with an answer; `rules` stand behind those of the decision."""

    code: str
    text: str
    rules: tuple[str, ...] = ()


_NOT_LISTED: Final = Reason("invalid_target", "That is not among the answers this decision allows.")
_NO_CUBES: Final = Reason("cannot_hold_cubes", "That tile cannot hold cubes.", ("BRI-RECOG-04",))


def rules_of(ask: Ask) -> tuple[str, ...]:
    """The rules behind a decision: those of the ability that asks, where there is one."""
    return (ABILITY_RULES[ask.ability], "BRI-LOYAL-06") if ask.ability else DECISION_RULES[ask.kind]


def objections_answer(state: State, ask: Ask, command: c.Answer) -> Iterator[Refused]:
    """Every reason why `command` is not an answer to the decision of its seat."""
    if command in answers(state, ask):
        return
    cell = getattr(command, "cell", None)
    more = {} if cell is None else {"cell": cell}
    for code, text, rules in tuple(_reasons(state, ask, command)) or (_NOT_LISTED,):
        yield Refused(code, text, rules=rules_of(ask) + rules, decision=ask.kind, **more)


def _reasons(state: State, ask: Ask, command: c.Answer) -> Iterator[Reason]:
    """What is known to be wrong with an answer that is not listed; nothing if the decision asks for another kind."""
    match command:
        case c.Decline():
            yield Reason("invalid_target", f"{seat_name(ask.seat)} has to choose: this cannot be declined.")
        case c.PlaceCubes() if ask.kind == "recognition" and 0 <= command.cell < CELLS:
            yield from _wrong_cubes(state, ask, command)
        case c.ChooseCell(cell=cell) if ask.kind in _FOR_CUBES and 0 <= cell < CELLS:
            if not standing(state) >> cell & 1:
                yield _NO_CUBES
        case c.ChooseRecruit() if ask.kind == "recruit":
            yield from _wrong_recruit(state, ask, command)
        case c.ChooseChief() if ask.kind == "choose_chief":
            yield from _wrong_chief(state, command)
        case c.LoseWater():
            yield Reason("not_enough_water", "There is no water in the place that was named.")
        case c.TakeWater():
            yield Reason("bad_water_amount", "Up to two water can be taken, into free buckets of the brigade.")
        case c.ChooseCube():
            yield Reason("needs_cube_on_board", "The player has no cube on that tile.")
        case _:
            pass


def _wrong_cubes(state: State, ask: Ask, command: c.PlaceCubes) -> Iterator[Reason]:
    if not standing(state) >> command.cell & 1:
        yield _NO_CUBES
    elif not recognition_cells(state, ask) >> command.cell & 1:
        yield Reason("out_of_reach", "Recognition goes to the tile of the fire or to one adjacent to it.")
    if not 1 <= command.number <= min(ask.left, state.brigades[ask.seat].supply):
        text = f"{seat_name(ask.seat)} cannot place {command.number} cubes; {ask.left} are left."
        yield Reason("too_many_cubes", text, ("BRI-RECOG-01",))


def _wrong_recruit(state: State, ask: Ask, command: c.ChooseRecruit) -> Iterator[Reason]:
    if command.card not in state.drawn:
        yield Reason("invalid_target", "That card was not drawn.")
    if command.replaced not in places_for(state.brigades[ask.seat]):
        yield Reason("invalid_target", "The new card needs a free place, or it replaces a card of the brigade.")


def _wrong_chief(state: State, command: c.ChooseChief) -> Iterator[Reason]:
    chief, firehouse = command.chief, command.firehouse
    taken = {b.chief for b in state.brigades} | {b.firehouse for b in state.brigades}
    extra = chief in CHIEFS and CHIEFS[chief].set == "extra"
    if chief not in CHIEFS or chief in taken or (extra and not state.options.extra_chiefs):
        yield Reason("invalid_target", "That chief is not available.")
    elif not state.options.advanced and firehouse != CHIEFS[chief].base_colour:
        yield Reason("invalid_target", "In the base game a chief leads the firehouse of the chief's own colour.")
    if firehouse not in HOUSES or firehouse in taken:
        yield Reason("invalid_target", "That firehouse is not available.")
