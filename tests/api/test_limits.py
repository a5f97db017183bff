"""How much and how often: depth, aliases, tokens, cost, pages, size and rate, each with a code and what is left."""

from typing import Any

import httpx
import pytest
from graphql import get_introspection_query, parse

from api.execution.cost import BASE, TOKEN
from api.execution.judge import count_tokens
from api.graphql.subscription import cursor_variable, resume_after
from api.limits import ApiLimits, Caller, Rates
from api.problems import Problem
from services.log.openings import openings_stream
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.game_client import STEPS, GameClient, open_game
from tests.api.memory import memory_world
from tests.dice import new_id

LIMITS = ApiLimits()


async def code_of(ask: Ask, document: str, **variables: Any) -> str:
    response = await ask(document, errors=True, **variables)
    assert response.get("data") is None
    code: str = response["errors"][0]["extensions"]["code"]
    return code


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ("{", "GRAPHQL_PARSE_FAILED"),
        ("{ nope }", "GRAPHQL_VALIDATION_FAILED"),
        ("query($g: ID!) { game(id: $g) { id } }", "GRAPHQL_VALIDATION_FAILED"),
        ("{ " + "me { id } " * 1_500 + "}", "TOO_MANY_TOKENS"),
        ("{ " + " ".join(f"a{at}: me {{ id }}" for at in range(201)) + " }", "TOO_MANY_ALIASES"),
        ("{ " + "...a }" + " fragment a on Query { " + " ".join(f"a{n}: me {{ id }}" for n in range(201)) + " }", "TOO_MANY_ALIASES"),
        ('{ game(id: "x") { steps(first: 500) { edges { node { view { position { __typename } seats { name } } viewJson patch } } } } }', "TOO_EXPENSIVE"),
        ("mutation { " + " ".join(f'a{n}: fork(game: "x", commandId: "y") {{ __typename }}' for n in range(101)) + " }", "TOO_EXPENSIVE"),
        ("{ " + " ".join(f'a{n}: games(first: 100) {{ edges {{ node {{ id title }} }} }}' for n in range(100)) + " }", "TOO_MANY_TOKENS"),
        ("{ " + " ".join(f'a{n}: games(first: 100) {{ edges {{ node {{ id seats version title turn phase }} }} }}' for n in range(61)) + " }", "TOO_EXPENSIVE"),
        ("{ " + " ".join(f"a{n}: __typename" for n in range(201)) + " }", "TOO_MANY_ALIASES"),
        ("{ " + " ".join(f"a{n}: __schema {{ ...F }}" for n in range(201)) + " } fragment F on __Schema { types { name } }", "TOO_MANY_ALIASES"),
        ("{ " + " ".join("... { me { id } }" for n in range(200)) + " }", "TOO_MANY_SELECTIONS"),
        ("{ " + "a { " * 400 + "b" + " }" * 400 + " }", "GRAPHQL_PARSE_FAILED"),
        ("{ __schema { types { " + "fields { type { " * 6 + "name" + " } }" * 6 + " } } }", "GRAPHQL_VALIDATION_FAILED"),
        ("subscription { gameSteps(game: 1) { version } }", "NOT_ACCEPTABLE"),
        ("query a { me { id } } query b { me { id } }", "BAD_REQUEST"),
    ],
    ids=lambda value: value if value.isupper() else "",
)  # fmt: skip
async def test_operations_that_ask_for_too_much(ask: Ask, document: str, code: str) -> None:
    assert await code_of(ask, document) == code


