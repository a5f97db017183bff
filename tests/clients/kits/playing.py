"""Games that the kit in Python plays and follows while a proxy cuts its connections."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from emberlog_client import Backoff, Client, Moment, Refused
from emberlog_client.operations import Game, LegalCommand

from tests.continuity.proxy import Proxy

Json = Any

HASTE = Backoff(first_seconds=0.01, max_seconds=0.1, give_up_seconds=30)
CUTS_MAX = 60
SPECTATOR = {"kind": "SPECTATOR"}


@dataclass
class Played:
    """What a player did: every command id that was accepted, with how often the answer was a repeated one."""

    accepted: list[str] = field(default_factory=list)
    repeats: int = 0


@asynccontextmanager
async def cutting(url: str, dice: random.Random, every_pieces: int) -> AsyncIterator[Proxy]:
    """A proxy before the service that cuts one of its connections about so often, in the middle of anything.

    It counts what came through and not the time: so a machine that is slow or busy has as many cuts as any other.
    After `CUTS_MAX` it leaves the connections alone, so that a game always ends."""

    async def cut(proxy: Proxy) -> None:
        for _ in range(CUTS_MAX):
            await proxy.more_came_through(dice.randint(1, 2 * every_pieces - 1))
            proxy.cut_one()

    async with Proxy(urlsplit(url).port or 80, dice) as proxy:
        cuts = asyncio.create_task(cut(proxy))
        try:
            yield proxy
        finally:
            cuts.cancel()


async def sandbox(client: Client, ruleset: str, seats: int, *, bots: int, **more: Json) -> str:
    """An open game whose last seats are bots' and whose first seat is the caller's, if one is left."""
    game = (await client.open_game(ruleset, seats, sandbox=more)).game_id
    for seat in range(seats - bots, seats):
        await client.seat_bot(game, seat)
    if bots < seats:
        await client.take_seat(game)
    return game


def any_of(dice: random.Random) -> Callable[[Game], LegalCommand]:
    """A player without a plan."""
    return lambda game: dice.choice(game.legal)


async def play(
    client: Client,
    game: str,
    dice: random.Random,
    commands_max: int,
    accepted: Callable[[int], object] = lambda _: None,
) -> Played:
    """Play until the game is over, or so many commands; then resign, so that a bot plays on.

    `accepted` hears after each command how many were accepted."""
    played = Played()
    while len(played.accepted) < commands_max:
        answer = None
        try:
            answer = await client.decide(game, any_of(dice))
        except Refused:
            continue
        if answer is None:
            if (await client.game(game)).phase == "OVER":
                return played
            await asyncio.sleep(0.02)
            continue
        played.accepted.append(answer.command_id)
        played.repeats += answer.is_repeat
        accepted(len(played.accepted))
    await client.resign(game)
    return played


async def watched(client: Client, game: str, *, after: int | None = 0) -> list[Moment]:
    """Every moment of a game up to its end, as a spectator."""
    return [moment async for moment in client.watch(game, after=after, as_=SPECTATOR)]
