"""Why an answer to a decision is refused."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.engine.refusal import Refused
from domain.engine.sentences import counted
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import MAY_DECLINE, Ask, Decision, rules_of
from domain.rulesets.brigade.components import CELLS, CHIEFS, HOUSES, cell_name
from domain.rulesets.brigade.queries import places_for, recognition_cells, standing
from domain.rulesets.brigade.rules.decisions.answers import answers
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.words import DECISIONS

_FOR_CUBES: Final[frozenset[Decision]] = frozenset(
    {"event_cube", "noble_cube", "merchant_cube", "moved_cube", "pyro_cube"}
)
"""Decisions that choose a tile for a cube."""


class Reason(NamedTuple):
    """What is wrong with an answer; `rules` stand behind those of the decision."""

    code: str
    text: str
    rules: tuple[str, ...] = ()


_NO_CUBES: Final = Reason("cannot_hold_cubes", "That tile cannot hold cubes.", ("BRI-RECOG-04",))


def objections_answer(state: State, ask: Ask, command: c.Answer) -> Iterator[Refused]:
    """Every reason why `command` is not an answer to the decision of its seat."""
    if command in answers(state, ask):
        return
    cell = getattr(command, "cell", None)
    more = {} if cell is None else {"cell": cell}
    not_listed = Reason("invalid_target", _other_answer(ask))
    for code, text, rules in tuple(_reasons(state, ask, command)) or (not_listed,):
        yield Refused(code, text, rules=rules_of(ask) + rules, decision=ask.kind, **more)


def _other_answer(ask: Ask) -> str:
    """What is wrong with an answer that this decision does not allow."""
    return f"This is not possible now: you {'may' if ask.kind in MAY_DECLINE else 'have to'} {DECISIONS[ask.kind]}."


def _reasons(state: State, ask: Ask, command: c.Answer) -> Iterator[Reason]:
    """What is known to be wrong with an answer that is not listed; nothing if the decision asks for another kind."""
    match command:
        case c.Decline():
            yield Reason("invalid_target", f"You cannot decline: you have to {DECISIONS[ask.kind]}.")
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
            text = "There is no water to lose in the place that was named." if lost else _other_answer(ask)
            yield Reason("not_enough_water", text)
        case c.TakeWater():
            taken = ask.kind == "merchant_choice"
            text = "You may take up to 2 water, into free buckets of the brigade." if taken else _other_answer(ask)
            yield Reason("bad_water_amount", text)
        case c.ChooseCube():
            cube = ask.kind in ("merchant_choice", "remove_cube")
            yield Reason("needs_cube_on_board", "You have no cube on that tile." if cube else _other_answer(ask))
        case _:
            pass


def _wrong_cubes(state: State, ask: Ask, command: c.PlaceCubes) -> Iterator[Reason]:
    if not standing(state) >> command.cell & 1:
        yield _NO_CUBES
    elif not recognition_cells(state, ask) >> command.cell & 1:
        where = f"{cell_name(state.tiles, ask.cell)} or to a tile adjacent to it"
        yield Reason("out_of_reach", f"Recognition for this fire goes to {where}.")
    most = min(ask.left, state.brigades[ask.seat].supply)
    if not 1 <= command.number <= most:
        text = f"You may place from 1 to {counted(most, 'cube')}." if most > 1 else "You may place only 1 cube."
        yield Reason("too_many_cubes", text, ("BRI-RECOG-01",))


def _wrong_recruit(state: State, ask: Ask, command: c.ChooseRecruit) -> Iterator[Reason]:
    if command.card not in state.drawn:
        yield Reason("invalid_target", "That card was not drawn.")
    if command.replaced not in places_for(state.brigades[ask.seat]):
        text = "The new card needs a free place in your brigade, or it replaces one of your crew cards."
        yield Reason("invalid_target", text)


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
