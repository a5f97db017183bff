"""A league beside the games: its stream is written, chained, read back and checked by the same code, which knows neither."""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import pytest

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Moment
from domain.log.chain import GENESIS, event_hash
from domain.log.reading import Damaged, fold_step, read_step
from domain.log.record import decode_command, write
from domain.log.refusals import decode_refusal, encode_refusal
from services.log.findings import Broken, check_command_chain, check_places, read_stream
from services.log.load_game import GameLoader
from services.log.openings import verify_openings
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Append, Appended, EventLog
from services.streams import Opening
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.infra.postgres.entries import Chain
from tests.log.league import Enter, League, Points, Report

LEAGUE = League()
SECRET = bytes(32)
BEGIN_US = 1_700_000_000_000_000


def moments(at_us: int, steps: int) -> list[Moment]:
    """The moments of the steps of one command."""
    return [Moment(at_us, ends=at == steps) for at in range(1, steps + 1)]


@dataclass
class Season:
    """A league that is decided on the last state it is known to have, as a service would."""

    log: EventLog
    stream: str
    state: Points | None = None
    version: int = 0
    hash: bytes = GENESIS
    commands: int = 0

    async def send(self, command: Enter | Report) -> None:
        entry = self._entry(command)
        assert await self.log.append(entry) == Appended(self.version + len(entry.events))
        self.commands += 1
        if entry.events:
            self.version, self.hash = entry.events[-1].version, entry.events[-1].hash

    def _entry(self, command: Enter | Report) -> Append:
        command_id, at_us = new_id(), BEGIN_US + self.commands
        events: tuple[Any, ...] = ()
        answer, after = b"", self.state
        try:
            events = LEAGUE.decide(self.state, command)
        except Refused as refused:
            answer = encode_refusal(refused, refused.text or "")
        for moment, event in zip(moments(at_us, len(events)), events, strict=True):
            after = LEAGUE.evolve(after, event, moment)
        steps = write(
            LEAGUE.script,
            events,
            stream=self.stream,
            after=self.version,
            prev_hash=self.hash,
            secret=SECRET,
            time_us=at_us,
            principal=command.by,
            seat=None,
            command=command_id,
            state="" if after is None else LEAGUE.state_hash(after),
        )
        self.state = after
        return Append(
            game_id=self.stream,
            command_id=command_id,
            request_hash=hashlib.sha256(canonical(command)).digest(),
            principal=command.by,
            seat=None,
            body=canonical(command),
            outcome="accepted" if events else "refused",
            answer=answer,
            time_us=at_us,
            received_us=at_us,
            token_id="t_1",
            expected_version=self.version,
            expected_hash=self.hash,
            events=steps,
            opening=Opening(kind="league", ruleset="league", ruleset_version=1) if self.version == 0 else None,
        )


@pytest.fixture
async def season(log) -> Season:
    """Two entrants and three matches; two commands are refused."""
    game = Chain()
    assert await log.append(game.next()) == Appended(2), "a game stands in the same tables"
    season = Season(log, new_id())
    for command in (Enter("ann"), Enter("ann"), Enter("ben"), Report("ann", "ben"), Report("ann", "eve")):
        await season.send(command)
    for winner in ("ann", "ben"):
        await season.send(Report("ben", winner))
    return season


async def folded(log: EventLog, stream: str) -> Points | None:
    """The state of a league as any reader gets it, who trusts no row."""
    state, after, prev_hash = None, 0, GENESIS
    for row in await log.read(stream):
        step = read_step(LEAGUE.script, stream, row, after=after, prev_hash=prev_hash)
        state = fold_step(LEAGUE, state, step)
        after, prev_hash = step.version, step.hash
    return state


async def test_a_league_is_read_back_as_it_was_decided(log, season):
    assert await folded(log, season.stream) == season.state == Points({"ann": 1, "ben": 2}, 3, BEGIN_US + 6)
    head = await log.head(season.stream)
    assert (head.kind, head.ruleset, head.ruleset_version) == ("league", "league", 1)
    assert (head.version, head.hash, head.commands) == (8, season.hash, 7)
    assert list(await log.streams("league")) == [season.stream]


async def test_its_commands_are_chained_and_decided_a_second_time(under_test, season):
    await under_test.settle()
    stream = await read_stream(under_test.log, await under_test.log.head(season.stream))
    check_command_chain(stream)
    check_places(stream)
    assert len(stream.places) == 8 + 7
    state = None
    for stored in stream.commands:
        command = decode_command(LEAGUE.script, stored.body)
        try:
            events = LEAGUE.decide(state, command)
        except Refused as refused:
            assert decode_refusal(stored.answer).code == refused.code
            continue
        assert stored.last_version - stored.first_version + 1 == len(events)
        for moment, event in zip(moments(stored.time_us, len(events)), events, strict=True):
            state = LEAGUE.evolve(state, event, moment)
    assert state == season.state


async def test_whatever_is_edited_is_named(log, season):
    stream = await read_stream(log, await log.head(season.stream))
    row, before = stream.rows[1], LEAGUE.evolve(None, LEAGUE.decide(None, Enter("ann"))[0], Moment(BEGIN_US, True))
    edited = row.body.replace(b'"entrant":"ben"', b'"entrant":"eve"')
    with pytest.raises(Damaged, match="its body is not what was hashed"):
        read_step(LEAGUE.script, season.stream, replace(row, body=edited), after=1, prev_hash=row.prev_hash)
    hashed = replace(row, body=edited, hash=event_hash(row.prev_hash, edited))
    step = read_step(LEAGUE.script, season.stream, hashed, after=1, prev_hash=row.prev_hash)
    with pytest.raises(Damaged, match="the state after it is not the one that was written"):
        fold_step(LEAGUE, before, step)
    refused = stream.commands[1]
    for commands in (
        [*stream.commands[:1], *stream.commands[2:]],
        [stream.commands[0], replace(refused, principal="eve"), *stream.commands[2:]],
        stream.commands[:-1],
        [*stream.commands, replace(refused, ordinal=8)],
    ):
        with pytest.raises(Broken):
            check_command_chain(replace(stream, commands=commands))


async def test_a_league_is_not_a_game_nor_refused_openings(log, season):
    world = replace(memory_world(), log=log)
    assert await GameLoader(world).at_head(season.stream) is None
    assert await Histories(world).up_to_date(season.stream) is None
    assert await verify_game(world, season.stream) is None
    assert await verify_openings(world, season.stream) is None
