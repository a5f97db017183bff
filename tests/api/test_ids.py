"""Every field and mutation that takes the id of a game: a text that is none is BAD_ID, and one that no game has is not."""

from typing import Any, Final

import graphql as gql
import pytest

from api.graphql.schema import SCHEMA
from tests.api.conftest import Ask
from tests.api.game_client import GameClient
from tests.dice import new_id

GIVEN: Final[dict[str, Any]] = {
    "seat": 0,
    "choice": "x",
    "label": "",
    "scopes": ["READ"],
    "step": 1,
    "category": "OTHER",
    "call": 1,
    "ruling": {"playOn": "YES"},
    "appeal": 1,
    "uphold": False,
    "expectedVersion": 1,
    "seconds": 60,
    "fromMinute": 0,
    "minutes": 60,
    "ms": 1_000,
    "kind": "STOP",
    "motion": 1,
    "yes": True,
}
"""What the mutations want besides."""


def documents() -> dict[str, str]:
    """An operation for every root field with the id of a game, which is its variable `$g`."""
    of_games = {}
    for kind, owner in (("query", SCHEMA._schema.query_type), ("mutation", SCHEMA._schema.mutation_type)):
        for name, field in owner.fields.items() if owner is not None else ():
            taken = [each for each in ("game", "gameId") if each in field.args]
            if taken or name in ("game", "node"):
                of_games[name] = _document(kind, name, field, taken[0] if taken else "id")
    return of_games


def _document(kind: str, name: str, field: gql.GraphQLField, taken: str) -> str:
    given = {each: value for each, value in GIVEN.items() if each in field.args}
    commands = ["commandId"] if "commandId" in field.args else []
    arguments = ", ".join(f"{each}: ${each}" for each in [*given, *commands])
    types = "".join(f", ${each}: {field.args[each].type}" for each in [*given, *commands])
    return f"{kind}($g: ID!{types}) {{ answer: {name}({taken}: $g, {arguments}) {{ __typename }} }}"


async def answered(ask: Ask, document: str, id: str, by: str) -> object:
    """The code of the problem, or the type of the answer."""
    wanted = {each: value for each, value in {**GIVEN, "commandId": new_id()}.items() if f"${each}:" in document}
    if "$ruling: Int" in document:
        wanted["ruling"] = 1
    response = await ask(document, by=by, errors=True, g=id, **wanted)
    if "errors" in response:
        return response["errors"][0]["extensions"]["code"]
    answer = response["data"]["answer"]
    return answer and answer["__typename"]


@pytest.mark.parametrize("name", documents())
async def test_a_text_that_is_no_id_is_one_problem_and_an_unknown_id_is_none(
    ask: Ask, game: GameClient, name: str
) -> None:
    by, document = game.players[0], documents()[name]
    known = game.game
    for text in (
        "", "x", "nope", "7", "a\u0000b", "\U0001f525", "x" * 500, known.upper(), f"{{{known}}}", known.replace("-", ""),
        f"urn:uuid:{known}", f" {known}", known[:-1], "00000000-0000-0000-0000-000000000000",
    ):  # fmt: skip
        assert await answered(ask, document, text, by) == "BAD_ID", (name, text)
    unknown = await answered(ask, document, new_id(), by)
    expected = {"game": None, "node": None, "makeToken": "UNKNOWN_GAME"}.get(name, "UnknownGame")
    assert unknown == expected
    assert await answered(ask, document, known, by) not in (expected, "BAD_ID")


def test_every_command_is_among_them() -> None:
    assert len(documents()) >= 11 and {"submit", "fork", "beginGame", "node", "makeToken"} <= documents().keys()


async def test_the_id_of_a_command_is_one_too(ask: Ask, game: GameClient) -> None:
    request = "query($g: ID!, $id: ID!) { game(id: $g) { command(id: $id) { commandId } } }"
    for text in ("", "nope", new_id().upper()):
        response = await ask(request, by=game.players[0], errors=True, g=game.game, id=text)
        assert response["errors"][0]["extensions"]["code"] == "BAD_ID"
        assert "lower case" in response["errors"][0]["message"]
    assert (await ask(request, by=game.players[0], g=game.game, id=new_id()))["game"]["command"] is None
