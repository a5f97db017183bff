"""Bots for the empty seats. They see their own view and the legal list, and nothing of the state.

`alderman` first guards its property, then collects cones. It moves fire into what others own. It moves bands and its
landowner to the fire that pays most for the action points, and puts it out. It demolishes what stands between the fire
and its houses. Every choice is the legal command that is worth most in hundredths of a victory point on the board as it
is now. The bot does not look ahead and remembers nothing.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

from domain.engine.chance import Chance
from domain.engine.viewer import Seat
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.components import (
    AREAS,
    BURNABLE,
    CONSTANTS,
    COUNT,
    FIRE_LINKED,
    INDEX,
    LINKED,
    OBJECTIVES,
    PUDDING_LANE,
    WALKS,
    Mask,
    bits,
)
from domain.rulesets.great_fire.view import SeatView, View

FAR: Final = 99
"""A distance that no piece ever goes."""
_TOKEN: Final = 60
"""What a token is worth to the seat that takes it, in hundredths of a victory point."""
_EXPOSED: Final = 20
"""How many percent of a stake are in danger once a district beside it burns."""
_CONE: Final = 100
"""What a cone put out is worth, in hundredths of a victory point."""


class _Board(msgspec.Struct, frozen=True):
    """What the bot reads from its view, by area index.

    `stake`: hundredths of a victory point that the seat loses if the area burns now, minus its share of what others
    lose; it may be negative. `own`: the seat's own loss in it. `fire`: the uncontained areas. `free`: the areas of free
    bands, one entry a band. `here`: the area of the landowner.
    """

    seat: Seat
    points: int
    pile: int
    hero_pile: int
    stake: list[int]
    own: list[int]
    cones: list[int]
    bands: list[int]
    fire: Mask
    free: list[int]
    here: int


def alderman(view: View, legal: tuple[c.Command, ...], chance: Chance) -> c.Command:
    """Returns the legal command that seems worth most. Chance decides only between equals."""
    if len(legal) == 1:
        return legal[0]
    board = _read(view)
    if view.phase in ("actions", "fire_second"):
        return _act(board, legal)
    if view.phase == "fire":
        return _best(legal, [_worth_of_fire(board, command) for command in legal], chance)
    return _best(legal, [_worth_elsewhere(board, command) for command in legal], chance)


def _best(legal: tuple[c.Command, ...], worths: list[int], chance: Chance) -> c.Command:
    top = max(worths)
    ahead = [command for command, worth in zip(legal, worths, strict=True) if worth == top]
    return ahead[0] if len(ahead) == 1 else chance.pick(ahead)


# ---- reading the view


def _read(view: View) -> _Board:
    seat = view.to_act[0]
    me = view.seats[seat]
    stake, own = _stakes(view, me)
    cones = [area.cones for area in view.areas]
    bands = [area.bands for area in view.areas]
    fire = 1 << PUDDING_LANE
    for at, count in enumerate(cones):
        if count > bands[at]:
            fire |= 1 << at
    hero_pile = max((other.pile for other in view.seats if other.hero), default=CONSTANTS.hero_threshold - 1)
    return _Board(
        seat=seat,
        points=view.points_left,
        pile=me.pile,
        hero_pile=FAR if me.hero else hero_pile,
        stake=stake,
        own=own,
        cones=cones,
        bands=bands,
        fire=fire,
        free=[at for at, area in enumerate(view.areas) for _ in range(area.free_bands)],
        here=INDEX[me.landowner] if me.landowner is not None else -1,
    )


def _stakes(view: View, me: SeatView) -> tuple[list[int], list[int]]:
    """Returns `stake` and `own` of `_Board`: houses and objectives, and a share of what others lose with them."""
    rivals = {seat.colour for seat in view.seats if seat.seat != me.seat and seat.colour is not None}
    share = 100 * CONSTANTS.vp_per_house_lost // max(1, len(view.seats) - 1)
    own_house = 100 * CONSTANTS.vp_per_house_lost
    worth = {colour.colour: -share if colour.colour in rivals else 0 for colour in view.colours}
    stake, own = [0] * COUNT, [0] * COUNT
    for at, area in enumerate(view.areas):
        for colour in area.houses:
            if colour == me.colour:
                own[at] += own_house
            else:
                stake[at] += worth[colour]
    for card in me.objectives or ():
        at = INDEX[OBJECTIVES[card].district]
        if view.areas[at].houses:
            own[at] += 100 * OBJECTIVES[card].vp
    for at, area in enumerate(view.areas):
        stake[at] += own[at] - (_TOKEN if area.token else 0)
    return stake, own


# ---- fire


def _worth_of_fire(board: _Board, command: c.Command) -> int:
    """Returns the harm to others minus the harm to the seat, now and in what the new fire endangers."""
    match command:
        case c.PlayFire(source=source, target=target) | c.PlayDoubleMove(source=source, target=target):
            at, left = INDEX[target], INDEX[source]
            if board.bands[at] > board.cones[at]:
                return 0  # the bands will hold it
            worth = -board.stake[at] - _beside(board, at)
            if board.cones[left] - 1 <= board.bands[left]:
                worth += 50  # the fire that gives the cone becomes contained
            return worth - min(board.cones[left], 9)  # small fires are soon put out
        case _:
            return 0


def _beside(board: _Board, at: int) -> int:
    """Returns the stakes that a fire in an area newly puts in danger."""
    danger = 0
    for beside in bits(FIRE_LINKED[at] & ~board.fire):
        if not FIRE_LINKED[beside] & board.fire:
            danger += board.own[beside]
    return danger * _EXPOSED // 100


# ---- the rest of a game


def _worth_elsewhere(board: _Board, command: c.Command) -> int:
    """Returns the worth of a choice at set-up, or of a place for a cone that must be added."""
    match command:
        case c.ExchangeHand():
            return 1
        case c.PlaceBand(area=area):
            at = INDEX[area]
            return board.own[at] // 10 - 40 * _steps_from(at)[PUDDING_LANE] - 25 * board.bands[at]
        case c.PlaceLandowner(area=area):
            at = INDEX[area]
            return -40 * _steps_from(at)[PUDDING_LANE] - sum(_steps_from(at)[band] * 10 for band in board.free)
        case c.Intensify(district=district):
            at = INDEX[district]
            near = sum(board.stake[beside] for beside in bits(FIRE_LINKED[at] & ~board.fire))
            return -near - 100 * (board.bands[at] + (board.here == at))
        case _:
            return 0


# ---- actions


@cache
def _steps_from(at: int) -> list[int]:
    """Returns the steps from an area to every area.

    Nobody enters Pudding Lane, so its distance is that of the nearest area beside it.
    """
    steps = [FAR] * COUNT
    steps[at] = 0
    row = [at]
    for here in row:
        for to in WALKS[here]:
            if steps[to] == FAR:
                steps[to] = steps[here] + 1
                row.append(to)
    steps[PUDDING_LANE] = min(steps[beside] for beside in bits(LINKED[PUDDING_LANE]))
    return steps


def _steps_to(board: _Board, goal: int) -> list[int]:
    """Returns the steps of a band from every area to `goal`, around the fires that would pin it."""
    steps = [FAR] * COUNT
    steps[goal] = 0
    row = [goal]
    for here in row:
        for to in WALKS[here]:
            if steps[to] == FAR:
                steps[to] = steps[here] + 1
                if not board.fire >> to & 1:
                    row.append(to)
    return steps


class _Plan(msgspec.Struct, frozen=True):
    """How to put out one fire: hundredths of a victory point for each action point, and the first step."""

    rate: int
    step: c.Command


def _act(board: _Board, legal: tuple[c.Command, ...]) -> c.Command:
    """Returns a second fire or a demolition that pays, else the first step of the best plan, else the end."""
    seconds = [command for command in legal if isinstance(command, c.PlayDoubleMove)]
    if seconds:
        best = max(seconds, key=lambda command: _worth_of_fire(board, command))
        if _worth_of_fire(board, best) > _TOKEN:
            return best
    breaks = [command for command in legal if isinstance(command, c.Demolish)]
    if breaks:
        best_break = max(breaks, key=lambda command: _worth_of_break(board, INDEX[command.district]))
        if _worth_of_break(board, INDEX[best_break.district]) > _TOKEN:
            return best_break
    if not board.points:
        return c.EndActions(board.seat)
    plans = [plan for at in _fires(board) if (plan := _plan(board, at)) is not None]
    if plans:
        return max(plans, key=lambda plan: plan.rate).step
    return c.EndActions(board.seat)


def _fires(board: _Board) -> Iterable[int]:
    """Returns the areas with a fire that could be put out."""
    return (at for at, cones in enumerate(board.cones) if cones and at != PUDDING_LANE)


def _worth_of_break(board: _Board, at: int) -> int:
    """Returns what a demolition costs others and what it shields, minus what it costs the seat."""
    shielded = sum(board.own[beside] for beside in bits(FIRE_LINKED[at] & BURNABLE & ~board.fire) if beside != at)
    return -board.stake[at] + shielded * _EXPOSED // 100


def _plan(board: _Board, goal: int) -> _Plan | None:
    """Returns how to put out one fire, None if there are not enough bands."""
    missing = board.cones[goal] - board.bands[goal]
    band_steps: list[int] = []
    cost, step = 0, None
    if missing > 0:
        if missing > len(board.free):
            return None
        band_steps = _steps_to(board, goal)
        coming = sorted((band_steps[band], band) for band in board.free if band != goal)[:missing]
        cost = sum(steps for steps, _ in coming)
        if len(coming) < missing or cost >= FAR:
            return None
        nearest = coming[0][1]
        step = next(to for to in WALKS[nearest] if band_steps[to] == band_steps[nearest] - 1)
    to_goal = _steps_from(goal)
    cost += to_goal[board.here]
    cones = board.cones[goal]
    gain = cones * _CONE + board.own[goal] // 2
    if board.pile <= board.hero_pile < board.pile + cones:
        gain += 100 * CONSTANTS.vp_hero
    turns = (cost + CONSTANTS.action_points - board.points) // CONSTANTS.action_points
    rate = gain * 100 // (cost + cones) >> turns  # the board changes before a later turn
    if step is not None:
        return _Plan(rate, c.MoveBand(board.seat, AREAS[nearest].id, AREAS[step].id))
    if board.here != goal:
        to = next(to for to in WALKS[board.here] if to_goal[to] == to_goal[board.here] - 1)
        return _Plan(rate, c.MoveLandowner(board.seat, AREAS[to].id))
    return _Plan(rate, c.PutOut(board.seat))
