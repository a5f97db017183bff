"""From one step to the next. Total over the events that `decide` makes: it asserts, never refuses and never draws."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade import events_boards as on
from domain.rulesets.brigade.components import (
    CHIEFS,
    CREW,
    CUBES,
    DOOMED,
    FIREHOUSE_CELLS,
    NO_CELLS,
    SIR_PRECIOUS,
    START_INTENSITY,
    STARTING,
    TILE_INDEX,
    TILES,
    TRACK_NAMES,
    UNIVERSITY,
    WAGON_START_WATER,
    Cell,
    bits,
)
from domain.rulesets.brigade.state import NOWHERE, Brigade, Member, State


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`."""
    match event:
        case e.FireAdded(cell=cell, levels=levels, card=card):
            risen = state.risen | 1 << cell if card else state.risen
            return replace(state, fire=_raised(state.fire, cell, levels), risen=risen)
        case e.ActionTaken(cost=cost, uses=uses):
            assert state.actions >= cost, "an action that was not there"
            used = (*state.used, uses) if uses else state.used
            return replace(state, actions=state.actions - cost, used=used, ride=False)
        case e.DecisionAsked(agenda=agenda):
            return replace(state, agenda=agenda)
        case e.DecisionMade():
            return replace(state, agenda=())
        case e.FireReduced(cell=cell, levels=levels):
            return replace(state, fire=_raised(state.fire, cell, -levels))
        case e.FirePutOut(seat=seat):
            state = replace(state, fires_out=state.fires_out + 1)
            return _with(state, seat, replace(state.brigades[seat], last_out=state.fires_out))
        case e.FiresExchanged(cell=cell, other=other):
            fire = bytearray(state.fire)
            fire[cell], fire[other] = fire[other], fire[cell]
            return replace(state, fire=bytes(fire))
        case e.TileDestroyed(cell=cell):
            return _destroyed(state, cell)
        case (
            e.BrigadeMoved()
            | e.BrigadePushed()
            | e.FreeMoveEarned()
            | e.AviaryTokenTaken()
            | e.AviaryRoasted()
            | e.WagonMoved()
        ):
            return _pawns(state, event)
        case e.CubePlaced() | e.CubeRemoved() | e.CubeMoved() | e.LoyaltyGained():
            return _loyalty(state, event)
        case on.WaterSpent() | on.WaterPut() | on.WaterLost() | on.WaterStolen():
            return _water(state, event)
        case (
            e.CrewDeckShuffled()
            | on.CrewCardDrawn()
            | on.SirPreciousDrawn()
            | on.SirPreciousGiven()
            | on.SirPreciousDiscarded()
            | on.RecruitDone()
            | on.CrewDiscarded()
            | on.CrewPoached()
        ):
            return _crew(state, event)
        case (
            on.AllegianceDeclared()
            | on.SideChanged()
            | on.MimicPlaced()
            | on.MimicReturned()
            | on.PyreControlled()
            | on.PyreServed()
            | on.TrackAdvanced()
        ):
            return _boards(state, event)
        case _:
            return _turns(state, event)


def _with(state: State, seat: Seat, brigade: Brigade) -> State:
    return replace(state, brigades=(*state.brigades[:seat], brigade, *state.brigades[seat + 1 :]))


def _raised(fire: bytes, cell: Cell, levels: int) -> bytes:
    # BRI-FIRE-01, -03: several levels are one addition, and what goes beyond the destroyed icon is lost
    level = min(fire[cell] + levels, DOOMED)
    assert level >= 0, "a fire below nothing"
    return fire[:cell] + bytes((level,)) + fire[cell + 1 :]


def _counted(cubes: bytes, cell: Cell, change: int) -> bytes:
    assert cubes[cell] + change >= 0, "a cube that was not there"
    return cubes[:cell] + bytes((cubes[cell] + change,)) + cubes[cell + 1 :]


