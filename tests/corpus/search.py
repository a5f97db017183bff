"""Which games cover a version of a ruleset: plays many, and chooses the shortest parts that show everything together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.engine.ruleset import RulesetKey
from domain.rulesets import RULESETS
from tests.corpus.cover import Plan, perform
from tests.corpus.features import Tracker, name_of
from tests.corpus.scene import Scene

GAMES: Final = 40
"""Games that are played at least."""
RARE: Final = 400
"""Games that are played at most after these, in the search for what is still missing."""
ENOUGH: Final = 4
"""A refusal that so many games have met is not looked for in further games."""
COMMANDS_MAX: Final = 2_000
GAME_BYTES: Final = 1_500
COMMAND_BYTES: Final = 170
STEP_BYTES: Final = 95
"""What a game, a command and a step need in a file, about."""


@dataclass(frozen=True)
class Played:
    """A game by its plan. `moments`: feature -> after how many commands it was first there; `sizes`: bytes until
    then, about."""

    plan: Plan
    moments: Mapping[str, int]
    sizes: tuple[int, ...]


async def covering(key: RulesetKey, wanted: Iterable[str], numbers: Sequence[int], tries: int) -> list[Plan]:
    """Returns plans that show `wanted` together, as far as it was met. `numbers`: of the games to try, in this order."""
    missing, met = set(wanted), Counter[str]()
    played: list[Played] = []
    for number in numbers:
        if number >= GAMES and missing <= set(met):
            break
        rare = {feature for feature in missing if met[feature] < ENOUGH}
        game = await _played(Plan(key, number, COMMANDS_MAX, _codes(key, rare), tries))
        if number < GAMES or set(game.moments) & rare:
            played.append(game)
            met.update(set(game.moments) & missing)
    return chosen(key, played, missing)


def chosen(key: RulesetKey, played: Iterable[Played], wanted: set[str]) -> list[Plan]:
    """Chooses beginnings of games, each time the one that shows most for its size. Endings come first: a whole game
    shows much beside its ending."""
    cuts = [(game, at) for game in played for at in sorted(set(game.moments.values()))]
    missing, plans = set(wanted), dict[int, Plan]()
    while True:
        gains = [{each for each in missing if game.moments.get(each, at + 1) <= at} for game, at in cuts]
        if not any(gains):
            return list(plans.values())
        ends = any(" ending " in feature for gain in gains for feature in gain)
        worth = [_worth(gain, game.sizes[at], ends) for gain, (game, at) in zip(gains, cuts, strict=True)]
        best = worth.index(max(worth))
        game, at = cuts[best]
        earlier = plans.get(game.plan.number, replace(game.plan, commands_max=0, codes=frozenset()))
        codes = earlier.codes | _codes(key, gains[best])
        plans[game.plan.number] = replace(earlier, commands_max=max(at, earlier.commands_max), codes=codes)
        missing -= gains[best]


def _worth(gain: set[str], size: int, ends: bool) -> float:
    """How much a cut shows for its size. `ends`: only those with an ending count."""
    return len(gain) / size if not ends or any(" ending " in feature for feature in gain) else 0.0


def _codes(key: RulesetKey, features: Iterable[str]) -> frozenset[str]:
    """The refusals of the ruleset among features."""
    prefix = f"{name_of(key)} refused "
    codes = {each.removeprefix(prefix) for each in features if each.startswith(prefix)}
    return frozenset(codes & set(RULESETS[key].refusals))


async def _played(plan: Plan) -> Played:
    """Plays a game by its plan."""
    scene, tracker = Scene(), Tracker(name_of(plan.key))
    moments, sizes = dict[str, int](), list[int]()
    steps = stored = 0
    async for game in perform(scene, plan):
        rows = scene.log.rows[game.game_id][steps:]
        more = list(scene.log.stored[game.game_id].values())[stored:]
        steps, stored = steps + len(rows), stored + len(more)
        for feature in (*tracker.of_steps(rows), *tracker.of_commands(more)):
            moments.setdefault(feature, len(sizes))
        sizes.append(GAME_BYTES + COMMAND_BYTES * stored + STEP_BYTES * steps)
    return Played(plan, moments, tuple(sizes))
