"""Operations in slices: they give way, wait in order, pay for what they do, and end when it is too much."""

import asyncio
import time

import httpx
import pytest
from graphql import get_introspection_query

from api.callers import Places, Streams
from api.execution.effort import Effort
from api.execution.pacer import SLICE_POINTS, Pacer
from api.execution.share import points_to_send
from api.limits import ApiLimits, Caller, Rates
from api.problems import Problem
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.follow import follow_events, versions
from tests.api.frames import frames
from tests.api.game_client import FOLLOW, GameClient, open_game
from tests.api.memory import memory_world

SOMEBODY = Caller(None, "10.0.0.1")


def effort(
    pacer: Pacer | None = None, caller: str = "somebody", points_max: int = 1_000, bytes_max: int = 10_000
) -> Effort:
    return Effort(pacer or Pacer(), caller, points_max=points_max, bytes_max=bytes_max)


async def test_operations_whose_slice_is_over_take_turns_with_everybody_else() -> None:
    pacer = Pacer()
    rounds, order = 0, list[tuple[str, int]]()

    async def count_rounds() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    async def work(name: str) -> None:
        own = effort(pacer, name[0], points_max=100_000)
        for _ in range(5):
            own.spend(SLICE_POINTS)
            await own.pause()
            order.append((name, rounds))

    counting = asyncio.create_task(count_rounds())
    await asyncio.gather(work("a1"), work("a2"), work("a3"), work("b"))
    counting.cancel()
    assert [name for name, _ in order][:10:2] == ["a1", "a2", "a3", "a1", "a2"]
    assert [name for name, _ in order][1:10:2] == ["b"] * 5, "three operations of one caller leave every second slice"
    assert len({round for _, round in order}) == len(order), "the loop serves others between two slices"


def test_work_beyond_the_bounds_ends_with_a_problem_that_names_the_bound() -> None:
    own = effort(points_max=10)
    for _ in range(10):
        own.field("x")
    with pytest.raises(Problem) as too_long:
        own.field("x")
    assert too_long.value.code == "TOO_LONG" and own.problem is too_long.value
    own = effort(bytes_max=1_000)
    with pytest.raises(Problem) as too_large:
        own.answer(1_001)
    assert (too_large.value.code, too_large.value.facts) == ("ANSWER_TOO_LARGE", {"max": 1_000})
    with pytest.raises(Problem):
        effort(bytes_max=1_000).field("a" * 1_001)


