"""What comes of a decision once it is made. Trusts that `decisions.py` has allowed the answer."""

from typing import assert_never

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.agenda import Addition, Ask, Blaze, DrawRecruits, Gain, LayOn, ServePyro
from domain.rulesets.brigade.boards import advance, free_bucket
from domain.rulesets.brigade.components import ABILITIES, RECRUITS_DRAWN, Cell
from domain.rulesets.brigade.events import ChiefChosen, CubeRemoved, DecisionMade, FireAdded, FireReduced
from domain.rulesets.brigade.events_boards import (
    CrewDiscarded,
    RecruitDone,
    SirPreciousGiven,
    WaterLost,
    WaterPut,
    WaterStolen,
)
from domain.rulesets.brigade.fire import fallen
from domain.rulesets.brigade.loyalty import lay_cube, shift_cube
from domain.rulesets.brigade.queries import standing
from domain.rulesets.brigade.table import Table


def resolve(table: Table, command: c.Answer) -> None:
    """The answer to the decision on top of the agenda, which it takes off."""
    ask = table.agenda.pop()
    assert isinstance(ask, Ask), "an answer without a decision"
    seat = ask.seat
    table.emit(DecisionMade(seat=seat, decision=ask.kind, declined=isinstance(command, c.Decline)))
    match command:
        case c.ChooseChief(chief=chief, house=house):
            table.emit(ChiefChosen(seat=seat, chief=chief, house=house))
        case c.PlaceCubes(cell=cell, number=number):
            table.agenda.append(ask)
            table.push(LayOn(seat=seat, cell=cell, left=number))
        case c.ChooseCell(cell=cell):
            _cell(table, ask, cell)
        case c.ChooseCube(cell=cell):
            _cube(table, ask, cell)
        case c.ChooseTrack(track=track):
            advance(table, seat, track, "ability")
        case c.ChooseDirection(direction=direction):
            table.push(Blaze(fallen(ask.cell, direction), card=False))
        case c.LoseWater(source=source):
            _water_gone(table, ask, source)
        case c.TakeWater(chief=chief, crew=crew):
            b = table.state.brigades[seat]
            members = tuple(m.water + more for m, more in zip(b.crew, crew, strict=True))
            table.emit(
                WaterPut(seat=seat, wagon=b.wagon_water, chief=b.water + chief, crew=members, why="merchant_choice")
            )
        case c.Accept() if ask.kind == "second_cube":
            lay_cube(table, seat, ask.cell, "second_cube")
        case c.Accept():
            table.push(DrawRecruits(seat, RECRUITS_DRAWN))
        case c.Decline() | c.ChooseRecruit() | c.ChooseCard() | c.ChooseRival():
            _crew(table, ask, command)
        case _:
            assert_never(command)


def _crew(table: Table, ask: Ask, command: c.Decline | c.ChooseRecruit | c.ChooseCard | c.ChooseRival) -> None:
    seat, drawn = ask.seat, table.state.drawn
    match command:
        case c.Decline():
            if ask.kind == "recruit":
                table.emit(RecruitDone(seat=seat, kept="", replaced="", discarded=drawn))
        case c.ChooseRecruit(card=card, replaced=replaced):
            table.emit(
                RecruitDone(
                    seat=seat, kept=card, replaced=replaced, discarded=tuple(each for each in drawn if each != card)
                )
            )
            table.return_mimic()
        case c.ChooseCard(card=card):
            table.emit(CrewDiscarded(seat=seat, cards=(card,), why="zilda"))
            table.return_mimic()
        case c.ChooseRival(rival=rival) if ask.kind == "give_precious":
            table.emit(SirPreciousGiven(seat=seat, rival=rival))
        case c.ChooseRival(rival=rival):
            table.push(Ask("discard_crew", rival, by=seat))
        case _:
            assert_never(command)


def _cube(table: Table, ask: Ask, cell: Cell) -> None:
    if ask.kind == "merchant_choice":
        cells = standing(table.state) & ~(1 << cell)
        table.push(Ask("moved_cube", ask.seat, cell=cell, cells=cells))
    else:
        table.emit(CubeRemoved(seat=ask.seat, cell=cell, why=ask.ability, tile=table.tile(cell)))


def _cell(table: Table, ask: Ask, cell: Cell) -> None:
    seat, tile = ask.seat, table.tile(cell)
    match ask.kind:
        case "relocate":
            table.push(Gain(seat=seat, cell=ask.cell, source=cell))
        case "redirect":
            addition = table.agenda.pop()
            assert isinstance(addition, Addition), "fire to redirect"
            table.emit(FireAdded(cell=cell, levels=addition.levels, card=addition.card, tile=tile))
        case "stoke":
            table.emit(FireAdded(cell=cell, levels=ABILITIES["stoke_two_on_loyalty"]["amount"], card=False, tile=tile))
        case "douse":
            down = min(table.state.fire[cell], ABILITIES["douse_two_on_commons"]["amount"])
            table.emit(FireReduced(cell=cell, levels=down, why="douse", tile=tile))
        case "merchant_choice":
            table.emit(
                FireReduced(cell=cell, levels=ABILITIES["merchant_choice"]["douse"], why="merchant_choice", tile=tile)
            )
        case "dirty_dealings":
            table.emit(FireAdded(cell=cell, levels=1, card=True, tile=tile))
        case "moved_cube":
            shift_cube(table, seat, ask.cell, cell)
        case "pyro_cube":
            table.push(ServePyro(seat, ask.cells & ~(1 << cell)))
            lay_cube(table, seat, cell, "pyro_control")
        case _:
            lay_cube(table, seat, cell, ask.kind)


def _water_gone(table: Table, ask: Ask, source: str) -> None:
    if ask.kind == "refill_tax":
        table.emit(WaterLost(seat=ask.seat, source=source, by=ask.by))
        return
    into = free_bucket(table.state.brigades[ask.by])
    assert into is not None, "a thief without a bucket is not served"
    table.emit(WaterStolen(seat=ask.seat, source=source, by=ask.by, into=into))