async def test_depth_is_limited() -> None:
    async with (
        serving(services_over(memory_world(), ApiLimits(depth_max=3))) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        request = {"query": '{ game(id: "x") { steps { edges { cursor } } } }'}
        response = (await http.post(f"{served.url}/graphql", json=request)).json()
        assert response["errors"][0]["extensions"] == {"code": "TOO_DEEP", "requested": 4, "max": 3}


async def test_introspection_and_a_generous_page_are_allowed(ask: Ask) -> None:
    assert (await ask(get_introspection_query()))["__schema"]["queryType"]["name"] == "Query"
    assert (await ask(STEPS, game=new_id(), first=500))["game"] is None


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("first: 501", "BAD_PAGE"),
        ("first: -1", "BAD_PAGE"),
        ("first: 1, last: 1", "BAD_PAGE"),
        ('after: "x"', "BAD_CURSOR"),
        ('after: "-1"', "BAD_CURSOR"),
        ("after: 1", "GRAPHQL_VALIDATION_FAILED"),
        ("after: true", "GRAPHQL_VALIDATION_FAILED"),
    ],
)
async def test_pages_and_cursors_are_checked(served: Served, ask: Ask, page: str, code: str) -> None:
    client = await open_game(served, ask)
    response = await ask(f'{{ game(id: "{client.game}") {{ steps({page}) {{ totalCount }} }} }}', errors=True)
    assert response["errors"][0]["extensions"]["code"] == code


async def test_pages_go_both_ways(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)

    async def page_through(page: str) -> tuple[list[int], dict[str, Any]]:
        request = "totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { version } }"
        response = await ask(f'{{ game(id: "{client.game}") {{ version steps({page}) {{ {request} }} }} }}')
        steps = response["game"]["steps"]
        assert steps["totalCount"] == response["game"]["version"]
        return [edge["node"]["version"] for edge in steps["edges"]], steps["pageInfo"]

    last = (await client.mine(None))["version"]
    assert (await page_through("first: 3"))[0] == [1, 2, 3]
    matches, page = await page_through('first: 2, after: "3"')
    assert matches == [4, 5] and page == {
        "hasNextPage": True,
        "hasPreviousPage": True,
        "startCursor": "4",
        "endCursor": "5",
    }
    assert (await page_through("last: 2"))[0] == [last - 1, last]
    assert (await page_through('last: 2, before: "4"'))[0] == [2, 3]
    assert (await page_through('first: 9, after: "2", before: "5"'))[0] == [3, 4]
    assert (await page_through(f'first: 9, after: "{last + 7}"'))[0] == []
    assert (await page_through('first: 9, before: "1"'))[0] == []
    assert (await page_through("first: 0"))[0] == []
    assert len((await page_through("after: null"))[0]) == min(50, last)


async def test_games_are_listed_page_by_page(served: Served, ask: Ask) -> None:
    games = [(await open_game(served, ask)).game for _ in range(3)]
    request = """query($after: Cursor, $phase: Phase) { games(first: 2, after: $after, phase: $phase) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { id phase seats toAct } } } }"""
    first = (await ask(request, phase="PLAYING"))["games"]
    assert first["totalCount"] == 3 and first["pageInfo"]["hasNextPage"]
    second = (await ask(request, after=first["pageInfo"]["endCursor"]))["games"]
    assert [edge["node"]["id"] for edge in (*first["edges"], *second["edges"])] == games[::-1]
    assert (await ask(request, phase="OVER"))["games"]["edges"] == []
    for after in ("x", "7", "ä", "AAAA"):
        assert await code_of(ask, request, after=after) == "BAD_CURSOR"


