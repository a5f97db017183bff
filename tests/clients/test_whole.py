"""Everything can be selected at once without an alias, and generators of typed clients make of it what compiles strictly."""

import subprocess
import sys
from pathlib import Path

import pytest
from graphql import build_schema, parse, validate

from tests.clients.generated import generated
from tests.clients.whole import whole_operations
from tests.docs.pages import ROOT
from tests.machine import ARIADNE, NODE_PACKAGES, needs_ariadne, needs_node

SCHEMA = build_schema((ROOT / "docs" / "schema.graphql").read_text())
OPERATIONS = whole_operations(SCHEMA)


@pytest.mark.campaign
def test_no_operation_needs_an_alias() -> None:
    problems = {place: validate(SCHEMA, parse(text), max_errors=5) for place, text in OPERATIONS.items()}
    assert {place: [each.message for each in errors] for place, errors in problems.items() if errors} == {}


@needs_ariadne
@pytest.mark.campaign
def test_ariadne_codegen_makes_a_client_that_mypy_accepts(tmp_path: Path) -> None:
    (tmp_path / "schema.graphql").write_text((ROOT / "docs" / "schema.graphql").read_text())
    (tmp_path / "operations.graphql").write_text("\n".join(OPERATIONS.values()))
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ariadne-codegen]\nschema_path = "schema.graphql"\nqueries_path = "operations.graphql"\n'
        'target_package_name = "made"\n[tool.ariadne-codegen.scalars.DateTime]\ntype = "datetime.datetime"\n'
        '[tool.ariadne-codegen.scalars.Cursor]\ntype = "str"\n[tool.ariadne-codegen.scalars.Date]\ntype = "datetime.date"\n[tool.ariadne-codegen.scalars.JSON]\ntype = "typing.Any"\n'
    )
    command = [str(ARIADNE)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = True\n[mypy-made.async_base_client]\nignore_errors = True\n"  # written by hand over there
    )
    mypy = [sys.executable, "-m", "mypy", "--no-incremental", "-p", "made"]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
@pytest.mark.campaign
def test_graphql_codegen_makes_types_that_the_compiler_accepts(tmp_path: Path) -> None:
    files = generated(OPERATIONS)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    tsc = [str(NODE_PACKAGES / ".bin" / "tsc"), "--strict", "--target", "es2022", "--module", "nodenext", "--noEmit"]
    done = subprocess.run([*tsc, *files], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout
