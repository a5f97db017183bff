"""Games that show much of a ruleset in few commands: events, options, endings and refusals.

A plan decides a whole game. `services` carry every command out; commands that the rules refuse are sent where they are refused.
"""

import random
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.engine.viewer import Seat, seats_of
from domain.rulesets import RULESETS
from tests.corpus.features import name_of
from tests.corpus.scene import Scene, SceneGame, accepted, refused
from tests.rulesets.brigade import rare_games
from tests.rulesets.games import Choose, by_kind, choices
from tests.rulesets.golden import allowed, by_bots, curious
from tests.rulesets.london import record_idle_game
from tests.rulesets.near_legal import nonsense, plain_type

TRIES: Final = 14
"""How many commands of each sort are tried at a position, to find refusals that are still missing."""
MIXES_MAX: Final = 20
"""Mixes of options to try until the ruleset allows one."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides a game.

    `number`: decides the seats, the options and the choices. `commands_max`: where the game is left unfinished.
    `codes`: the refusals to send, each at the first position where it is met; `tries`: how many commands of each sort
    are tried there.
    """

    key: RulesetKey
    number: int
    commands_max: int
    codes: frozenset[str]
    tries: int = TRIES

    @property
    def name(self) -> str:
        """All chance of the game follows from this name."""
        return f"corpus {name_of(self.key)} {self.number}"

    @property
    def seats(self) -> int:
        """The number of seats: each one in turn."""
        ruleset = RULESETS[self.key]
        return ruleset.seats_min + self.number % (ruleset.seats_max - ruleset.seats_min + 1)

    def policy(self) -> Choose:
        """How commands are chosen: each way in turn, for each number of seats."""
        ruleset = RULESETS[self.key]
        ways = [*_USUAL, *_OWN.get(ruleset.id, ())]
        return ways[self.number // (ruleset.seats_max - ruleset.seats_min + 1) % len(ways)](ruleset)

    def options(self) -> dict[str, Any]:
        """The defaults in every other game, and else a mix that the ruleset allows."""
        ruleset, dice = RULESETS[self.key], random.Random(f"options of {self.name}")
        if dice.random() < 0.3:
            return {}
        listed = choices(ruleset.options)
        mixes = ({name: dice.choice(values) for name, values in listed.items()} for _ in range(MIXES_MAX))
        mix = next((words for words in mixes if allowed(ruleset, self.seats, ruleset.options(**words))), {})
        return mix | _NUMBERS.get(ruleset.id, lambda dice: {})(dice)


def _best(ruleset: AnyRuleset) -> Choose:
    return by_bots(ruleset, (tuple(ruleset.bots)[-1],) * ruleset.seats_max)


_USUAL: Final[tuple[Callable[[AnyRuleset], Choose], ...]] = (lambda _: curious(), lambda _: by_kind, _best)
_OWN: Final[Mapping[str, tuple[Callable[[AnyRuleset], Choose], ...]]] = {
    "brigade": (lambda _: rare_games.choose,),
    "london": (lambda _: record_idle_game.tarry,),
}
"""Ways that lead to what is rare in one ruleset."""
_NUMBERS: Final[Mapping[str, Callable[[random.Random], dict[str, Any]]]] = {
    "london": lambda dice: {"idle_turns_per_player": dice.choice((2, 4, 10))}
}
"""Options that are numbers."""


async def perform(scene: Scene, plan: Plan) -> AsyncIterator[SceneGame]:
    """Plays a game by its plan. Yields it after each command."""
    game = SceneGame(scene, plan.name, plan.key)
    dice, probe = random.Random(plan.name), Probe(random.Random(f"refusals of {plan.name}"), plan.tries)
    choose, codes = plan.policy(), set(plan.codes)
    await game.fill(plan.seats, options=plan.options(), title=f"Game {plan.number}")
    yield game
    for _ in range(plan.commands_max):
        acting = game.game.to_act(game.state)
        if not acting:
            return
        for code, command in probe.refusals(game) if codes else ():
            if code in codes:
                codes.remove(code)
                refused(await game.send(command.seat, command), code)
        seat = dice.choice(acting)
        chance = Chance(plan.name.encode(), game.state.version)
        legal = game.game.legal(game.state, seat)
        accepted(await game.send(seat, choose(game.state.position, seat, legal, dice, chance)))
        yield game


class Probe:
    """Finds commands that the rules refuse, near to the legal ones of a game so far."""

    def __init__(self, dice: random.Random, tries: int) -> None:
        self._dice = dice
        self._tries = tries
        self._values: dict[tuple[type, str], dict[bytes, Any]] = {}
        self._met: dict[bytes, Any] = {}
        self._words: list[str] = []

    def refusals(self, game: SceneGame) -> Iterator[tuple[str, Any]]:
        """Yields (code, command): what some players could send now and would be refused."""
        legal = [each for seat in seats_of(len(game.state.seats)) for each in game.game.legal(game.state, seat)]
        self._learn(legal)
        self._words = words_in(game)
        for command in list(self._candidates(game, legal)):
            objections = game.game.objections(game.state, command)
            if objections:
                yield objections[0].code, command

    def _learn(self, legal: list[Any]) -> None:
        for command in self._sample(legal, self._tries):
            self._met[canonical(command)] = command
            for name in command.__struct_fields__:
                value = getattr(command, name)
                self._values.setdefault((type(command), name), {})[canonical(value)] = value

    def _candidates(self, game: SceneGame, legal: list[Any]) -> Iterator[Any]:
        """Legal commands with another value or another seat, commands of other moments, and nonsense."""
        seats = seats_of(len(game.state.seats))
        for command in self._sample(legal, self._tries):
            name = self._dice.choice(command.__struct_fields__)
            yield replace(command, **{name: self._value(type(command), name, seats)})
        for command in self._sample(list(self._met.values()), self._tries):
            yield replace(command, seat=self._dice.choice(seats))
        for kind in self._sample(game.game.ruleset.commands, self._tries):
            names = [each.name for each in msgspec.structs.fields(kind)]
            yield kind(**{name: self._value(kind, name, seats) for name in names})

    def _value(self, kind: type, name: str, seats: tuple[Seat, ...]) -> Any:
        if name == "seat":
            return self._dice.choice(seats)
        values = list(self._values.get((kind, name), {}).values())
        chance = self._dice.random()
        if values and chance < 0.5:
            return self._dice.choice(values)
        hint = plain_type(next(each.type for each in msgspec.structs.fields(kind) if each.name == name))
        if hint is str and chance < 0.9:
            return self._dice.choice(self._words)
        return nonsense(hint, self._dice)

    def _sample(self, items: Any, size: int) -> list[Any]:
        return self._dice.sample(list(items), min(len(items), size))


def words_in(game: SceneGame) -> list[str]:
    """Returns the words that could name something: those printed as ids, and those that the seats to act see."""
    views = [game.game.view(game.state, seat).position for seat in game.game.to_act(game.state)]
    return sorted({*printed_ids(game.key), *_words(msgspec.json.decode(canonical(views)))})


@cache
def printed_ids(key: RulesetKey) -> frozenset[str]:
    """Returns the ids of everything that is printed: cards, areas, tiles."""
    return frozenset(word for each in _objects(RULESETS[key].printed()) if isinstance(word := each.get("id"), str))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in _parts(value):
        yield from _words(each)


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
    for each in _parts(value):
        yield from _objects(each)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
