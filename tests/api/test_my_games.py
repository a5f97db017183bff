"""The feed of a caller's games: turns over all games, starts, seats and ends; resumed without a loss or a double."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock, patch

import httpx
import pytest

from domain.game.terms import Delay, Sandbox, Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.feeds.cursors import BadCursor, CaughtUp, Cursors, Place
from services.feeds.my_games import GAME_POINTS, WAITING_MAX
from services.feeds.updates import Update
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ABANDON, GameClient, open_game
from tests.dice import new_id

TURNS = """subscription Turns($after: Cursor) { myTurns(after: $after) {
  cursor news isCaughtUp game { id version mySeat toAct legal { json } } } }"""
GAMES = (
    "subscription Games($after: Cursor) { myGames(after: $after) { cursor news isCaughtUp game { id version phase } } }"
)
SECONDS_MAX = 60
Entry = dict[str, Any]


async def taken(stream: AsyncIterator[Entry], count: int) -> list[Entry]:
    """The next entries of a stream with a game; it is closed after them."""
    entries: list[Entry] = []
    async with asyncio.timeout(SECONDS_MAX), contextlib.aclosing(stream):  # type: ignore[type-var]
        while len(entries) < count:
            entries.append(await next_of(stream))
    return entries


async def next_of(stream: AsyncIterator[Entry]) -> Entry:
    """The next entry with a game."""
    async with asyncio.timeout(SECONDS_MAX):
        while (entry := await anext(stream))["game"] is None:
            pass
        return entry


async def until_caught_up(stream: AsyncIterator[Entry]) -> tuple[list[Entry], Entry]:
    """What was there when one subscribed, and the mark after it."""
    entries: list[Entry] = []
    async with asyncio.timeout(SECONDS_MAX), contextlib.aclosing(stream):  # type: ignore[type-var]
        async for entry in stream:
            if entry["isCaughtUp"]:
                assert entry["game"] is None and entry["news"] == []
                return entries, entry
            entries.append(entry)
    raise AssertionError("the stream ended without a caught_up")


async def rest_of(stream: AsyncIterator[Entry]) -> list[Entry]:
    """The entries with a game before the mark."""
    return (await until_caught_up(stream))[0]


async def free(points: int) -> None:
    """Whoever follows pays nothing."""


async def play_alone(client: GameClient, until: str) -> None:
    """Players play at random until it is the turn of `until`, or the game is over."""
    for _ in range(500):
        if (await client.mine(None))["phase"] == "OVER" or await client.acting() == until:
            return
        await client.play_one()
    raise AssertionError("nobody got the turn")


async def test_a_bot_plays_a_whole_game_from_its_turns_alone(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)

    async def bot(name: str) -> list[int]:
        versions: list[int] = []
        stream = follow_socket(served, TURNS, by=name)
        async with contextlib.aclosing(stream):  # type: ignore[type-var]
            async for entry in stream:
                game = entry["game"]
                if entry["isCaughtUp"]:
                    continue
                assert entry["news"] in ([], ["MY_TURN"]) or "MY_TURN" in entry["news"]
                versions.append(game["version"])
                choice = client.chance.choice(game["legal"])["json"]
                answer = await client.submit(name, choice, version=game["version"])
                assert answer["__typename"] in ("CommandAccepted", "VersionConflict"), answer
                if answer["__typename"] == "CommandAccepted" and await over():
                    break
        return versions

    async def over() -> bool:
        return bool((await client.mine(None))["phase"] == "OVER")

    bots = [asyncio.create_task(bot(name)) for name in client.players]
    async with asyncio.timeout(60):
        done, waiting = await asyncio.wait(bots, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert all(task.exception() is None for task in done)
    assert await over()
    versions = done.pop().result()
    assert versions == sorted(set(versions)), "no entry comes twice"


@pytest.mark.campaign
@pytest.mark.parametrize("transport", ["websocket", "events"])
async def test_entries_go_on_after_a_lost_connection(
    served: Served, http: httpx.AsyncClient, ask: Ask, transport: str
) -> None:
    name = "Player0"

    def follow(after: str | None) -> AsyncIterator[Entry]:
        if transport == "websocket":
            return follow_socket(served, GAMES, by=name, after=after)
        return follow_events(served, http, GAMES, by=name, last_event_id=after)

    first = await open_game(served, ask)
    await play_alone(first, name)
    [entry] = await taken(follow(None), 1)
    assert (entry["game"]["id"], entry["news"]) == (first.game, ["MY_TURN"])
    second = await open_game(served, ask)
    await play_alone(second, name)
    await first.play()
    resumed = await rest_of(follow(entry["cursor"]))
    of = {game: [each["news"] for each in resumed if each["game"]["id"] == game] for game in (first.game, second.game)}
    assert of[first.game] == [["ENDED"]], "turns that have come and gone are left out, the end is not"
    news = [kind for each in of[second.game] for kind in each]
    assert news.count("JOINED") == news.count("STARTED") == 1 and news[-1] == "MY_TURN"
    for number, each in enumerate(resumed):
        assert await rest_of(follow(each["cursor"])) == resumed[number + 1 :]


async def test_a_new_game_is_joined_while_one_follows_and_others_games_are_not(served: Served, ask: Ask) -> None:
    await served.principal("Stranger")
    client = await open_game(served, ask)
    stranger, player = follow_socket(served, GAMES, by="Stranger"), follow_socket(served, GAMES, by="Player1")
    async with contextlib.aclosing(player), contextlib.aclosing(stranger):  # type: ignore[type-var]
        assert (await next_of(player))["game"]["id"] == client.game
        other = await open_game(served, ask)
        entry = await next_of(player)
        assert (entry["game"]["id"], entry["news"]) == (other.game, ["JOINED"])
        started = await next_of(player)
        assert started["news"][0] == "STARTED" and started["game"]["phase"] == "PLAYING"
        assert await rest_of(stranger) == []


async def test_an_entry_says_that_all_which_was_there_has_come(served: Served, ask: Ask) -> None:
    await served.principal("Player0")
    for document in (GAMES, TURNS):
        assert await rest_of(follow_socket(served, document, by="Player0")) == []
    client = await open_game(served, ask)
    listed, caught_up = await until_caught_up(follow_socket(served, GAMES, by="Player0"))
    assert [each["game"]["id"] for each in listed] == [client.game]
    assert await until_caught_up(follow_socket(served, GAMES, by="Player0", after=caught_up["cursor"])) == (
        [],
        caught_up,
    )
    stream = follow_socket(served, GAMES, by="Player0", after=caught_up["cursor"])
    async with contextlib.aclosing(stream):  # type: ignore[type-var]
        assert (await anext(stream))["isCaughtUp"]
        other = await open_game(served, ask)
        assert (await next_of(stream))["game"]["id"] == other.game


async def test_a_first_list_that_broke_off_goes_on_with_games_without_news(served: Served, ask: Ask) -> None:
    clients = [await open_game(served, ask) for _ in range(4)]
    await served.principal("Judge", "arbiter")
    for client in clients[:3]:
        await play_alone(client, "Player1")
    await ask(ABANDON, by="Judge", game=clients[3].game, id=new_id())
    whole = await rest_of(follow_socket(served, GAMES, by="Player0"))
    assert {each["game"]["id"] for each in whole} == {each.game for each in clients[:3]}
    for number, entry in enumerate(whole):
        rest = await rest_of(follow_socket(served, GAMES, by="Player0", after=entry["cursor"]))
        assert rest == whole[number + 1 :], "no game is left out, none comes twice, and none that had ended before"
    await ask(ABANDON, by="Judge", game=whole[0]["game"]["id"], id=new_id())
    rest = await rest_of(follow_socket(served, GAMES, by="Player0", after=whole[1]["cursor"]))
    assert [(each["game"]["id"], each["news"]) for each in rest] == [
        (whole[2]["game"]["id"], []),
        (whole[0]["game"]["id"], ["ENDED"]),
    ]


async def test_each_game_of_a_backlog_is_paid_for(served: Served, ask: Ask) -> None:
    for _ in range(3):
        await open_game(served, ask)
    principal = await served.world.principals.by_token(served.tokens["Player0"])
    assert principal is not None
    paid: list[int] = []

    async def pay(points: int) -> None:
        paid.append(points)

    async with contextlib.aclosing(served.services.my_games.follow(principal, Place(0), pay)) as stream:  # type: ignore[type-var]
        await anext(stream)  # type: ignore[arg-type]
    assert sum(paid) == 3 * GAME_POINTS


async def test_two_processes_continue_for_each_other_without_any_notification(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    served.world.notifier.deaf = True  # type: ignore[attr-defined]
    async with serving(services_over(served.world)) as other:
        other.tokens = served.tokens
        cursor, versions = None, []
        for process in (served, other, served):
            await play_alone(client, "Player0")
            [entry] = await taken(follow_socket(process, TURNS, by="Player0", after=cursor), 1)
            cursor = entry["cursor"]
            versions.append(entry["game"]["version"])
            await client.play_one()
        assert versions == sorted(set(versions))


async def test_a_slow_follower_falls_back_to_what_still_matters(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    principal = await served.world.principals.by_token(served.tokens["Player0"])
    assert principal is not None
    stream = served.services.my_games.follow(principal, None, free)
    async with contextlib.aclosing(stream):  # type: ignore[type-var]
        first = await anext(stream)  # type: ignore[arg-type]
        places = [first.pos]  # type: ignore[attr-defined]
        assert isinstance(await anext(stream), CaughtUp)  # type: ignore[arg-type]
        played = await client.play(WAITING_MAX + 40)
        if played < WAITING_MAX + 40:
            ended = []
            while "ended" not in ended:
                update = await anext(stream)  # type: ignore[arg-type]
                ended = list(update.changes)  # type: ignore[attr-defined]
                places.append(update.pos)  # type: ignore[attr-defined]
    assert places == sorted(set(places))


@pytest.mark.parametrize("after", ["", "7", "x" * 22, "AAAAAAAAAAAAAAAAAAAAAA", "é"])
async def test_a_cursor_that_no_feed_has_given_is_refused(served: Served, ask: Ask, after: str) -> None:
    await served.principal("Ann")
    with pytest.raises(AssertionError, match="BAD_CURSOR"):
        await taken(follow_socket(served, TURNS, by="Ann", after=after), 1)


async def test_a_cursor_of_the_future_is_refused(served: Served, ask: Ask) -> None:
    await served.principal("Ann")
    cursors = await served.services.my_games.cursors()
    with pytest.raises(AssertionError, match="BAD_CURSOR"):
        await taken(follow_socket(served, TURNS, by="Ann", after=cursors.write(10**9)), 1)


async def test_spectators_have_no_feed(served: Served, ask: Ask) -> None:
    with pytest.raises(AssertionError, match="NOT_AUTHENTICATED"):
        await taken(follow_socket(served, TURNS), 1)


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_host_who_sees_their_game_with_a_delay_gets_nothing_of_it(served: Served) -> None:
    host = await served.principal("Host")
    seating, ruleset = served.services.seating, next(iter(CURRENT.values()))
    games = []
    for terms in (Terms(delay=Delay(steps=30)), Terms(sandbox=Sandbox())):
        opened = await seating.open(
            host, new_id(), ruleset=ruleset.id, seats=ruleset.seats_min, options={}, title="", terms=terms
        )
        assert isinstance(opened, Accepted)
        for seat in range(ruleset.seats_min):
            await seating.seat_bot(host, opened.game_id, new_id(), seat=seat, bot="random")
        assert isinstance(await seating.begin(host, opened.game_id, new_id()), Accepted)
        games.append(opened.game_id)
    entry = await next_of(follow_socket(served, GAMES, by="Host"))
    assert (entry["game"]["id"], entry["news"]) == (games[1], [])


def test_a_cursor_says_nothing_of_its_place() -> None:
    one, other = Cursors(bytes(32), "moves"), Cursors(bytes(32), "lists")
    written = [one.write(place) for place in range(200)]
    assert [one.read(each) for each in written] == [Place(number) for number in range(200)]
    assert one.read(one.write(7, 9)) == Place(7, 9) and one.write(7, 9) != one.write(7)
    assert len({each[:8] for each in written}) == 200
    with pytest.raises(BadCursor):
        other.read(written[3])


@pytest.mark.rules("GAME-TOKEN-01")
async def test_a_token_reaches_as_far_in_feeds_and_lists_as_elsewhere(served: Served, ask: Ask) -> None:
    games = [await open_game(served, ask) for _ in range(2)]
    principal = await served.world.principals.by_token(served.tokens["Player0"])
    assert principal is not None
    narrow = dataclasses.replace(principal, scopes=frozenset({"read"}), game_id=games[1].game)
    async with asyncio.timeout(SECONDS_MAX):
        async for update in served.services.my_games.follow(narrow, None, free):
            assert isinstance(update, Update) and update.visible.game_id == games[1].game
            break
    keys = dataclasses.replace(principal, scopes=frozenset({"keys"}))
    mine = "{ games(mine: true) { edges { node { id } } } }"
    for caller, document in ((keys, mine), (narrow, mine)):
        served.tokens["Narrow"] = served.tokens["Player0"]
        by_token = AsyncMock(return_value=caller)
        with patch.object(served.world.principals, "by_token", by_token):
            async with serving(served.services) as other, httpx.AsyncClient(trust_env=False, verify=False) as http:
                other.tokens = served.tokens
                answer = await asking(other, http)(document, by="Narrow", errors=True)
        assert answer["errors"][0]["extensions"]["code"] == "NOT_IN_SCOPE"
