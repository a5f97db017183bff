"""What comes of a decision once it is made."""

from typing import assert_never

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
    seat = ask.seat
    working.emit(DecisionMade(seat=seat, decision=ask.kind, declined=isinstance(command, c.Decline)))
    match command:
        case c.ChooseChief(chief=chief, firehouse=firehouse):
            working.emit(ChiefChosen(seat=seat, chief=chief, firehouse=firehouse))
        case c.PlaceCubes(cell=cell, number=number):
            working.agenda.append(ask)
            working.push(LayOn(seat=seat, cell=cell, left=number))
        case c.ChooseCell(cell=cell):
            _cell(working, ask, cell)
        case c.ChooseCube(cell=cell):
            _cube(working, ask, cell)
        case c.ChooseTrack(track=track):
            advance(working, seat, track, "ability", crew_at_work(working.state, seat, FREE_UPGRADE))
        case c.ChooseDirection(direction=direction):
            working.push(Blaze(fallen(ask.cell, direction), by_card=False))
        case c.LoseWater(source=source):
            _water_gone(working, ask, source)
        case c.TakeWater(chief=chief, crew=crew):
            b = working.state.brigades[seat]
            members = tuple(m.water + more for m, more in zip(b.crew, crew, strict=True))
            working.emit(
                WaterChanged(seat=seat, wagon=b.wagon_water, chief=b.water + chief, crew=members, why="merchant_choice")
            )
        case c.Accept() if ask.kind == "second_cube":
            lay_cube(working, seat, ask.cell, "second_cube")
        case c.Accept():
            working.push(DrawRecruits(seat, RECRUITS_DRAWN))
        case c.Decline() | c.ChooseRecruit() | c.ChooseCard() | c.ChooseRival():
            _crew(working, ask, command)
        case _:
            assert_never(command)


def _crew(working: Working, ask: Ask, command: c.Decline | c.ChooseRecruit | c.ChooseCard | c.ChooseRival) -> None:
    seat, drawn = ask.seat, working.state.drawn
    match command:
        case c.Decline():
            if ask.kind == "recruit":
                working.emit(RecruitDone(seat=seat, card="", replaced="", discarded=drawn))
        case c.ChooseRecruit(card=card, replaced=replaced):
            working.emit(
                RecruitDone(
                    seat=seat, card=card, replaced=replaced, discarded=tuple(other for other in drawn if other != card)
                )
            )
            working.return_mimic()
        case c.ChooseCard(card=card):
            working.emit(CrewDiscarded(seat=seat, cards=(card,), why="zilda"))
            working.return_mimic()
        case c.ChooseRival(rival=rival) if ask.kind == "give_precious":
            working.emit(SirPreciousGiven(seat=seat, rival=rival))
        case c.ChooseRival(rival=rival):
            working.push(Ask("discard_crew", rival, by=seat))
        case _:
            assert_never(command)


def _cube(working: Working, ask: Ask, cell: Cell) -> None:
    if ask.kind == "merchant_choice":
        cells = standing(working.state) & ~(1 << cell)
        working.push(Ask("moved_cube", ask.seat, cell=cell, cells=cells))
    else:
        working.emit(CubeRemoved(seat=ask.seat, cell=cell, why=ask.ability, tile=working.tile(cell)))


def _cell(working: Working, ask: Ask, cell: Cell) -> None:
    seat, tile = ask.seat, working.tile(cell)
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


def _water_gone(working: Working, ask: Ask, source: str) -> None:
    if ask.kind == "refill_tax":
        working.emit(WaterLost(seat=ask.seat, source=source, by=ask.by))
        return
    into = free_bucket(working.state.brigades[ask.by])
    assert into is not None, "a thief without a free bucket"
    working.emit(WaterStolen(seat=ask.seat, source=source, by=ask.by, into=into))
