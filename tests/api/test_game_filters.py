"""Filters and orders of `games`, and pages of games that move while a client pages."""

import random
from typing import Any

import pytest

from domain.game.terms import Delay, Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.ports import Principal
from tests.api.conftest import Ask, Served
from tests.api.memory import MemoryLog
from tests.dice import new_id

GAMES = """query Games($mine: Boolean, $seat: ID, $player: String, $title: String, $phase: Phase, $since: DateTime,
    $orderBy: GameOrder! = LAST_MOVE, $first: Int, $after: Cursor) {
  games(mine: $mine, seat: $seat, player: $player, title: $title, phase: $phase, since: $since, orderBy: $orderBy,
        first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { id title version seats players lastMoveAt } } } }"""
RULESET = next(iter(CURRENT.values()))


async def opened(
    served: Served, host: Principal, title: str = "", *seated: Principal, delay: Delay | None = None
) -> str:
    """An open game in which these sit."""
    more: Any = {} if delay is None else {"terms": Terms(delay=delay)}
    answer = await served.services.seating.open(
        host, new_id(), ruleset=RULESET.id, seats=RULESET.seats_min, options={}, title=title, **more
    )
    assert isinstance(answer, Accepted), answer
    for each in seated:
        await take(served, each, answer.game_id)
    return answer.game_id


async def take(served: Served, who: Principal, game: str, name: str = "") -> None:
    taken = await served.services.seating.take(who, game, new_id(), seat=None, name=name, share="")
    assert isinstance(taken, Accepted), taken


async def move(served: Served, host: Principal, game: str) -> None:
    """Something happens in an open game: the host sits down, or stands up and leaves."""
    seating = served.services.seating
    answer = await seating.take(host, game, new_id(), seat=0, name="", share="")
    if not isinstance(answer, Accepted):
        answer = await seating.leave(host, game, new_id(), seat=0)
    assert isinstance(answer, Accepted), answer


async def ids(ask: Ask, by: str | None = None, **chosen: Any) -> list[str]:
    page = (await ask(GAMES, by=by, **chosen))["games"]
    matches = [edge["node"]["id"] for edge in page["edges"]]
    assert page["totalCount"] == len(matches)
    return matches


async def test_games_are_chosen_by_who_sits_there_and_by_title(served: Served, ask: Ask) -> None:
    ann, ben, eve = [await served.principal(name) for name in ("Ann", "Ben", "Eve")]
    evening = await opened(served, ann, "A rainy Evening", ann, ben)
    other = await opened(served, ben, "100% fire_works", ben)
    hosted = await opened(served, eve, "Evening two")
    assert await ids(ask, player="ann") == await ids(ask, player=ann.id) == await ids(ask, seat=ann.id) == [evening]
    assert await ids(ask, player="BEN") == await ids(ask, seat=ben.id) == [other, evening]
    assert await ids(ask, player="Eve") == await ids(ask, seat=eve.id) == await ids(ask, player="nobody") == []
    assert await ids(ask, title="evening") == [hosted, evening]
    assert await ids(ask, title="a RAINY e") == await ids(ask, title="rainy evening") == [evening]
    assert await ids(ask, title="100% f") == await ids(ask, title="fire_works") == [other]
    assert await ids(ask, title="1%") == await ids(ask, title="fire") == []
    assert await ids(ask, by="Eve", mine=True) == [hosted]
    assert await ids(ask, by="Ann", mine=True) == [evening]
    assert await ids(ask, by="Ann", mine=False) == [hosted, other]
    assert await ids(ask, title="evening", player="ben", phase="OPEN") == [evening]
    nodes = (await ask(GAMES, title="a rainy"))["games"]["edges"]
    assert nodes[0]["node"]["players"][:2] == [ann.id, ben.id]


