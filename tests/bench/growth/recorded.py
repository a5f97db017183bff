"""Whole recorded games, to be appended under new ids: real bodies, real chains, real commands.

A copy differs from its original in the id of the stream, and so in its hashes and in the links of its commands. The secret, the
salts, the times and the states are those of the original, so `verify` finds nothing wrong with a copy.
"""

import asyncio
import hashlib
import uuid
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import msgspec

from domain.engine.step import Step
from domain.log.chain import GENESIS, event_hash
from domain.log.record import Written
from infra.wiring import Wired
from services.ports import Append, Opening, RawStep, StoredCommand
from services.streams import Head
from tests.bench.service import Player

RULESETS: Final = ("great_fire", "london", "brigade")
OPEN_STEPS: Final = 120
"""After how many steps a game that stays open is left."""
_PAGE: Final = 10_000


class Event(msgspec.Struct, frozen=True, array_like=True):
    """One step as it was stored, without its hashes."""

    type: str
    schema: int
    body: bytes


class Played(msgspec.Struct, frozen=True, array_like=True):
    """One command as it was stored, with its steps."""

    command_id: str
    request_hash: bytes
    principal: str
    seat: int | None
    body: bytes
    outcome: str
    answer: bytes
    time_us: int
    received_us: int
    token_id: str
    events: tuple[Event, ...]


class Recording(msgspec.Struct, frozen=True):
    """One game as it was played through the services. `over`: to its end."""

    game_id: str
    ruleset: str
    ruleset_version: int
    over: bool
    commands: tuple[Played, ...]

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(len(command.events) for command in self.commands)

    def appends(self, game_id: str) -> Iterator[Append]:
        """The game once more, as another one: what its commands were appended with, in their order."""
        old, new = self.game_id.encode(), game_id.encode()
        version, link = Step(0), GENESIS
        for command in self.commands:
            events, before, first = [], link, version
            for event in command.events:
                body = event.body.replace(old, new)
                version, prev = Step(version + 1), link
                link = event_hash(prev, body)
                events.append(Written(version, event.type, event.schema, prev, link, body))
            yield Append(
                game_id=game_id,
                command_id=command.command_id,
                request_hash=command.request_hash,
                principal=command.principal,
                seat=command.seat,
                body=command.body,
                outcome=command.outcome,  # type: ignore[arg-type]
                answer=command.answer,
                time_us=command.time_us,
                received_us=command.received_us,
                token_id=command.token_id,
                expected_version=first,
                expected_hash=before,
                events=tuple(events),
                opening=None if first else Opening(ruleset=self.ruleset, ruleset_version=self.ruleset_version),
            )


class Series:
    """An endless series of games: the n-th is a copy of one of the recordings, and has an id of its own."""

    def __init__(self, recordings: Sequence[Recording], order: Sequence[int]) -> None:
        """`order`: which recordings follow each other; then they begin once more."""
        self.recordings = recordings
        self._order = order
        self._steps = list(accumulate((recordings[at].steps for at in order), initial=0))

    def recording(self, number: int) -> Recording:
        """What game `number`, counted from 0, is a copy of."""
        return self.recordings[self._order[number % len(self._order)]]

    def steps_before(self, number: int) -> int:
        """How many steps the games before game `number` have in all."""
        whole, rest = divmod(number, len(self._order))
        return whole * self._steps[-1] + self._steps[rest]

    def games_for(self, steps: int) -> int:
        """How many games have at least that many steps in all."""
        whole, rest = divmod(steps, self._steps[-1])
        return whole * len(self._order) + next(at for at, before in enumerate(self._steps) if before >= rest)


def copy_id(number: int) -> str:
    """The id of game `number`: as random as the ids that the service gives, and always the same."""
    return str(uuid.UUID(bytes=hashlib.sha256(b"growth" + number.to_bytes(8, "big")).digest()[:16], version=4))


def order_of(recordings: Sequence[Recording], weights: dict[str, int], open_each: int) -> list[int]:
    """Which recordings follow each other: of each ruleset as many as its weight, and an open game after `open_each`."""
    over = {name: [at for at, each in enumerate(recordings) if each.ruleset == name and each.over] for name in weights}
    left = [at for at, each in enumerate(recordings) if not each.over]
    order: list[int] = []
    taken = dict.fromkeys(weights, 0)
    while len(order) < 20 * open_each:
        for name, weight in weights.items():
            for _ in range(weight):
                order.append(over[name][taken[name] % len(over[name])])
                taken[name] += 1
                if left and len(order) % open_each == 0:
                    order.append(left[(len(order) // open_each) % len(left)])
    return order


# ---------------------------------------------------------------- recording


async def record(use_cases: Wired, games: int) -> list[Recording]:
    """Plays `games` games of each ruleset to their end, and one that stays open, by random players through the services."""
    recordings: list[Recording] = []
    for ruleset in RULESETS:
        players = [Player(use_cases.play, use_cases.games, ruleset, number) for number in range(games + 1)]
        await asyncio.gather(*(player.open() for player in players))
        for player in players[:-1]:
            game_id = player.game_id
            while player.game_id == game_id and not await _is_over(use_cases, game_id):
                await player.play()
            recordings.append(await read_recording(use_cases, game_id))
        while (await use_cases.world.log.head(players[-1].game_id)).version < OPEN_STEPS:  # type: ignore[union-attr]
            await players[-1].play()
        recordings.append(await read_recording(use_cases, players[-1].game_id))
    return recordings


async def _is_over(use_cases: Wired, game_id: str) -> bool:
    loaded = await use_cases.games.at_head(game_id, fresh=False)
    assert loaded is not None
    return loaded.state.over


async def read_recording(use_cases: Wired, game_id: str) -> Recording:
    """A game of the log, as a recording."""
    log = use_cases.world.log
    head = await log.head(game_id)
    assert head is not None, "the game was played"
    return recording_of(head, await log.read(game_id, limit=_PAGE), await log.commands(game_id, limit=_PAGE))


def recording_of(head: Head, steps: Sequence[RawStep], commands: Sequence[StoredCommand]) -> Recording:
    """The rows of a whole game, as a recording."""
    assert (len(steps), len(commands)) == (head.version, head.commands), "the rows are those of the whole game"
    assert head.ruleset is not None and head.ruleset_version is not None, "every game has a ruleset"
    played = []
    for command in commands:
        own = steps[command.first_version - 1 : command.last_version] if command.outcome == "accepted" else ()
        events = tuple(Event(step.type, step.schema, step.body) for step in own)
        columns = (getattr(command, name) for name in Played.__struct_fields__[:-1])
        played.append(Played(*columns, events))
    over = steps[-1].type == "game.SeedRevealed"
    return Recording(head.game_id, head.ruleset, head.ruleset_version, over, tuple(played))


def save(recordings: Sequence[Recording], file: Path) -> None:
    """Writes recordings into a file, whole or not at all."""
    draft = file.with_suffix(".draft")
    draft.write_bytes(msgspec.msgpack.encode(recordings))
    draft.rename(file)


def load(file: Path) -> list[Recording]:
    """Reads what `save` has written."""
    return msgspec.msgpack.decode(file.read_bytes(), type=list[Recording])
