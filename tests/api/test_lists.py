"""Lists through the API: turns, sandboxes, watchers, a delay for spectators, and the games where a rule fired."""

import asyncio
import base64
import contextlib
import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.game.terms import Delay, Sandbox, Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.commands.bot_player import BotPlayer
from services.commands.play import Play
from services.log.load_game import GameLoader
from services.ports import Principal
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import FOLLOW, open_game
from tests.api.memory import memory_world
from tests.dice import new_id

GAMES = """query Games($sandbox: Boolean, $phase: Phase, $after: Cursor) {
  games(sandbox: $sandbox, phase: $phase, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
    edges { cursor node { id phase version turn sandbox watchers leaders winners toAct lastMoveAt } } } }"""
FIRED = """query Fired($id: ID!, $first: Int! = 20, $after: Cursor) { rule(id: $id) { id
  games(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { cursor node { version times game { id title ruleset phase version turn } } } } } }"""
FIELDS = "query Seen($game: ID!) { game(id: $game) { version phase turn toAct } }"
HOST = Principal("p-host", "Host", frozenset())


class Clock:
    """A clock that a test moves; every look at it takes a tenth of a second."""

    def __init__(self) -> None:
        self.now_us = 1_700_000_000_000_000

    def __call__(self) -> int:
        self.now_us += 100_000
        return self.now_us


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def served(clock: Clock) -> AsyncIterator[Served]:
    async with serving(services_over(dataclasses.replace(memory_world(), now_us=clock))) as running:
        yield running


async def bots_at(served: Served, terms: Terms | None = None, *, begin: bool = True) -> str:
    """A game of the weakest bots, begun but not played."""
    ruleset = next(iter(CURRENT.values()))
    more: dict[str, Any] = {} if terms is None else {"terms": terms}
    seats, seating = ruleset.seats_min, served.services.seating
    opened = await seating.open(HOST, new_id(), ruleset=ruleset.id, seats=seats, options={}, title="Bots", **more)
    assert isinstance(opened, Accepted), opened
    for seat in range(seats):
        await seating.seat_bot(HOST, opened.game_id, new_id(), seat=seat, bot="random")
    if begin:
        assert isinstance(await seating.begin(HOST, opened.game_id, new_id()), Accepted)
    return opened.game_id


async def play_on(served: Served, game: str) -> None:
    """The bots play to the end, or as far as their pace lets them."""
    await BotPlayer(GameLoader(served.world), Play(served.world, GameLoader(served.world))).play_bot_seats(game)


def node_of(answer: Any, game: str) -> dict[str, Any]:
    matches = [edge["node"] for edge in answer["games"]["edges"] if edge["node"]["id"] == game]
    assert len(matches) == 1
    return matches[0]


async def test_games_are_listed_with_turn_and_sandboxes_are_marked_and_chosen(served: Served, ask: Ask) -> None:
    game, sandbox = await bots_at(served), await bots_at(served, Terms(sandbox=Sandbox()))
    await play_on(served, game)
    listed = node_of(await ask(GAMES), game)
    visible = (await ask(FIELDS, game=game))["game"]
    assert (listed["turn"], listed["version"], listed["phase"]) == (visible["turn"], visible["version"], "OVER")
    assert listed["turn"] > 0 and listed["winners"] and listed["sandbox"] is False
    for only, expected in ((None, {game, sandbox}), (True, {sandbox}), (False, {game})):
        answer = (await ask(GAMES, sandbox=only))["games"]
        assert {edge["node"]["id"] for edge in answer["edges"]} == expected
        assert answer["totalCount"] == len(expected)
        assert only is None or all(edge["node"]["sandbox"] is only for edge in answer["edges"])


