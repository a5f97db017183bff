"""The chain of commands: whoever adds, removes or changes one is found, refused ones too."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from services.commands.answers import RefusedAnswer
from services.log.command_chain import content_of, link_of
from services.log.verify import Finding, verify_game
from services.ports import StoredCommand
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.fakes.event_log import FakeEventLog
from tests.services.game_driver import ANN, GameDriver, seated_game

STORED = StoredCommand(
    game_id="8a5ae6a4-7d29-4b9c-8f33-3f3a2f2b7f01",
    command_id="0e0a2f0c-3f9c-4d7b-9d1e-6a1f2b3c4d5e",
    request_hash=bytes(32),
    principal="p_1",
    seat=None,
    body=b"{}",
    outcome="refused",
    answer=b"",
    time_us=2,
    received_us=1,
    token_id="t_1",
    first_version=3,
    last_version=3,
    ordinal=1,
)


def test_the_bytes_that_a_link_covers_are_these() -> None:
    """Written out, so that anybody can compute a link without this code."""
    empty, braces = hashlib.sha256(b"").hexdigest(), hashlib.sha256(b"{}").hexdigest()
    everything = (
        f'{{"answer":"{empty}","body":"{braces}","command":"0e0a2f0c-3f9c-4d7b-9d1e-6a1f2b3c4d5e","first_version":3,'
        f'"game":"8a5ae6a4-7d29-4b9c-8f33-3f3a2f2b7f01","last_version":3,"outcome":"refused","principal":"p_1",'
        f'"received_us":1,"request":"{"0" * 64}","seat":null,"time_us":2,"token":"t_1"}}'
    ).encode()
    content = hashlib.sha256(everything).digest()
    assert content_of(STORED) == content
    assert link_of(STORED, bytes(32)) == hashlib.sha256(b"\x02" + bytes(32) + b"\x00\x00\x00\x01" + content).digest()


@dataclass
class Played:
    log: FakeEventLog
    driver: GameDriver
    refused: str
    """The id of a refused command."""


@pytest.fixture
async def played() -> Played:
    log = FakeEventLog()
    driver = await seated_game(replace(memory_world(), log=log))
    await driver.play_any()
    refused = new_id()
    answer = await driver.seating.begin(ANN, driver.game_id, refused)
    assert isinstance(answer, RefusedAnswer)
    await driver.play_any()
    return Played(log, driver, refused)


async def finding(played: Played) -> Finding | None:
    verdict = await verify_game(played.driver.world, played.driver.game_id)
    assert verdict is not None
    return verdict.finding


async def test_an_untouched_chain_holds(played: Played) -> None:
    assert await finding(played) is None


def remove(stored: dict[str, StoredCommand], refused: str) -> None:
    del stored[refused]


def add(stored: dict[str, StoredCommand], refused: str) -> None:
    id = new_id()
    stored[id] = replace(stored[refused], command_id=id, ordinal=len(stored) + 1)


def remove_the_last(stored: dict[str, StoredCommand], refused: str) -> None:
    stored.popitem()


def change(**fields: object) -> Callable[[dict[str, StoredCommand], str], None]:
    def edit(stored: dict[str, StoredCommand], refused: str) -> None:
        stored[refused] = replace(stored[refused], **fields)  # type: ignore[arg-type]

    return edit


@pytest.mark.parametrize(
    "edit",
    [
        remove,
        add,
        remove_the_last,
        change(principal="eve"),
        change(seat=1),
        change(token_id="t_eve"),
        change(received_us=1),
        change(time_us=1),
        change(request_hash=bytes(32)),
        change(answer=b'{"code":"game_over","facts":{},"rules":[],"text":""}'),
        change(body=b'{"by":"eve","type":"game.BeginGame"}'),
        change(link=bytes(32)),
        change(ordinal=1),
    ],
)
async def test_verify_names_a_command_that_was_added_removed_or_changed(
    played: Played, edit: Callable[[dict[str, StoredCommand], str], None]
) -> None:
    stored = played.log.stored[played.driver.game_id]
    head = await played.log.head(played.driver.game_id)
    edit(stored, played.refused)

    async def as_before(game_id: str) -> object:
        return head  # the row of the game was not edited

    played.log.head = as_before  # type: ignore[method-assign,assignment]
    broken = await finding(played)
    assert broken is not None and broken.check == "commands"
    if edit is not remove and edit is not add and edit is not remove_the_last:
        assert played.refused in broken.why


async def test_a_command_counts_from_when_it_was_received_but_never_before_the_last_step(played: Played) -> None:
    driver = played.driver
    stored = list(played.log.stored[driver.game_id].values())[-1]
    seating = driver.seating.received(stored.time_us - 5_000_000)
    await seating.begin(ANN, driver.game_id, new_id())
    late = list(played.log.stored[driver.game_id].values())[-1]
    assert late.received_us == stored.time_us - 5_000_000 and late.time_us == stored.time_us
    seating = driver.seating.received(stored.time_us + 5_000_000)
    await seating.begin(ANN, driver.game_id, new_id())
    later = list(played.log.stored[driver.game_id].values())[-1]
    assert later.received_us == later.time_us == stored.time_us + 5_000_000
    assert await finding(played) is None
