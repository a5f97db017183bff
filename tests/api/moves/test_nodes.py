"""Global ids: whoever reads by one passes the same viewer and horizon as by any other field."""

from typing import Any, Final

import pytest

from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, GameClient, open_game
from tests.api.moves.documents import legal
from tests.api.test_sandbox import begun
from tests.dice import new_id

NODE: Final = """query($id: ID!) { node(id: $id) { __typename id
  ... on Game { version mySeat } ... on Step { version line { text facts } viewJson legal { choice } }
  ... on SeatInGame { seat name } ... on Highlight { version kind text } ... on CommandRecord { commandId outcome }
  ... on Refusal { code fromSeat } } }"""
IDS: Final = """query($g: ID!, $as: ViewerInput, $c: ID!) { game(id: $g) { id seats { id seat } steps(last: 5, as: $as) { edges { node { id
  version line { text facts } viewJson legal { choice } } } } highlights(as: $as) { edges { node { id version kind text } } }
  refusals(as: $as) { edges { node { id code fromSeat } } } command(id: $c) { id commandId outcome } } }"""
PLAYED: Final = "00000000-0000-4000-8000-000000000007"


async def node(ask: Ask, id: str, by: str | None = None) -> Any:
    response = await ask(NODE, by=by, id=id, errors=True)
    problems = response.get("errors")
    return problems[0]["extensions"]["code"] if problems else response["data"]["node"]


@pytest.fixture
async def client(served: Served, ask: Ask) -> GameClient:
    client = await open_game(served, ask, ruleset="london")
    await client.play(6)
    by = await client.acting()
    other = next(name for name in client.players if name != by)
    await client.submit(other, (await legal(client, by))[0]["json"] | {"seat": None})
    await client.submit(by, (await legal(client, by))[0]["json"], PLAYED)
    return client


async def ids_of(ask: Ask, client: GameClient, by: str | None, **viewer: Any) -> dict[str, Any]:
    game: dict[str, Any] = (await ask(IDS, by=by, g=client.game, c=PLAYED, **{"as": viewer or None}))["game"]
    return game


def nodes_of(game: dict[str, Any]) -> list[dict[str, Any]]:
    lists = [game[name]["edges"] for name in ("steps", "highlights", "refusals")]
    command = [game["command"]] if game["command"] else []
    return [*game["seats"], *command, *(edge["node"] for edges in lists for edge in edges)]


async def test_a_text_that_is_no_id_is_one_problem(ask: Ask, client: GameClient) -> None:
    for id in (
        "", "x", "7", "Step", "Step:", "Game:{game}", "Step:{game}", "Step:{game}:0:spectator", "Step:{game}:01:spectator",
        "Step:{game}:1:judge", "Step:{game}:1:-1", "Step:{game}:1:spectator:", "Step:{game}:1:spectator ", "step:{game}:1:0",
        "Step:x:1:0", "SeatInGame:{game}:00", "SeatInGame:{game}:1000", "Highlight:{game}:1:0", "Highlight:{game}:1.:0",
        "CommandRecord:{game}:7", "Refusal:{game}:{game}", "Step:{upper}:1:0", "{upper}", "Step:{game}:\u0661:0",
        "00000000-0000-0000-0000-000000000000", "Step:00000000-0000-0000-0000-000000000000:1:0", "x" * 10_000,
    ):  # fmt: skip
        assert await node(ask, id.format(game=client.game, upper=client.game.upper())) == "BAD_ID", id


async def test_everything_with_an_id_is_read_by_it_as_the_same_viewer(
    served: Served, ask: Ask, client: GameClient
) -> None:
    await served.principal("Judge", "arbiter")
    for by, viewer in ((client.players[0], {}), (client.players[1], {}), (None, {}), ("Judge", {"kind": "ARBITER"})):
        game = await ids_of(ask, client, by, **viewer)
        nodes = nodes_of(game)
        assert len({each["id"] for each in nodes}) == len(nodes) > 6
        for each in nodes:
            read = await node(ask, each["id"], by)
            assert {name: read[name] for name in each} == each
        assert (await node(ask, game["id"], by))["__typename"] == "Game"


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02")
async def test_an_id_grants_nothing(served: Served, ask: Ask, client: GameClient) -> None:
    await served.principal("Stranger")
    own, other = client.players[:2]
    lists = await ids_of(ask, client, own)
    for kind in ("steps", "highlights", "refusals"):
        for edge in lists[kind]["edges"][:4]:
            for by in (other, "Stranger", None):
                assert await node(ask, edge["node"]["id"], by) == "VIEWER_NOT_ALLOWED"
    record = f"CommandRecord:{client.game}:{PLAYED}"
    owner = [name for name in client.players if await node(ask, record, name) is not None]
    assert len(owner) == 1 and await node(ask, record, "Stranger") is None and await node(ask, record) is None
    await served.principal("Judge", "arbiter")
    await ask(ABANDON, by="Judge", game=client.game, id=new_id())
    for edge in lists["steps"]["edges"]:
        assert (await node(ask, edge["node"]["id"]))["line"] == edge["node"]["line"], "after the end everybody may look"


async def test_what_is_not_there_is_null(ask: Ask, client: GameClient) -> None:
    nowhere = new_id()
    for id in (
        nowhere, f"Step:{nowhere}:1:spectator", f"Step:{client.game}:9999:spectator", f"SeatInGame:{client.game}:9",
        f"Highlight:{client.game}:1.7:spectator", f"Highlight:{client.game}:9999.0:spectator",
        f"CommandRecord:{client.game}:{nowhere}", f"Refusal:{client.game}:{nowhere}:spectator",
    ):  # fmt: skip
        assert await node(ask, id, client.players[0]) is None
    assert await node(ask, f"Step:{client.game}:1:77", client.players[0]) == "VIEWER_NOT_ALLOWED"


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")
async def test_an_id_reaches_no_further_than_the_delay(served: Served, ask: Ask) -> None:
    game = await begun(served, ask, delay={"steps": 500})
    for by, expected in (("Ann", "Step"), (None, None)):
        step = await node(ask, f"Step:{game}:4:spectator", by)
        assert (step and step["__typename"]) == expected
        assert (await node(ask, f"Step:{game}:3:spectator", by))["version"] == 3
    assert (await node(ask, game))["version"] == 3 < (await node(ask, game, "Ann"))["version"]
