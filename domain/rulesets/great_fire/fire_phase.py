"""The fire phase: rules sections 6 and 8. Knows neither turn order nor what follows the phase.

Objections stand above what they guard; `legal` lists and objections ask the same functions of `fire.py`.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Card, Command, DeclareNoMove, PlayDoubleMove, PlayFire
from domain.rulesets.great_fire.components import (
    BURNABLE,
    COLOURS,
    CONSTANTS,
    DIRECTION_NAMES,
    DIRECTIONS,
    FIRST_HOUSE,
    IDS,
    INDEX,
    KINDS,
    NAMES,
    PUDDING_LANE,
    SIZES,
    Mask,
    bits,
)
from domain.rulesets.great_fire.events import (
    DistrictBurnt,
    DoubleMovePlayed,
    Event,
    FireCardPlayed,
    FireContainedOnArrival,
    FireMoved,
    NoMoveDeclared,
    TokenTaken,
)
from domain.rulesets.great_fire.fire import (
    best_rank,
    giving,
    open_steps,
    patch_of,
    patches,
    playable,
    rank,
    shortest_way,
    targets,
    uncontained,
)
from domain.rulesets.great_fire.state import State
from domain.rulesets.great_fire.supply import given_back, owed, refill, take


def names(mask: Mask) -> tuple[str, ...]:
    """The ids of a set of areas, in board order."""
    return tuple(IDS[at] for at in bits(mask))


def unknown_area(id: str) -> Refused:
    """The refusal of an area that is not on the board."""
    return Refused("unknown_area", "There is no such area on the board.", rules=("GF-TERM-01",), area=id)


def unknown_areas(one: str, other: str) -> Iterator[Refused]:
    """The refusals of those of two areas that are not on the board; one, if they are the same."""
    if one not in INDEX:
        yield unknown_area(one)
    if other not in INDEX and other != one:
        yield unknown_area(other)


# ---- one movement


def _objections_movement(state: State, card: Card | None, source_id: str, target_id: str) -> Iterator[Refused]:
    """Every rule against a cone of `source` going into `target` by `card` (GF-FIRE-02 to GF-FIRE-09).

    Without a card, or from where no cone can leave, there is no final step to judge: only whether fire may enter the target.
    """
    fire = uncontained(state.cones, state.bands)
    source, target = INDEX.get(source_id), INDEX.get(target_id)
    if source is not None and not giving(state.cones, state.bands) >> source & 1:
        yield from _objections_source(state, source)
    if target is None:
        return
    if source is not None and card is not None and fire >> source & 1:
        yield from _objections_target(state, card, source, target)
    else:
        facts = {"target": target_id} if card is None else {"target": target_id, "card": card}
        yield from _objections_entering(state, target, {"source": source_id, **facts})


def _objections_source(state: State, source: int) -> Iterator[Refused]:
    """Why no cone may be taken from `source` (GF-FIRE-02): of one that cannot give."""
    id, cones = IDS[source], state.cones[source]
    if source == PUDDING_LANE:
        rules: tuple[str, ...] = ("GF-RULING-07", "GF-FIRE-08")
        yield Refused("no_cone_to_take", "Pudding Lane has no cone to give.", rules=rules, source=id)
        return
    if not cones:
        yield Refused("not_burning", f"{NAMES[id]} does not burn.", rules=("GF-FIRE-02", "GF-TERM-04"), source=id)
        return
    if not uncontained(state.cones, state.bands) >> source & 1:
        rules = ("GF-CONT-02", "GF-FIRE-02", "GF-RULING-02")
        yield Refused("fire_contained", f"The fire in {NAMES[id]} is contained.", rules=rules, source=id)
    if cones == 1:
        text = f"The last cone of {NAMES[id]} stays where it is."
        yield Refused("last_cone_stays", text, rules=("GF-FIRE-02", "GF-RULING-02"), source=id, cones=cones)


def _objections_target(state: State, card: Card, source: int, target: int) -> Iterator[Refused]:
    """Whether a cone of the burning `source` may go into `target` by `card` (GF-FIRE-03 to GF-FIRE-09)."""
    patch = patch_of(uncontained(state.cones, state.bands), source)
    reached = open_steps(state, patch, card)
    best, chosen = best_rank(state, reached)
    if chosen >> target & 1:
        return
    facts: dict[str, Fact] = {"source": IDS[source], "target": IDS[target], "card": card, "targets": names(chosen)}
    name = NAMES[IDS[target]]
    if reached >> target & 1:
        here = rank(state, target)
        text = f"{name} is of rank {here}, and this cone can reach a target of rank {best}."
        asked: tuple[str, ...] = ("GF-FIRE-09", f"GF-PRIO-0{best}", "GF-PRIO-05", "GF-RULING-01")
        yield Refused("better_target", text, rules=asked, rank=here, best_rank=best, **facts)
        return
    yield from _objections_entering(state, target, facts)
    if not patch.steps(card) >> target & 1:
        text = f"No step to the {DIRECTION_NAMES[card]} leads out of this fire into {name}."
        asked = ("GF-FIRE-04", "GF-FIRE-03", "GF-FIRE-06", "GF-FIRE-07", "GF-RULING-03")
        yield Refused("out_of_reach", text, rules=asked, **facts)


def _objections_entering(state: State, at: int, facts: Mapping[str, Fact]) -> Iterator[Refused]:
    """Why an area is no target at all, if it is none (GF-PRIO-07). One reason says it: no two of them could be mended."""
    name = NAMES[IDS[at]]
    if not BURNABLE >> at & 1:
        rules = ("GF-BOARD-06", "GF-FIRE-05", "GF-PRIO-07")
        yield Refused("never_burns", f"Fire never moves into {name}.", rules=rules, **facts)
    elif state.demolished[at]:
        rules = ("GF-DEMO-05", "GF-FIRE-05", "GF-PRIO-07")
        yield Refused("fire_break", f"{name} is demolished: no fire enters it.", rules=rules, **facts)
    elif uncontained(state.cones, state.bands) >> at & 1:
        rules = ("GF-FIRE-05", "GF-RULING-05", "GF-PRIO-07")
        yield Refused("burns_already", f"{name} burns uncontained already.", rules=rules, **facts)


@cache
def _plays(seat: Seat, card: Card, source: int) -> tuple[PlayFire, ...]:
    """The commands to play `card` from `source`, one for each area: frozen, so made once (at most 6 x 4 x 64 rows)."""
    return tuple(PlayFire(seat, card, IDS[source], id) for id in IDS)


@cache
def _doubles(seat: Seat, source: int) -> tuple[PlayDoubleMove, ...]:
    """The commands of a double move from `source`, one for each area."""
    return tuple(PlayDoubleMove(seat, IDS[source], id) for id in IDS)


def movements(state: State, card: Card) -> list[tuple[list[int], list[int]]]:
    """Every legal movement by `card`: for each patch its possible sources and their targets."""
    now_giving = giving(state.cones, state.bands)
    found = []
    for patch in patches(uncontained(state.cones, state.bands)):
        sources = patch.areas & now_giving
        if sources and (into := targets(state, patch, card)):
            found.append((list(bits(sources)), list(bits(into))))
    return found


def _move(state: State, seat: Seat, card: Card, source: int, target: int) -> tuple[Event, ...]:
    """The movement of one cone and all that comes of it (GF-FIRE-04, section 8)."""
    patch = patch_of(uncontained(state.cones, state.bands), source)
    left, arrived = state.cones[source] - 1, state.cones[target] + 1
    moved = FireMoved(
        seat,
        card,
        IDS[source],
        IDS[target],
        way=tuple(IDS[at] for at in shortest_way(patch, source, card, target)),
        rank=rank(state, target),
        source_cones=left,
        target_cones=arrived,
    )
    lane = left if source == PUDDING_LANE else state.cones[PUDDING_LANE]
    if state.bands.count(target) >= arrived:  # GF-ENTER-01
        return (moved, FireContainedOnArrival(IDS[target]), *refill(state.stock, lane))
    return (moved, *_burn(state, seat, target, arrived, lane))


def _burn(state: State, seat: Seat, at: int, arrived: int, lane: int) -> tuple[Event, ...]:
    """The district burns down (GF-ENTER-02 to GF-ENTER-07)."""
    options = state.deal.options
    housed = bool(state.houses[at])
    need = max(0, SIZES[at] - arrived) if housed or options.reburn_cones == "size" else 0
    taken = take(state.stock, lane, state.piles, need, stop=options.stock_exhaustion == "stop")
    added = taken.from_stock + taken.from_pudding_lane
    burnt = DistrictBurnt(
        IDS[at],
        houses=colours_at(state, at) if housed else (),
        cones_added=added,
        from_stock=taken.from_stock,
        from_pudding_lane=taken.from_pudding_lane,
        cones=arrived + added,
    )
    kind = state.tokens[at]
    token = (TokenTaken(seat, IDS[at], KINDS[kind - 1]),) if housed and kind else ()
    return (*given_back(taken), burnt, *token, *refill(taken.stock, taken.pudding_lane))


def colours_at(state: State, at: int) -> tuple[str, ...]:
    """The colours of the houses that were placed in a district."""
    return tuple(COLOURS[colour] for colour in state.deal.colours_of_houses[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]])


# ---- a fire card


def objections_play_fire(state: State, command: PlayFire) -> Iterator[Refused]:
    """GF-FIRE-01 to GF-FIRE-10."""
    yield from unknown_areas(command.source, command.target)
    if command.card not in state.hands[command.seat]:
        yield Refused("card_not_in_hand", "You do not hold that fire card.", rules=("GF-FIRE-01",), card=command.card)
    yield from _objections_movement(state, command.card, command.source, command.target)


def play_fire(state: State, command: PlayFire) -> tuple[Event, ...]:
    """The card is played and the cone moves."""
    moved = _move(state, command.seat, command.card, INDEX[command.source], INDEX[command.target])
    return (FireCardPlayed(command.seat, command.card), *moved)


# ---- a double move


def objections_double_move(state: State, command: PlayDoubleMove) -> Iterator[Refused]:
    """GF-FIRE-11, GF-FIRE-12."""
    if not state.held[command.seat][KINDS.index("double_move")]:
        yield Refused("no_double_move", "You hold no double-move token.", rules=("GF-FIRE-11", "GF-TOKEN-02"))
    yield from unknown_areas(command.source, command.target)
    card = state.card if command.seat == state.active else None  # the card of this turn is nobody else's to move by
    yield from _objections_movement(state, card, command.source, command.target)


def double_move(state: State, command: PlayDoubleMove) -> tuple[Event, ...]:
    """The token is used and a second cone moves by the same card."""
    moved = _move(state, command.seat, _played(state), INDEX[command.source], INDEX[command.target])
    return (DoubleMovePlayed(command.seat), *moved)


def _played(state: State) -> Card:
    """The card of this turn."""
    assert state.card is not None
    return state.card


# ---- no move possible


def objections_declare(state: State, command: DeclareNoMove) -> Iterator[Refused]:
    """GF-FIRE-13, GF-RULING-23."""
    hand = state.hands[command.seat]
    cards = tuple(card for card in DIRECTIONS if card in hand and playable(state, card))
    if cards:
        text = "A card of your hand allows a movement, so one must be played."
        yield Refused("move_possible", text, rules=("GF-FIRE-13", "GF-FIRE-01", "GF-RULING-22"), cards=cards)
    if command.discard not in hand:
        rules = ("GF-FIRE-13",)
        yield Refused("card_not_in_hand", "You do not hold that fire card.", rules=rules, card=command.discard)


def declare_no_move(state: State, command: DeclareNoMove) -> tuple[Event, ...]:
    """The hand is shown, a card goes, and up to three cones are owed."""
    hand = tuple(card for card in DIRECTIONS for _ in range(state.hands[command.seat].count(card)))
    due = owed(state, CONSTANTS.no_move_cones)
    return (NoMoveDeclared(command.seat, hand, command.discard, due, CONSTANTS.no_move_cones - due),)


# ---- what is legal


def legal_fire(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every fire card with every movement, or every discard if there is none."""
    hand = state.hands[seat]
    found: list[Command] = []
    for card in DIRECTIONS:
        if card not in hand:
            continue
        for sources, into in movements(state, card):
            for source in sources:
                row = _plays(seat, card, source)
                found += [row[target] for target in into]
    if found:
        return tuple(found)
    return tuple(DeclareNoMove(seat, card) for card in DIRECTIONS if card in hand)


def legal_double_move(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every second movement, if the seat has a token for it."""
    if not state.held[seat][KINDS.index("double_move")]:
        return ()
    found: list[Command] = []
    for sources, into in movements(state, _played(state)):
        for source in sources:
            row = _doubles(seat, source)
            found += [row[target] for target in into]
    return tuple(found)
