"""The image and the compose file, run for real: a whole game, the API on its port, and what a bare container says."""

import contextlib
import json
import random
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

from tests.machine import NO_ENGINE
from tests.packaging.engine import BUILD_SECONDS_MAX, Engine, NoEngine, own_engine

pytestmark = pytest.mark.container

UP_SECONDS_MAX = 240
SUITE_SECONDS_MAX = 300
ON_CONTAINERS = (
    "tests/infra/postgres/test_event_log_contract.py",
    "tests/infra/postgres/test_append_only.py",
    "tests/infra/redis/test_jobs.py",
    "tests/infra/redis/test_notifier.py",
)
GAME_SECONDS_MAX = 300
PORTS = range(20_000, 30_000)
"""Systems give none of these by themselves."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    try:
        with own_engine() as started:
            started.run("docker", "build", "--network", "host", "--tag", "emberlog", ".", seconds=BUILD_SECONDS_MAX)
            yield started
    except NoEngine as why:
        pytest.skip(f"{NO_ENGINE}: {why}")


def test_a_container_without_its_settings_names_the_one_that_it_needs(engine: Engine) -> None:
    for command in ("api", "worker", "migrate"):
        answer = engine.run("docker", "run", "--rm", "emberlog", command, check=False)
        assert "EMBERLOG_DATABASE_URL" in answer and "Traceback" not in answer
        assert len(answer.strip().splitlines()) <= 3


def test_the_image_runs_as_an_ordinary_user_and_holds_no_servers(engine: Engine) -> None:
    shell = ["docker", "run", "--rm", "--entrypoint", "sh", "emberlog", "-c"]
    assert engine.run(*shell, "id -u").strip() == "10001"
    assert "embedded" not in engine.run(*shell, "pip list --disable-pip-version-check")
    assert engine.run("docker", "run", "--rm", "emberlog", "--version").startswith("emberlog 0.")


def test_the_compose_file_serves_a_game(engine: Engine) -> None:
    port = str(lasting_port())
    compose = ["docker-compose", "--project-name", "emberlog-test"]
    try:
        engine.run(*compose, "up", "--detach", "--no-build", seconds=UP_SECONDS_MAX, EMBERLOG_PORT=port)
        wait_until_healthy(engine)
        printed = engine.run(
            *compose, "run", "--rm", "-T", "api", "demo", "--exit", "--pace", "0", seconds=GAME_SECONDS_MAX
        )
        assert " holds: " in printed
        games = over_games(f"http://127.0.0.1:{port}/graphql")
        assert [game["phase"] for game in games] == ["OVER"]
    finally:
        print(engine.run(*compose, "logs", "--no-color", "--tail", "20", check=False))
        engine.run(*compose, "down", "--volumes", check=False)


def test_the_suite_runs_on_containers(engine: Engine) -> None:
    """The contracts of the log, the jobs and the notifier, as testcontainers starts their servers."""
    printed = engine.run(
        sys.executable, "-m", "pytest", "-v", "-n", "0", "-p", "no:cacheprovider", *ON_CONTAINERS,
        seconds=SUITE_SECONDS_MAX, EMBERLOG_TEST_SERVERS="containers", TESTCONTAINERS_RYUK_DISABLED="true",
        EMBERLOG_TEST_DATABASE_URL="", EMBERLOG_TEST_REDIS_URL="",
    )  # fmt: skip
    assert "containers (a Docker engine answers)" in printed and " passed" in printed, printed


def lasting_port() -> int:
    """A free port that stays so until the compose file takes it, though other tests open theirs meanwhile."""
    for port in random.sample(PORTS, len(PORTS)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


def wait_until_healthy(engine: Engine) -> None:
    until = time.monotonic() + UP_SECONDS_MAX
    while "emberlog-test_api_1" not in engine.run("docker", "ps", "--filter", "health=healthy"):
        assert time.monotonic() < until, engine.run("docker", "ps", "--all")
        time.sleep(0.5)


def over_games(url: str) -> list[dict[str, str]]:
    """The finished games that the published port lists."""
    query = json.dumps({"query": "{ games(phase: OVER) { edges { node { phase } } } }"}).encode()
    request = urllib.request.Request(url, query, {"content-type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=30) as answer:
        return [edge["node"] for edge in json.load(answer)["data"]["games"]["edges"]]
