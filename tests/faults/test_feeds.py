"""Feeds over many games while API, worker and Postgres are killed: who resumes gets no entry twice and misses none."""

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from infra.wiring import Wired, wired
from tests.continuity.players import REGISTER, TAKE, LiveGame
from tests.faults.audit import caught_up, still
from tests.faults.client import Bots, PatientClient
from tests.faults.followers import CHANGED, MY_GAMES, Follower, Json
from tests.faults.scale import Figures, count, luck
from tests.faults.stage import Stage, eventually, some_pause, staged
from tests.faults.tasks import beside

pytestmark = pytest.mark.campaign

PEOPLE = 2
BEGUN = ("PLAYING", "OVER")
SEATS = 3
SHORTEST = "brigade"
"""The ruleset whose games end after the fewest commands: about fifty, when two people play at random."""
STEPS_MAX = 60
"""Of a game that is played. Then its people begin another one: it goes on waiting for them."""
ABANDON = "mutation($game: ID!, $id: ID!) { answer: abandonGame(game: $game, commandId: $id) { __typename } }"
HEADS = "query Heads($game: ID!) { game(id: $game) { version phase toAct mySeat } }"
COMMANDS = """
SELECT c.game_id::text, c.last_version, l.pos FROM command c
JOIN log l ON l.game_id = c.game_id AND l.number = c.ordinal AND l.kind = 'command' WHERE c.outcome = 'accepted'
"""


@dataclass
class Crowd:
    """The same people in every game, and the clients that follow. `heads`: each game in the end."""

    tokens: list[str]
    mine: list[Follower]
    lists: list[Follower]
    heads: dict[str, Json] = field(default_factory=dict)

    @property
    def all(self) -> list[Follower]:
        """Everybody who follows a feed in this run."""
        return [*self.mine, *self.lists]


async def a_crowd(stage: Stage, client: PatientClient, dice: random.Random) -> Crowd:
    """People without a game yet, two clients of each, and two clients of the list of games."""

    def follower(name: str, document: str, token: str | None = None, **chosen: str) -> Follower:
        return Follower(name, stage.url, document, random.Random(dice.random()), token, chosen)

    tokens = [(await client.ask(REGISTER, name=f"Player {at}"))["register"]["token"] for at in range(PEOPLE)]
    mine = [
        follower(f"client {at} of player {who}", MY_GAMES, token) for who, token in enumerate(tokens) for at in (1, 2)
    ]
    lists = [follower("the list", CHANGED), follower("games that are played", CHANGED, phase="PLAYING")]
    return Crowd(tokens, mine, lists)


@asynccontextmanager
async def following(crowd: Crowd) -> AsyncIterator[None]:
    """All clients follow, each from an empty list on, for the length of the block."""
    tasks = [asyncio.create_task(each.follow()) for each in crowd.all]
    async with beside(tasks):
        await asyncio.gather(*(each.begun.wait() for each in crowd.all))
        yield


async def play_on(bots: Bots, crowd: Crowd, dice: random.Random) -> None:
    """Games with the same people: one that its host closes before it begins, then one that is played, and so on."""
    while True:
        game = await opened(bots, crowd, dice)
        for seat, token in enumerate(crowd.tokens):
            await ask(bots, TAKE, token, game=game.game, seat=seat, name=f"Player {seat}")
        await ask(bots, ABANDON, crowd.tokens[0], game=game.game)
        game = await opened(bots, crowd, dice)
        await game.begin(SEATS)
        await game.play(until=STEPS_MAX)


async def play_to_the_end(bots: Bots, crowd: Crowd, dice: random.Random, ended: asyncio.Event) -> None:
    """Games with the same people and nobody else, each played until it is over; `ended` is set by the first."""
    while True:
        game = await opened(bots, crowd, dice, SHORTEST, PEOPLE)
        await game.begin(PEOPLE)
        await game.play()
        ended.set()


async def opened(
    bots: Bots, crowd: Crowd, dice: random.Random, ruleset: str = "great_fire", seats: int = SEATS
) -> LiveGame:
    """Another game of the same people."""
    game = LiveGame(bots.client, random.Random(dice.random()))
    game.tokens = list(crowd.tokens)
    bots.games.append(game)
    await game.open(ruleset, seats, 0, {}, None, None)
    return game


async def ask(bots: Bots, document: str, token: str, **variables: object) -> None:
    """Send a command until it is answered. It is accepted."""
    answer = await bots.client.ask(document, token=token, id=str(uuid.uuid4()), **variables)
    assert answer["answer"]["__typename"] == "CommandAccepted", answer


async def kill(stage: Stage, part: str, dice: random.Random) -> None:
    """A part dies with -9, and comes back after a while."""
    service = stage.apis[0]
    if part == "postgres":
        await stage.postgres.kill()
        await asyncio.sleep(some_pause(dice, 0.5))
        await stage.postgres.start()
    elif part == "api":
        await service.kill_api()
        await asyncio.sleep(some_pause(dice, 0.5))
        await service.start_api()
    else:
        await service.kill_worker()
        await asyncio.sleep(some_pause(dice, 0.5))
        await service.start_worker()


