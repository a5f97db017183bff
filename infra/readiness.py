"""What the readiness probe asks of Postgres beyond an answer: that it takes writes, that a worker is connected, and
that every node of a cluster answers."""

import asyncio
import logging
from typing import Final

from infra.postgres.pool import WORKER_NAME, Lent, Pool
from services.errors import Cause, Unavailable
from services.log.signed_tree import SignedTree

WRITTEN_BYTES: Final = 1_048_576
"""More than an append needs, so that a disk is reported as full before commands are refused."""

# A result that is larger than work_mem goes into a temporary file on the disk of the data. Nothing of it stays: no row,
# no transaction id, no log. A write of a row would test too little, because its page has room long after the disk has
# none; and enough rows to need another page would have to be removed each time.
_WRITE: Final = "SELECT count(row) FROM unnest(array_fill(repeat('x', 8192), ARRAY[$1::integer])) AS row"
_TAKES_WRITES: Final = (
    "SELECT NOT pg_is_in_recovery() AND NOT current_setting('default_transaction_read_only')::boolean"
)

_SILENT_NODES: Final = (
    "SELECT format('%s:%s', nodename, nodeport) FROM run_command_on_workers('SELECT 1') WHERE NOT success ORDER BY 1"
)

_log = logging.getLogger("emberlog.citus")


async def write_something(pool: Pool) -> None:
    """Write `WRITTEN_BYTES` to the disk of the database. Raises Unavailable when it takes no writes."""

    async def write(connection: Lent) -> bool:
        async with connection.transaction():
            await connection.execute("SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = ''")
            await connection.fetchval(_WRITE, WRITTEN_BYTES // 8_192)
            return bool(await connection.fetchval(_TAKES_WRITES))

    if not await pool.ask(write):
        text = f"The database {pool.at} is read-only (a standby?). Set EMBERLOG_DATABASE_URL to the primary."
        raise Unavailable(text, Cause.READ_ONLY)


async def worker_trouble(pool: Pool) -> str | None:
    """A sentence when no worker is connected to this database. None too when the database does not answer: another part
    of the report says so."""
    sql = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1)"
    try:
        if await pool.fetchval(sql, WORKER_NAME):
            return None
    except Unavailable:
        return None
    return "No worker is connected: projections and bots wait, and nothing is lost. Start one: emberlog worker"


class NodesProbe:
    """Whether every node of the cluster over which the log is distributed answers within `seconds`."""

    def __init__(self, pool: Pool, seconds: float) -> None:
        self._pool, self._seconds = pool, seconds
        self._silent: list[str] = []

    async def __call__(self) -> str | None:
        """A sentence when a node does not answer; the log of the process names it, once. None too when the coordinator
        does not answer: another part of the report says so."""
        try:
            async with asyncio.timeout(self._seconds):
                silent = [row[0] for row in await self._pool.fetch(_SILENT_NODES)]
        except Unavailable:
            return None
        except TimeoutError:
            silent = ["one that takes too long"]
        if silent != self._silent:
            if silent:
                _log.warning(
                    "Nodes of the cluster at %s do not answer: %s. Start them.", self._pool.at, ", ".join(silent)
                )
            else:
                _log.info("All nodes of the cluster at %s answer again.", self._pool.at)
            self._silent = silent
        if not silent:
            return None
        return "A node of the cluster does not answer: its games wait, and others go on. The log of the API names it."


def signer_trouble(tree: SignedTree) -> str | None:
    """A sentence when the signer of the log has refused to go on; None while it goes on, or where there is none."""
    why = tree.refusal()
    return None if why is None else f"The signer of the log refuses to go on. {why}"