@pytest.mark.parametrize("how", ["length", "chunks"])
async def test_a_body_that_is_too_large_is_answered_so(served: Served, http: httpx.AsyncClient, how: str) -> None:
    body = b'{"query": "{ me { id } }", "variables": {"x": "' + b"x" * 70_000 + b'"}}'

    async def chunks() -> Any:
        yield body

    headers = {"content-type": "application/json"}
    content = body if how == "length" else chunks()
    answer = await http.post(f"{served.url}/graphql", content=content, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["errors"][0]["extensions"] == {"code": "TOO_LARGE", "max": LIMITS.body_bytes_max}


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "BAD_REQUEST"),
        (b"[]", "application/json", 400, "BAD_REQUEST"),
        (b"7", "application/json", 400, "BAD_REQUEST"),
        (b"{}", "application/json", 400, "BAD_REQUEST"),
        (b'{"query": 7}', "application/json", 400, "BAD_REQUEST"),
        (b'{"query": "{me{id}}", "variables": []}', "application/json", 400, "BAD_REQUEST"),
        (b'{"query": "{me{id}}", "operationName": 7}', "application/json", 400, "BAD_REQUEST"),
        (b'{"query": "\\ud800"}', "application/json", 400, "BAD_REQUEST"),
        (b"\xff\xfe", "application/json", 400, "BAD_REQUEST"),
        (b'{"query": ' + b"[" * 30_000, "application/json", 400, "BAD_REQUEST"),
        (b"query=%7Bme%7D", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b"{}", "", 415, "UNSUPPORTED_MEDIA_TYPE"),
    ],
)
async def test_requests_that_are_none(
    served: Served, http: httpx.AsyncClient, content: bytes, kind: str, status: int, code: str
) -> None:
    answer = await http.post(f"{served.url}/graphql", content=content, headers={"content-type": kind})
    response = answer.json()
    if code == "BAD_REQUEST" and "errors" in response and answer.status_code == 200:
        assert (
            response["errors"][0]["extensions"]["code"] == "GRAPHQL_PARSE_FAILED"
        )  # a lone surrogate reached the parser
        return
    assert (answer.status_code, response["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"


async def test_reads_by_get_and_no_mutations(served: Served, http: httpx.AsyncClient) -> None:
    answer = await http.get(f"{served.url}/graphql", params={"query": "{ me { id } }"})
    assert answer.json()["data"] == {"me": None}
    mutation = f'mutation {{ beginGame(game: "x", commandId: "{new_id()}") {{ __typename }} }}'
    for headers in ({}, {"accept": "text/event-stream"}):
        answer = await http.get(f"{served.url}/graphql", params={"query": mutation}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
    answer = await http.put(f"{served.url}/graphql", json={})
    assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")


async def test_the_graphql_media_type_has_statuses(served: Served, http: httpx.AsyncClient) -> None:
    for query, status in (("{ nope }", 400), ("{", 400), ("{ me { id } }", 200)):
        answer = await http.post(
            f"{served.url}/graphql", json={"query": query}, headers={"accept": "application/graphql-response+json"}
        )
        assert answer.status_code == status
        assert answer.headers["content-type"].startswith("application/graphql-response+json")


async def test_callers_learn_what_is_left_and_when_to_retry() -> None:
    one = BASE + 3  # two fields and their object
    limits = ApiLimits(anonymous_points_burst=one * 3 + TOKEN * 7, anonymous_points_per_second=one / 2)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        await served.principal("Ann")

        async def ask(by: str | None) -> httpx.Response:
            return await http.post(
                f"{served.url}/graphql", json={"query": "{ me { name } }"}, headers=served.headers(by)
            )

        answers = [await ask(None) for _ in range(3)]
        costs = [answer.json()["extensions"]["cost"] for answer in answers]
        assert costs[0]["requested"] > costs[1]["requested"] == costs[2]["requested"], "a text is checked once"
        for answer, cost in zip(answers, costs, strict=True):
            assert abs(int(answer.headers["ratelimit-remaining"]) - cost["left"]) <= 1
            assert int(answer.headers["ratelimit-limit"]) == cost["limit"] == int(limits.anonymous_points_burst)
            assert 0 < cost["fullAfterMs"] <= 8_000
        refused = await ask(None)
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) in (1, 2)
        assert int(refused.headers["ratelimit-remaining"]) <= int(refused.headers["ratelimit-limit"])
        extensions = refused.json()["errors"][0]["extensions"]
        assert extensions["code"] == "RATE_LIMITED" and 0 < extensions["retryAfterMs"] <= 2_000
        assert extensions["requested"] > extensions["left"] >= 0 and extensions["limit"] == costs[0]["limit"]
        assert (await ask("Ann")).json()["data"] == {"me": {"name": "Ann"}}, (
            "another caller has an allowance of its own"
        )


async def test_guessing_tokens_has_a_limit() -> None:
    limits = ApiLimits(lookups_burst=3, lookups_per_second=0.01)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        codes = []
        for guess in range(5):
            headers = {"authorization": f"Bearer guess{guess}"}
            answer = await http.post(f"{served.url}/graphql", json={"query": "{ me { id } }"}, headers=headers)
            codes.append(answer.status_code)
        assert codes == [401, 401, 401, 429, 429]


def test_an_allowance_fills_up_over_time() -> None:
    now = [0.0]
    rates = Rates(ApiLimits(anonymous_points_burst=20, anonymous_points_per_second=10), now=lambda: now[0])
    caller = Caller(None, "a")
    assert rates.take(caller, 10).left == 10
    assert rates.take(caller, 10) == (20, 0, 2_000)
    with pytest.raises(Problem) as refused:
        rates.take(caller, 10)
    assert refused.value.facts == {"requested": 10, "left": 0, "limit": 20, "retryAfterMs": 1_001}
    now[0] = 1.0
    assert rates.take(caller, 10).left == 0
    now[0] = 100.0
    assert rates.take(caller, 1).left == 19, "never more than the burst"
    with pytest.raises(Problem, match="never have more") as too_much:
        rates.take(caller, 21)
    assert too_much.value.code == "TOO_EXPENSIVE", "waiting does not help"


async def test_a_game_is_playable_within_the_limits(served: Served, ask: Ask) -> None:
    client: GameClient = await open_game(served, ask)
    assert (await client.play_one())["__typename"] == "CommandAccepted"


@pytest.mark.parametrize(
    ("after", "last_event_id", "start"),
    [
        (None, "", 0),
        ("41", "", 41),
        (None, "41", 41),
        ("41", "7", 41),
        ("7", "41", 41),
        ("7", "-1", 7),
        ("7", "x" * 99, 7),
    ],
)
def test_a_stream_resumes_after_the_later_of_the_two_steps_that_a_client_names(
    after: str | None, last_event_id: str, start: int
) -> None:
    assert resume_after(after, last_event_id) == start


def test_a_stream_does_not_resume_after_what_is_not_a_cursor() -> None:
    for after in ("x", "-1", "1.5", "9" * 10):
        with pytest.raises(Problem, match="whole number"):
            resume_after(after, "41")


@pytest.mark.parametrize(
    ("document", "variable"),
    [
        ('subscription($c: Cursor) { gameSteps(game: "x", after: $c) { version } }', "c"),
        ('subscription($c: Cursor) { gameSteps(game: "x", after: "3") { version } }', None),
        ("subscription($c: String) { gameSteps(game: $c, after: $c) { version } }", None),
        ('subscription($c: Cursor) { gameSteps(game: "x", before: $c) { version } }', None),
    ],
)
def test_the_variable_of_a_cursor_is_the_one_used_for_after_alone(document: str, variable: str | None) -> None:
    assert cursor_variable(parse(document)) == variable


@pytest.mark.parametrize(("query", "tokens"), [("{ a b }", 4), ("# comment\n{ a b }", 5), ("", 0), ("{ a ? }", 4)])
def test_tokens_are_counted_with_comments(query: str, tokens: int) -> None:
    assert count_tokens(query, 100) == tokens
    assert count_tokens(query, 1) == min(tokens, 2)


async def test_refused_openings_cost_like_every_other_command() -> None:
    """They are stored, so nobody may send as many as they like."""
    limits = ApiLimits(principal_points_burst=1_850, principal_points_per_second=1)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        ann = await served.principal("Ann")
        document = 'mutation($id: ID!) { openGame(ruleset: "chess", seats: 2, commandId: $id) { __typename } }'

        async def refused_opening() -> httpx.Response:
            request = {"query": document, "variables": {"id": new_id()}}
            return await http.post(f"{served.url}/graphql", json=request, headers=served.headers("Ann"))

        answers = [await refused_opening() for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429, 429]
        assert answers[0].json()["data"]["openGame"]["__typename"] == "CommandRefused"
        assert len(await served.world.log.commands(openings_stream(ann.id))) == 4