def _turns(state: State, event: e.Event) -> State:
    match event:
        case e.CityBuilt(tiles=tiles, first=first):
            laid = bytes(TILE_INDEX[tile] for tile in tiles)
            return replace(
                state, tiles=laid, fire=NO_CELLS, first=first, active=first, phase="choosing", starting=STARTING
            )
        case e.ChiefChosen(seat=seat, chief=chief, house=house):
            state = replace(state, tiles=_settled(state.tiles, state.brigades[seat].home, house))
            return _with(state, seat, _ready(state.brigades[seat], chief, house))
        case e.StartingEventsBegun():
            fire = bytearray(state.fire)
            for cell in bits(UNIVERSITY):
                fire[cell] = START_INTENSITY
            return replace(state, fire=bytes(fire), phase="starting")
        case e.EventDeckShuffled(order=order):
            return replace(state, events=order, event_discard=() if state.round else state.event_discard)
        case e.TurnBegan(seat=seat, round=number, extra=extra):
            brigade = replace(state.brigades[seat], allegiance=False)
            turns = UNSET if state.turns is UNSET else state.turns + 1
            state = replace(state, active=seat, round=number, phase="event", extra=extra, extra_due=False, turns=turns)
            return replace(_with(state, seat, brigade), used=(), free_moves=0, nobles=0, ride=False, actions=0)
        case e.EventDrawn(card=card, starting=True):
            left = tuple(each for each in state.starting if each != card)
            return replace(state, event=card, starting=left, risen=0)
        case e.EventDrawn(card=card):
            assert state.events[0] == card, "not the top card"
            return replace(state, event=card, events=state.events[1:], risen=0)
        case e.EventDiscarded(card=card):
            return replace(state, event="", event_discard=(*state.event_discard, card))
        case e.ActionPhaseBegan(seat=seat, actions=actions):
            state = _with(state, seat, replace(state.brigades[seat], banked=0))
            return replace(state, phase="action", actions=actions)
        case e.ActionPhaseEnded():
            return replace(state, phase="end", actions=0, free_moves=0, ride=False)
        case e.ActionsGained(seat=seat, actions=actions, banked=True):
            brigade = state.brigades[seat]
            return _with(state, seat, replace(brigade, banked=brigade.banked + actions))
        case e.ActionsGained(actions=actions):
            return replace(state, actions=state.actions + actions)
        case e.ExtraTurnEarned():
            return replace(state, extra_due=True)
        case e.EvacuationAnnounced():
            return replace(state, evacuation=True)
        case e.GameEnded(ending=ending, places=places, rules=rules):
            return replace(state, phase="over", agenda=(), ending=ending, places=places, ended_by=rules)
        case e.SeatDeserted(seat=seat, turns=turns):
            state = replace(state, turns=UNSET if turns is None else turns)
            brigade = replace(state.brigades[seat], at=NOWHERE, wagon_at=NOWHERE, gone=True, mimic="")
            brigade = replace(brigade, allegiance=False, pyro=False, water=0, wagon_water=0, banked=0)
            return _with(replace(state, agenda=()), seat, brigade)
        case _:
            raise AssertionError(f"an event that nobody evolves: {type(event).__name__}")


def _ready(brigade: Brigade, chief: str, house: str) -> Brigade:
    return replace(
        brigade,
        chief=chief,
        house=house,
        at=NOWHERE if brigade.gone else brigade.home,
        wagon_at=NOWHERE if brigade.gone else brigade.home,
        water=CHIEFS[chief].buckets,
        wagon_water=WAGON_START_WATER,
        cubes=NO_CELLS,
        supply=CUBES,
    )


def _settled(tiles: bytes, home: Cell, house: str) -> bytes:
    # BRI-SETUP-03, -04: the firehouse of this colour comes to the seat's corner; the one that lay there takes its place
    own = next(cell for cell in FIREHOUSE_CELLS if TILES[tiles[cell]].colour == house)
    laid = bytearray(tiles)
    laid[home], laid[own] = laid[own], laid[home]
    return bytes(laid)


def _destroyed(state: State, cell: Cell) -> State:
    assert state.fire[cell] == DOOMED, "only a doomed tile is flipped"
    bit = 1 << cell
    brigades = tuple(
        replace(
            b,
            at=b.home if b.at == cell else b.at,
            wagon_at=b.home if b.wagon_at == cell else b.wagon_at,
            cubes=_counted(b.cubes, cell, -b.cubes[cell]),
            supply=b.supply + b.cubes[cell],
            loyal=b.loyal & ~bit,
        )
        for b in state.brigades
    )
    fire = _raised(state.fire, cell, -DOOMED)
    return replace(state, brigades=brigades, fire=fire, destroyed=state.destroyed | bit)


