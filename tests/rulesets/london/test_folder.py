"""The folder of London: each package has one entrance."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "domain/rulesets/london"
PACKAGES = {path.parent.name for path in FOLDER.glob("*/__init__.py")}


def imported(path: Path) -> Iterator[str]:
    """The modules of the ruleset that a file imports, from the ruleset's folder on: `rules.checks`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("domain.rulesets.london."):
            yield (node.module or "").removeprefix("domain.rulesets.london.")


def test_a_package_is_entered_by_its_entrance() -> None:
    wrong = [
        f"{path.relative_to(FOLDER)} imports {name}"
        for path in FOLDER.rglob("*.py")
        for name in imported(path)
        if "." in name and name.partition(".")[0] != path.relative_to(FOLDER).parts[0]
    ]
    assert not wrong
    assert {"bots", "events", "evolve", "phrases", "rules", "tell"} <= PACKAGES
