"""Attacks on the service's time and memory: each is refused in one linear pass, or costs what it is worth.

Processor time is judged with wide margins, everything else by counting.
"""

import gc
import time
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from graphql import get_introspection_query, parse

from api.execution.cost import cost_of
from api.execution.execute import CACHED_TOKENS_MAX, Executor
from api.execution.judge import SATURATED, count_tokens, size_of
from api.graphql.schema import SCHEMA
from api.limits import ApiLimits
from tests.speed import slowness

LIMITS: Final = ApiLimits()
CHECK_SECONDS_MAX: Final = 0.25
"""The aim is 0.05; a machine that is loaded with other work may take several times that."""

ATTACKS: Final[dict[str, Callable[[int], str]]] = {
    "aliases of __schema": lambda n: "{" + _each(n, "a{}:__schema{{...F}}") + "} fragment F on __Schema{types{name}}",
    "aliases of __typename": lambda n: "{" + _each(n, "a{}:__typename") + "}",
    "inline fragments": lambda n: "{" + "...{me{id}}" * n + "}",
    "the same field": lambda n: "{" + "me{id}" * n + "}",
    "the same leaf": lambda n: "{me{" + "id " * n + "}}",
    "spreads": lambda n: "{" + _each(n, "...F{}") + "}" + _each(n, "fragment F{} on Query{{me{{id}}}}"),
    "operations": lambda n: _each(n, "query q{}{{...F}}") + " fragment F on Query{me{id}}",
    "variables": lambda n: "query(" + _each(n, "$v{}:ID!") + "){" + _each(n, "game(id:$v{}){{id}}") + "}",
    "unknown types": lambda n: "{" + _each(n, "...on Fragmenttypename{}{{id}}") + "}",
    "unknown fields": lambda n: "{me{" + _each(n, "identifier{}") + "}}",
    "arguments": lambda n: "{games(" + _each(n, "first{}:1") + "){totalCount}}",
    "values": lambda n: "{game(id:[" + "1 " * n + "]){id}}",
    "directives": lambda n: "{me " + "@include(if:true)" * n + "{id}}",
    "brackets": lambda n: "{game(id:" + "[" * n + "]" * n + "){id}}",
    "levels": lambda n: "{a" * n + "}" * n,
    "comments": lambda n: "#\n" * n + "{me{id}}",
    "lines": lambda n: "\n" * n * 20 + "{me{id",
    "a long name": lambda n: "{" + "x" * n * 20 + "}",
    "digits": lambda n: "{game(id:1){steps(first:" + "9" * n * 20 + "){totalCount}}}",
}


def _each(count: int, text: str) -> str:
    return " ".join(text.format(at) for at in range(count))