async def test_a_few_operations_of_a_caller_run_and_the_others_wait_in_order() -> None:
    places, running, order = Places(ApiLimits(operations_waiting_max=3), 2), 0, list[int]()
    go = asyncio.Event()

    async def operate(number: int) -> None:
        nonlocal running
        async with places.place(SOMEBODY):
            running += 1
            assert running <= 2
            order.append(number)
            await go.wait()
            running -= 1

    tasks = [asyncio.create_task(operate(number)) for number in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as refused:
        async with places.place(SOMEBODY):
            pass
    assert refused.value.code == "RATE_LIMITED" and refused.value.facts["retryAfterMs"]
    async with places.place(Caller(None, "10.0.0.2")):
        pass  # another caller does not wait
    tasks[3].cancel()
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order == [0, 1, 2, 4] and running == 0 and not places._lines


async def test_streams_are_counted_by_caller_and_by_address(served: Served) -> None:
    ann, ben = await served.principal("Ann"), await served.principal("Ben")
    streams = Streams(ApiLimits(streams_per_principal_max=1, streams_per_address_max=2), "websockets")
    with streams.one(Caller(ann, "here")):
        with pytest.raises(Problem) as mine:
            streams.check(Caller(ann, "there"))
        assert (mine.value.code, mine.value.facts) == ("TOO_MANY_STREAMS", {"max": 1})
        with streams.one(Caller(ben, "here")), pytest.raises(Problem, match="here"):
            streams.check(Caller(None, "here"))
    streams.check(Caller(ann, "here"))
    assert not streams._open


async def test_too_many_streams_are_a_429_and_too_many_sockets_a_close_code() -> None:
    limits = ApiLimits(streams_per_address_max=1)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        game = await open_game(served, asking(served, http))
        request = {"query": FOLLOW, "variables": {"game": game.game}}
        headers = {"accept": "text/event-stream"}
        async with http.stream("POST", f"{served.url}/graphql", json=request, headers=headers) as first:
            assert first.status_code == 200
            await anext(first.aiter_lines())
            second = await http.post(f"{served.url}/graphql", json=request, headers=headers)
            assert second.status_code == 429 and second.json()["errors"][0]["extensions"] == {
                "code": "TOO_MANY_STREAMS",
                "max": 1,
            }
        async with frames(served) as one:
            await one.greet()
            async with frames(served) as two:
                assert await two.closed() == 4430


async def test_a_flood_of_messages_is_closed_and_bytes_are_counted_as_bytes() -> None:
    limits = ApiLimits(messages_burst=20, messages_per_second=1)
    async with serving(services_over(memory_world(), limits)) as served, frames(served) as client:
        await client.greet()
        for _ in range(30):
            await client.connection.send('{"type":"ping"}')
        assert await client.closed() == 4431
    async with serving(services_over(memory_world())) as served, frames(served) as client:
        await client.connection.send("\U0001f525" * 17_000)  # 17,000 characters, 68,000 bytes
        assert await client.closed() == 4413


async def test_introspection_is_computed_once_for_all(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = get_introspection_query()
    first = await ask(query)

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("it is computed once")

    monkeypatch.setattr("api.execution.execute.execute", nothing)
    assert await ask(query) == first
    response = await ask(query.replace("name", "name ", 1), errors=True)
    assert response["errors"][0]["extensions"]["code"] == "INTERNAL", "another text is computed"


async def test_a_dear_operation_costs_more_and_the_bucket_says_so(ask: Ask, game: GameClient) -> None:
    async def cost(document: str) -> dict[str, int]:
        await ask(document, g=game.game)
        answer = await ask(document, errors=True, g=game.game)
        facts: dict[str, int] = answer["extensions"]["cost"]
        return facts

    cheap = await cost("query($g: ID!) { game(id: $g) { id } }")
    dear = await cost("query($g: ID!) { game(id: $g) { steps(first: 500) { edges { node { viewJson } } } } }")
    assert cheap["requested"] < 200 and dear["requested"] > 20_000
    assert dear["left"] < dear["limit"] - dear["requested"] / 2 and dear["fullAfterMs"] > cheap["fullAfterMs"]


async def test_an_answer_has_a_bound_on_its_bytes() -> None:
    limits = ApiLimits(answer_bytes_max=50_000)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        ask = asking(served, http)
        large = '{ rules(ruleset: "london", first: 500) { edges { node { text } } } }'
        named = '{ rules(ruleset: "london", first: 500) { edges { node { %s: id } } } }' % ("x" * 1_000)
        for document in (large, named, "{ rulesets { components } }"):
            response = await ask(document, errors=True)
            assert response["data"] is None and len(response["errors"]) == 1
            assert response["errors"][0]["extensions"] == {"code": "ANSWER_TOO_LARGE", "max": 50_000}
        assert (await ask('{ rules(ruleset: "london", first: 20) { totalCount } }'))["rules"]["totalCount"] > 300


async def test_subscribers_pay_for_each_step_and_lose_none(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    rates = Rates(ApiLimits(streams_points_per_second=1_000, streams_points_burst=100))
    begun = time.monotonic()
    await asyncio.gather(*(rates.pay_for_step(SOMEBODY, 50) for _ in range(8)))
    assert time.monotonic() - begun > 0.25, "400 points, 100 at once, the others at 1,000 a second"
    limits = ApiLimits(streams_points_per_second=2_000, streams_points_burst=10)
    async with serving(services_over(served.world, limits)) as slow:
        slow.tokens = served.tokens
        head = (await game.mine(None))["version"]
        received = await versions(follow_events(slow, http, FOLLOW, game=game.game), most=head)
        assert received == list(range(1, head + 1))


def test_a_shared_step_costs_its_bytes_and_a_small_one_next_to_nothing() -> None:
    assert points_to_send(b"x" * 1_000) == points_to_send(b"x" * 16_384) == 1
    assert points_to_send(b"x" * 1_000_000) > 5_000
