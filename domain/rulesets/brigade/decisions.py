"""Decisions (section 15.2): which answers each allows, and which it gets when time runs out. Changes nothing.

`answers` is the one list of what is allowed; `objections_answer` only says why something is not on it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.brigade.agenda import Ask, Decision
from domain.rulesets.brigade.boards import can_recruit, may_upgrade, places_for, sources
from domain.rulesets.brigade.commands import (
    Accept,
    Answer,
    ChooseCard,
    ChooseCell,
    ChooseChief,
    ChooseCube,
    ChooseDirection,
    ChooseRecruit,
    ChooseRival,
    ChooseTrack,
    Decline,
    LoseWater,
    PlaceCubes,
    TakeWater,
)
from domain.rulesets.brigade.components import (
    ABILITIES,
    ABILITY_RULES,
    ADJACENT,
    CELLS,
    CHIEFS,
    DIRECTIONS,
    HOUSES,
    SURROUNDING,
    TRACK_NAMES,
    Mask,
    bits,
    tile_at,
)
from domain.rulesets.brigade.queries import (
    chief_buckets,
    complete,
    crew_buckets,
    cube_cells,
    house_has,
    member_ids,
    rivals,
    standing,
)
from domain.rulesets.brigade.state import State

BLACK: Final = "diagonal_recognition"

RULES: Final[Mapping[Decision, tuple[str, ...]]] = {
    "choose_chief": ("BRI-ADV-04", "BRI-SETUP-01"),
    "recognition": ("BRI-RECOG-02", "BRI-RECOG-03"),
    "recruit": ("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03"),
    "give_precious": ("BRI-CREW-SIR-PRECIOUS",),
    "relocate": ("BRI-LOYAL-07",),
    "event_cube": ("BRI-EVENT-SPECIAL-06",),
    "redirect": ("BRI-CREW-ESME-MORROW", "BRI-RULING-62"),
    "stoke": ("BRI-CREW-CHOPS-MURPHY", "BRI-CREW-07"),
    "douse": ("BRI-CREW-DEL-UGE",),
    "noble_cube": ("BRI-CREW-IMMORA",),
    "merchant_cube": ("BRI-HOUSE-ORANGE",),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR",),
    "moved_cube": ("BRI-CREW-ALI-AHMAR",),
    "free_recruit": ("BRI-CREW-MAL-CANDOR",),
    "free_upgrade": ("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD"),
    "name_rival": ("BRI-CREW-ZILDA-GARRETT",),
    "discard_crew": ("BRI-CREW-ZILDA-GARRETT",),
    "second_cube": ("BRI-CREW-SELINA-BLACKFLOW",),
    "refill_tax": ("BRI-CREW-WALDER-RANIER",),
    "stolen_water": ("BRI-CHIEF-AURATH-ETHER",),
    "remove_cube": ("BRI-CHIEF-FRITH-GOLDMANE", "BRI-CHIEF-GLINT-DAMPSHOT"),
    "fallen_tree": ("BRI-EXP-BIG-05",),
    "dirty_dealings": ("BRI-EXP-FESTIVAL-04",),
    "pyro_cube": ("BRI-CHIEF-CINDY-BUSTION",),
}

MAY_DECLINE: Final[frozenset[Decision]] = frozenset(
    {
        "recognition",
        "recruit",
        "event_cube",
        "redirect",
        "stoke",
        "merchant_cube",
        "free_recruit",
        "free_upgrade",
        "name_rival",
        "second_cube",
        "dirty_dealings",
    }
)


_FOR_CUBES: Final[frozenset[Decision]] = frozenset(
    {"event_cube", "noble_cube", "merchant_cube", "moved_cube", "pyro_cube"}
)
"""Decisions for a tile that a cube comes to."""


def rules_of(ask: Ask) -> tuple[str, ...]:
    """The rules behind a decision: those of the ability that asks, where there is one."""
    return (ABILITY_RULES[ask.ability], "BRI-LOYAL-06") if ask.ability else RULES[ask.kind]


def answers(state: State, ask: Ask) -> tuple[Answer, ...]:
    """Every answer to a decision; empty if none would change anything, and then it is not asked."""
    found = tuple(_choices(state, ask))
    if found and ask.kind in MAY_DECLINE:
        return (*found, Decline(ask.seat))
    return found


def _choices(state: State, ask: Ask) -> Iterator[Answer]:
    seat = ask.seat
    match ask.kind:
        case "choose_chief":
            yield from chiefs_left(state, seat)
        case "recognition":
            most = min(ask.left, state.brigades[seat].supply)
            for cell in bits(reach(state, ask)):
                for number in range(1, most + 1):
                    yield PlaceCubes(seat, cell=cell, number=number)
        case "second_cube":
            if ask.cells and state.brigades[seat].supply:
                yield Accept(seat)
        case "free_recruit":
            if can_recruit(state, seat):
                yield Accept(seat)
        case "merchant_choice":
            yield from _merchant_choices(state, ask)
        case "remove_cube":
            for cell in bits(ask.cells):
                yield ChooseCube(seat, cell)
        case "fallen_tree":
            for direction in DIRECTIONS:
                yield ChooseDirection(seat, direction)
        case "refill_tax" | "stolen_water":
            for source in sources(state.brigades[seat], brigade=ask.brigade, wagon=ask.wagon):
                yield LoseWater(seat, source)
        case "recruit" | "discard_crew" | "give_precious" | "name_rival" | "free_upgrade":
            yield from _cards_and_rivals(state, ask)
        case _:
            for cell in bits(ask.cells):
                yield ChooseCell(seat, cell)


def _cards_and_rivals(state: State, ask: Ask) -> Iterator[Answer]:
    seat = ask.seat
    brigade = state.brigades[seat]
    match ask.kind:
        case "recruit":
            for card in state.drawn:
                for replaced in places_for(brigade):
                    yield ChooseRecruit(seat, card=card, replaced=replaced)
        case "discard_crew":
            for card in member_ids(brigade):
                yield ChooseCard(seat, card)
        case "give_precious":
            for rival in rivals(state, seat):
                yield ChooseRival(seat, rival)
        case "name_rival":
            for rival in rivals(state, seat):
                if state.brigades[rival].crew:
                    yield ChooseRival(seat, rival)
        case _:
            for track in TRACK_NAMES:
                if may_upgrade(state, seat) and not complete(brigade, track):
                    yield ChooseTrack(seat, track)


def chiefs_left(state: State, seat: Seat) -> Iterator[ChooseChief]:
    """What a seat may pick: in the base game a chief with the colour of its card (BRI-SETUP-01, BRI-ADV-02)."""
    taken = {b.chief for b in state.brigades} | {b.house for b in state.brigades}
    for chief in CHIEFS.values():
        if chief.id in taken or (chief.set == "extra" and not state.options.extra_chiefs):
            continue
        for house in HOUSES if state.options.advanced else (chief.base_colour,):
            if house not in taken:
                yield ChooseChief(seat, chief=chief.id, house=house)


def reach(state: State, ask: Ask) -> Mask:
    """Where cubes of recognition may go (BRI-RECOG-02, BRI-HOUSE-BLACK)."""
    near = SURROUNDING if house_has(state, ask.seat, BLACK) else ADJACENT
    return (near[ask.cell] | 1 << ask.cell) & standing(state)


def _merchant_choices(state: State, ask: Ask) -> Iterator[Answer]:
    # BRI-CREW-ALI-AHMAR: water first, as the default wants it, chief before crew
    seat, b = ask.seat, state.brigades[ask.seat]
    most: int = ABILITIES["merchant_choice"]["water"]
    crew = crew_buckets(b)
    free = [chief_buckets(b) - b.water, *(full - m.water for full, m in zip(crew, b.crew, strict=True))]
    waters = product(*(range(min(most, n), -1, -1) for n in free))
    for chief, *members in sorted((w for w in waters if 0 < sum(w) <= most), key=lambda w: -sum(w)):
        yield TakeWater(seat, chief=chief, crew=tuple(members))
    for cell in bits(cube_cells(b)):
        if standing(state) & ~(1 << cell):
            yield ChooseCube(seat, cell)
    for cell in bits(ask.cells):
        yield ChooseCell(seat, cell)


# ---- when time runs out


def default_answer(state: State, ask: Ask) -> Answer:
    """What the house answers for a seat that does not (15.2)."""
    if ask.kind in MAY_DECLINE:
        return Decline(ask.seat)
    found = answers(state, ask)
    if ask.kind == "relocate":
        cells = [answer for answer in found if isinstance(answer, ChooseCell)]
        return min(cells, key=lambda answer: (tile_at(state.tiles, answer.cell).value, answer.cell))
    return found[0]


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
            elif not reach(state, ask) >> cell & 1:
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
