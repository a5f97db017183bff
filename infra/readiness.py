"""What the readiness probe asks of Postgres beyond an answer: that it takes writes, and that a worker is connected."""

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


def signer_trouble(tree: SignedTree) -> str | None:
    """A sentence when the signer of the log has refused to go on; None while it goes on, or where there is none."""
    why = tree.refusal()
    return None if why is None else f"The signer of the log refuses to go on. {why}"
