"""The five reports: refused first, then what they say, and the same bytes when they are made twice."""

from dataclasses import replace

import msgspec
import pytest

from domain.engine.codec import canonical, is_canonical
from domain.engine.step import Step
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.events import StepsTakenBack
from domain.game.terms import Delay, TakeBacks, Terms
from domain.rulesets.london.commands import DrawFromDeck
from services.audit.ports import KeyEvent, Outage, Receipt, Visit
from services.audit.reports.cases import report_of
from services.audit.reports.report import CASES, BadReport, Report, ReportRequest, Section
from services.audit.reports.site_down import overlap
from services.audit.unavailable import MINUTE_US
from services.audit.visits import HOUR_US
from services.commands.answers import Accepted, RefusedAnswer
from services.principals import recorded_token
from services.readjudicate.findings import Readjudicated
from services.reads.look import ViewerNotAllowed
from services.rulings.arbitration import Arbitration
from services.rulings.timing import Timing
from services.take_back.motions import TakingBack
from services.world import World
from tests.dice import new_id
from tests.registry import register
from tests.services.audit.desks import FIRST, RULEBOOK, SECOND, desk_of
from tests.services.audit.toys import TOY_2, UNLUCKY
from tests.services.clock import SECOND_US
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
    memory.principals.rows[owner.token_id].token = replace(
        memory.principals.rows[owner.token_id].token, principal_id=last.principal
    )
    stored[last.command_id] = replace(last, token_id=recorded_token(owner.token_id, last.command_id))
    memory.audit.events.append(KeyEvent(last.time_us, last.principal, owner.token_id, "token_made", ""))
    memory.audit.taken.append(
        Receipt(driver.game_id, FIRST, "c1", last.time_us, last.time_us, owner.token_id, Step(1), Step(2))
    )
    hour_us, rival = last.time_us // HOUR_US * HOUR_US, BEN if last.principal == ANN.id else ANN
    elsewhere = Visit(rival.id, hour_us, "t_rival", "198.51.100.7")
    memory.audit.visited = {Visit(last.principal, hour_us, owner.token_id, "192.0.2.9"), elsewhere}
    assert "Nobody in the same hour." in str(await made(driver, "not-me"))
    memory.audit.visited.add(replace(elsewhere, address="192.0.2.9"))
    report = await made(driver, "not-me")
    assert "by the token " + owner.token_id in section_of(report, "In short").text[0]
    assert "a filter and no proof" in str(report) and "198.51.100.7" not in str(report) and "t_rival" not in str(report)
    assert facts_of(report)["principal"] == last.principal
    assert "token made" in str(report) and "c1" in str(report) and owner.token_id in str(report)
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
    assert facts_of(report)["overlap"] == "40.000 s" and "40.000 s" in section_of(report, "In short").text[1]
    with pytest.raises(ViewerNotAllowed):
        await made(driver, "site-down", ANN, seat=SECOND)


def test_times_lie_over_one_another() -> None:
    assert overlap([(0, 10), (20, 30)], [(5, 25)]) == 10
    assert overlap([(0, 10)], [(10, 20)]) == 0