def _pawns(
    state: State,
    event: e.BrigadeMoved | e.BrigadePushed | e.FreeMoveEarned | e.AviaryTokenTaken | e.AviaryRoasted | e.WagonMoved,
) -> State:
    match event:
        case e.BrigadeMoved(seat=seat, kind=kind, path=path, ride=ride):
            free = state.free_moves - (kind == "pink")
            assert free >= 0, "a free move that was not there"
            state = replace(state, free_moves=free, ride=ride)
            return _with(state, seat, replace(state.brigades[seat], at=path[-1]))
        case e.BrigadePushed(seat=seat, cell=cell):
            return _with(state, seat, replace(state.brigades[seat], at=cell))
        case e.FreeMoveEarned(cell=cell):
            return replace(state, free_moves=state.free_moves + 1, nobles=state.nobles | 1 << cell)
        case e.AviaryTokenTaken(seat=seat):
            brigade = state.brigades[seat]
            assert brigade.roast, "no token on the Aviary"
            return _with(state, seat, replace(brigade, roast=False, supply=brigade.supply + 1))
        case e.AviaryRoasted(cell=cell, seats=seats):
            brigades = tuple(
                replace(b, roast=True, supply=b.supply - 1) if seat in seats else b
                for seat, b in enumerate(state.brigades)
            )
            return replace(state, brigades=brigades, aviary=cell)
        case e.WagonMoved(seat=seat, cell=cell):
            return _with(state, seat, replace(state.brigades[seat], wagon_at=cell))
        case _:
            assert_never(event)


def _loyalty(state: State, event: e.CubePlaced | e.CubeRemoved | e.CubeMoved | e.LoyaltyGained) -> State:
    match event:
        case e.CubePlaced(seat=seat, cell=cell):
            brigade = state.brigades[seat]
            assert brigade.supply > 0, "no cube in the supply"
            brigade = replace(brigade, cubes=_counted(brigade.cubes, cell, 1), supply=brigade.supply - 1)
            return _with(state, seat, brigade)
        case e.CubeRemoved(seat=seat, cell=cell):
            brigade = state.brigades[seat]
            brigade = replace(brigade, cubes=_counted(brigade.cubes, cell, -1), supply=brigade.supply + 1)
            return _with(state, seat, brigade)
        case e.CubeMoved(seat=seat, source=source, cell=cell):
            brigade = state.brigades[seat]
            cubes = _counted(_counted(brigade.cubes, source, -1), cell, 1)
            return _with(state, seat, replace(brigade, cubes=cubes))
        case e.LoyaltyGained(seat=seat, cell=cell, source=source):
            keep = ~(1 << cell) if source == NOWHERE else ~(1 << cell | 1 << source)
            brigades = tuple(
                replace(
                    b,
                    cubes=_counted(b.cubes, cell, -b.cubes[cell]),
                    supply=b.supply + b.cubes[cell],
                    loyal=b.loyal & keep | 1 << cell if at == seat else b.loyal & ~(1 << cell),
                )
                for at, b in enumerate(state.brigades)
            )
            return replace(state, brigades=brigades)
        case _:
            assert_never(event)


def _water(state: State, event: on.WaterSpent | on.WaterPut | on.WaterLost | on.WaterStolen) -> State:
    match event:
        case on.WaterSpent(seat=seat, wagon=wagon, chief=chief, crew=crew):
            b = state.brigades[seat]
            members = tuple(Member(m.id, m.water - spent) for m, spent in zip(b.crew, crew, strict=True))
            return _with(
                state, seat, replace(b, wagon_water=b.wagon_water - wagon, water=b.water - chief, crew=members)
            )
        case on.WaterPut(seat=seat, wagon=wagon, chief=chief, crew=crew):
            b = state.brigades[seat]
            members = tuple(Member(m.id, now) for m, now in zip(b.crew, crew, strict=True))
            return _with(state, seat, replace(b, wagon_water=wagon, water=chief, crew=members))
        case on.WaterLost(seat=seat, source=source):
            return _with(state, seat, _poured(state.brigades[seat], source, -1))
        case on.WaterStolen(seat=seat, source=source, by=by, into=into):
            state = _with(state, seat, _poured(state.brigades[seat], source, -1))
            return _with(state, by, _poured(state.brigades[by], into, 1))
        case _:
            assert_never(event)


