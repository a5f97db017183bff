"""What `emberlog migrate --citus` says of a cluster that does not work, before anything is changed."""

import re

import pytest

from infra.postgres.citus.distribute import _ready_nodes, check_cluster
from services.errors import Unavailable

COORDINATOR, WORKER = ("one.example", 5432), ("two.example", 5432)


class FakeCluster:
    """Answers the questions of a check by what they ask for."""

    def __init__(self) -> None:
        self.extension = self.is_coordinator = self.knows_itself = self.has_worker = self.worker_answers = True
        self.prepared = "200"
        self.not_ready = ""

    async def fetchval(self, query, *arguments):
        if "pg_extension" in query:
            return self.extension
        return self.is_coordinator if "citus_is_coordinator" in query else f"CREATE {arguments[0]}"

    async def fetch(self, query, *arguments):
        if "success" in query:
            return [(*WORKER, not self.not_ready, self.not_ready)] if arguments else []
        if arguments:
            return [(*COORDINATOR, "200"), (*WORKER, self.prepared)]
        nodes = [node(*COORDINATOR, 0, has_games=False)] if self.knows_itself else []
        return nodes + ([node(*WORKER, 1, answers=self.worker_answers)] if self.has_worker else [])


def node(name, port, group, *, has_games=True, answers=True):
    return {"nodename": name, "nodeport": port, "groupid": group, "has_games": has_games, "answers": answers}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"extension": False}, "has no Citus. Set shared_preload_libraries"),
        ({"is_coordinator": False}, "is a worker of its cluster. Set EMBERLOG_DATABASE_URL to the coordinator"),
        ({"worker_answers": False}, "do not answer: two.example:5432. Start them, or take them out"),
        ({"knows_itself": False}, "does not know its own address. Run on it: SELECT citus_set_coordinator_host"),
        ({"has_worker": False}, "has no worker. Run on it: SELECT citus_add_node"),
        ({"prepared": "0"}, "max_prepared_transactions is 0 on the node two.example:5432. Set it to at least"),
    ],
)
async def test_what_is_wrong_comes_with_what_to_do(wrong, says):
    cluster = FakeCluster()
    vars(cluster).update(wrong)
    with pytest.raises(Unavailable, match=re.escape(says)):
        await check_cluster(cluster, "one.example:5432/emberlog")


async def test_a_cluster_that_works_is_accepted():
    await check_cluster(FakeCluster(), "one.example:5432/emberlog")


async def test_a_node_that_cannot_be_made_ready_is_named_and_appends_go_on():
    cluster = FakeCluster()
    await _ready_nodes(cluster)
    cluster.not_ready = "ERROR: permission denied"
    with pytest.raises(Unavailable, match=r"two.example:5432 could not be made ready .* through the coordinator"):
        await _ready_nodes(cluster)
