"""The feed of the list of games: what its filters let through, what leaves them, resumption, and a delay."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from domain.game.terms import Delay
from services.commands.answers import Accepted
from services.feeds.cursors import Place
from services.feeds.games_changed import CHANGES_AT_ONCE
from services.listing import GameChoice
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.test_game_filters import RULESET, move, opened, take
from tests.api.test_my_games import free
from tests.dice import new_id

CHANGED = """subscription Changed($phase: Phase, $title: String, $player: String, $after: Cursor) {
  gamesChanged(phase: $phase, title: $title, player: $player, after: $after) {
    cursor isListed isCaughtUp game { id title version phase seats } } }"""
Entry = dict[str, Any]


async def entries(stream: AsyncIterator[Entry], count: int) -> list[Entry]:
    """The next entries of a stream with a game; it stays open."""
    received: list[Entry] = []
    async with asyncio.timeout(60):
        while len(received) < count:
            entry = await anext(stream)
            received += [] if entry["isCaughtUp"] else [entry]
    return received


async def begin(served: Served, host: Any, game: str) -> None:
    for seat in range(RULESET.seats_min):
        await served.services.seating.seat_bot(host, game, new_id(), seat=seat, bot="random")
    assert isinstance(await served.services.seating.begin(host, game, new_id()), Accepted)


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.feeds.games_changed.POLL_SECONDS", 0.02)
    monkeypatch.setattr("services.feeds.games_changed.SOON_SECONDS", 0.0)


@pytest.mark.usefixtures("brisk")
async def test_what_changes_between_a_list_and_its_feed_is_not_lost(served: Served, ask: Ask) -> None:
    host = await served.principal("Host")
    await opened(served, host, "Evening one")
    listed = await ask("query Games { games(phase: OPEN) { changesCursor edges { node { title } } } }")
    assert [each["node"]["title"] for each in listed["games"]["edges"]] == ["Evening one"]
    await opened(served, host, "Evening two")
    [entry] = await entries(follow_socket(served, CHANGED, phase="OPEN", after=listed["games"]["changesCursor"]), 1)
    assert entry["game"]["title"] == "Evening two"


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("transport", ["websocket", "events"])
async def test_a_lobby_gets_what_opens_and_what_begins(served: Served, http: httpx.AsyncClient, transport: str) -> None:
    host = await served.principal("Host")
    first = await opened(served, host, "Evening one")

    def follow(after: str | None = None) -> AsyncIterator[Entry]:
        if transport == "websocket":
            return follow_socket(served, CHANGED, phase="OPEN", after=after)
        return follow_events(served, http, CHANGED, phase="OPEN", last_event_id=after)

    stream = follow()
    caught_up = await anext(stream)
    assert caught_up["isCaughtUp"] and caught_up["game"] is None and not caught_up["isListed"]
    waiting = asyncio.create_task(entries(stream, 1))
    second = await opened(served, host, "Evening two")
    [entry] = await waiting
    assert (entry["game"]["id"], entry["isListed"], entry["game"]["title"]) == (second, True, "Evening two")
    await stream.aclose()  # type: ignore[attr-defined]
    await begin(served, host, first)
    third = await opened(served, host, "Evening three")
    await move(served, host, third)
    stream = follow(entry["cursor"])
    rest = await entries(stream, 2)
    await stream.aclose()  # type: ignore[attr-defined]
    assert [(each["game"]["id"], each["isListed"]) for each in rest] == [(first, False), (third, True)]
    assert rest[0]["game"]["phase"] == "PLAYING" and rest[1]["game"]["seats"][0] == "Host"
    stream = follow(rest[0]["cursor"])
    assert await entries(stream, 1) == [rest[1]]
    await stream.aclose()  # type: ignore[attr-defined]


async def test_a_game_that_begins_and_goes_on_while_one_is_away_still_leaves_the_list(served: Served) -> None:
    host = await served.principal("Host")
    game = await opened(served, host)
    feed, lists = served.services.games_changed, served.world.list_changes
    place = await lists.order(served.world.now_us())
    await begin(served, host, game)
    await lists.order(served.world.now_us())
    from services.commands.bot_player import BotPlayer
    from services.log.load_game import GameLoader

    games = GameLoader(served.world)
    await BotPlayer(games, served.services.play).play_bot_seats(game)
    for phase, is_listed in (("open", False), ("over", True)):
        stream = feed.follow(GameChoice(phase=phase), Place(place), free)
        async with contextlib.aclosing(stream):  # type: ignore[type-var]
            change = await anext(stream)  # type: ignore[arg-type]
            assert (change.game.game_id, change.is_listed) == (game, is_listed)


@pytest.mark.usefixtures("brisk")
async def test_filters_hold_for_titles_and_names(served: Served) -> None:
    host, ann = await served.principal("Host"), await served.principal("Ann")
    feed = served.services.games_changed
    place = await served.world.list_changes.order(served.world.now_us())
    rainy = await opened(served, host, "A rainy evening")
    hers = await opened(served, host, "Another", ann)
    for choice, game in ((GameChoice(title="evening"), rainy), (GameChoice(player="ANN"), hers)):
        stream = feed.follow(choice, Place(place), free)
        async with contextlib.aclosing(stream):  # type: ignore[type-var]
            change = await anext(stream)  # type: ignore[arg-type]
            assert change.game.game_id == game
    assert len(feed._followers) == 0 and feed._reader is None


@pytest.mark.usefixtures("brisk")
async def test_a_game_leaves_the_list_of_a_player_who_leaves_it(served: Served) -> None:
    host, ann, eve = [await served.principal(name) for name in ("Host", "Ann", "Eve")]
    game = await opened(served, host, "", ann)
    await take(served, eve, game, "The Countess")
    place = await served.world.list_changes.order(served.world.now_us())
    streams = {
        player: follow_socket(served, CHANGED, player=player) for player in ("ANN", ann.id, "the countess", eve.id)
    }
    assert all([(await anext(stream))["isCaughtUp"] for stream in streams.values()])
    for number, who in enumerate((ann, eve)):
        assert isinstance(await served.services.seating.leave(who, game, new_id(), seat=number), Accepted)
    for player in ("ANN", ann.id, "the countess"):
        [entry] = await entries(streams[player], 1)
        assert (entry["game"]["id"], entry["isListed"]) == (game, False)
        cursors = await served.services.games_changed.cursors()
        [entry] = await entries(follow_socket(served, CHANGED, player=player, after=cursors.write(place)), 1)
        assert not entry["isListed"], "also for those who were away"
    resumed = follow_socket(served, CHANGED, player=eve.id, after=cursors.write(place))
    assert (await anext(resumed))["isCaughtUp"], "her id was not in the list while she had another name"
    for stream in (resumed, *streams.values()):
        await stream.aclose()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("brisk")
async def test_each_follower_learns_which_seat_is_theirs(served: Served, ask: Ask) -> None:
    host, ann = await served.principal("Host"), await served.principal("Ann")
    own = "game { mySeat isMyTurn isHost }"
    document = f"subscription {{ gamesChanged {{ isCaughtUp {own} }} }}"
    streams = {by: follow_socket(served, document, by=by) for by in ("Host", "Ann", None)}
    assert all([(await anext(stream))["isCaughtUp"] for stream in streams.values()])
    game = await opened(served, host, "", ann)
    expected = {"Host": (None, True), "Ann": (0, False), None: (None, False)}
    for by, (seat, is_host) in expected.items():
        entry = {"game": {"mySeat": None}}
        async with asyncio.timeout(60):
            while entry["game"]["mySeat"] != seat or seat is None:
                entry = await anext(streams[by])
                if seat is None:
                    break
        assert entry["game"] == {"mySeat": seat, "isMyTurn": False, "isHost": is_host}
        await streams[by].aclose()  # type: ignore[attr-defined]
    await begin(served, host, game)
    listed = await ask("query { games(mine: true) { edges { node { mySeat toAct isMyTurn isHost } } } }", by="Ann")
    [node] = [each["node"] for each in listed["games"]["edges"]]
    assert (node["mySeat"], node["isMyTurn"], node["isHost"]) == (0, 0 in node["toAct"], False)


@pytest.mark.rules("GAME-DELAY-02")
async def test_steps_behind_a_delay_are_no_changes(served: Served) -> None:
    host = await served.principal("Host")
    game = await opened(served, host, "", delay=Delay(steps=500))
    for seat in range(RULESET.seats_min):
        await served.services.seating.seat_bot(host, game, new_id(), seat=seat, bot="random")
    lists = served.world.list_changes
    place = await lists.order(served.world.now_us())
    assert isinstance(await served.services.seating.begin(host, game, new_id()), Accepted)
    assert await lists.order(served.world.now_us()) == place


@pytest.mark.usefixtures("brisk")
async def test_whoever_was_away_for_many_changes_gets_each_game_once(served: Served, ask: Ask) -> None:
    host = await served.principal("Host", "arbiter")
    place = await served.world.list_changes.order(served.world.now_us())
    games = [await opened(served, host) for _ in range(CHANGES_AT_ONCE + 5)]
    await move(served, host, games[0])
    async with serving(services_over(served.world)) as other:
        cursors = await other.services.games_changed.cursors()
        stream = follow_socket(other, CHANGED, after=cursors.write(place))
        received = [each["game"]["id"] for each in await entries(stream, len(games))]
        await stream.aclose()  # type: ignore[attr-defined]
    assert sorted(received) == sorted(games) and received[-1] == games[0]


async def test_cursors_of_other_feeds_are_refused(served: Served) -> None:
    cursors = await served.services.my_games.cursors()
    with pytest.raises(AssertionError, match="BAD_CURSOR"):
        await entries(follow_socket(served, CHANGED, after=cursors.write(0)), 1)