@pytest.mark.rules("GAME-CHANCE-03")
async def test_no_report_tells_the_secret_of_the_chance_before_the_end(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    secret = driver.state.secret
    for case in CASES:
        if case != "shuffle":
            assert secret not in str(await made(driver, case, step=Step(1), since=Step(1))), case
    await driver.play_on(10)
    assert secret in str(await made(driver, "engine", step=Step(1)))


@pytest.mark.rules("GAME-CHANCE-03")
async def test_the_shuffle_is_repeated_when_the_game_is_over_and_not_before(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    with pytest.raises(ViewerNotAllowed):
        await made(driver, "shuffle")
    await driver.play_on(10)
    report = await made(driver, "shuffle", EVE)
    assert "So nobody can have chosen an outcome while the game went on." in section_of(report, "In short").text
    facts = facts_of(report)
    assert facts["the commitment was made for this secret"] == "yes"
    assert facts["secret and shares lead to this seed"] == "yes"
    assert int(facts["draws"]) > 0 and facts["draws that do not follow from the seed"] == "0"


@pytest.mark.rules("GAME-CHANCE-03", "GAME-OPENDATA-01")
async def test_the_draws_of_a_season_are_counted_and_the_same_log_gives_the_same_report(
    memory: World, toy, clock
) -> None:
    heading, finished = "Counts of outcomes over the season", []
    hidden = await seated_game(memory, toy, terms=Terms(delay=Delay(seconds=3_600)))
    for driver in (hidden, *[await seated_game(memory, toy, seats=4) for _ in range(5)]):
        clock.now_us += SECOND_US
        await driver.play_on(10)
        finished.append(driver)
    running = await seated_game(memory, toy)
    until_now = {"from_us": None, "to_us": None}
    report = await made(finished[-1], "shuffle", None, **until_now)
    season = section_of(report, heading)
    assert dict(season.facts)["games"] == "5", "neither the one that runs nor the one that a delay hides"
    assert int(dict(season.facts)["draws"]) == sum(int(draws) for _, draws, *_ in season.rows) > 0
    for bound, draws, _, _, each in season.rows:
        assert len(each.split()) == int(bound) and sum(map(int, each.split())) == int(draws)
    assert "Over 5 finished games" in section_of(report, "In short").text[-1]
    assert await made(finished[-1], "shuffle", None, **until_now) == report
    assert await made(finished[-1], "shuffle", JUDGE, **until_now) == report
    earlier = section_of(await made(finished[2], "shuffle", None, **until_now), heading)
    assert dict(earlier.facts)["games"] == "2", "what came after a game is not in its season"
    with pytest.raises(BadReport, match="366 days"):
        await made(finished[-1], "shuffle", None, from_us=5, to_us=5)
    assert not running.state.over


async def test_the_engine_report_decides_the_game_by_another_version(memory: World) -> None:
    driver = await seated_game(memory, "london", version=1)
    await driver.play_on(12)
    report = await made(driver, "engine")
    assert facts_of(report)["commands"] == str(len(list(await memory.log.commands(driver.game_id))))
    assert "decided once more by version 1" in section_of(report, "In short").text[0]
    assert "brings the same steps" in section_of(report, "In short").text[0]
    headings = [section.heading for section in report.sections]
    assert any("decided by version 2" in heading for heading in headings)
    (words,) = section_of(report, "Words for a ruling to play on").text
    assert f"Step {driver.state.version} was looked at" in words and "version 1" in words
    ruling = Ruling("play_on", rules=tuple(facts_of(report)["rules to name"].split(", ")))
    made_of_it = await Arbitration(driver.play, memory, RULEBOOK).rule(
        JUDGE, driver.game_id, new_id(), ruling=ruling, note=words, expected_version=None
    )
    assert isinstance(made_of_it, Accepted), made_of_it


@pytest.mark.rules("GAME-VERSION-03")
async def test_the_engine_report_has_the_other_games_of_the_newest_whole_run(memory: World) -> None:
    driver = await seated_game(memory, "london", version=1)
    await driver.play_on(3)
    runs, heading = memory.readjudications, "Other games that it touches"
    assert "Nobody has looked yet" in section_of(await made(driver, "engine"), heading).text[0]
    row = Readjudicated(
        game=new_id(), ruleset="london", from_version=1, to_version=2, mode="local", commands=9, legality=0, play=2,
        records=0, first_step=Step(7), stops_at=None, why="", played=(), result=(), differences=(),
    )  # fmt: skip
    for run, game in (("run-1", row), ("run-2", msgspec.structs.replace(row, game=new_id()))):
        await runs.begin(run, "london", 1, 2, "local", "somebody")
        await runs.add(run, [game])
    await runs.end("run-1")
    section = section_of(await made(driver, "engine"), heading)
    assert section.rows == ((row.game, "0", "2", "7"),) and dict(section.facts)["run"] == "run-1"


@pytest.mark.rules("GAME-VERSION-03")
async def test_the_engine_report_shows_what_another_version_makes_of_the_command(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, TOY_2)
    driver = await seated_game(memory, toy, seats=4, version=1)
    while UNLUCKY not in driver.state.position.cards:
        driver = await seated_game(memory, toy, seats=4, version=1)
    await driver.play_on(10)
    for step in (await desk_of(driver, JUDGE)).visible.history.steps[-6:]:
        report = await made(driver, "engine", step=step.version)
        (section,) = (each for each in report.sections if each.heading == "This command by version 2")
        assert ("refused there: unlucky" in section.text[0]) == (getattr(step.event, "card", None) == UNLUCKY)


async def taken_back(memory: World) -> GameDriver:
    """A game of London in which the seat to act has drawn, and has taken that back with the consent of the other."""
    driver = await seated_game(memory, "london", terms=Terms(take_backs=TakeBacks("consent")))
    await driver.submit(DrawFromDeck(driver.to_act()))
    own, other, case = driver.to_act(), driver.not_to_act(), TakingBack(driver.play)
    await case.move(driver.principal(own), driver.game_id, new_id(), kind="take_back", to=None)
    motion = Step(driver.state.version + 1)
    agreed = await case.answer(driver.principal(other), driver.game_id, new_id(), motion=motion, yes=True)
    assert isinstance(agreed, Accepted), agreed
    await driver.refresh()
    return driver


def section_of(report: Report, heading: str) -> Section:
    return next(section for section in report.sections if section.heading == heading)


@pytest.mark.rules("GAME-BACK-05", "GAME-BACK-06", "GAME-BACK-02")
async def test_a_take_back_is_reported_with_its_right_its_frontier_and_what_it_crossed(memory: World) -> None:
    driver = await taken_back(memory)
    own = driver.to_act()
    for stranger in (None, EVE, driver.principal(driver.not_to_act())):
        with pytest.raises(ViewerNotAllowed):
            await made(driver, "undone", stranger, seat=own)
    report = await made(driver, "undone", driver.principal(own), seat=own)
    short = " ".join(section_of(report, "In short").text)
    assert "with the consent of the others" in short and "It still knows that." in short
    facts = dict(section_of(report, "The take-back").facts)
    assert (facts["policy of the game"], facts["by what right"]) == (
        "consent",
        "with the consent of the others (GAME-BACK-04)",
    )
    assert facts["who"] == f"seat {own}"
    to = int(facts["step that the game went back to"])
    crossed = section_of(report, "What it crossed").rows
    assert (f"seat {own}" in crossed[-1][2]) and "seats learned what was hidden" in {row[1] for row in crossed}
    frontier = section_of(report, "Its frontier just before")
    assert int(dict(frontier.facts)["frontier"].removeprefix("step ")) > to and frontier.rows
    assert "may have fallen the same" in section_of(report, "What was dealt again").text[0]
    between = section_of(report, "The steps in between, as this seat sees them").rows
    assert facts["step"] in {row[-1] for row in between}, "the draw is marked as taken back"
    before, just_before, after = section_of(report, f"What seat {own} could see before and after").facts
    assert before[1] != just_before[1] != after[1]
    assert section_of(report, "What only this seat was told").rows, "the card that was drawn"
    assert "draws" not in facts_of(report), "they would tell the seed"


@pytest.mark.rules("GAME-RULING-06", "GAME-RULING-02")
async def test_the_ruling_that_took_back_is_in_the_report_and_its_draws_when_it_is_over(memory: World) -> None:
    driver = await taken_back(memory)
    at = driver.state.version
    judged = Arbitration(driver.play, memory, RULEBOOK)
    back = Ruling("rewind", to=Step(at), rules=("GAME-RULING-06",), steps=(Step(at + 1),))
    await driver.submit(DrawFromDeck(driver.to_act()))
    for ruling in (back, Ruling("places", places=(1, 2))):
        answer = await judged.rule(JUDGE, driver.game_id, new_id(), ruling=ruling, note="why", expected_version=None)
        assert isinstance(answer, Accepted), answer
    await driver.refresh()
    rewound = next(
        step.version
        for step in (await desk_of(driver, JUDGE)).visible.history.steps
        if isinstance(step.event, StepsTakenBack) and step.event.why == "ruling"
    )
    report = await made(driver, "undone", EVE, step=rewound)
    assert dict(section_of(report, "The take-back").facts)["ruling"] == "1"
    ((number, _, kind, by, rules, valid, words),) = section_of(report, "Rulings on it").rows
    assert (number, kind, by, rules, valid) == ("1", "rewind", JUDGE.id, "GAME-RULING-06", "yes") and words
    assert "why" not in [cell for section in report.sections for row in section.rows for cell in row]
    draws = section_of(report, "What was dealt again")
    assert int(dict(draws.facts)["draws"]) == len(draws.rows) > 0
    shuffled = await made(driver, "shuffle", EVE)
    assert facts_of(shuffled)["draws that do not follow from the seed"] == "0"
    repeated = section_of(shuffled, "Every draw, computed again from the seed")
    assert set(draws.rows) <= set(repeated.rows)


BANK = Terms(clock=ClockTerms(kind="bank", bank_us=60 * SECOND_US))


@pytest.mark.rules("GAME-CLOCK-07", "GAME-CLOCK-09")
async def test_time_that_a_clock_lost_in_an_outage_is_proposed_and_can_be_given(memory: World, toy, clock) -> None:
    driver = await seated_game(memory, toy, terms=BANK)
    seat, began = driver.to_act(), driver.state.at_us
    memory.audit.away += [Outage("api", began - 5_000_000, began + 20_000_000), Outage("worker", began, began + 1)]
    clock.now_us = began + 30_000_000
    hours = {"seat": seat, "from_us": began + 1_500_000, "to_us": began + 90_000_000}
    minute_us = (began + 30_000_000) // MINUTE_US * MINUTE_US
    await memory.audit.put_unavailable("p1", {minute_us: 12, minute_us - 600_000_000: 7}, clock.now_us)
    running = await made(driver, "site-down", **hours)
    assert facts_of(running)["its clock lost"] == "18.500 s", "the hours begin within the outage"
    ((_, process, answers),) = section_of(running, "Requests that were answered UNAVAILABLE").rows
    assert (process, answers) == ("p1", "12") and "to 12 requests" in section_of(running, "In short").text[-1]
    give = facts_of(running)["proposed"]
    assert give == f'adjustTime(game: "{driver.game_id}", seat: {seat}, seconds: 19)'
    timing = Timing(Arbitration(driver.play, memory, RULEBOOK))
    before = await timing.adjust(EVE, driver.game_id, new_id(), seat=seat, us=19_000_000, note="")
    assert isinstance(before, RefusedAnswer), "a report gives nobody a right"
    given = await timing.adjust(JUDGE, driver.game_id, new_id(), seat=seat, us=19_000_000, note="the site was down")
    assert isinstance(given, Accepted)
    await driver.refresh()
    await driver.play_on(1)
    rows = section_of(await made(driver, "site-down", **hours), "What its clock did").rows
    assert [(row[2], row[3]) for row in rows] == [("adjusted", "19.000 s"), ("spent", "-30.000 s")]
    await driver.play_on(10)
    over = await made(driver, "site-down", **hours)
    assert facts_of(over)["its clock lost"] == "18.500 s" and "proposed" not in facts_of(over)
    assert "nothing is ruled after its end" in str(section_of(over, "What an arbiter may give back").text)


@pytest.mark.rules("GAME-STOP-01")
async def test_a_stopped_clock_loses_nothing_in_an_outage(memory: World, toy, clock) -> None:
    driver = await seated_game(memory, toy, terms=BANK)
    seat, began = driver.to_act(), driver.state.at_us
    timing = Timing(Arbitration(driver.play, memory, RULEBOOK))
    assert isinstance(await timing.stop(JUDGE, driver.game_id, new_id(), until_us=None, note=""), Accepted)
    memory.audit.away.append(Outage("api", began + 1_000_000, began + 50_000_000))
    clock.now_us = began + 70_000_000
    await driver.refresh()
    report = await made(driver, "site-down", seat=seat, from_us=began, to_us=began + 90_000_000)
    assert facts_of(report)["its clock lost"] == "0.000 s" and "proposed" not in facts_of(report)
    assert [row[2] for row in section_of(report, "What its clock did").rows] == ["bank", "stopped"]
