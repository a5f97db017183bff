"""What somebody can do who may change all of the database: another game in place of one, in which every hash follows."""

import dataclasses

import asyncpg

from domain.engine.step import Moment
from domain.game import Game
from domain.log.chain import GENESIS, log_leaf
from domain.log.record import Recorded, read_back, write
from services.log.command_chain import link_of
from services.ports import EventLog, RawStep, StoredCommand
from tests.fakes.event_log import FakeEventLog

LATER_US = 1_000_000


def rewrite(log: FakeEventLog, game: Game, game_id: str, first: int = 1) -> None:
    """Everything from a command on happened a second later. The game holds by itself."""
    old, stored = log.rows[game_id], log.stored[game_id]
    recorded, link = [], GENESIS
    for row in old:
        recorded.append(read_back(game.script, game_id, row, version=row.version, prev_hash=link))
        link = row.hash
    secret, rows, state, link = bytes.fromhex(recorded[0].event.secret), [], None, GENESIS
    for id, command in stored.items():
        by_us = LATER_US if command.ordinal >= first else 0
        later = dataclasses.replace(command, time_us=command.time_us + by_us, received_us=command.received_us + by_us)
        if command.outcome == "accepted":
            state = _write_anew(game, recorded, later, state, secret, rows)
        link = link_of(later, link)
        stored[id] = dataclasses.replace(later, link=link)
    log.rows[game_id] = rows
    links = [command.link for command in stored.values()]
    for at, place in enumerate(log.order):
        if place.game_id == game_id:
            hash = rows[place.number - 1].hash if place.kind == "step" else links[place.number - 1]
            log.order[at] = dataclasses.replace(place, leaf=log_leaf(hash))


async def rewrite_stored(database_url: str, log: EventLog, game: Game, game_id: str) -> None:
    """The same in Postgres: steps, commands, heads and the order, with the guards of the tables switched off."""
    copy = FakeEventLog()
    copy.rows[game_id] = list(await log.read(game_id))
    copy.stored[game_id] = {each.command_id: each for each in await log.commands(game_id)}
    copy.order = list(await log.places(game_id))
    rewrite(copy, game, game_id)
    rows, stored = copy.rows[game_id], list(copy.stored[game_id].values())
    owner = await asyncpg.connect(database_url)
    try:
        await owner.execute("SET session_replication_role = replica")
        await owner.executemany(
            "UPDATE event SET prev_hash = $3, hash = $4, body = $5 WHERE game_id = $1 AND version = $2",
            [(game_id, row.version, row.prev_hash, row.hash, row.body) for row in rows],
        )
        await owner.executemany(
            "UPDATE command SET time_us = $3, received_us = $4, link = $5 WHERE game_id = $1 AND ordinal = $2",
            [(game_id, each.ordinal, each.time_us, each.received_us, each.link) for each in stored],
        )
        await owner.executemany(
            "UPDATE log SET leaf = $2 WHERE pos = $1", [(each.pos, each.leaf) for each in copy.order]
        )
        await owner.execute(
            "UPDATE game SET head_hash = $2, command_link = $3 WHERE game_id = $1",
            game_id, rows[-1].hash, stored[-1].link,
        )  # fmt: skip
    finally:
        await owner.close()


def _write_anew(
    game: Game, recorded: list[Recorded], command: StoredCommand, state: object, secret: bytes, rows: list[RawStep]
) -> object:
    steps = recorded[command.first_version - 1 : command.last_version]
    for step in steps:
        state = game.evolve(state, step.event, Moment(command.time_us, step is steps[-1]))
    written = write(
        game.script, tuple(step.event for step in steps), stream=steps[0].body.stream, after=command.first_version - 1,
        prev_hash=rows[-1].hash if rows else GENESIS, secret=secret, time_us=command.time_us,
        principal=command.principal, seat=command.seat, command=command.command_id, state=game.state_hash(state),
    )  # fmt: skip
    rows += [RawStep(each.version, each.type, each.schema, each.prev_hash, each.hash, each.body) for each in written]
    return state
