"""The profile of a principal: public facts, and no way to a person who sat under another name or was erased."""

from typing import Any

import pytest

from domain.game.terms import Delay, Sandbox, Terms
from services.commands.answers import Accepted
from services.commands.bot_player import BotPlayer
from services.log.load_game import GameLoader
from services.ports import Principal
from tests.api.conftest import Ask, Served
from tests.api.test_game_filters import RULESET, take
from tests.dice import new_id

PROFILE = """query Profile($id: ID!) { principal(id: $id) { id name results { ruleset running finished won }
  games(first: 10) { totalCount edges { node { id sandbox phase } } } } }"""


async def played(
    served: Served, who: Principal, terms: Terms | None = None, name: str = "", *, to_end: bool = True
) -> str:
    """A game in which a principal sits with bots, played by them to its end after the principal has resigned."""
    seating, more = served.services.seating, {} if terms is None else {"terms": terms}
    opened = await seating.open(
        who,
        new_id(),
        ruleset=RULESET.id,
        seats=RULESET.seats_min,
        options={},
        title="",
        **more,  # type: ignore[arg-type]
    )
    assert isinstance(opened, Accepted), opened
    await take(served, who, opened.game_id, name)
    for seat in range(1, RULESET.seats_min):
        await seating.seat_bot(who, opened.game_id, new_id(), seat=seat, bot="random")
    assert isinstance(await seating.begin(who, opened.game_id, new_id()), Accepted)
    if to_end:
        assert isinstance(await seating.resign(who, opened.game_id, new_id()), Accepted)
        games = GameLoader(served.world)
        await BotPlayer(games, served.services.play).play_bot_seats(opened.game_id)
    return opened.game_id


async def profile(ask: Ask, who: Principal) -> Any:
    return (await ask(PROFILE, id=who.id))["principal"]


@pytest.mark.rules("GAME-SAND-01", "GAME-PERSON-02", "GAME-DELAY-02")
async def test_a_profile_has_the_games_under_the_own_name_and_their_results(served: Served, ask: Ask) -> None:
    ann = await served.principal("Ann")
    ended = await played(served, ann)
    running = await played(served, ann, to_end=False)
    sandbox = await played(served, ann, Terms(sandbox=Sandbox()), to_end=False)
    await played(served, ann, name="The Countess")
    delayed = await played(served, ann, Terms(delay=Delay(seconds=3_600)))
    visible = await profile(ask, ann)
    [results] = visible["results"]
    won = results.pop("won")
    assert results == {"ruleset": RULESET.id, "running": 1, "finished": 1} and won in (0, 1)
    games = {edge["node"]["id"]: edge["node"]["phase"] for edge in visible["games"]["edges"]}
    assert games == {ended: "OVER", running: "PLAYING", sandbox: "PLAYING", delayed: "OPEN"}
    assert (visible["name"], visible["games"]["totalCount"]) == ("Ann", 4)
    await served.world.names.erase(ann.id)
    erased = await profile(ask, ann)
    assert erased == {
        "id": ann.id,
        "name": "former player",
        "results": [],
        "games": {"totalCount": 0, "edges": []},
    }


async def test_nobody_has_no_profile(ask: Ask) -> None:
    assert (await ask(PROFILE, id="nobody\0"))["principal"] is None


@pytest.mark.parametrize("first", [-1, 101])
async def test_pages_of_a_profile_are_bounded(served: Served, ask: Ask, first: int) -> None:
    ann = await served.principal("Ann")
    document = "query($id: ID!, $first: Int!) { principal(id: $id) { games(first: $first) { totalCount } } }"
    answer = await ask(document, errors=True, id=ann.id, first=first)
    assert answer["errors"][0]["extensions"]["code"] == "BAD_PAGE"
