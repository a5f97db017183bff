"""The direction of imports and the purity of `domain`, read from the source. Runs nothing of it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULESETS = sorted(path.name for path in (ROOT / "domain/rulesets").iterdir() if (path / "__init__.py").is_file())

MAY_IMPORT = {
    "domain": {"domain"},
    "projections": {"domain", "projections"},
    "services": {"domain", "services"},
    "api": {"domain", "services", "api"},
    "infra": {"domain", "services", "projections", "api", "infra"},
}
LAYERS = set(MAY_IMPORT)

DOMAIN_MAY_USE = {
    "base64", "binascii", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "json", "math", "msgspec", "operator",
    "pathlib", "re", "struct", "tomllib", "types", "typing", "unicodedata", "zlib",
}  # fmt: skip
ONLY_COMPONENTS_MAY_USE = {"pathlib", "tomllib"}
BANNED_CALLS = {"open", "print", "input", "exec", "eval", "hash", "id", "float"}


def sources(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute, so that a reader can search for them"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_imports_point_one_way(layer: str) -> None:
    wrong = []
    for path in sources(layer):
        for name in imported(ast.parse(path.read_text())):
            top = name.partition(".")[0]
            if top in LAYERS and top not in MAY_IMPORT[layer]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
            assert top != "tests", f"{path} imports the tests"
    assert not wrong
    assert sources(layer), f"{layer} is empty"


def test_a_ruleset_imports_the_engine_and_itself() -> None:
    wrong = []
    for ruleset in RULESETS:
        for path in sources(f"domain/rulesets/{ruleset}"):
            for name in imported(ast.parse(path.read_text())):
                own = name == f"domain.rulesets.{ruleset}" or name.startswith(f"domain.rulesets.{ruleset}.")
                whole = name.startswith("domain") and not name.startswith("domain.engine")
                if whole and not own:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong
    assert RULESETS


@pytest.mark.parametrize(
    ("folder", "banned"),
    [
        ("engine", ("domain.game", "domain.log", "domain.rulesets")),
        ("log", ("domain.engine.ruleset", "domain.game", "domain.rulesets")),
        ("game", ()),
    ],
)
def test_what_is_shared_names_no_ruleset(folder: str, banned: tuple[str, ...]) -> None:
    for path in sources(f"domain/{folder}"):
        text = path.read_text()
        assert not [name for name in imported(ast.parse(text)) if name.startswith(banned or ("domain.rulesets.",))]
        assert not [ruleset for ruleset in RULESETS if ruleset in text], f"{path} names a ruleset"


@pytest.mark.parametrize("layer", ["services", "projections", "api", "infra"])
def test_no_ruleset_is_named_outside_its_package(layer: str) -> None:
    wrong = []
    for path in sources(layer):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                wrong += [f"{path.relative_to(ROOT)}:{node.lineno}" for ruleset in RULESETS if ruleset in node.value]
    assert not wrong, "the mechanism serves every ruleset alike"


def test_domain_uses_nothing_of_the_world() -> None:
    wrong = []
    for path in sources("domain"):
        tree = ast.parse(path.read_text())
        for name in imported(tree):
            top = name.partition(".")[0]
            if top == "domain":
                continue
            allowed = top in DOMAIN_MAY_USE and (
                top not in ONLY_COMPONENTS_MAY_USE or path == ROOT / "domain/engine/components.py"
            )
            if not allowed:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
        for node in ast.walk(tree):
            if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} awaits")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}")
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} holds a float")
    assert not wrong
    assert sys.version_info >= (3, 11)
