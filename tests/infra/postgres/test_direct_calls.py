"""Calls at the node that has a shard: what goes the long way instead, and what is said of it."""

import contextlib

import asyncpg
import pytest

from infra.postgres.append_rows import Call
from infra.postgres.citus import direct
from infra.postgres.citus.direct import GoesTheLongWay, Nodes, Place
from services.errors import Unavailable

PLACE = Place(102008, "two.example", 5432)
CALL = Call("SELECT * FROM games_102008.append_command()", ())


class FakeNode:
    """The connections to one node. `answers`: what each call meets, in order."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.has_shard = True
        self.prepared: list[int] = []

    @contextlib.asynccontextmanager
    async def lend(self, seconds):
        del seconds
        yield self

    async def fetch(self, statement, *arguments, **limits):
        assert statement == CALL.statement and not arguments and limits
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def fetchval(self, statement, shard, **limits):
        assert "pg_dist_placement" in statement and shard == PLACE.shard and limits
        return self.has_shard

    async def execute(self, statement, shard, **limits):
        assert "ready_shard" in statement and limits
        self.prepared.append(shard)


def nodes_with(node: FakeNode | Exception) -> Nodes:
    async def open_node(host, port):
        assert (host, port) == (PLACE.host, PLACE.port)
        if isinstance(node, Exception):
            raise node
        return node

    return Nodes(open_node)


async def test_a_node_that_cannot_be_reached_rests_and_says_what_to_do(caplog):
    nodes = nodes_with(Unavailable("No database answers at two.example:5432."))
    for _ in range(2):
        with pytest.raises(GoesTheLongWay) as why:
            await nodes.call(PLACE, CALL, 1.0)
        assert not why.value.is_lost, "nothing was sent"
    assert len(caplog.records) == 1
    assert "through the coordinator" in caplog.text and "connect to that node" in caplog.text


async def test_a_call_whose_answer_is_lost_may_have_been_carried_out(monkeypatch):
    monkeypatch.setattr(direct, "RESTS_SECONDS", 0.0)
    nodes = nodes_with(FakeNode(asyncpg.ConnectionDoesNotExistError("it was lost"), []))
    with pytest.raises(GoesTheLongWay) as why:
        await nodes.call(PLACE, CALL, 1.0)
    assert why.value.is_lost
    assert await nodes.call(PLACE, CALL, 1.0) == []


async def test_a_shard_that_has_moved_goes_the_long_way_and_its_node_rests_not():
    nodes = nodes_with(FakeNode(asyncpg.ObjectNotInPrerequisiteStateError("shard 102008 has moved"), []))
    with pytest.raises(GoesTheLongWay) as why:
        await nodes.call(PLACE, CALL, 1.0)
    assert why.value.has_moved and not why.value.is_lost
    assert await nodes.call(PLACE, CALL, 1.0) == []


async def test_a_no_of_what_a_shard_left_behind_does_not_count():
    """There the head is older than what was acknowledged since, so each append would be a conflict."""
    node = FakeNode(["a conflict"], ["a conflict"], [])
    nodes = nodes_with(node)
    assert await nodes.call(PLACE, CALL, 1.0) == ["a conflict"]
    node.has_shard = False
    with pytest.raises(GoesTheLongWay) as why:
        await nodes.call(PLACE, CALL, 1.0)
    assert why.value.has_moved and why.value.is_lost, "other commands of the batch may be written"
    assert await nodes.call(PLACE, CALL, 1.0) == [], "what was written has looked by itself"


@pytest.mark.parametrize(
    "missing", [asyncpg.InvalidSchemaNameError, asyncpg.UndefinedFunctionError, asyncpg.UndefinedTableError]
)
async def test_a_shard_that_came_is_prepared_at_the_first_call(missing):
    node = FakeNode(missing("it is not there"), ["a row"])
    assert await nodes_with(node).call(PLACE, CALL, 1.0) == ["a row"]
    assert node.prepared == [PLACE.shard]


async def test_what_a_constraint_refuses_is_left_to_the_long_way(caplog):
    nodes = nodes_with(FakeNode(asyncpg.CheckViolationError("a body"), []))
    with pytest.raises(GoesTheLongWay):
        await nodes.call(PLACE, CALL, 1.0)
    assert await nodes.call(PLACE, CALL, 1.0) == [] and not caplog.records
