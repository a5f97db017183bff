"""`emberlog migrate --citus`: distributes the tables of games over the nodes of a Citus cluster, in one transaction.

Tables of games are distributed by `game_id`, all alike, so that everything of a game is on one node. What belongs to no
game, the global order, and the lists over all games stay on the coordinator. ARCHITECTURE.md has the table.
"""

from pathlib import Path
from typing import Final

from infra.postgres.pool import APP_ROLE, SIGNER_ROLE, ConnectionOf
from services.errors import Unavailable

DISTRIBUTED: Final = (
    "game", "event", "command", "pending", "parked", "snapshot", "note", "sighting", "receipt",
    "projection_cursor", "score_track", "win_chance", "public_event", "public_event_rule",
)  # fmt: skip
"""The first one leads: the others are put where its rows are."""
SHARDS_A_NODE: Final = 2
"""By default. A batch is one call for each shard that its games are in."""
_APPEND_ONLY: Final = ("event", "command", "sighting")
_FOLDER: Final = Path(__file__).parent
_LAYOUT: Final = "tables.sql"
_FUNCTIONS: Final = ("append.sql", "shards.sql", "order.sql")
_ON_NODES: Final = ("append_commands", "append_command", "ready_shard", "append_at_shards")
"""What is called at the nodes themselves."""
_TRIGGER: Final = (
    "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {name} FOR EACH ROW EXECUTE FUNCTION refuse_change()"
)
"""On every shard, beside the privileges. Citus calls triggers unsafe because they could reach other nodes; this one
refuses and does nothing else."""

IS_CLUSTER: Final = "SELECT to_regclass('cluster') IS NOT NULL"
_NODES: Final = (
    "SELECT nodename, nodeport, groupid, isactive AND shouldhaveshards AS has_games, "
    "citus_check_connection_to_node(nodename, nodeport) AS answers FROM pg_dist_node WHERE noderole = 'primary'"
)
_NODES_WITH_GAMES: Final = "SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards"
_SETTINGS: Final = (
    "SELECT nodename, nodeport, result FROM pg_dist_node JOIN run_command_on_all_nodes($1) USING (nodeid) "
    "ORDER BY nodeid"
)
_ON_EACH: Final = (
    "SELECT nodename, nodeport, success, result FROM pg_dist_node JOIN run_command_on_all_nodes($1) USING (nodeid) "
    "WHERE isactive ORDER BY nodeid"
)
_CREATE: Final = (
    "SELECT format('DO $do$ BEGIN SET LOCAL citus.enable_ddl_propagation = off; EXECUTE %L; END $do$', "
    "pg_get_functiondef($1::text::regproc))"
)
_READY_ALL: Final = (
    "SELECT count(ready_shard(s.shardid)) FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) "
    "WHERE s.logicalrelid = 'public.game'::regclass AND p.groupid = (SELECT groupid FROM pg_dist_local_group)"
)
_PREPARED: Final = "SELECT current_setting('max_prepared_transactions')"
_PARTS: Final = "SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'game'::regclass"
_PLACED: Final = "SELECT logicalrelid::text FROM pg_dist_partition WHERE partmethod = 'h'"


async def check_whole(connection: ConnectionOf, at: str) -> None:
    """Raises Unavailable when another program has distributed tables of a database, and Emberlog has not."""
    if await connection.fetchval("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"):
        done = {row[0] for row in await connection.fetch(_PLACED)} & {*DISTRIBUTED}
        if done:
            raise _half_migrated(done, at)


def _half_migrated(done: set[str], at: str) -> Unavailable:
    return Unavailable(
        f"The database {at} is half migrated: {', '.join(sorted(done))} were distributed by another program. Bring "
        "them back with undistribute_table, or use a new database, and run this again."
    )


async def distribute(connection: ConnectionOf, at: str, *, shards: int | None = None) -> list[str]:
    """Distribute the tables that are not, and bring the functions up to date. Returns the names of the tables.

    `shards`: how many parts; by default `SHARDS_A_NODE` for each node that has games. Raises Unavailable with what
    to do when the database is not a coordinator, a node is away, a setting is wrong, or somebody has distributed a part
    of the tables by hand. Then nothing has changed.
    """
    await check_cluster(connection, at)
    async with connection.transaction():
        done = await _distribute(connection, at, shards)
    await _ready_nodes(connection)
    return done


