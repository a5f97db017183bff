"""The movement of one cone and its consequences: rules sections 6 to 9."""

from collections.abc import Iterator, Mapping

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.board import colours_at, uncontained
from domain.rulesets.great_fire.components import (
    BURNABLE,
    DIRECTIONS,
    IDS,
    INDEX,
    KINDS,
    PUDDING_LANE,
    SIZES,
    AreaId,
    Card,
)
from domain.rulesets.great_fire.events import DistrictBurnt, Event, FireContainedOnArrival, FireMoved, TokenTaken
from domain.rulesets.great_fire.rules.areas import ids_of
from domain.rulesets.great_fire.rules.spread import best_targets, giving, open_steps, patch_of, rank, shortest_way
from domain.rulesets.great_fire.rules.supply import cones_returned, refill, take
from domain.rulesets.great_fire.state import State

# ---- what forbids it


def objections_movement(state: State, card: Card | None, source_id: AreaId, target_id: AreaId) -> Iterator[Refused]:
    """Yields every rule against a movement from `source` into `target` by `card` (GF-FIRE-02 to GF-FIRE-09).

    Without a card, or from an area that no cone can leave, there is no final step to judge. Then the only question is
    whether fire may enter the target.
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
    """Yields why no cone may be taken from `source`, which cannot give one (GF-FIRE-02)."""
    id, cones = IDS[source], state.cones[source]
    if source == PUDDING_LANE:
        rules: tuple[str, ...] = ("GF-RULING-07", "GF-FIRE-08")
        yield Refused("no_cone_to_take", rules=rules, source=id)
        return
    if not cones:
        yield Refused("not_burning", rules=("GF-FIRE-02", "GF-TERM-04"), source=id)
        return
    if not uncontained(state.cones, state.bands) >> source & 1:
        rules = ("GF-CONT-02", "GF-FIRE-02", "GF-RULING-02")
        yield Refused("fire_contained", rules=rules, source=id)
    if cones == 1:
        yield Refused("last_cone_stays", rules=("GF-FIRE-02", "GF-RULING-02"), source=id, cones=cones)


def _objections_target(state: State, card: Card, source: int, target: int) -> Iterator[Refused]:
    """Yields why a cone of the burning `source` may not go into `target` by `card` (GF-FIRE-03 to GF-FIRE-09)."""
    patch = patch_of(uncontained(state.cones, state.bands), source)
    reached = open_steps(state, patch, card)
    best = best_targets(state, reached)
    if best.areas >> target & 1:
        return
    facts: dict[str, Fact] = {
        "source": IDS[source],
        "target": IDS[target],
        "card": card,
        "targets": ids_of(best.areas),
    }
    if reached >> target & 1:
        here = rank(state, target)
        rules: tuple[str, ...] = ("GF-FIRE-09", f"GF-PRIO-0{best.rank}", "GF-PRIO-05", "GF-RULING-01")
        yield Refused("better_target", rules=rules, rank=here, best_rank=best.rank, **facts)
        return
    yield from _objections_entering(state, target, facts)
    if not patch.steps(card) >> target & 1:
        rules = ("GF-FIRE-04", "GF-FIRE-03", "GF-FIRE-06", "GF-RULING-03")
        if any(patch.steps(other) >> target & 1 for other in DIRECTIONS):
            rules = ("GF-FIRE-04", "GF-BOARD-03", "GF-FIRE-07", "GF-RULING-45")
        if not reached:
            rules = (*rules, "GF-RULING-22")
        yield Refused("out_of_reach", rules=rules, **facts)


def _objections_entering(state: State, at: int, facts: Mapping[str, Fact]) -> Iterator[Refused]:
    """Yields why an area cannot be a target at all (GF-PRIO-07).

    One reason is enough, because a player can mend none of them.
    """
    if not BURNABLE >> at & 1:
        rules = ("GF-FIRE-05", "GF-RULING-05" if at == PUDDING_LANE else "GF-BOARD-06", "GF-PRIO-07")
        yield Refused("never_burns", rules=rules, **facts)
    elif state.demolished[at]:
        rules = ("GF-DEMO-05", "GF-FIRE-05", "GF-PRIO-07")
        yield Refused("fire_break", rules=rules, **facts)
    elif uncontained(state.cones, state.bands) >> at & 1:
        rules = ("GF-FIRE-05", "GF-RULING-05", "GF-PRIO-07")
        yield Refused("burns_already", rules=rules, **facts)


# ---- what happens


def move_cone(state: State, seat: Seat, card: Card, source: int, target: int) -> tuple[Event, ...]:
    """Returns the movement of one cone and all its consequences (GF-FIRE-04, section 8)."""
    moved = _moved(state, seat, card, source, target)
    left, arrived = moved.source_cones, moved.target_cones
    lane = left if source == PUDDING_LANE else state.cones[PUDDING_LANE]
    if state.bands.count(target) >= arrived:  # GF-ENTER-01
        contained = FireContainedOnArrival(IDS[target], bool(state.tokens[target]))
        return (moved, contained, *refill(state.stock, lane, after_movement=True))
    return (moved, *_burn(state, seat, target, arrived, lane))


def _moved(state: State, seat: Seat, card: Card, source: int, target: int) -> FireMoved:
    patch = patch_of(uncontained(state.cones, state.bands), source)
    return FireMoved(
        seat,
        card,
        IDS[source],
        IDS[target],
        way=tuple(IDS[at] for at in shortest_way(patch, source, card, target)),
        rank=rank(state, target),
        source_cones=state.cones[source] - 1,
        target_cones=state.cones[target] + 1,
    )


def _needed(state: State, at: int, arrived: int) -> int:
    """Returns how many cones a district with `arrived` cones should get (GF-ENTER-04, GF-ENTER-05, GF-OPT-04)."""
    grows = state.houses[at] or state.deal.options.reburn_cones == "size"
    return max(0, SIZES[at] - arrived) if grows else 0


def _burn(state: State, seat: Seat, at: int, arrived: int, lane: int) -> tuple[Event, ...]:
    """Returns what burns in a district with `arrived` cones, while `lane` are in Pudding Lane (GF-ENTER-02 to -07)."""
    housed, need = bool(state.houses[at]), _needed(state, at, arrived)
    stop = state.deal.options.stock_exhaustion == "stop"
    supply = take(state.stock, lane, state.piles, need, stop=stop)
    added = supply.from_stock + supply.from_pudding_lane
    burnt = DistrictBurnt(
        IDS[at],
        houses=colours_at(state, at) if housed else (),
        cones_added=added,
        from_stock=supply.from_stock,
        from_pudding_lane=supply.from_pudding_lane,
        cones=arrived + added,
        missing=need - added,
        stock_only=stop,
    )
    kind = state.tokens[at]
    token = (TokenTaken(seat, IDS[at], KINDS[kind - 1]),) if housed and kind else ()
    return (*cones_returned(supply), burnt, *token, *refill(supply.stock, supply.pudding_lane, after_movement=True))
