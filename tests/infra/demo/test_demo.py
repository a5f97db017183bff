"""The demo and the service it starts, end to end: real processes, real servers, the public API."""

import itertools
import json
import os
import re
import signal

import asyncpg
import httpx
import pytest

from infra.embedded import embedded_servers
from projections import PROJECTIONS
from tests.infra.cli.commands import Emberlog, address_of, wait_until

pytestmark = [pytest.mark.xdist_group("service"), pytest.mark.campaign]

DONE, CHECK_FAILED, NOT_AVAILABLE, NOT_THERE = 0, 1, 3, 4


@pytest.fixture(scope="module")
def emberlog(tmp_path_factory):
    return Emberlog(tmp_path_factory.mktemp("emberlog") / "data", {})


@pytest.fixture(scope="module")
def played(emberlog):
    """What `demo --exit` printed, and the game it played."""
    done = emberlog.run("demo", "--exit", "--pace", "0", "--clock", "free=30s bank=20m flag=bot", seconds=180)
    assert done.returncode == DONE, done.stdout + done.stderr
    assert emberlog.processes() == {}, "the demo left processes behind"
    game = next(line.split()[1].rstrip(":") for line in done.stdout.splitlines() if line.startswith("Game "))
    return done.stdout, game


def test_the_demo_plays_shows_and_proves_a_game(played):
    output, game = played
    assert "Final scores" in output and "place" in output
    assert "Left on the clocks: Ada 1" in output, "each has its bank"
    assert "score tracks" in output
    assert f"Game {game} holds" in output
    assert "Traceback" not in output and "emb_" not in output, "a token was printed"


def test_the_game_is_there_after_everything_was_stopped(emberlog, played):
    _, game = played
    listed = emberlog.run("games", "--phase", "over")
    assert listed.returncode == DONE
    assert game in [line.split("\t")[0] for line in listed.stdout.splitlines()]
    assert emberlog.run("games", "--phase", "playing").stdout == ""


def test_a_step_is_printed_with_its_line_its_rules_and_its_view(emberlog, played):
    _, game = played
    printed = emberlog.run("replay", game, "--step", "40", "--as", "arbiter")
    assert printed.returncode == DONE, printed.stderr
    assert "step 40 of" in printed.stdout and "as the arbiter sees it" in printed.stdout and "[" in printed.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["replay", "GAME", "--step", "99999"], NOT_THERE),
        (["replay", "GAME", "--as", "9"], NOT_THERE),
        (["replay", "GAME", "--as", "nobody"], 2),
        (["replay", "GAME", "--token", "emb_of_nobody"], NOT_THERE),
        (["verify", "not-an-id"], NOT_THERE),
        (["export", "00000000-0000-4000-8000-000000000000"], NOT_THERE),
        (["token", "revoke", "p_nobody"], NOT_THERE),
        (["projections", "rebuild", "horoscopes"], NOT_THERE),
    ],
)
def test_what_is_not_there_is_reported_in_a_sentence(emberlog, played, arguments, code):
    done = emberlog.run(*(played[1] if each == "GAME" else each for each in arguments))
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stderr.strip() and "Traceback" not in done.stderr


def test_an_export_can_be_checked_with_nothing_but_a_hash(emberlog, played):
    done = emberlog.run("export", played[1])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    steps = [line for line in lines if line["kind"] == "step"]
    assert [step["body"]["version"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(later["prev_hash"] == earlier["hash"] for earlier, later in itertools.pairwise(steps))
    assert {line["kind"] for line in lines} == {"step", "command"}


def test_a_rebuild_leaves_the_projections_complete(emberlog, played):
    done = emberlog.run("projections", "rebuild")
    assert done.returncode == DONE, done.stderr
    assert done.stdout.count(" 0 behind their log, 0 parked") == len(PROJECTIONS)


def test_two_copies_share_the_folder_and_the_last_one_stops_it(emberlog, played):
    _, game = played
    last = _last_step(emberlog, game)
    with emberlog.started("up") as first:
        one = address_of(first)
        with emberlog.started("up") as second:
            two = address_of(second)
            assert one != two
            watched = emberlog.run("watch", game, "--after", str(last - 2), "--url", two)
            assert watched.returncode == DONE, watched.stderr
            assert [int(line.split()[0]) for line in watched.stdout.splitlines()] == [last - 1, last]
            first.send_signal(signal.SIGINT)
            assert first.wait(30) == DONE
            assert httpx.get(f"{two}/ready", trust_env=False).status_code == 200
            second.send_signal(signal.SIGTERM)
            assert second.wait(30) == DONE
    wait_until(lambda: emberlog.processes() == {})


def test_a_part_that_is_killed_comes_back_at_the_same_address(emberlog):
    with emberlog.started("up") as running:
        address = address_of(running)
        for part in (" api ", " worker"):
            victim = next(pid for pid, line in emberlog.processes().items() if f"infra.cli{part}" in line)
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda part=part, victim=victim: _other(emberlog, part, victim))
        wait_until(lambda: _ready(address))


def test_nothing_outlives_a_service_that_was_killed(emberlog):
    with emberlog.started("up") as running:
        address_of(running)
        assert len(emberlog.processes()) >= 5
        running.kill()
        running.wait()
        wait_until(lambda: emberlog.processes() == {}, seconds=60)


def test_a_port_that_is_named_is_used_or_refused(emberlog):
    with emberlog.started("up", "--port", "0") as running:
        port = address_of(running).rpartition(":")[2]
        refused = emberlog.run("up", EMBERLOG_PORT=port)
        assert refused.returncode == NOT_AVAILABLE
        assert port in refused.stderr and "EMBERLOG_PORT" in refused.stderr and "Traceback" not in refused.stderr


def test_without_redis_the_service_runs_and_says_what_that_costs(emberlog):
    with emberlog.started("up", EMBERLOG_REDIS_URL="redis://127.0.0.1:1/0") as running:
        output = []
        for line in running.stdout:
            output.append(line)
            if "Serving at" in line:
                break
        assert "EMBERLOG_REDIS_URL" in "".join(output)


async def test_a_step_that_was_taken_out_of_the_log_is_named(emberlog, played):
    """Last, because the game is damaged from here on."""
    _, game = played
    async with embedded_servers(emberlog.data, redis=False) as servers:
        owner = await asyncpg.connect(servers.database_url)
        await owner.execute("SET session_replication_role = replica")  # the triggers' own owner can get round them
        await owner.execute("DELETE FROM event WHERE game_id = $1 AND version = 50", game)
        await owner.close()
        verdict = emberlog.run("verify", game)
        assert verdict.returncode == CHECK_FAILED, verdict.stdout + verdict.stderr
        assert "step 50" in verdict.stdout
        printed = emberlog.run("replay", game, "--step", "60")
        assert printed.returncode == CHECK_FAILED
        assert game in printed.stderr and "step 50" in printed.stderr and "Traceback" not in printed.stderr


def _last_step(emberlog, game):
    """The number of a game's last step. Each game of the demo has chance of its own, and its own length."""
    printed = emberlog.run("replay", game, "--step", "1")
    assert printed.returncode == DONE, printed.stderr
    return int(re.search(r"step 1 of (\d+)", printed.stdout)[1])


def _other(emberlog, part, victim):
    return any(f"infra.cli{part}" in line and pid != victim for pid, line in emberlog.processes().items())


def _ready(address):
    try:
        return httpx.get(f"{address}/ready", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False
