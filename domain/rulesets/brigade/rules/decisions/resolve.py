"""What comes of a decision once it is made."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import Addition, Ask, Blaze, DrawRecruits, Gain, LayOn, PlacePyroCubes
from domain.rulesets.brigade.components import ABILITIES, RECRUITS_DRAWN, Cell
from domain.rulesets.brigade.events import (
    ChiefChosen,
    CrewDiscarded,
    CubeRemoved,
    DecisionMade,
    FireAdded,
    FireReduced,
    RecruitDone,
    SirPreciousGiven,
    WaterChanged,
    WaterLost,
    WaterStolen,
)
from domain.rulesets.brigade.queries import free_bucket, standing
from domain.rulesets.brigade.rules.causes import REDIRECT, STOKE, crew_at_work, fire_cause, recorded
from domain.rulesets.brigade.rules.fire import fallen
from domain.rulesets.brigade.rules.loyalty import FREE_UPGRADE, lay_cube, shift_cube
from domain.rulesets.brigade.rules.tracks import advance
from domain.rulesets.brigade.rules.working import Working


def resolve(working: Working, command: c.Answer) -> None:
    """Applies an answer to the decision that is last on the agenda, and takes the decision off."""
    ask = working.agenda.pop()
    assert isinstance(ask, Ask), "an answer without a decision"
    declined = type(command) is c.Decline
    working.emit(DecisionMade(seat=ask.seat, decision=ask.kind, declined=declined))
    _RESOLVE[type(command)](working, ask, command)


def _chief(working: Working, ask: Ask, command: c.ChooseChief) -> None:
    working.emit(ChiefChosen(seat=ask.seat, chief=command.chief, firehouse=command.firehouse))


def _cubes(working: Working, ask: Ask, command: c.PlaceCubes) -> None:
    working.agenda.append(ask)
    working.push(LayOn(seat=ask.seat, cell=command.cell, left=command.number))


def _track(working: Working, ask: Ask, command: c.ChooseTrack) -> None:
    advance(working, ask.seat, command.track, "ability", crew_at_work(working.state, ask.seat, FREE_UPGRADE))


def _direction(working: Working, ask: Ask, command: c.ChooseDirection) -> None:
    working.push(Blaze(fallen(ask.cell, command.direction), by_card=False))


def _water_taken(working: Working, ask: Ask, command: c.TakeWater) -> None:
    b = working.state.brigades[ask.seat]
    crew = tuple(m.water + more for m, more in zip(b.crew, command.crew, strict=True))
    chief = b.water + command.chief
    working.emit(WaterChanged(seat=ask.seat, wagon=b.wagon_water, chief=chief, crew=crew, why="merchant_choice"))


def _accepted(working: Working, ask: Ask, _: c.Accept) -> None:
    if ask.kind == "second_cube":
        lay_cube(working, ask.seat, ask.cell, "second_cube")
    else:
        working.push(DrawRecruits(ask.seat, RECRUITS_DRAWN))


def _declined(working: Working, ask: Ask, _: c.Decline) -> None:
    if ask.kind == "recruit":
        working.emit(RecruitDone(seat=ask.seat, card="", replaced="", discarded=working.state.drawn))


def _recruited(working: Working, ask: Ask, command: c.ChooseRecruit) -> None:
    discarded = tuple(other for other in working.state.drawn if other != command.card)
    done = RecruitDone(seat=ask.seat, card=command.card, replaced=command.replaced, discarded=discarded)
    working.emit(done)
    working.return_mimic()


def _discarded(working: Working, ask: Ask, command: c.ChooseCard) -> None:
    working.emit(CrewDiscarded(seat=ask.seat, cards=(command.card,), why="zilda"))
    working.return_mimic()


def _rival(working: Working, ask: Ask, command: c.ChooseRival) -> None:
    if ask.kind == "give_precious":
        working.emit(SirPreciousGiven(seat=ask.seat, rival=command.rival))
    else:
        working.push(Ask("discard_crew", command.rival, by=ask.seat))


def _cube(working: Working, ask: Ask, command: c.ChooseCube) -> None:
    cell = command.cell
    if ask.kind == "merchant_choice":
        cells = standing(working.state) & ~(1 << cell)
        working.push(Ask("moved_cube", ask.seat, cell=cell, cells=cells))
    else:
        working.emit(CubeRemoved(seat=ask.seat, cell=cell, why=ask.ability, tile=working.tile(cell)))


def _cell(working: Working, ask: Ask, command: c.ChooseCell) -> None:
    seat, cell, tile = ask.seat, command.cell, working.tile(command.cell)
    match ask.kind:
        case "relocate":
            working.push(Gain(seat=seat, cell=ask.cell, source=cell))
        case "redirect" | "stoke" | "dirty_dealings":
            _raise_fire(working, ask, cell)
        case "douse":
            down = min(working.state.fire[cell], ABILITIES["douse_two_on_commons"]["amount"])
            working.emit(FireReduced(cell=cell, levels=down, why="douse", tile=tile))
        case "merchant_choice":
            working.emit(
                FireReduced(cell=cell, levels=ABILITIES["merchant_choice"]["douse"], why="merchant_choice", tile=tile)
            )
        case "moved_cube":
            shift_cube(working, seat, ask.cell, cell)
        case "pyro_cube":
            working.push(PlacePyroCubes(seat, ask.cells & ~(1 << cell)))
            lay_cube(working, seat, cell, "pyro_control")
        case _:
            lay_cube(working, seat, cell, ask.kind)


def _raise_fire(working: Working, ask: Ask, cell: Cell) -> None:
    state, tile = working.state, working.tile(cell)
    match ask.kind:
        case "redirect":
            addition = working.agenda.pop()
            assert isinstance(addition, Addition), "fire to redirect"
            cause = recorded(state, REDIRECT)
            working.emit(FireAdded(cell=cell, levels=addition.levels, by_card=addition.by_card, tile=tile, cause=cause))
        case "stoke":
            levels = ABILITIES["stoke_two_on_loyalty"]["amount"]
            working.emit(FireAdded(cell=cell, levels=levels, by_card=False, tile=tile, cause=recorded(state, STOKE)))
        case _:
            working.emit(
                FireAdded(cell=cell, levels=1, by_card=True, tile=tile, cause=fire_cause(working, by_card=True))
            )


def _water_gone(working: Working, ask: Ask, command: c.LoseWater) -> None:
    if ask.kind == "refill_tax":
        working.emit(WaterLost(seat=ask.seat, source=command.source, by=ask.by))
        return
    into = free_bucket(working.state.brigades[ask.by])
    assert into is not None, "a thief without a free bucket"
    working.emit(WaterStolen(seat=ask.seat, source=command.source, by=ask.by, into=into))


_RESOLVE: Final[Mapping[type, Callable[..., None]]] = {
    c.ChooseChief: _chief,
    c.PlaceCubes: _cubes,
    c.ChooseCell: _cell,
    c.ChooseCube: _cube,
    c.ChooseRecruit: _recruited,
    c.ChooseCard: _discarded,
    c.ChooseRival: _rival,
    c.ChooseTrack: _track,
    c.ChooseDirection: _direction,
    c.LoseWater: _water_gone,
    c.TakeWater: _water_taken,
    c.Accept: _accepted,
    c.Decline: _declined,
}
"""Type of an answer -> what comes of it."""
assert set(_RESOLVE) == c.ANSWERS, "something comes of every answer"