def _poured(brigade: Brigade, place: str, change: int) -> Brigade:
    if place == "wagon":
        return replace(brigade, wagon_water=brigade.wagon_water + change)
    if place == "chief":
        return replace(brigade, water=brigade.water + change)
    crew = tuple(Member(m.id, m.water + change) if m.id == place else m for m in brigade.crew)
    return replace(brigade, crew=crew)


def _crew(
    state: State,
    event: e.CrewDeckShuffled
    | on.CrewCardDrawn
    | on.SirPreciousDrawn
    | on.SirPreciousGiven
    | on.SirPreciousDiscarded
    | on.RecruitDone
    | on.CrewDiscarded
    | on.CrewPoached,
) -> State:
    match event:
        case e.CrewDeckShuffled(order=order):
            return replace(state, crew_deck=order, crew_discard=())
        case on.CrewCardDrawn(card=card):
            assert state.crew_deck[0] == card, "not the top card"
            return replace(state, crew_deck=state.crew_deck[1:], drawn=(*state.drawn, card))
        case on.SirPreciousDrawn():
            return replace(state, crew_deck=state.crew_deck[1:])
        case on.SirPreciousGiven(rival=rival):
            return _with(state, rival, replace(state.brigades[rival], precious=True))
        case on.SirPreciousDiscarded(seat=seat):
            state = replace(state, crew_discard=(*state.crew_discard, SIR_PRECIOUS))
            return _with(state, seat, replace(state.brigades[seat], precious=False))
        case on.RecruitDone(seat=seat, kept=kept, replaced=replaced, discarded=discarded):
            state = replace(state, drawn=(), crew_discard=(*state.crew_discard, *discarded))
            return _joined(state, seat, kept, replaced) if kept else state
        case on.CrewDiscarded(seat=seat, cards=cards):
            b = state.brigades[seat]
            state = replace(state, crew_discard=(*state.crew_discard, *cards))
            return _with(state, seat, replace(b, crew=tuple(m for m in b.crew if m.id not in cards)))
        case on.CrewPoached(seat=seat, rival=rival, card=card, replaced=replaced):
            b = state.brigades[rival]
            state = _with(state, rival, replace(b, crew=tuple(m for m in b.crew if m.id != card)))
            return _joined(state, seat, card, replaced)
        case _:
            assert_never(event)


def _joined(state: State, seat: Seat, card: str, replaced: str) -> State:
    # BRI-ACT-RECRUIT-03, -04: always the last in order of recruitment, and with full buckets
    b = state.brigades[seat]
    crew = (*(m for m in b.crew if m.id != replaced), Member(card, CREW[card].buckets))
    if replaced:
        state = replace(state, crew_discard=(*state.crew_discard, replaced))
    return _with(state, seat, replace(b, crew=crew))


def _boards(
    state: State,
    event: on.AllegianceDeclared
    | on.SideChanged
    | on.MimicPlaced
    | on.MimicReturned
    | on.PyreControlled
    | on.PyreServed
    | on.TrackAdvanced,
) -> State:
    b = state.brigades[event.seat]
    match event:
        case on.AllegianceDeclared():
            b = replace(b, allegiance=True)
        case on.SideChanged(werewolf=werewolf, water=water):
            b = replace(b, werewolf=werewolf, water=water)
        case on.MimicPlaced(card=card):
            b = replace(b, mimic=card)
        case on.MimicReturned():
            b = replace(b, mimic="")
        case on.PyreControlled():
            b = replace(b, pyro=True)
        case on.PyreServed():
            b = replace(b, pyro=False)
        case on.TrackAdvanced(track=track, circle=circle, counts=counts):
            crew, wagon, leadership = (
                circle if name == track else old for name, old in zip(TRACK_NAMES, b.circles, strict=True)
            )
            b = replace(b, circles=(crew, wagon, leadership))
            if counts:
                state = replace(state, used=(*state.used, "upgrade"))
        case _:
            assert_never(event)
    return _with(state, event.seat, b)
