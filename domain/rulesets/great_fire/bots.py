"""Bots for the empty seats. They see their own view and the legal list, and nothing of the state.

`alderman` guards property first and buys glory second. It sets the fire on what others own, walks bands and landowner to
the fire that pays most cones for the points, puts it out, and blows up what stands between the fire and its houses.
Every choice is the legal command that is worth most in hundredths of a victory point, as far as one glance at the board
can tell: it looks no move ahead and remembers nothing.
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
"""A distance that is never walked."""
_TOKEN: Final = 60
"""What a token is worth to its taker, in hundredths of a victory point."""
_EXPOSED: Final = 20
"""Of a hundred parts of a stake, how many are in danger once fire stands beside it."""
_CONE: Final = 100
"""What a cone put out is worth, in hundredths."""


class _Board(msgspec.Struct, frozen=True):
    """What the bot reads from its view, by area index.

    `stake`: hundredths of a victory point that the seat loses, and others lose less (so it may be below zero), if the area
    burns now. `own`: the part of it that is the seat's own loss. `fire`: the uncontained areas. `free`: where free bands
    stand, one entry each. `here`: the landowner.
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
    """The legal command that seems worth most; chance only between equals."""
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
    for at, held in enumerate(cones):
        if held > bands[at]:
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
    """What each area is worth to the seat: its own houses and objectives, less a share of what others lose with it."""
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
    """The harm to others less the harm to the seat, now and to what the new fire lies beside."""
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
    """The stakes that a fire in an area puts in danger, where nothing did so before."""
    danger = 0
    for beside in bits(FIRE_LINKED[at] & ~board.fire):
        if not FIRE_LINKED[beside] & board.fire:
            danger += board.own[beside]
    return danger * _EXPOSED // 100


# ---- the rest of a game


def _worth_elsewhere(board: _Board, command: c.Command) -> int:
    """Set-up, and cones that have to be added."""
    match command:
        case c.ExchangeHand():
            return 1
        case c.PlaceBand(area=area):
            at = INDEX[area]
            return board.own[at] // 10 - 40 * _walk(at)[PUDDING_LANE] - 25 * board.bands[at]
        case c.PlaceLandowner(area=area):
            at = INDEX[area]
            return -40 * _walk(at)[PUDDING_LANE] - sum(_walk(at)[band] * 10 for band in board.free)
        case c.Intensify(district=district):
            at = INDEX[district]
            near = sum(board.stake[beside] for beside in bits(FIRE_LINKED[at] & ~board.fire))
            return -near - 100 * (board.bands[at] + (board.here == at))
        case _:
            return 0


# ---- actions


@cache
def _walk(at: int) -> list[int]:
    """The steps from an area to every area; Pudding Lane, which nobody enters, as far as the area beside it."""
    found = [FAR] * COUNT
    found[at] = 0
    row = [at]
    for here in row:
        for to in WALKS[here]:
            if found[to] == FAR:
                found[to] = found[here] + 1
                row.append(to)
    found[PUDDING_LANE] = min(found[beside] for beside in bits(LINKED[PUDDING_LANE]))
    return found


def _march(board: _Board, goal: int) -> list[int]:
    """The steps of a band from every area to `goal`, round the fires that would hold it."""
    found = [FAR] * COUNT
    found[goal] = 0
    row = [goal]
    for here in row:
        for to in WALKS[here]:
            if found[to] == FAR:
                found[to] = found[here] + 1
                if not board.fire >> to & 1:
                    row.append(to)
    return found


class _Plan(msgspec.Struct, frozen=True):
    """Putting out the fire of `goal`: hundredths of a victory point for each action point, and the first step."""

    rate: int
    step: c.Command


def _act(board: _Board, legal: tuple[c.Command, ...]) -> c.Command:
    """A second fire and demolitions that pay; then the best plan with the points left; then the end."""
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
    """The fires that could be put out."""
    return (at for at, cones in enumerate(board.cones) if cones and at != PUDDING_LANE)


def _worth_of_break(board: _Board, at: int) -> int:
    """What a demolition costs others, and what it shields, less what it costs the seat."""
    shielded = sum(board.own[beside] for beside in bits(FIRE_LINKED[at] & BURNABLE & ~board.fire) if beside != at)
    return -board.stake[at] + shielded * _EXPOSED // 100


def _plan(board: _Board, goal: int) -> _Plan | None:
    """How to put out one fire, or None if the bands do not suffice."""
    missing = board.cones[goal] - board.bands[goal]
    march: list[int] = []
    cost, step = 0, None
    if missing > 0:
        if missing > len(board.free):
            return None
        march = _march(board, goal)
        coming = sorted((march[band], band) for band in board.free if band != goal)[:missing]
        cost = sum(steps for steps, _ in coming)
        if len(coming) < missing or cost >= FAR:
            return None
        nearest = coming[0][1]
        step = next(to for to in WALKS[nearest] if march[to] == march[nearest] - 1)
    walk = _walk(goal)
    cost += walk[board.here]
    cones = board.cones[goal]
    gain = cones * _CONE + board.own[goal] // 2
    if board.pile <= board.hero_pile < board.pile + cones:
        gain += 100 * CONSTANTS.vp_hero
    turns = (cost + CONSTANTS.action_points - board.points) // CONSTANTS.action_points
    rate = gain * 100 // (cost + cones) >> turns  # who comes later finds another board
    if step is not None:
        return _Plan(rate, c.MoveBand(board.seat, AREAS[nearest].id, AREAS[step].id))
    if board.here != goal:
        to = next(to for to in WALKS[board.here] if walk[to] == walk[board.here] - 1)
        return _Plan(rate, c.MoveLandowner(board.seat, AREAS[to].id))
    return _Plan(rate, c.PutOut(board.seat))
