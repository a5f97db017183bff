"""The five reports: refused first, then what they say, and the same bytes when they are made twice."""

from dataclasses import replace

import msgspec
import pytest

from domain.engine.codec import canonical, is_canonical
from domain.engine.step import Step
from services.audit.ports import KeyEvent, Outage, Receipt
from services.audit.reports.cases import report_of
from services.audit.reports.report import CASES, BadReport, Report, ReportRequest
from services.audit.reports.site_down import overlap
from services.reads.look import ViewerNotAllowed
from services.world import World
from tests.services.audit.desks import FIRST, SECOND, desk_of
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game


async def request_for(driver: GameDriver, case: str) -> ReportRequest:
    stored = list(await driver.world.log.commands(driver.game_id))
    return ReportRequest(
        case=case, seat=FIRST, step=Step(driver.state.version), command_id=stored[-1].command_id,
        from_us=stored[0].time_us, to_us=stored[-1].time_us + 60_000_000,
    )  # fmt: skip


async def made(driver: GameDriver, case: str, by=JUDGE, **changed) -> Report:
    request = await request_for(driver, case)
    data = await report_of(await desk_of(driver, by), replace(request, **changed))
    assert is_canonical(data)
    return msgspec.json.decode(data, type=Report)


def facts_of(report: Report) -> dict[str, str]:
    return {name: value for section in report.sections for name, value in section.facts}


@pytest.mark.parametrize("case", CASES)
async def test_nobody_outside_the_game_is_given_a_report_while_it_runs(memory: World, toy: str, case: str) -> None:
    driver = await seated_game(memory, toy)
    for reader in (None, EVE):
        with pytest.raises(ViewerNotAllowed):
            await made(driver, case, reader)


@pytest.mark.parametrize(
    ("case", "changed"),
    [
        ("undone", {"seat": None}), ("undone", {"step": None}), ("undone", {"step": Step(999)}),
        ("not-me", {"command_id": None}), ("not-me", {"command_id": "00000000-0000-4000-8000-000000000000"}),
        ("site-down", {"seat": None}), ("site-down", {"from_us": None}), ("site-down", {"to_us": 1}),
        ("engine", {"step": None}), ("engine", {"by_version": 7}),
    ],
)  # fmt: skip
async def test_a_report_without_what_it_needs_is_refused_in_a_sentence(memory: World, toy, case, changed) -> None:
    driver = await seated_game(memory, toy)
    with pytest.raises(BadReport, match=r"[A-Z].*\."):
        await made(driver, case, **changed)


@pytest.mark.parametrize("case", CASES)
async def test_a_report_that_is_made_twice_is_the_same_bytes(memory: World, toy: str, case: str) -> None:
    driver = await seated_game(memory, toy)
    await driver.play_on(10)
    first, second = [canonical(await made(driver, case)) for _ in range(2)]
    assert first == second


@pytest.mark.rules("GAME-HID-01")
async def test_a_seat_reads_of_its_own_knowledge_alone(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    report = await made(driver, "undone", ANN, since=Step(1))
    assert "seat_0" in str(report) and "seat_1" not in str(report)
    with pytest.raises(ViewerNotAllowed):
        await made(driver, "undone", ANN, seat=SECOND)


async def test_it_was_not_me_names_the_token_and_what_became_of_it(memory: World, toy: str) -> None:
    owner, _ = await memory.principals.create("Nan", frozenset())
    driver = await seated_game(memory, toy)
    await driver.play_on(1)
    stored = memory.log.stored[driver.game_id]
    last = next(reversed(stored.values()))
    stored[last.command_id] = replace(last, token_id=owner.token_id)
    memory.audit.events.append(KeyEvent(last.time_us, last.principal, owner.token_id, "token_made", ""))
    memory.audit.taken.append(
        Receipt(driver.game_id, FIRST, "c1", last.time_us, last.time_us, owner.token_id, Step(1), Step(2))
    )
    report = await made(driver, "not-me")
    assert facts_of(report)["principal"] == last.principal
    assert "token made" in str(report) and "c1" in str(report)
    for seat in (ANN, BEN):
        with pytest.raises(ViewerNotAllowed):
            await made(driver, "not-me", seat)


async def test_the_site_was_down_counts_the_time_of_the_seat_that_an_outage_took(
    memory: World, toy: str, clock
) -> None:
    driver = await seated_game(memory, toy)
    began = driver.state.at_us
    clock.now_us = began + 100_000_000
    await driver.play_on(1)
    memory.audit.away.append(Outage("api", began + 20_000_000, began + 60_000_000))
    report = await made(driver, "site-down", ANN, from_us=began, to_us=began + 90_000_000)
    assert facts_of(report)["overlap"] == "40.000 s"
    with pytest.raises(ViewerNotAllowed):
        await made(driver, "site-down", ANN, seat=SECOND)


def test_times_lie_over_one_another() -> None:
    assert overlap([(0, 10), (20, 30)], [(5, 25)]) == 10
    assert overlap([(0, 10)], [(10, 20)]) == 0


@pytest.mark.rules("GAME-CHANCE-03")
async def test_the_shuffle_is_repeated_when_the_game_is_over_and_not_before(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    with pytest.raises(ViewerNotAllowed):
        await made(driver, "shuffle")
    await driver.play_on(10)
    facts = facts_of(await made(driver, "shuffle", EVE))
    assert facts["the commitment was made for this secret"] == "yes"
    assert facts["secret and shares lead to this seed"] == "yes"
    assert int(facts["draws"]) > 0 and facts["draws that do not follow from the seed"] == "0"


async def test_the_engine_report_decides_the_game_by_another_version(memory: World) -> None:
    driver = await seated_game(memory, "london", version=1)
    await driver.play_on(12)
    report = await made(driver, "engine")
    assert facts_of(report)["commands"] == str(len(list(await memory.log.commands(driver.game_id))))
    headings = [section.heading for section in report.sections]
    assert any("decided by version 2" in heading for heading in headings)
