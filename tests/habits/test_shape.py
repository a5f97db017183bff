"""The shape of the source: opening lines, sizes, the files of a ruleset, and what must never be committed."""

import ast
import re
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.habits.figures import (
    MEDIAN_LINES_MAX,
    P90_LINES_MAX,
    Function,
    full_folders,
    functions_in,
    javascript_functions,
    long_files,
    long_functions,
    p90,
    python_functions,
)
from tests.habits.sources import ROOT, Token, name_of, nodes_of, python_source, tokens_in, tree_of

RULESETS = sorted(path.parent for path in (ROOT / "domain/rulesets").glob("*/__init__.py"))
FILES = {
    "__init__.py", "rules.md", "components.toml", "components.py", "options.py", "state.py", "commands.py", "set_up.py",
    "view.py", "score.py", "redeal.py", "refusals.py", "errata.py", "fields.toml",
}  # fmt: skip
PACKAGES = {"events", "rules", "evolve", "tell", "phrases"}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_ruleset_has_the_same_files_and_packages(ruleset: Path) -> None:
    assert {path.name for path in ruleset.iterdir()} >= FILES
    packages = {path.parent.name for path in ruleset.glob("*/__init__.py")}
    assert packages >= PACKAGES
    assert "bots" in packages or (ruleset / "bots.py").is_file()


def test_every_module_opens_with_a_line_that_says_what_it_is() -> None:
    assert [name_of(path) for path in python_source() if not ast.get_docstring(tree_of(path))] == []


def test_files_functions_and_folders_stay_small() -> None:
    assert [*long_files(), *long_functions(), *full_folders()] == []


@pytest.mark.parametrize("functions", [python_functions, javascript_functions])
def test_most_functions_are_short(functions: Callable[[], list[Function]]) -> None:
    lengths = [each.lines for each in functions()]
    assert statistics.median(lengths) <= MEDIAN_LINES_MAX
    assert p90(lengths) <= P90_LINES_MAX


def test_domain_names_are_the_games_own() -> None:
    banned = re.compile(r"(?:^|_)(?:manager|helper|util|utils|payload|user|users)(?:_|$)", re.IGNORECASE)
    wrong = []
    for path in python_source():
        if not name_of(path).startswith("domain/"):
            continue
        for node in nodes_of(path, ast.FunctionDef, ast.ClassDef):
            if banned.search(re.sub("(?<=[a-z])(?=[A-Z])", "_", node.name)):
                wrong.append(f"{name_of(path)}:{node.lineno} {node.name}")
    assert not wrong


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout: nothing is tracked here")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_registry_host_and_no_path_of_one_machine_is_named() -> None:
    hosts = re.compile(r"https?://[a-z0-9.-]*(?:" + "|".join(("py" + "pi", "python" + "hosted", "npm" + "js")) + ")")
    paths = re.compile(r"(?:^|[^A-Za-z0-9_.])/(?:work|farm|root|home)/[a-z]")
    wrong = []
    for path in tracked():
        if path.suffix in {".png", ".jsonl", ".xz"}:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
            if hosts.search(line) or paths.search(line):
                wrong.append(f"{name_of(path)}:{number}")
    assert not wrong


def test_javascript_is_read_without_its_strings_comments_and_patterns() -> None:
    text = (
        "/** 'quoted' words */\nconst a = `x ${b + `y ${c}`} z`; // d\nf(/e\"/g, \"h\", 'i'); /* j */ k = 4 / l / m;\n"
    )
    assert [token.text for token in tokens_in(text) if token.kind == "word"] == ["const", *"abcfklm"]
    assert list(tokens_in(text))[-1] == Token("sign", ";", 3)


def test_functions_of_javascript_are_measured_by_their_braces() -> None:
    text = "function one(a) {\n  if (a) {\n  }\n}\nconst two = (b, { c }) => {\n};\nclass D {\n  three() {\n  }\n}\n"
    assert [(each.name, each.lines) for each in functions_in(tokens_in(text))] == [("one", 4), ("=>", 2), ("three", 2)]
