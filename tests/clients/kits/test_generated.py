"""The generated files of both kits are fresh and complete, and what the kits need is typed."""

import subprocess
import sys

from graphql import GraphQLInputObjectType, build_schema

from clients.generate.__main__ import generated
from clients.generate.model import SDL, load
from tests.docs.pages import ROOT


def test_they_are_what_the_generator_writes_now() -> None:
    files = generated()
    assert len(files) == 4
    stale = [str(path.relative_to(ROOT)) for path, text in files.items() if path.read_text() != text]
    assert stale == [], "run `make kits`"


def test_every_command_is_in_the_kits() -> None:
    schema = build_schema(SDL.read_text())
    assert schema.mutation_type is not None
    sent = {each.root for each in load().operations if each.kind == "mutation"}
    assert set(schema.mutation_type.fields) - sent == set()


def test_every_input_is_typed() -> None:
    schema = build_schema(SDL.read_text())
    inputs = {name for name, type_ in schema.type_map.items() if isinstance(type_, GraphQLInputObjectType)}
    assert {each.name for each in load().inputs} == inputs


def test_the_kit_in_python_is_strictly_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    done = subprocess.run(
        command, cwd=ROOT / "clients/python", capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