async def test_a_page_is_named_in_one_call_and_follows_what_persons_are_called_now(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, principals = served.world.names, served.world.principals
    (ann, _), (ben, _) = [await principals.create(name, frozenset()) for name in ("Ann", "Ben")]
    ruleset, seating = next(iter(CURRENT.values())), served.services.seating
    games = []
    for number in range(3):
        opened = await seating.open(ann, new_id(), ruleset=ruleset.id, seats=ruleset.seats_max, options={}, title="")
        assert isinstance(opened, Accepted)
        games.append(opened.game_id)
        for seat, principal in ((0, ann), (2, ben)):
            await seating.take(principal, opened.game_id, new_id(), seat=seat, name="", share="")
        await seating.seat_bot(ann, opened.game_id, new_id(), seat=1, bot="random")
        await names.put_title(opened.game_id, f"Evening {number}", ben.id)
    await names.put_seat_name(games[1], ann.id, "The Host")
    calls: list[int] = []
    of_games = names.of_games

    async def counted(persons: Any) -> Any:
        calls.append(len(persons))
        return await of_games(persons)

    monkeypatch.setattr(names, "of_games", counted)

    async def called() -> list[tuple[str, list[str]]]:
        edges = (await ask("{ games { edges { node { id title seats } } } }"))["games"]["edges"]
        by_id = {edge["node"]["id"]: edge["node"] for edge in edges}
        return [(by_id[game]["title"], by_id[game]["seats"][:4]) for game in games]

    as_ann, as_host = (["Ann", "Bram the Gambler", "Ben", ""], ["The Host", "Bram the Gambler", "Ben", ""])
    assert await called() == [("Evening 0", as_ann), ("Evening 1", as_host), ("Evening 2", as_ann)]
    assert calls == [4], "three games, and the own names of everybody"
    await names.rename(ann.id, "Anna")
    await names.erase(ben.id)
    assert await called() == [("", ["Anna", "Bram the Gambler", "former player", ""])] * 3


async def test_watchers_are_counted_while_they_watch(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    assert node_of(await ask(GAMES), client.game)["watchers"] == 0
    one, other = (follow_socket(served, FOLLOW, game=client.game, after="0") for _ in range(2))
    async with contextlib.aclosing(one), contextlib.aclosing(other):
        await anext(one)
        await anext(other)
        assert node_of(await ask(GAMES), client.game)["watchers"] == 2
    async with asyncio.timeout(30):
        while node_of(await ask(GAMES), client.game)["watchers"]:  # noqa: ASYNC110 -- a closing stream tells nobody
            await asyncio.sleep(0.02)


@pytest.mark.rules("GAME-DELAY-02")
@pytest.mark.parametrize("delay", [Delay(seconds=40), Delay(steps=30)], ids=["seconds", "steps"])
async def test_lists_are_as_far_behind_as_the_game_itself(served: Served, ask: Ask, clock: Clock, delay: Delay) -> None:
    game = await bots_at(served, Terms(delay=delay))
    before = node_of(await ask(GAMES), game)
    assert (before["phase"], before["turn"], before["toAct"]) == ("OPEN", 0, [])
    assert (await ask(GAMES, phase="PLAYING"))["games"]["totalCount"] == 0
    chosen_ruleset = BotPlayer(GameLoader(served.world), Play(served.world, GameLoader(served.world)))
    playing = asyncio.create_task(chosen_ruleset.play_bot_seats(game))
    looks = 0
    while not playing.done():
        # The two requests cannot share one moment: the list is read before and after the game.
        first, visible, then = (
            node_of(await ask(GAMES), game),
            (await ask(FIELDS, game=game))["game"],
            node_of(await ask(GAMES), game),
        )
        assert first["version"] <= visible["version"] <= then["version"]
        looks += 1
    assert await playing > 0 and looks > 0
    if delay.seconds:
        assert node_of(await ask(GAMES), game)["phase"] != "OVER"
        clock.now_us += delay.seconds * 1_000_000
    listed, visible = node_of(await ask(GAMES), game), (await ask(FIELDS, game=game))["game"]
    assert {name: listed[name] for name in visible} == visible and listed["phase"] == "OVER"


async def test_a_rule_tells_the_games_in_which_it_fired(served: Served, ask: Ask, clock: Clock) -> None:
    games = [await bots_at(served) for _ in range(3)]
    await bots_at(served, Terms(sandbox=Sandbox()))
    await bots_at(served, begin=False)
    late = await bots_at(served, Terms(delay=Delay(seconds=60)))
    await play_on(served, late)
    first = (await ask(FIRED, id="GAME-BEGIN-01", first=2))["rule"]["games"]
    assert (first["totalCount"], first["pageInfo"]["hasNextPage"]) == (3, True)
    rest = (await ask(FIRED, id="GAME-BEGIN-01", first=2, after=first["pageInfo"]["endCursor"]))["rule"]["games"]
    matches = [edge["node"] for page in (first, rest) for edge in page["edges"]]
    assert [node["game"]["id"] for node in matches] == games[::-1]
    for node in matches:
        steps = await cited_by(ask, node["game"]["id"], "GAME-BEGIN-01")
        assert (node["version"], node["times"], node["game"]["title"]) == (steps[0], len(steps), "Bots")
    clock.now_us += 60_000_000
    newest = (await ask(FIRED, id="GAME-BEGIN-01", first=1))["rule"]["games"]["edges"][0]["node"]
    assert (newest["game"]["id"], newest["game"]["phase"]) == (late, "OVER")


async def cited_by(ask: Ask, game: str, rule: str) -> list[int]:
    document = "query($game: ID!) { game(id: $game) { steps(first: 500) { edges { node { version line { rules { id } } } } } } }"
    edges = (await ask(document, game=game))["game"]["steps"]["edges"]
    cited = [(edge["node"]["version"], edge["node"]["line"]) for edge in edges]
    return [version for version, line in cited if line and rule in {each["id"] for each in line["rules"]}]


async def test_a_rule_that_never_fired_has_no_games(served: Served, ask: Ask) -> None:
    answer = (await ask(FIRED, id="GAME-FORK-01"))["rule"]["games"]
    assert answer == {"totalCount": 0, "pageInfo": {"hasNextPage": False, "endCursor": None}, "edges": []}


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ({"first": 101}, "BAD_PAGE"),
        ({"first": -1}, "BAD_PAGE"),
        ({"after": "x"}, "BAD_CURSOR"),
        ({"after": "Nw=="}, "BAD_CURSOR"),
    ],
)
async def test_pages_that_are_none_are_refused(ask: Ask, page: dict[str, Any], code: str) -> None:
    answer = await ask(FIRED, errors=True, id="GAME-BEGIN-01", **page)
    assert answer["errors"][0]["extensions"]["code"] == code


async def test_a_cursor_of_a_huge_number_is_refused(ask: Ask) -> None:
    for at_us in (2**63, -(2**63) - 1):
        cursor = base64.urlsafe_b64encode(f"{at_us}/00000000-0000-4000-8000-000000000000".encode()).decode()
        answer = await ask(GAMES, errors=True, after=cursor)
        assert answer["errors"][0]["extensions"]["code"] == "BAD_CURSOR"
