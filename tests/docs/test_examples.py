"""Every fenced example of the documentation is carried out against a running service, or read where it is data.

Examples of one language on one page are one program, in the order of the page. What is not run says why, in a comment before it.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from infra.embedded import embedded_servers
from infra.embedded.postgres import programs
from tests.clients.generated import generated, operations
from tests.clients.kits.compiled import compiled
from tests.clients.running import Caller, Running
from tests.conftest import on_database
from tests.docs.operations import Reader
from tests.docs.pages import READ, ROOT, RUN, examples, examples_of, in_language
from tests.machine import NODE_PACKAGES, free_port, needs_curl, needs_node, node_flags

pytestmark = pytest.mark.xdist_group("docs")

PROGRAM_SECONDS_MAX = 240


USUAL_ADDRESS = "http://127.0.0.1:8000"
NEW_SERVER = "@new.example"
AFTERWARDS = """
for part in $(jobs -p); do sleep 2; kill -0 "$part" || { echo "what was left running has ended" >&2; exit 1; }; done
kill $(jobs -p) 2>/dev/null || true; wait
"""
"""A page that leaves something running must have started it well."""


@pytest.fixture(scope="module")
def finished(service: Running) -> dict[str, str]:
    """What the words that readers replace stand for: a finished game of three seats, and somebody who may be sent away."""
    with Caller(service.url, "Ada") as host, Caller(service.url, "Mallory") as other:
        game = host.sandbox("great_fire", 3, bots=3, seed="documentation")
        host.begin(game)
        until = time.monotonic() + 60
        query = "query($game: ID!) { game(id: $game) { phase version } games(phase: OVER) { edges { node { id version } } } }"
        while True:
            now = host.ask(query, game=game)
            listed = [edge["node"]["version"] for edge in now["games"]["edges"] if edge["node"]["id"] == game]
            if now["game"]["phase"] == "OVER" and listed == [now["game"]["version"]]:
                return {"GAME": game, "PRINCIPAL": other.ask("{ me { id } }")["me"]["id"]}
            assert time.monotonic() < until, "the game did not end, or the list does not have it"
            time.sleep(0.1)


@pytest.fixture
def new_server() -> Iterator[dict[str, str]]:
    """What the addresses of a page's second machine stand for: servers that have no tables and no role of Emberlog's."""
    folder = Path(tempfile.mkdtemp(prefix="emberlog-new-"))
    try:
        with embedded_servers(folder, durable=False) as own:
            yield {
                "postgresql://postgres:...@new.example/postgres": on_database(own.database_url, "postgres"),
                "postgresql://emberlog:...@new.example/emberlog_restored": on_database(
                    own.database_url, "emberlog_restored"
                ),
                "redis://new.example:6379/0": own.redis_url,
                "8001": str(free_port()),
            }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def program(folder: Path, command: list[str], service: Running, **more: str) -> str:
    """What it prints; fails with all of it when it does not end well."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**bare, "NO_PROXY": "*", **service.environment, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def source(page: str, language: str) -> str:
    """The page's program; every line stays on the line of the page, so that errors name it."""
    text = ""
    for example in in_language(language)[page]:
        text += "\n" * (example.line - 1 - text.count("\n")) + example.text
    return text


def test_every_example_is_run_or_read_or_says_why_not() -> None:
    silent = [each.place for each in examples() if not each.not_run and each.language not in RUN | READ]
    assert not silent, "name a language that is run here, or say why not: <!-- not run: ... -->"


def test_a_fence_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"page\.md:2"):
        examples_of("page.md", "text\n```python\nprint()\n")


def test_a_reason_belongs_to_the_next_example_only() -> None:
    listed = examples_of("page.md", "<!-- not run: a drawing -->\n```text\n+\n```\n\n```json\n{}\n```\n")
    assert [(each.language, each.not_run) for each in listed] == [("text", "a drawing"), ("json", "")]


@pytest.mark.parametrize("example", [each for each in examples() if each.language in READ], ids=lambda each: each.place)
def test_data_can_be_read(example) -> None:
    (json if example.language == "json" else tomllib).loads(example.text)


LONG: Final = frozenset({"docs/guide-python.md", "clients/python/README.md"})
"""Pages whose programs play to the end of a game, or wait long."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.campaign if page in LONG else ()) for page in in_language("python")],
)
def test_python(page: str, service: Running, finished: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(source(page, "python"))
    command = [sys.executable, "-W", "error::SyntaxWarning", "example.py"]
    print(program(tmp_path, command, service, PYTHONPATH=str(ROOT / "clients" / "python" / "src")))


@pytest.mark.parametrize("page", in_language("pycon"))
def test_sessions_print_what_the_page_says(page: str) -> None:
    session = doctest.DocTestParser().get_doctest(source(page, "pycon"), {}, page, page, 0)
    printed: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=printed.append)
    assert not printed, "".join(printed)
    assert session.examples


@needs_node
@pytest.mark.campaign
@pytest.mark.parametrize("page", [*in_language("typescript")])
def test_typescript(page: str, service: Running, finished: dict[str, str], tmp_path: Path) -> None:
    compiled(tmp_path)
    if "./emberlog.js" in source(page, "typescript"):
        for name, text in generated(operations(page)).items():
            (tmp_path / name).write_text(text)
    (tmp_path / "example.ts").write_text(source(page, "typescript"))
    options = [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--types",
        "node",
    ]
    tsc = str(NODE_PACKAGES / ".bin" / "tsc")
    program(tmp_path, [tsc, *options, "example.ts"], service)
    print(program(tmp_path, ["node", *node_flags(), "example.js"], service))


@pytest.mark.parametrize("page", in_language("graphql"))
def test_graphql(page: str, service: Running) -> None:
    with Reader(service) as reader:
        for example in in_language("graphql")[page]:
            for name, answer in reader.carry_out(example.text):
                assert answer, f"{example.place} {name}"
                print(name, str(answer)[:160])


@needs_curl
@pytest.mark.campaign
@pytest.mark.parametrize("page", in_language("bash"))
def test_bash(
    page: str, service: Running, finished: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    command = tmp_path / "bin" / "emberlog"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -P -m infra.cli "$@"\n')
    command.chmod(0o755)
    replaced = {
        **finished,
        USUAL_ADDRESS: service.url,
        "postgresql://emberlog:...@db.example/emberlog": service.environment["EMBERLOG_DATABASE_URL"],
        "redis://redis.example:6379/0": service.environment["EMBERLOG_REDIS_URL"],
    }
    if NEW_SERVER in source(page, "bash"):
        replaced |= request.getfixturevalue("new_server")
    text = "set -euo pipefail\n" + source(page, "bash") + AFTERWARDS
    for word, meaning in replaced.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", meaning, text)
    (tmp_path / "example.sh").write_text(text)
    postgres = next(programs()).bin
    path = f"{command.parent}:{postgres}:{os.environ['PATH']}"
    print(program(tmp_path, ["bash", "example.sh"], service, PATH=path))
