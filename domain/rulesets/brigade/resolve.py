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
    table.emit(DecisionMade(seat, ask.kind, isinstance(command, c.Decline)))
    match command:
        case c.ChooseChief(_, chief, house):
            table.emit(ChiefChosen(seat, chief, house))
        case c.PlaceCubes(_, cell, number):
            table.agenda.append(ask)
            table.push(LayOn(seat, cell, number))
        case c.ChooseCell(_, cell):
            _cell(table, ask, cell)
        case c.ChooseCube(_, cell):
            _cube(table, ask, cell)
        case c.ChooseTrack(_, track):
            advance(table, seat, track, "ability")
        case c.ChooseDirection(_, direction):
            table.push(Blaze(fallen(ask.cell, direction), card=False))
        case c.LoseWater(_, source):
            _water_gone(table, ask, source)
        case c.TakeWater(_, chief, crew):
            b = table.state.brigades[seat]
            members = tuple(m.water + more for m, more in zip(b.crew, crew, strict=True))
            table.emit(WaterPut(seat, b.wagon_water, b.water + chief, members, "merchant_choice"))
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
                table.emit(RecruitDone(seat, "", "", drawn))
        case c.ChooseRecruit(_, card, replaced):
            table.emit(RecruitDone(seat, card, replaced, tuple(each for each in drawn if each != card)))
            table.return_mimic()
        case c.ChooseCard(_, card):
            table.emit(CrewDiscarded(seat, (card,), "zilda"))
            table.return_mimic()
        case c.ChooseRival(_, rival) if ask.kind == "give_precious":
            table.emit(SirPreciousGiven(seat, rival))
        case c.ChooseRival(_, rival):
            table.push(Ask("discard_crew", rival, by=seat))
        case _:
            assert_never(command)


def _cube(table: Table, ask: Ask, cell: Cell) -> None:
    if ask.kind == "merchant_choice":
        cells = standing(table.state) & ~(1 << cell)
        table.push(Ask("moved_cube", ask.seat, cell, cells=cells))
    else:
        table.emit(CubeRemoved(ask.seat, cell, ask.ability, table.tile(cell)))


def _cell(table: Table, ask: Ask, cell: Cell) -> None:
    seat, tile = ask.seat, table.tile(cell)
    match ask.kind:
        case "relocate":
            table.push(Gain(seat, ask.cell, source=cell))
        case "redirect":
            addition = table.agenda.pop()
            assert isinstance(addition, Addition), "fire to redirect"
            table.emit(FireAdded(cell, addition.levels, addition.card, tile))
        case "stoke":
            table.emit(FireAdded(cell, ABILITIES["stoke_two_on_loyalty"]["amount"], False, tile))
        case "douse":
            down = min(table.state.fire[cell], ABILITIES["douse_two_on_commons"]["amount"])
            table.emit(FireReduced(cell, down, "douse", tile))
        case "merchant_choice":
            table.emit(FireReduced(cell, ABILITIES["merchant_choice"]["douse"], "merchant_choice", tile))
        case "dirty_dealings":
            table.emit(FireAdded(cell, 1, True, tile))
        case "moved_cube":
            shift_cube(table, seat, ask.cell, cell)
        case "pyro_cube":
            table.push(ServePyro(seat, ask.cells & ~(1 << cell)))
            lay_cube(table, seat, cell, "pyro_control")
        case _:
            lay_cube(table, seat, cell, ask.kind)


def _water_gone(table: Table, ask: Ask, source: str) -> None:
    if ask.kind == "refill_tax":
        table.emit(WaterLost(ask.seat, source, ask.by))
        return
    into = free_bucket(table.state.brigades[ask.by])
    assert into is not None, "a thief without a bucket is not served"
    table.emit(WaterStolen(ask.seat, source, ask.by, into))
