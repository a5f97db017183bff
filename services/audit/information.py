"""Whether somebody chose as if they knew what was hidden from them: a permutation test over redealt worlds, no proof.

Each decision is looked at in the world as it was, and in worlds that are dealt anew from what the seat knew
(`Ruleset.redeal`). In each world some legal commands are played on a little at random, and the one that was chosen gets
a rank. To somebody who knows no more than their view the true world is one like the others. Whose choices rank higher
in it, over many decisions, may have known more. What others do may tell something of their cards, which a redeal does
not know. So the same test is made of bots, and how often it is wrong there stands beside each figure.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.engine.chance import Chance
from domain.engine.fold import advanced, fold
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import Seat, seat_of
from domain.game import Game
from domain.game.commands import GAME_COMMAND_TYPES
from services.ports import RawStep, StoredCommand
from services.readjudicate.recorded import recorded_commands

DECISIONS_MIN: Final = 200
"""Fewer decisions say nothing."""
PERMUTATIONS: Final = 9_999
RANK_MAX: Final = 1_000
ALARM: Final = 0.05
_BOT_DECISIONS_MAX: Final = 20_000


class Effort(msgspec.Struct, frozen=True):
    """How much is played for a decision. `worlds`: dealt anew, beside the true one; `commands`: looked at, with the
    chosen one; `playouts`: of each in each world, over `ahead` decisions."""

    worlds: int = 5
    commands: int = 6
    playouts: int = 2
    ahead: int = 12


class Ranked(msgspec.Struct, frozen=True):
    """A decision: the rank of the chosen command, 0 to `RANK_MAX`, in the world as it was, then in those dealt anew."""

    principal: str
    ranks: tuple[int, ...]


class Finding(msgspec.Struct, frozen=True):
    """The decisions of one person. `truth`, `redealt`: mean ranks, in thousandths. `p_value`: how often ranks as high
    as the true ones come by chance, if the true world is one like the others."""

    principal: str
    decisions: int
    truth: int
    redealt: int
    p_value: float


def ranked_of(game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand], effort: Effort) -> Iterator[Ranked]:
    """The decisions that persons made in a game that is over, where something was hidden from them."""
    for each in recorded_commands(game, rows, stored):
        before, command = each.before, each.command
        if before is not None and before.sandbox is not None:
            return  # it counts for nothing, and its host may have chosen what is hidden
        if before is None or each.stored.outcome == "refused" or not each.stored.token_id:
            continue
        if type(command) in GAME_COMMAND_TYPES or before.position is None:
            continue
        seed = hashlib.sha256(b"emberlog.information" + each.stored.link).digest()
        ranks = ranks_of(game.in_force(before), before.position, command, seed, effort)
        if ranks is not None:
            yield Ranked(each.stored.principal, ranks)


def ranks_of(
    ruleset: AnyRuleset,
    position: Any,  # noqa: ANN401
    command: Any,  # noqa: ANN401
    seed: bytes,
    effort: Effort,
) -> tuple[int, ...] | None:
    """The ranks of one decision; None if there was no choice, or nothing hidden to know."""
    seat: Seat = command.seat
    others = [each for each in ruleset.legal(position, seat) if each != command]
    if not others:
        return None
    redealt = [ruleset.redeal(position, seat, Chance(seed, number)) for number in range(effort.worlds)]
    if all(world == position for world in redealt):
        return None
    chosen = Chance(seed, effort.worlds).shuffled(others)[: effort.commands - 1]
    return tuple(_rank(ruleset, world, command, chosen, seed, effort) for world in (position, *redealt))


def _rank(
    ruleset: AnyRuleset,
    world: Any,  # noqa: ANN401
    command: Any,  # noqa: ANN401
    others: Sequence[Any],
    seed: bytes,
    effort: Effort,
) -> int:
    own = _worth(ruleset, world, command, seed, effort)
    worth = [_worth(ruleset, world, each, seed, effort) for each in others]
    beaten = sum(2 * (each < own) + (each == own) for each in worth)
    return RANK_MAX * beaten // (2 * len(worth))


def _worth(ruleset: AnyRuleset, world: Any, command: Any, seed: bytes, effort: Effort) -> int:  # noqa: ANN401
    """How far the seat is ahead of the best other one after some random decisions, summed over the playouts. The draws
    of a playout are the same for every command and world."""
    total = 0
    for number in range(effort.playouts):
        draws = hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
        dice = random.Random(draws)
        _, position = advanced(ruleset, world, command, Chance(draws, 0))
        for step in range(1, effort.ahead + 1):
            acting = ruleset.to_act(position)
            if not acting:
                break
            legal = ruleset.legal(position, acting[0])
            _, position = advanced(ruleset, position, legal[int(dice.random() * len(legal))], Chance(draws, step))
        total += _lead(ruleset, position, command.seat)
    return total


def _lead(ruleset: AnyRuleset, position: Any, seat: Seat) -> int:  # noqa: ANN401
    points: dict[Seat, int] = {}
    outcome = ruleset.outcome(position)
    if outcome is not None:
        points = {place.seat: place.points for place in outcome.places}
    else:
        for track in ruleset.tracks(position):
            points[track.seat] = points.get(track.seat, 0) + track.if_over
    return points.get(seat, 0) - max((each for other, each in points.items() if other != seat), default=0)


def finding_of(principal: str, decisions: Sequence[Ranked]) -> Finding:
    """The permutation test: in each decision any of its worlds may have been the true one."""
    rows = [each.ranks for each in decisions]
    observed, dice = sum(row[0] for row in rows), random.Random(len(rows))
    as_high = sum(sum(row[int(dice.random() * len(row))] for row in rows) >= observed for _ in range(PERMUTATIONS))
    redealt = [rank for row in rows for rank in row[1:]]
    p_value = (1 + as_high) / (1 + PERMUTATIONS)
    return Finding(principal, len(rows), observed // len(rows), sum(redealt) // len(redealt), p_value)


def bot_decisions(ruleset: AnyRuleset, number: int, effort: Effort) -> list[Ranked]:
    """What bots, who know their view alone, decide at the first seat over `DECISIONS_MIN` decisions of as many games as
    that takes. `number`: of the sample, from which everything follows."""
    made: list[Ranked] = []
    bot = ruleset.bots[list(ruleset.bots)[-1]]
    for game in range(_BOT_DECISIONS_MAX):
        seed = hashlib.sha256(f"emberlog.information/{ruleset.id}/{number}/{game}".encode()).digest()
        position = ruleset.initial(ruleset.seats_min, ruleset.options())
        position = fold(ruleset.evolve, position, ruleset.set_up(position, Chance(seed, 0)))
        for step in range(1, _BOT_DECISIONS_MAX, 3):
            acting = ruleset.to_act(position)
            if not acting:
                break
            legal = ruleset.legal(position, acting[0])
            command = bot(ruleset.view(position, acting[0]), legal, Chance(seed, step))
            if acting[0] == seat_of(0):
                at = hashlib.sha256(seed + step.to_bytes(4, "big")).digest()
                ranks = ranks_of(ruleset, position, command, at, effort)
                made += [] if ranks is None else [Ranked(f"bot {number}", ranks)]
                if len(made) == DECISIONS_MIN:
                    return made
            _, position = advanced(ruleset, position, command, Chance(seed, step + 1))
    return made