async def test_followers_of_feeds_resume_without_a_gap_or_a_repeat(figures: Figures) -> None:
    dice = luck(21)
    parts = ["api", "worker", "postgres"] * count(20, 2)
    dice.shuffle(parts)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots, crowd = Bots(client, dice), await a_crowd(stage, client, dice)
        async with following(crowd):
            ended = asyncio.Event()
            playing = [asyncio.create_task(play_on(bots, crowd, dice)) for _ in range(2)]
            playing.append(asyncio.create_task(play_to_the_end(bots, crowd, dice, ended)))
            for part in parts:
                await bots.reach(8)
                await kill(stage, part, dice)
            await bots.reach(12)
            await asyncio.wait_for(ended.wait(), 120.0)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            async with stage.owner() as owner:
                await still(owner)
                await eventually(lambda: sequenced(owner), 30.0)
            await eventually(lambda: caught_up(stage), 60.0)
        await asyncio.gather(*(each.look_in() for each in crowd.all))
        await read_heads(client, bots, crowd)
        await check(stage, crowd)
    ended = sum((each.ended for each in crowd.all), Counter[str]())
    figures(
        21, kills=len(parts), followers=len(crowd.all), games=len(crowd.heads),
        entries=sum(len(each.entries) for each in crowd.all), connections_lost=sum(ended.values()) - ended["hung up"],
        hung_up=ended["hung up"], doubled=0, missed=0,
    )  # fmt: skip
    phases = {head["phase"] for head in crowd.heads.values()}
    assert phases >= {"PLAYING", "ABANDONED", "OVER"}, "too little happened"
    assert all(each.ended for each in crowd.all), "somebody never had to resume"


async def sequenced(owner: "object") -> bool:
    """Whether every command has its place."""
    return not await owner.fetchval("SELECT count(*) FROM pending")  # type: ignore[attr-defined]


async def read_heads(client: PatientClient, bots: Bots, crowd: Crowd) -> None:
    """Every game as it is in the end, with who sits there. One that was cut off at its opening has no id here."""
    for game in (each.game for each in bots.games if each.game):
        looks = [(await client.ask(HEADS, token=token, game=game))["game"] for token in crowd.tokens]
        seats = {token: look.pop("mySeat") for token, look in zip(crowd.tokens, looks, strict=True)}
        crowd.heads[game] = {**looks[0], "seats": seats}


async def check(stage: Stage, crowd: Crowd) -> None:
    """What every follower got, beside the log."""
    async with stage.owner() as owner:
        places = {(row[0], row[1]): row[2] for row in await owner.fetch(COMMANDS)}
    async with wired(stage.postgres.url, stage.redis.url, connections_max=2) as use_cases:
        for each in crowd.mine:
            await check_my_games(use_cases, crowd, each, places)
        for each in crowd.lists:
            await check_list(use_cases, crowd, each)


async def check_my_games(
    use_cases: Wired, crowd: Crowd, follower: Follower, places: dict[tuple[str, int], int]
) -> None:
    """Every seat, start and end once; the turn that waits; every entry in its place, and so none twice."""
    cursors = await use_cases.my_games.cursors()
    sent = [cursors.read(each["cursor"]).pos for each in follower.entries]
    assert sent == sorted(set(sent)), f"{follower.name}: entries twice, or out of order"
    assert sent == [places[each["game"]["id"], each["game"]["version"]] for each in follower.entries], follower.name
    for game_id, head in crowd.heads.items():
        entries = [each for each in follower.entries if each["game"]["id"] == game_id]
        seat = head["seats"][follower.token]
        news = Counter(kind for each in entries for kind in each["news"])
        wanted = {
            "JOINED": int(seat is not None), "STARTED": int(head["phase"] in BEGUN),
            "ENDED": int(head["phase"] in ("OVER", "ABANDONED")),
        }  # fmt: skip
        assert {kind: news[kind] for kind in wanted} == wanted, f"{follower.name}, game {game_id}: {news}"
        check_turns(follower, entries, head, seat)


def check_turns(follower: Follower, entries: list[Json], head: Json, seat: int | None) -> None:
    """Each turn was one, each that was left out was played meanwhile, and the one that waits was sent."""
    for each in entries:
        game = each["game"]
        if "MY_TURN" in each["news"]:
            assert game["mySeat"] in game["toAct"], each
        elif game["mySeat"] in game["toAct"]:
            assert game["version"] < head["version"], each
    if seat is not None and seat in head["toAct"]:
        assert entries[-1]["game"]["version"] == head["version"], f"{follower.name} misses the turn that waits"


async def check_list(use_cases: Wired, crowd: Crowd, follower: Follower) -> None:
    """Every game in the end as it is; no place of the order twice."""
    cursors = await use_cases.games_changed.cursors()
    sent = [cursors.read(each["cursor"]).pos for each in follower.entries]
    assert sent == sorted(set(sent)), f"{follower.name}: entries twice, or out of order"
    last = {each["game"]["id"]: each for each in follower.entries}
    phase = follower.chosen.get("phase")
    wanted = {game: head for game, head in crowd.heads.items() if phase is None or head["phase"] in BEGUN}
    assert wanted.keys() <= last.keys(), f"{follower.name}: games are missing"
    for game, head in wanted.items():
        assert last[game]["game"] == {"id": game, "version": head["version"], "phase": head["phase"]}, follower.name
        assert last[game]["isListed"] == (phase in (None, head["phase"])), follower.name
