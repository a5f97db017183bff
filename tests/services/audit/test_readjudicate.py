"""Games by another version: planted errata are found in exactly the games they touch, and real ones in the corpus."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import seat_of
from domain.rulesets import RULESETS
from services.ports import RawStep, StoredCommand
from services.readjudicate.alike import Alike, Left
from services.readjudicate.carried import AnotherGeneration
from services.readjudicate.events_only import NOT_COMPARED
from services.readjudicate.findings import Readjudicated
from services.readjudicate.games import readjudicate
from services.readjudicate.run import Plan, run_over
from services.world import World
from tests.corpus.rows import files, parse, unpack
from tests.dice import new_id
from tests.game.toy import TOY, Show
from tests.registry import register
from tests.services.audit.toys import TOY_0, TOY_2, UNLUCKY, Dealt0, evolve_0
from tests.services.game_driver import GameDriver, seated_game

GAMES = 40


async def stored(driver: GameDriver) -> tuple[list[RawStep], list[StoredCommand]]:
    log = driver.world.log
    return list(await log.read(driver.game_id)), list(await log.commands(driver.game_id))


async def played_out(memory: World) -> list[GameDriver]:
    drivers = []
    for _ in range(GAMES):
        driver = await seated_game(memory, TOY.id, seats=4)
        await driver.play_on(10)
        assert driver.state.over
        drivers.append(driver)
    return drivers


async def by_other(driver: GameDriver, mode: str) -> Readjudicated:
    rows, commands = await stored(driver)
    return readjudicate(driver.game_id, TOY, TOY_2, rows, commands, mode)


def test_versions_of_other_rulesets_are_another_generation() -> None:
    with pytest.raises(AnotherGeneration, match="do not share"):
        readjudicate("g", TOY, RULESETS["london", 2], [], [], "local")


@pytest.mark.rules("GAME-VERSION-03")
async def test_planted_errata_show_in_exactly_the_games_they_touch(memory: World, toy: str) -> None:
    touched, clamped = 0, 0
    for driver in await played_out(memory):
        cards = driver.state.position.cards
        local, followed = await by_other(driver, "local"), await by_other(driver, "followed")
        unlucky, high = UNLUCKY in cards, any(card > 40 for card in cards)
        touched, clamped = touched + unlucky, clamped + (high and not unlucky)
        assert local.legality == followed.legality == unlucky
        assert [each.kind for each in local.differences if each.kind == "now_refused"] == ["now_refused"] * unlucky
        assert (followed.stops_at is not None) == unlucky
        if unlucky:
            assert local.differences[0].rules == ("TOY-01",) and "unlucky" in followed.why
            assert followed.result == ()
            continue
        changed = followed.result != followed.played
        assert followed.result_differs == changed == high == local.result_differs
        assert local.differs == changed
    assert touched and clamped, "the games have both"


@pytest.mark.rules("GAME-VERSION-01")
async def test_a_frozen_generation_replays_the_events_and_says_what_it_does_not_compare(
    memory: World, toy: str
) -> None:
    """A card above 40 counts as 40 there, so exactly the games with such a card differ."""
    changed, same = 0, 0
    for driver in await played_out(memory):
        rows, commands = await stored(driver)
        high = any(card > 40 for card in driver.state.position.cards)
        for mode in ("local", "followed"):
            with pytest.raises(AnotherGeneration):
                readjudicate(driver.game_id, TOY, TOY_0, rows, commands, mode)
        replayed = readjudicate(driver.game_id, TOY, TOY_0, rows, commands, "events")
        assert (replayed.stops_at, replayed.why, replayed.legality) == (None, "", 0)
        assert replayed.commands == sum(each.outcome == "accepted" for each in commands)
        assert replayed.differs == high == (replayed.play > 0) == replayed.result_differs
        changed, same = changed + high, same + (not high)
    assert changed and same and "was not compared" in NOT_COMPARED


async def test_what_another_generation_cannot_read_ends_the_replay_with_a_reason(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy, seats=4)
    await driver.play_on(10)
    rows, commands = await stored(driver)
    first = next(row.version for row in rows if row.type == "toy.CardRevealed")

    def refuse(state, event):
        assert isinstance(event, Dealt0), "it never shows a card"
        return evolve_0(state, event)

    for other, why in (
        (replace(TOY_0, version=-1, events=(Dealt0,)), "version -1 cannot read the event toy.CardRevealed"),
        (replace(TOY_0, evolve=refuse), "the event toy.CardRevealed does not fit into a game of version 0"),
    ):
        replayed = readjudicate(driver.game_id, TOY, other, rows, commands, "events")
        assert (replayed.stops_at, replayed.why, replayed.result) == (first - 1, why, ())
        assert replayed.commands > 0


async def test_a_game_by_its_own_version_does_not_differ(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    await driver.play_on(10)
    rows, commands = await stored(driver)
    for mode in ("local", "followed"):
        same = readjudicate(driver.game_id, TOY, TOY, rows, commands, mode)
        assert not same.differs and same.records == 0 and same.result in ((), same.played)
        assert same.commands == len(commands)


async def test_a_refused_command_that_would_be_allowed_counts(memory: World, toy: str) -> None:
    """The other way round: games of version 2, decided by version 1."""
    for driver in await played_out(memory):
        rows, commands = await stored(driver)
        if UNLUCKY not in driver.state.position.cards:
            continue
        at = next(n for n, each in enumerate(commands) if each.first_version > 3 and each.seat == 0)
        refusal = canonical({"code": "unlucky", "facts": {}, "rules": ["TOY-01"], "text": ""})
        refused = replace(commands[at], outcome="refused", answer=refusal, first_version=commands[at].first_version - 1)
        refused = replace(refused, last_version=refused.first_version)
        result = readjudicate(
            driver.game_id, TOY_2, TOY, rows[: refused.first_version], [*commands[:at], refused], "local"
        )
        assert [each.kind for each in result.differences] == ["now_allowed"]
        return
    raise AssertionError("some game has the card")


async def test_refused_commands_are_decided_on_the_quick_way_too(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal with another code is found among those that are the same, and the careful way finds as much."""
    driver = await seated_game(memory, toy, seats=4)
    for seat in (0, 1, 2, 3):
        await driver.submit(Show(seat_of((seat + 1) % 4)), seat=seat_of((seat + 1) % 4))
        await driver.submit(Show(seat_of(seat)), seat=seat_of(seat))
    rows, commands = await stored(driver)
    refused = [at for at, each in enumerate(commands) if each.outcome == "refused"]
    assert driver.state.over and len(refused) >= 3
    alike = readjudicate(driver.game_id, TOY, TOY, rows, commands, "local")
    assert not alike.differs and alike.commands == len(commands)
    answer = canonical({"code": "unlucky", "facts": {}, "rules": ["TOY-01"], "text": ""})
    commands[refused[1]] = replace(commands[refused[1]], answer=answer)
    quick = readjudicate(driver.game_id, TOY, TOY, rows, commands, "local")
    assert [(each.ordinal, each.kind) for each in quick.differences] == [(refused[1] + 1, "other_code")]
    monkeypatch.setattr(Alike, "go_on", lambda _: Left(None, False))
    assert readjudicate(driver.game_id, TOY, TOY, rows, commands, "local") == quick