async def test_a_seat_with_a_name_of_its_own_does_not_say_who_sits_there(served: Served, ask: Ask) -> None:
    ann, ben = [await served.principal(name) for name in ("Ann", "Ben")]
    game = await opened(served, ben)
    await take(served, ann, game, "The Countess")
    assert await ids(ask, player="the countess") == [game]
    assert await ids(ask, player="Ann") == await ids(ask, player=ann.id) == await ids(ask, seat=ann.id) == []
    assert await ids(ask, by="Ann", mine=True) == [game]
    assert (await ask(GAMES))["games"]["edges"][0]["node"]["players"][0] is None
    await served.world.names.erase(ann.id)
    assert await ids(ask, player="former player") == await ids(ask, player=ann.id) == []


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_seat_sees_its_own_delayed_game_to_the_head_and_others_do_not(served: Served, ask: Ask) -> None:
    ann, host = await served.principal("Ann"), await served.principal("Host")
    game = await opened(served, host, "", ann, delay=Delay(steps=100))
    for seat in range(1, RULESET.seats_min):
        await served.services.seating.seat_bot(host, game, new_id(), seat=seat, bot="random")
    before = (await ask(GAMES))["games"]["edges"][0]["node"]
    assert isinstance(await served.services.seating.begin(host, game, new_id()), Accepted)
    for by, mine, is_head in (("Ann", True, True), ("Ann", None, False), ("Host", True, False), (None, None, False)):
        node = (await ask(GAMES, by=by, mine=mine))["games"]["edges"][0]["node"]
        assert (node["version"] > before["version"]) is is_head
        assert is_head or node == before
    assert await ids(ask, phase="PLAYING") == await ids(ask, by="Host", mine=True, phase="PLAYING") == []
    assert await ids(ask, by="Ann", mine=True, phase="PLAYING") == [game]


@pytest.mark.parametrize("order", ["LAST_MOVE", "WAITING", "OPENED"])
async def test_no_game_is_lost_or_repeated_while_games_move_between_the_pages(
    served: Served, ask: Ask, order: str
) -> None:
    host, chance = await served.principal("Host"), random.Random(order)
    games = [await opened(served, host) for _ in range(9)]
    for _ in range(20):
        await move(served, host, chance.choice(games))
    whole = [edge["node"]["id"] for edge in (await ask(GAMES, orderBy=order))["games"]["edges"]]
    pages: list[str] = []
    after, further = None, True
    while further:
        page = (await ask(GAMES, orderBy=order, first=2, after=after))["games"]
        pages += [edge["node"]["id"] for edge in page["edges"]]
        after, further = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        for game in chance.sample(games, 4):
            await move(served, host, game)
        await opened(served, host)
    assert pages == whole and set(pages) == set(games)


async def test_games_that_moved_since_a_moment(served: Served, ask: Ask) -> None:
    host = await served.principal("Host")
    first, second = [await opened(served, host) for _ in range(2)]
    moment = (await ask(GAMES))["games"]["edges"][0]["node"]["lastMoveAt"]
    assert await ids(ask, since=moment) == [second]
    await move(served, host, first)
    assert await ids(ask, since=moment) == [first, second]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"title": " "}, "BAD_FILTER"),
        ({"title": "x" * 101}, "BAD_FILTER"),
        ({"player": ""}, "BAD_FILTER"),
        ({"since": "1066-10-14T00:00:00Z"}, "BAD_FILTER"),
        ({"mine": True}, "NOT_AUTHENTICATED"),
        ({"mine": False}, "NOT_AUTHENTICATED"),
    ],
)
async def test_filters_that_are_none_are_refused(ask: Ask, given: dict[str, Any], code: str) -> None:
    assert (await ask(GAMES, errors=True, **given))["errors"][0]["extensions"]["code"] == code


async def test_a_cursor_of_one_order_does_not_fit_another(served: Served, ask: Ask) -> None:
    host = await served.principal("Host")
    await opened(served, host)
    after = (await ask(GAMES))["games"]["pageInfo"]["endCursor"]
    answer = await ask(GAMES, errors=True, orderBy="OPENED", after=after)
    assert answer["errors"][0]["extensions"]["code"] == "BAD_CURSOR"
    assert isinstance(served.world.log, MemoryLog)
