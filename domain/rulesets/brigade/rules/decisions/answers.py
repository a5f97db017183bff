"""The answers that each decision allows, and the one it gets when time runs out (section 15.2)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import MAY_DECLINE, Ask
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
from domain.rulesets.brigade.components import ABILITIES, CHIEFS, DIRECTIONS, HOUSES, TRACK_NAMES, bits, tile_at
from domain.rulesets.brigade.errata import BRI_E02
from domain.rulesets.brigade.queries import (
    can_recruit,
    chief_buckets,
    complete,
    crew_buckets,
    cube_cells,
    may_upgrade,
    member_ids,
    places_for,
    recognition_cells,
    rivals,
    sources,
    standing,
)
from domain.rulesets.brigade.rules.ready import CELL_CHOICES
from domain.rulesets.brigade.state import State


def answers(state: State, ask: Ask) -> tuple[Answer, ...]:
    """Every answer to a decision. Empty if none would change anything; then the decision is not asked."""
    choices = tuple(_choices(state, ask))
    if choices and ask.kind in MAY_DECLINE:
        return (*choices, Decline(ask.seat))
    return choices


def has_answer(state: State, ask: Ask) -> bool:
    """Whether a decision has any answer that would change something."""
    return next(_choices(state, ask), None) is not None


def _choices(state: State, ask: Ask) -> Iterator[Answer]:
    seat = ask.seat
    match ask.kind:
        case "choose_chief":
            yield from chiefs_left(state, seat)
        case "recognition":
            most = min(ask.left, state.brigades[seat].supply)
            for cell in bits(recognition_cells(state, ask)):
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
        case "stolen_water" if BRI_E02.holds(state) and state.brigades[ask.by].gone:
            return
        case "refill_tax" | "stolen_water":
            for source in sources(state.brigades[seat], brigade=ask.brigade, wagon=ask.wagon):
                yield LoseWater(seat, source)
        case "recruit" | "discard_crew" | "give_precious" | "name_rival" | "free_upgrade":
            yield from _cards_and_rivals(state, ask)
        case _:
            yield from CELL_CHOICES[seat][ask.cells]


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


def chiefs_left(state: State, seat: Seat) -> tuple[ChooseChief, ...]:
    """The chiefs and firehouses that a seat may pick; in the base game a chief brings its colour (BRI-SETUP-01,
    BRI-ADV-02)."""
    taken = frozenset([b.chief for b in state.brigades] + [b.firehouse for b in state.brigades])
    return _chiefs_left(seat, taken, state.options.extra_chiefs, state.options.advanced)


@lru_cache(maxsize=1024)
def _chiefs_left(seat: Seat, taken: frozenset[str], extra: bool, advanced: bool) -> tuple[ChooseChief, ...]:
    return tuple(
        ChooseChief(seat, chief=chief.id, firehouse=firehouse)
        for chief in CHIEFS.values()
        if chief.id not in taken and (extra or chief.set != "extra")
        for firehouse in (HOUSES if advanced else (chief.base_colour,))
        if firehouse not in taken
    )


def _merchant_choices(state: State, ask: Ask) -> Iterator[Answer]:
    """Water, a move of a cube, or a douse (BRI-CREW-ALI-AHMAR). The first choice is the default: most water, chief
    first."""
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


def default_answer(state: State, ask: Ask) -> Answer:
    """The answer for a seat that does not answer in time (15.2)."""
    if ask.kind in MAY_DECLINE:
        return Decline(ask.seat)
    allowed = answers(state, ask)
    if ask.kind == "relocate":
        cells = [answer for answer in allowed if isinstance(answer, ChooseCell)]
        return min(cells, key=lambda answer: (tile_at(state.tiles, answer.cell).value, answer.cell))
    return allowed[0]