async def test_a_run_leaves_out_games_that_are_not_over_and_is_the_same_in_any_order(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drivers = await played_out(memory)
    running = await seated_game(memory, toy)
    register(monkeypatch, TOY_2)
    lines = []
    for at_once in (1, 7):
        plan = Plan(new_id(), TOY.key, TOY_2.key, "local")
        with ThreadPoolExecutor(3) as executor:
            run = run_over(memory.log, memory.readjudications, plan, executor, at_once)
            lines.append([canonical(each) async for each in run])
        stored_run = await memory.readjudications.run(plan.run)
        assert stored_run is not None and stored_run.ended_us is not None and stored_run.games == GAMES
        games = await memory.readjudications.games(plan.run, differing=False, after=None, limit=100)
        assert [each.game for each in games] == sorted(driver.game_id for driver in drivers)
        assert running.game_id not in {each.game for each in games}
    assert lines[0] == lines[1]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name.removesuffix(".jsonl.xz"))
def test_the_real_errata_show_in_the_corpus(path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every recorded game by its own version does not differ; by the other one only where an erratum is cited. The quick
    way says what the careful one says."""
    corpus = parse(path.name, unpack(path.name, path.read_bytes()))
    for stream in corpus.streams[:8]:
        if stream.head.kind != "game":
            continue
        played = RULESETS[stream.head.ruleset, stream.head.ruleset_version]
        other = RULESETS[played.id, 3 - played.version]
        same = readjudicate(stream.id, played, played, stream.steps, stream.commands, "local")
        assert not same.differs and same.records == 0, same.differences
        result = readjudicate(stream.id, played, other, stream.steps, stream.commands, "local")
        assert result.commands == len(stream.commands)
        if result.differs:
            assert result.first_step is not None and result.differences
        with monkeypatch.context() as careful:
            careful.setattr(Alike, "go_on", lambda _: Left(None, False))
            careful.setattr(Alike, "is_recorded", lambda *_: False)
            assert readjudicate(stream.id, played, other, stream.steps, stream.commands, "local") == result
