"""What caches may store: what never changes and depends on nobody. And operations that are asked for by their hash."""

import hashlib
import json
from typing import Any

import httpx
import pytest
from graphql import GraphQLObjectType, is_interface_type

from api.delivery.caching import IMMUTABLE, OF_FINISHED_GAMES, OF_RELEASE, RELEASED, REVALIDATED
from api.delivery.persisted import PersistedOperations
from api.graphql.schema import SCHEMA
from api.problems import Problem
from tests.api.conftest import Served
from tests.api.game_client import ABANDON, GameClient
from tests.dice import new_id

RULES = '{ rules(ruleset: "game", first: 2) { edges { node { id text } } } }'
STEPS = "query($g: ID!) { game(id: $g) { steps(first: 500) { edges { node { version hash line { type facts } } } } } }"
NAMES = "query($g: ID!) { game(id: $g) { steps(first: 1) { edges { node { line { text } patch } } } } }"
VIEW = "query($g: ID!) { game(id: $g) { view(at: 4) { phase position { __typename } } } }"


def _hash(query: str) -> str:
    return hashlib.sha256(query.encode()).hexdigest()


def _persisted(query: str) -> str:
    return json.dumps({"persistedQuery": {"version": 1, "sha256Hash": _hash(query)}})


class Getter:
    """Sends operations in the address, as a cache sees them."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self._served, self._http = served, http

    async def __call__(
        self, query: str | None, *, by: str | None = None, headers: dict[str, str] | None = None, **more: Any
    ) -> httpx.Response:
        parameters = {name: value if isinstance(value, str) else json.dumps(value) for name, value in more.items()}
        address = f"{self._served.url}/graphql"
        sent = {**self._served.headers(by), **(headers or {})}
        return await self._http.get(
            address, params={"query": query, **parameters} if query else parameters, headers=sent
        )


@pytest.fixture
def getter(served: Served, http: httpx.AsyncClient) -> Getter:
    return Getter(served, http)


def test_every_field_that_is_called_stable_is_in_the_schema() -> None:
    types = SCHEMA._schema.type_map
    for coordinate in OF_RELEASE | OF_FINISHED_GAMES:
        type_name, _, field = coordinate.partition(".")
        parent = types[type_name]
        assert isinstance(parent, GraphQLObjectType) or is_interface_type(parent), coordinate
        assert field in parent.fields or field.startswith("__"), coordinate


async def test_an_answer_that_changes_is_compared_each_time_and_sent_once(getter: Getter, game: GameClient) -> None:
    variables = {"g": game.game}
    first = await getter(STEPS, variables=variables)
    assert first.headers["cache-control"] == REVALIDATED, "the game is not over"
    assert first.headers["vary"] == "Accept, Accept-Encoding, Authorization"
    known = {"if-none-match": first.headers["etag"]}
    repeat = await getter(STEPS, variables=variables, headers=known)
    assert (repeat.status_code, repeat.content, repeat.headers["etag"]) == (304, b"", first.headers["etag"])
    await game.play(1)
    moved = await getter(STEPS, variables=variables, headers=known)
    assert moved.status_code == 200 and moved.headers["etag"] != first.headers["etag"]
    assert moved.json()["extensions"]["cost"]["left"]


@pytest.mark.parametrize("query", [STEPS, VIEW])
async def test_a_finished_game_never_changes(getter: Getter, game: GameClient, query: str) -> None:
    await game.served.principal("Ada", "arbiter")
    variables = {"g": game.game}
    assert (await getter(query, variables=variables)).headers["cache-control"] == REVALIDATED
    await game.ask(ABANDON, by="Ada", game=game.game, id=new_id())
    answer = await getter(query, variables=variables)
    assert answer.headers["cache-control"] == IMMUTABLE and "ratelimit-limit" not in answer.headers
    assert list(answer.json()["extensions"]["cost"]) == ["requested"], "it says nothing of who asked first"
    own = await getter(query, variables=variables, by=game.players[0])
    assert own.headers["cache-control"] == REVALIDATED, "a seat sees what others do not"
    names = await getter(NAMES, variables=variables)
    assert names.headers["cache-control"] == REVALIDATED, "persons may be renamed or erased (GAME-PERSON-01)"
    for rule, expected in (("id", RELEASED), ("games { totalCount }", REVALIDATED)):
        cited = VIEW.replace("__typename", f"... on RulesetView {{ outcome {{ rules {{ {rule} }} }} }}")
        assert (await getter(cited, variables=variables)).headers["cache-control"] == expected, "rules count apart"
    missing = await getter(query, variables={"g": "0b8f6f70-58a1-4f0b-9d6f-6a3f5a1d2c11"})
    assert missing.headers["cache-control"] == REVALIDATED, "there may be such a game one day"


async def test_rules_change_with_a_release(getter: Getter) -> None:
    assert (await getter(RULES)).headers["cache-control"] == RELEASED
    assert (await getter("{ __schema { types { name } } }")).headers["cache-control"] == RELEASED
    for query in ("{ me { id } }", "{ games { totalCount } }", f"{RULES[:-1]} me {{ id }} }}"):
        assert (await getter(query)).headers["cache-control"] == REVALIDATED, query
    hidden = '{ rules(ruleset: "game", first: 1) { edges { node { ...R } } } } fragment R on Rule { id games { totalCount } }'
    assert (await getter(hidden)).headers["cache-control"] == REVALIDATED


async def test_errors_are_never_stored(getter: Getter) -> None:
    for query in ("{ nothing }", '{ rules(ruleset: "game", first: 900) { totalCount } }', "{ me"):
        answer = await getter(query)
        assert answer.json()["errors"] and answer.headers["cache-control"] == "no-store", query
        assert "etag" not in answer.headers


async def test_a_get_sends_no_command_by_its_hash(getter: Getter, served: Served, http: httpx.AsyncClient) -> None:
    text = 'mutation { register(name: "Ann") { token } }'
    body = {"query": text, "extensions": json.loads(_persisted(text))}
    assert (await http.post(f"{served.url}/graphql", json=body)).json()["data"]
    assert (await getter(None, extensions=_persisted(text))).status_code == 405


# ---------------------------------------------------------------- operations by their hash


async def test_an_operation_is_sent_once_and_then_named_by_its_hash(
    getter: Getter, served: Served, http: httpx.AsyncClient
) -> None:
    unknown = await getter(None, extensions=_persisted(RULES))
    error = unknown.json()["errors"][0]
    assert unknown.status_code == 200 and unknown.headers["cache-control"] == "no-store"
    assert (error["message"], error["extensions"]["code"]) == ("PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND")
    body = {"query": RULES, "extensions": json.loads(_persisted(RULES))}
    sent = (await http.post(f"{served.url}/graphql", json=body)).json()
    named = await getter(None, extensions=_persisted(RULES))
    assert named.json()["data"] == sent["data"] and named.headers["cache-control"] == RELEASED


@pytest.mark.parametrize(
    "extensions",
    [
        "[]",
        "{",
        '{"persistedQuery": 1}',
        '{"persistedQuery": {"version": 2, "sha256Hash": "0"}}',
        '{"persistedQuery": {"version": 1, "sha256Hash": "%s"}}' % ("A" * 64),
        _persisted("{ other }"),
    ],
)
async def test_a_hash_that_is_wrong_is_refused(getter: Getter, extensions: str) -> None:
    answer = await getter(RULES, extensions=extensions)
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")


async def test_an_operation_that_may_not_run_is_not_remembered(getter: Getter) -> None:
    assert (await getter("{ nothing }", extensions=_persisted("{ nothing }"))).json()["errors"]
    missing = await getter(None, extensions=_persisted("{ nothing }"))
    assert missing.json()["errors"][0]["message"] == "PersistedQueryNotFound"


def test_who_sends_many_texts_pushes_out_their_own() -> None:
    store = PersistedOperations(chars_max=1_000, of_caller_max=5)
    store.put(_hash("{ ann }"), "{ ann }", "Ann")
    for number in range(50):
        store.put(_hash(str(number)), str(number) * 10, "Ben")
    assert store.text(_hash("{ ann }")) == "{ ann }" and len(store._texts) == 6
    for number in range(200):
        store.put(_hash(f"c{number}"), f"c{number}" * 10, f"caller {number}")
    assert sum(len(each.query) for each in store._texts.values()) == store._chars <= 1_000
    assert set(store._of_callers) == {each.caller for each in store._texts.values()}
    with pytest.raises(Problem, match="PersistedQueryNotFound"):
        store.text(_hash("{ ann }"))
    store.put("0" * 64, "x" * 20_000, "Dan")
    with pytest.raises(Problem):
        store.text("0" * 64)


async def test_every_answer_says_what_it_cost(served: Served, http: httpx.AsyncClient, game: GameClient) -> None:
    address = f"{served.url}/graphql"
    events = {"accept": "text/event-stream", "content-type": "application/json"}
    query = "subscription($g: ID!) { gameSteps(game: $g) { version } }"
    follow = {"query": query, "variables": {"g": game.game}}
    for body in (b'{"query": "{ me { id } }"}', b'{"query": "{ nothing }"}', b'{"query": "{ me"}', b"[]", b"{", b"{}"):
        answer = await http.post(address, content=body, headers={"content-type": "application/json"})
        cost = answer.json()["extensions"]["cost"]
        assert cost["requested"] >= 100 and cost["left"] <= cost["limit"], body
    async with http.stream("POST", address, json=follow, headers=events) as response:
        lines = response.aiter_lines()
        data = [line.removeprefix("data: ") for _ in range(7) if (line := await anext(lines)).startswith("data: ")]
    first, second = (json.loads(each) for each in data[:2])
    assert set(first["extensions"]["cost"]) == {"requested", "left", "limit", "fullAfterMs"}
    assert "extensions" not in second, "the others are the same for all watchers"


PAGE = """query($g: ID!, $after: Cursor) { game(id: $g) { steps(first: 7, after: $after) {
  pageInfo { hasNextPage endCursor } edges { cursor node { version hash line { type facts } } } } } }"""


async def test_a_public_cache_can_carry_a_whole_replay(getter: Getter, game: GameClient) -> None:
    """A cache that asks for each address once: the second reader of the replay asks the service for nothing."""
    await game.play(20)
    await game.served.principal("Ada", "arbiter")
    await game.ask(ABANDON, by="Ada", game=game.game, id=new_id())
    await getter(PAGE, extensions=_persisted(PAGE), variables={"g": game.game})  # the text, once for all
    stored: dict[str, httpx.Response] = {}

    async def read() -> list[int]:
        versions, after = [], None
        while True:
            variables = {"g": game.game, "after": after}
            address = json.dumps(variables)
            if address not in stored:
                stored[address] = await getter(None, extensions=_persisted(PAGE), variables=variables)
                assert stored[address].headers["cache-control"] == IMMUTABLE and stored[address].headers["etag"]
            page = stored[address].json()["data"]["game"]["steps"]
            versions += [edge["node"]["version"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return versions
            after = page["pageInfo"]["endCursor"]

    versions = await read()
    requests = len(stored)
    assert versions == list(range(1, len(versions) + 1)) and requests > 2
    assert await read() == versions and len(stored) == requests
