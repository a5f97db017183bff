"""The catalogue of refusal codes is complete, and every code in it is used."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.rulesets.london import REFUSALS

FOLDER = Path(__file__).parents[3] / "domain/rulesets/london"


def codes_in_source() -> Iterator[tuple[str, str]]:
    """Each code with the place where a `Refused` is built with it."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code = node.args[0]
                place = f"{path.relative_to(FOLDER)}:{node.lineno}"
                assert isinstance(code, ast.Constant), f"{place}: the code is not written out"
                yield str(code.value), place


def test_every_code_of_the_source_is_in_the_catalogue_and_every_code_of_the_catalogue_is_used() -> None:
    used = dict(codes_in_source())
    assert {code: place for code, place in used.items() if code not in REFUSALS} == {}
    assert set(REFUSALS) - set(used) == set()


def test_the_catalogue_explains_each_code_in_one_sentence() -> None:
    for code, meaning in REFUSALS.items():
        assert re.fullmatch("[a-z]+(_[a-z]+)*", code)
        assert re.fullmatch(r"[A-Z][^.]*\.", meaning), code
    assert len(set(REFUSALS.values())) == len(REFUSALS)
