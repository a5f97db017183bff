"""Calls at the node that has some shards: what goes the long way instead, and what is said of it."""

import contextlib

import asyncpg
import pytest

from infra.postgres.append_rows import Call
from infra.postgres.citus import direct
from infra.postgres.citus.direct import GoesTheLongWay, Node, Nodes
from services.errors import Unavailable

NODE = Node("two.example", 5432)
SHARDS = [102008, 102010]
CALL = Call("SELECT * FROM append_at_shards()", ())


class FakeNode:
    """The connections to one node. `answers`: what each call meets, in order."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
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

    async def execute(self, statement, shard, **limits):
        assert "ready_shard" in statement and limits
        self.prepared.append(shard)


def nodes_with(node: FakeNode | Exception) -> Nodes:
    async def open_node(host, port):
        assert (host, port) == NODE
        if isinstance(node, Exception):
            raise node
        return node

    return Nodes(open_node)


async def test_a_node_that_cannot_be_reached_rests_and_says_what_to_do(caplog):
    nodes = nodes_with(Unavailable("No database answers at two.example:5432."))
    for _ in range(2):
        with pytest.raises(GoesTheLongWay) as why:
            await nodes.call(NODE, SHARDS, CALL, 1.0)
        assert not why.value.is_lost, "nothing was sent"
    assert len(caplog.records) == 1
    assert "through the coordinator" in caplog.text and "connect to that node" in caplog.text


async def test_a_call_whose_answer_is_lost_may_have_been_carried_out(monkeypatch):
    monkeypatch.setattr(direct, "RESTS_SECONDS", 0.0)
    nodes = nodes_with(FakeNode(asyncpg.ConnectionDoesNotExistError("it was lost"), []))
    with pytest.raises(GoesTheLongWay) as why:
        await nodes.call(NODE, SHARDS, CALL, 1.0)
    assert why.value.is_lost
    assert await nodes.call(NODE, SHARDS, CALL, 1.0) == []


async def test_a_shard_that_has_moved_goes_the_long_way_and_its_node_rests_not():
    nodes = nodes_with(FakeNode(asyncpg.ObjectNotInPrerequisiteStateError("shard 102008 has moved"), []))
    with pytest.raises(GoesTheLongWay) as why:
        await nodes.call(NODE, SHARDS, CALL, 1.0)
    assert why.value.has_moved and not why.value.is_lost
    assert await nodes.call(NODE, SHARDS, CALL, 1.0) == []


@pytest.mark.parametrize(
    "missing", [asyncpg.InvalidSchemaNameError, asyncpg.UndefinedFunctionError, asyncpg.UndefinedTableError]
)
async def test_shards_that_came_are_prepared_at_the_first_call(missing):
    node = FakeNode(missing("it is not there"), ["a row"])
    assert await nodes_with(node).call(NODE, SHARDS, CALL, 1.0) == ["a row"]
    assert node.prepared == SHARDS


async def test_what_a_constraint_refuses_is_left_to_the_long_way(caplog):
    nodes = nodes_with(FakeNode(asyncpg.CheckViolationError("a body"), []))
    with pytest.raises(GoesTheLongWay):
        await nodes.call(NODE, SHARDS, CALL, 1.0)
    assert await nodes.call(NODE, SHARDS, CALL, 1.0) == [] and not caplog.records
