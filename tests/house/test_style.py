"""The habits of the house that a program can check: opening lines, sizes, names, and what must never be committed."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("domain", "services", "projections", "api", "infra")
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
PARTS = {
    "__init__", "components", "state", "commands", "events", "rules", "evolve", "view", "tell", "phrases",
    "score", "redeal", "bots", "golden",
}  # fmt: skip
"""What every ruleset has, as a module or as a package."""

SOURCES = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
ROOMS = sorted(path.parent for path in (ROOT / "domain/rulesets").glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_ruleset_has_the_same_parts(room: Path) -> None:
    assert {path.stem for path in room.iterdir()} >= PARTS
    assert (room / "components.toml").is_file()


def test_every_module_opens_with_a_line_that_says_what_it_is() -> None:
    silent = [str(path.relative_to(ROOT)) for path in SOURCES if not ast.get_docstring(ast.parse(path.read_text()))]
    assert not silent


def test_files_and_functions_stay_small() -> None:
    large = []
    for path in SOURCES:
        text = path.read_text()
        if text.count("\n") > FILE_LINES_MAX:
            large.append(f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES_MAX:
                    large.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines} lines")
    assert not large


def test_domain_names_are_the_games_own() -> None:
    banned = re.compile(r"(?:^|_)(?:manager|helper|util|utils|payload|user|users)(?:_|$)", re.IGNORECASE)
    wrong = []
    for path in SOURCES:
        if path.parts[len(ROOT.parts)] != "domain":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and banned.search(
                re.sub("(?<=[a-z])(?=[A-Z])", "_", node.name)
            ):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
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
        if path.suffix in {".png", ".jsonl"}:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
            if hosts.search(line) or paths.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}")
    assert not wrong