@pytest.fixture
def small_heap() -> Iterator[None]:
    """The collector leaves alone what was there before, as in the API, which freezes it at its start."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("small_heap")
@pytest.mark.parametrize("attack", ATTACKS)
def test_no_document_takes_long_to_check(attack: str) -> None:
    """The worst of some sizes, from those that pass the limits to those that are far beyond them."""
    for count in (40, 90, 180, 350, 700, 1_400, 3_000):
        query = ATTACKS[attack](count)[: LIMITS.body_bytes_max]
        executor = Executor(SCHEMA._schema, LIMITS)
        begun = time.thread_time()
        checked = executor.check(query)
        took = time.thread_time() - begun
        assert took < CHECK_SECONDS_MAX or took < CHECK_SECONDS_MAX * slowness(), (attack, count, took)
        assert len(checked.errors) <= 3
        assert sum(len(str(error)) for error in checked.errors) < 6_000, "a text that was sent is not repeated whole"


def test_the_work_on_a_document_grows_no_faster_than_its_limits() -> None:
    """Beyond the limits a document is not even parsed: ten times as many tokens take no more than some times as long."""
    executor = Executor(SCHEMA._schema, LIMITS)

    def seconds(count: int) -> float:
        query = "{" + "...{me{id}}" * count + "}"
        begun = time.thread_time()
        for run in range(5):
            executor.check(query + " " * run)
        return time.thread_time() - begun

    assert seconds(3_000) < max(seconds(200), 0.01) * 5


def test_a_fragment_bomb_is_a_large_number() -> None:
    bomb = "{...F0}" + " ".join(f"fragment F{n} on Query{{a:me{{id}} ...F{n + 1} ...F{n + 1}}}" for n in range(60))
    size = size_of(parse(bomb + " fragment F60 on Query{me{id}}"))
    assert size.selections == size.aliases == SATURATED
    (error,) = Executor(SCHEMA._schema, LIMITS).check(bomb + " fragment F60 on Query{me{id}}").errors
    assert error["extensions"]["code"] == "TOO_MANY_ALIASES"


def test_a_fragment_within_itself_ends() -> None:
    (error, *_) = (
        Executor(SCHEMA._schema, LIMITS).check("{...A} fragment A on Query{...B} fragment B on Query{...A}").errors
    )
    assert "itself" in error["message"]


def test_a_fragment_counts_as_often_as_it_is_used() -> None:
    def aliases(query: str) -> int:
        return size_of(parse(query)).aliases

    assert aliases("{...A ...A} fragment A on Query{a:me{id} b:__typename}") == 4
    assert aliases("{x:me{...A}} fragment A on Me{a:id}") == 2
    assert aliases("{me{id}} fragment A on Me{a:id}") == 1, "a fragment that nobody uses is validated, too"


def test_a_negative_or_huge_page_makes_nothing_cheaper() -> None:
    def cost(text: str, **variables: object) -> int:
        document = parse(text)
        return cost_of(SCHEMA._schema, document, document.definitions[0], variables)  # type: ignore[arg-type]

    page = "query($n: Int) {{ game(id: 1) {{ steps(first: {}) {{ edges {{ node {{ version }} }} }} }} }}"
    least, most = cost(page.format("0")), cost(page.format("500"))
    assert cost(page.format("-500")) == least < most == cost(page.format("9" * 5_000))
    assert cost(page.format("$n"), n=-500) == least < cost(page.format("$n"), n=20) < most
    assert cost(page.format("$n"), n=10**30) == cost(page.format("$n"), n=500.0) == most
    assert cost(page.format("$n")) == cost(page.format("$n"), n=None) == cost(page.format("50"))
    usual = page.replace("$n: Int", "$n: Int = 1")
    assert (
        cost(usual.format("$n")) == cost(page.format("1")) < cost(usual.format("$n"), n=None) == cost(page.format("50"))
    )


def test_a_price_that_was_cached_is_for_the_same_variables() -> None:
    """A variable that is null has another size than one that is left out and has a default."""
    executor = Executor(SCHEMA._schema, LIMITS)
    checked = executor.check(
        "query($n: Int = 1) { game(id: 1) { steps(first: $n) { edges { node { version line { text } } } } } }"
    )
    operation = checked.operation(None)
    assert operation is not None
    left_out, null, large = (executor.price(checked, operation, given) for given in ({}, {"n": None}, {"n": 500}))
    assert left_out < null < large
    assert left_out == executor.price(checked, operation, None) == executor.price(checked, operation, {"n": 1})


def test_rows_between_two_steps_cost_their_number() -> None:
    def cost(ends: str, query: str = "query($a: Int, $b: Int)", **variables: object) -> int:
        document = parse(f"{query} {{ game(id: 1) {{ scoreTracks{ends} {{ version }} }} }}")
        return cost_of(SCHEMA._schema, document, document.definitions[0], variables)  # type: ignore[arg-type]

    none, ten, most = cost("(from: 9, to: 8)"), cost("(from: 11, to: 20)"), cost("(from: 1, to: 500)")
    assert none < ten < most == cost("") == cost("(from: 400)") == cost("(from: -9, to: 99999999999)")
    assert cost("(from: $a, to: $b)", a=11, b=20) == ten == cost("(to: 10)") == cost("(from: -9, to: $b)", b=10)
    assert cost("(from: 20, to: 11)") == none and cost("(from: $a, to: $b)", a=11, b=None) == most
    defaults = "query($a: Int = 491, $b: Int = 10)"
    assert cost("(to: $b)", defaults) == ten and cost("(to: $b)", defaults, b=None) == most


def test_an_object_of_several_types_costs_what_its_dearest_type_costs() -> None:
    def cost(text: str) -> int:
        document = parse(text)
        return cost_of(SCHEMA._schema, document, document.definitions[0])  # type: ignore[arg-type]

    both = "mutation { resign(game: 1, commandId: 1) { %s %s } }"
    dear, cheap = "... on CommandAccepted { steps { version hash } }", "... on CommandRefused { version }"
    assert cost(both % (dear, cheap)) == cost(both % (dear, ""))
    assert cost(both % (dear, "... on CommandProblem { text }")) > cost(both % (dear, ""))


def test_real_documents_pass() -> None:
    executor = Executor(SCHEMA._schema, LIMITS)
    for options in ({}, {"specified_by_url": True, "directive_is_repeatable": True, "input_value_deprecation": True}):
        query = get_introspection_query(**options)  # type: ignore[arg-type]
        checked = executor.check(query)
        assert not checked.errors
        operation = checked.operation(None)
        assert operation is not None
        assert executor.price(checked, operation, {}) < LIMITS.cost_max
        assert count_tokens(query, LIMITS.tokens_max) < LIMITS.tokens_max / 4


def test_a_text_that_was_refused_is_checked_once_and_takes_little_memory() -> None:
    executor = Executor(SCHEMA._schema, LIMITS)
    query = "{" + "nope " * 500 + "}"
    checked = executor.check(query)
    assert checked.errors and checked.document is None
    assert executor.check(query) is checked


def test_the_cache_of_documents_is_bounded_by_their_tokens() -> None:
    executor = Executor(SCHEMA._schema, LIMITS)
    for number in range(2 * CACHED_TOKENS_MAX // 1_000):
        executor.check("{" + f"n{number} " + "nope " * 1_000 + "}")
    assert sum(each.tokens for each in executor._cache.values()) <= CACHED_TOKENS_MAX
