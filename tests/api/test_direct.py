"""Fields that are resolved without Strawberry's detour answer the same, with it and without."""

from types import SimpleNamespace
from typing import Any

import pytest
import strawberry
from graphql import execute, graphql, parse

from api.execution.direct import shorten
from api.execution.effort import Effort
from api.execution.paced import AWAITABLE, PacedExecutor
from api.execution.pacer import Pacer
from api.graphql.schema import DIRECT, SCHEMA


def _of_parent(root: strawberry.Parent["Thing"], first_name: str = "nobody", count: int | None = 3) -> str:
    return f"{root.id} {first_name} {count}"


@strawberry.type
class Thing:
    """Every kind of resolver that the schema has."""

    id: int
    nothing: str | None = None
    absent: int = None  # type: ignore[assignment]

    @strawberry.field
    def alone(self) -> int:
        return self.id * 2

    @strawberry.field
    def named(self, last_name: str = "x", id: strawberry.ID | None = None) -> str:
        return f"{self.id} {last_name} {id}"

    @strawberry.field
    def informed(self, info: strawberry.Info, by_whom: str) -> str:
        return f"{self.id} {by_whom} {info.field_name} {[each.name for each in info.selected_fields]} {info.context}"

    @strawberry.field
    async def later(self) -> int:
        return self.id

    @strawberry.field
    def listed(self, names: list[str]) -> str:
        return ",".join(names)

    @strawberry.field
    def wrong(self) -> int:
        raise ValueError("wrong")

    @strawberry.field
    def never(self) -> int:
        return None  # type: ignore[return-value]

    @strawberry.field
    def excused(self) -> int | None:
        return ValueError("excused")  # type: ignore[return-value]

    @strawberry.field
    def awaited(self) -> int:
        return self.later()  # type: ignore[return-value]

    @strawberry.field
    def others(self) -> list["Thing | None"]:
        return [Thing(id=5), Thing(id=6), None]

    parents: str = strawberry.field(resolver=_of_parent)


@strawberry.type
class Query:
    @strawberry.field
    def thing(self) -> Thing:
        return Thing(id=4)


DOCUMENT = """query($n: String = "default", $absent: Int) { thing {
  alone named a: named(lastName: "b", id: null) b: named(id: "7") informed(byWhom: $n) later listed(names: ["p", "q"])
  parents c: parents(firstName: "Ada", count: null) d: parents(count: $absent) wrong } }"""


DIRECTLY = ("alone", "named", "informed", "wrong", "parents", "never", "excused", "awaited", "others")


async def test_a_shorter_way_leads_to_the_same() -> None:
    answers = []
    for shortened in (False, True):
        schema = strawberry.Schema(query=Query)._schema
        if shortened:
            direct = shorten(schema)
            assert set(direct) == {f"Thing.{each}" for each in DIRECTLY} | {"Query.thing"}
        result = await graphql(schema, DOCUMENT, context_value="here")  # type: ignore[misc]
        answers.append((result.data, [str(each) for each in result.errors or ()]))
    assert answers[0] == answers[1] and len(answers[0][1]) == 1


LEAVES = (
    "alone nothing named(lastName: $n) id later",
    "alone wrong",
    "alone excused nothing",
    "alone never",
    "absent alone",
    "named(id: [1])",
    "x: named(lastName: $absent) x2: named(lastName: $required)",
    "awaited alone",
    "...F @include(if: $yes) alone @skip(if: $yes) __typename",
)


@pytest.mark.parametrize("leaves", LEAVES)
async def test_leaves_are_answered_as_the_library_answers_them(leaves: str) -> None:
    document = parse(
        'query($n: String = "d", $absent: String, $required: String = "r", $yes: Boolean = true) { thing { '
        f'one: alone others {{ {leaves} }} }} }} fragment F on Thing {{ id listed(names: ["a"]) alone }}'
    )
    schema = strawberry.Schema(query=Query)._schema
    shorten(schema)
    effort = Effort(Pacer(), "caller", points_max=1_000, bytes_max=10_000)
    answers = []
    for executor in ({}, {"executor_class": PacedExecutor}):
        context: Any = SimpleNamespace(effort=effort)
        done: Any = execute(schema, document, context_value=context, is_awaitable=AWAITABLE, **executor)
        result = done if not AWAITABLE(done) else await done
        answers.append((result.data, [each.formatted for each in result.errors or ()]))
    assert answers[0] == answers[1]
    assert effort.points >= 3, "its fields were counted"


def test_most_of_the_schema_is_direct() -> None:
    assert {"LegalCommand.text", "LegalCommand.choice", "Step.line", "Game.legal", "Step.patch"} <= DIRECT
    assert not DIRECT & {"Mutation.submit", "Query.game", "Subscription.gameSteps"}
    assert {each.partition(".")[0] for each in DIRECT} <= set(SCHEMA._schema.type_map)
