"""The pages' modules by themselves: their unit tests run in Node, without a browser. And their types follow the views."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from graphql import build_schema, parse, validate

from api.graphql.schema import SCHEMA
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT
from tests.pages.examples import BOARDS
from tests.pages.examples import written as examples
from tests.pages.view_types import TARGET, written

UNITS: Final = Path(__file__).parents[1] / "pages" / "unit"
NODE: Final = shutil.which("node")
TESTS_MIN: Final = 40
SECONDS_MAX: Final = 120


@pytest.mark.campaign
@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_the_modules_of_the_pages_pass_their_unit_tests() -> None:
    files = sorted(UNITS.glob("*.test.mjs"))
    assert files
    done = subprocess.run(
        [str(NODE), "--test", *map(str, files)], capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
        env={**os.environ, "EMBERLOG_TEST_PYTHON": sys.executable},
    )  # fmt: skip
    counts = dict(re.findall(r"(?m)^[#ℹ] (tests|pass|fail|skipped) (\d+)$", done.stdout))
    assert done.returncode == 0, done.stdout
    assert int(counts["pass"]) == int(counts["tests"]) >= TESTS_MIN, counts


def test_the_types_of_the_views_are_up_to_date() -> None:
    assert TARGET.read_text() == written(), "run `python -m tests.pages.view_types`"


@pytest.mark.parametrize("box", CURRENT.values(), ids=CURRENT)
def test_the_examples_of_the_rules_are_up_to_date(box: AnyRuleset) -> None:
    assert (BOARDS / box.id / "examples.json").read_bytes() == examples(box), "run `python -m tests.pages.examples`"


def test_the_examples_of_the_console_fit_the_schema() -> None:
    text = (UNITS.parents[2] / "api/web/static/js/console/examples.js").read_text()
    examples = re.findall(r"\['([^']+)', [`']((?:[^`'\\]|\\.)*)[`'],", text)
    assert len(examples) >= 8
    schema = build_schema(SCHEMA.as_str())
    for name, document in examples:
        assert validate(schema, parse(document.replace("\\n", "\n"))) == [], name
