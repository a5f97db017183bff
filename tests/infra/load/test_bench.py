"""`emberlog bench`: whom it refuses to load, and what a short run reports."""

import asyncio
import json

import pytest

from infra.cli.problems import ExitCode, Problem
from infra.load.figures import SAMPLES_MAX, Figures, Times
from infra.load.plan import Plan, check_url
from infra.load.players import PlayedGame
from infra.load.run import run
from infra.load.watchers import Socket
from tests.api.conftest import services_over, serving
from tests.api.memory import memory_world
from tests.infra.cli.commands import Emberlog


@pytest.mark.parametrize("url", ["http://192.0.2.7:8000", "https://no-such-name.invalid", "http://10.0.0.1"])
def test_another_machine_is_refused_unless_it_is_called_mine(url):
    with pytest.raises(Problem, match="is another machine") as refused:
        check_url(url, is_mine=False)
    assert refused.value.code == ExitCode.USAGE
    check_url(url, is_mine=True)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:8000", "http://"])
def test_what_is_no_address_is_refused_even_if_it_is_mine(url):
    with pytest.raises(Problem, match="is not the address of a server"):
        check_url(url, is_mine=True)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000"])
def test_this_machine_needs_no_word(url):
    check_url(url, is_mine=False)


def test_the_command_refuses_in_a_sentence_and_ends_at_once(tmp_path):
    answer = Emberlog(tmp_path, {}).run("bench", "--url", "http://192.0.2.7")
    assert answer.returncode == ExitCode.USAGE
    assert "add --mine" in answer.stderr and not answer.stdout
    answer = Emberlog(tmp_path, {}).run("bench", "--players", "0")
    assert answer.returncode == ExitCode.USAGE


def test_times_keep_a_bounded_number_of_samples():
    times = Times()
    for _ in range(SAMPLES_MAX + 500):
        times.add(1.0)
    assert times.count == SAMPLES_MAX + 500 and len(times.samples) == SAMPLES_MAX
    assert times.percentile(99) == 1.0 and Times().percentile(50) is None


def plan_of(url: str, **more) -> Plan:
    chosen = {"ruleset": None, "players": 6, "watchers": 6, "replays": 1, "seconds": 2.0, "pace": 8.0, **more}
    return Plan(url=url, **chosen)


async def test_a_step_that_is_missed_or_comes_twice_is_noticed():
    figures = Figures(plan_of("http://127.0.0.1"))
    watcher = Socket("x", PlayedGame(None, figures, 0, None), figures, 3)
    for version in (4, 5):
        watcher._step(version)
    assert figures.is_clean
    watcher._step(8)
    watcher._step(8)
    assert (figures.missed, figures.twice) == (2, 1) and not figures.is_clean


@pytest.mark.campaign
async def test_a_short_run_plays_watches_and_reads_and_leaves_nothing_open():
    async with serving(services_over(memory_world())) as served:
        figures, grids = Figures(plan_of(served.url)), []
        await run(figures.plan, figures, lambda: grids.append(figures.as_grid()))
        async with asyncio.timeout(30):
            while served.services.watch.watched:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    report = json.loads(json.dumps(figures.report()))
    assert not figures.problems and figures.is_clean and grids
    for what in ("commands", "deliveries to watchers", "pages of replays"):
        assert report["figures"][what]["count"] > 0, what
    assert report["games"] >= 2 and report["plan"]["watchers"] == 6
    assert "token" not in json.dumps(report)


async def test_a_ruleset_that_the_service_lacks_is_named():
    async with serving(services_over(memory_world())) as served:
        figures = Figures(plan_of(served.url, ruleset="chess"))
        with pytest.raises(Problem, match="has no ruleset chess; it has") as refused:
            await run(figures.plan, figures, lambda: None)
    assert refused.value.code == ExitCode.NOT_THERE
