"""What somebody can do who may change all of the database: another game in place of one, in which every hash follows."""

import dataclasses

from domain.engine.step import Moment
from domain.game import Game
from domain.log.chain import GENESIS, log_leaf
from domain.log.record import Recorded, read_back, write
from services.log.command_chain import link_of
from services.ports import RawStep, StoredCommand
from tests.fakes.event_log import FakeEventLog

LATER_US = 1_000_000


def rewrite(log: FakeEventLog, game: Game, game_id: str) -> None:
    """Everything happened a second later. The game holds by itself."""
    old, stored = log.rows[game_id], log.stored[game_id]
    recorded, link = [], GENESIS
    for row in old:
        recorded.append(read_back(game.script, game_id, row, version=row.version, prev_hash=link))
        link = row.hash
    secret, rows, state, link = bytes.fromhex(recorded[0].event.secret), [], None, GENESIS
    for id, command in stored.items():
        later = dataclasses.replace(
            command, time_us=command.time_us + LATER_US, received_us=command.received_us + LATER_US
        )
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
