"""Why an answer to a decision is refused."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.engine.refusal import Fact, Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import MAY_DECLINE, Ask, Decision, rules_of
from domain.rulesets.brigade.components import CELLS, CHIEFS, HOUSES, tile_at
from domain.rulesets.brigade.queries import places_for, recognition_cells, standing
from domain.rulesets.brigade.rules.decisions.answers import answers
from domain.rulesets.brigade.state import State

_FOR_CUBES: Final[frozenset[Decision]] = frozenset(
    {"event_cube", "noble_cube", "merchant_cube", "moved_cube", "pyro_cube"}
)
"""Decisions that choose a tile for a cube."""


class Reason(NamedTuple):
    """What is wrong with an answer; `rules` stand behind those of the decision. `reason`: empty for a code that has
    only one."""

    code: str
    reason: str = ""
    rules: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = {}


_NO_CUBES: Final = Reason("cannot_hold_cubes", rules=("BRI-RECOG-04",))
_OTHER: Final = "answer"
"""The reason of an answer that this decision does not allow."""


def objections_answer(state: State, ask: Ask, command: c.Answer) -> Iterator[Refused]:
    """Every reason why `command` is not an answer to the decision of its seat."""
    if command in answers(state, ask):
        return
    cell = getattr(command, "cell", None)
    known: dict[str, Fact] = {"decision": ask.kind, "optional": ask.kind in MAY_DECLINE}
    known |= {} if cell is None else {"cell": cell}
    for code, reason, rules, facts in tuple(_reasons(state, ask, command)) or (Reason("invalid_target", _OTHER),):
        why = {"reason": reason} if reason else {}
        yield Refused(code, rules=rules_of(ask) + rules, **known, **why, **facts)


def _reasons(state: State, ask: Ask, command: c.Answer) -> Iterator[Reason]:
    """What is known to be wrong with an answer that is not listed; nothing if the decision asks for another kind."""
    match command:
        case c.Decline():
            yield Reason("invalid_target", "decline")
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
            lost = ask.kind in ("refill_tax", "stolen_water")
            yield Reason("not_enough_water", "lose" if lost else _OTHER)
        case c.TakeWater():
            taken = ask.kind == "merchant_choice"
            yield Reason("bad_water_amount", "take" if taken else _OTHER)
        case c.ChooseCube():
            cube = ask.kind in ("merchant_choice", "remove_cube")
            yield Reason("needs_cube_on_board", "tile" if cube else _OTHER)
        case _:
            pass


def _wrong_cubes(state: State, ask: Ask, command: c.PlaceCubes) -> Iterator[Reason]:
    if not standing(state) >> command.cell & 1:
        yield _NO_CUBES
    elif not recognition_cells(state, ask) >> command.cell & 1:
        fire: Mapping[str, Fact] = {"fire": ask.cell, "tile": tile_at(state.tiles, ask.cell).id}
        yield Reason("out_of_reach", facts=fire)
    most = min(ask.left, state.brigades[ask.seat].supply)
    if not 1 <= command.number <= most:
        yield Reason("too_many_cubes", rules=("BRI-RECOG-01",), facts={"most": most})


def _wrong_recruit(state: State, ask: Ask, command: c.ChooseRecruit) -> Iterator[Reason]:
    if command.card not in state.drawn:
        yield Reason("invalid_target", "not_drawn")
    if command.replaced not in places_for(state.brigades[ask.seat]):
        yield Reason("invalid_target", "no_place")


def _wrong_chief(state: State, command: c.ChooseChief) -> Iterator[Reason]:
    chief, firehouse = command.chief, command.firehouse
    taken = {b.chief for b in state.brigades} | {b.firehouse for b in state.brigades}
    extra = chief in CHIEFS and CHIEFS[chief].set == "extra"
    if chief not in CHIEFS or chief in taken or (extra and not state.options.extra_chiefs):
        yield Reason("invalid_target", "chief")
    elif not state.options.advanced and firehouse != CHIEFS[chief].base_colour:
        yield Reason("invalid_target", "colour")
    if firehouse not in HOUSES or firehouse in taken:
        yield Reason("invalid_target", "firehouse")