async def check_cluster(connection: ConnectionOf, at: str) -> None:
    """Raises Unavailable, with what to do, unless this is the coordinator of a cluster that works."""
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"):
        raise Unavailable(
            f"The database {at} has no Citus. Set shared_preload_libraries = 'citus' on every node, restart them, and "
            "let an administrator run CREATE EXTENSION citus in this database on every node."
        )
    if not await connection.fetchval("SELECT citus_is_coordinator()"):
        raise Unavailable(
            f"The database {at} is a worker of its cluster. Set EMBERLOG_DATABASE_URL to the coordinator."
        )
    nodes = await connection.fetch(_NODES)
    away = [f"{node['nodename']}:{node['nodeport']}" for node in nodes if not node["answers"]]
    if away:
        raise Unavailable(
            f"These nodes of the cluster at {at} do not answer: {', '.join(away)}. Start them, or take them out with "
            "citus_remove_node, and run this again. Nothing was changed."
        )
    if not any(node["groupid"] == 0 for node in nodes):
        raise Unavailable(
            f"The coordinator {at} does not know its own address. Run on it: SELECT citus_set_coordinator_host('HOST')"
        )
    if not any(node["has_games"] for node in nodes):
        raise Unavailable(f"The cluster at {at} has no worker. Run on it: SELECT citus_add_node('HOST', 5432)")
    for name, port, setting in await connection.fetch(_SETTINGS, _PREPARED):
        if setting == "0":
            raise Unavailable(
                f"max_prepared_transactions is 0 on the node {name}:{port}. Set it to at least its max_connections, "
                "and restart that node: without it a transaction over two nodes fails."
            )


async def _distribute(connection: ConnectionOf, at: str, shards: int | None) -> list[str]:
    await connection.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
    done = {row[0] for row in await connection.fetch(_PLACED)} & {*DISTRIBUTED}
    is_first = not await connection.fetchval(IS_CLUSTER)
    if is_first and done:
        raise _half_migrated(done, at)
    if done and shards is not None and shards != (parts := await connection.fetchval(_PARTS)):
        raise Unavailable(
            f"The tables of {at} are in {parts} parts already, and stay so. Leave --shards out. For {shards} parts "
            "copy the log into a new database."
        )
    if shards is None:
        shards = SHARDS_A_NODE * await connection.fetchval(_NODES_WITH_GAMES)
    await connection.execute(f"SET LOCAL citus.shard_count = {shards:d}")
    missing = [name for name in DISTRIBUTED if name not in done]
    if is_first:
        await _ready_roles(connection)
        await connection.execute((_FOLDER / _LAYOUT).read_text(encoding="utf-8"))
    for name in missing:
        beside = "" if name == DISTRIBUTED[0] else f", colocate_with => '{DISTRIBUTED[0]}'"
        await connection.execute(f"SELECT create_distributed_table('{name}', 'game_id'{beside})")
        await connection.execute(f"SELECT truncate_local_data_after_distributing_table('{name}')")
    if is_first:
        await connection.execute("SET LOCAL citus.enable_unsafe_triggers = on")
        for name in _APPEND_ONLY:  # one by one: Citus sends the text of a statement on as it is
            await connection.execute(_TRIGGER.format(name=name))
    for file in _FUNCTIONS:
        await connection.execute((_FOLDER / file).read_text(encoding="utf-8"))
    await connection.execute(
        "SELECT create_distributed_function('append_commands_on_node'::regproc::regprocedure, 'at_game', "
        "colocate_with => 'game')"
    )
    if is_first:
        await connection.execute("INSERT INTO cluster DEFAULT VALUES")
    return missing


async def _ready_nodes(connection: ConnectionOf) -> None:
    """Brings what is called at the nodes themselves up to date there. Raises Unavailable with what a node said."""
    commands = [await connection.fetchval(_CREATE, name) for name in _ON_NODES]
    for command in (*commands, _READY_ALL):
        for name, port, success, result in await connection.fetch(_ON_EACH, command):
            if not success:
                raise Unavailable(
                    f"The node {name}:{port} could not be made ready for appends: {result}. Mend that and run this "
                    "again. The tables are distributed; until then appends go through the coordinator."
                )


async def _ready_roles(connection: ConnectionOf) -> None:
    """A node runs a statement as the role that asked for it, which therefore must be able to log in there.

    It gets no password: it can log in only where the nodes trust each other.
    """
    for role in (APP_ROLE, SIGNER_ROLE):
        if await connection.fetchval("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role):
            await connection.execute(
                "SELECT run_command_on_workers($1)",
                f"DO $$ BEGIN CREATE ROLE {role}; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
            )
            await connection.execute(f"ALTER ROLE {role} LOGIN")
