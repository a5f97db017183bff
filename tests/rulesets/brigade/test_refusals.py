"""The catalogue of refusal codes and the source agree."""

import ast
from collections.abc import Iterator
from pathlib import Path

from domain.rulesets import brigade
from domain.rulesets.brigade.refusals import REFUSALS

SOURCES = sorted(Path(brigade.__file__).parent.rglob("*.py"))
REFUSING = {"Refused", "Reason"}
"""What is constructed with a code as its first argument."""


def codes(path: Path) -> Iterator[str | None]:
    """The code of every refusal in a file; None where it is not written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
            code = node.args[0]
            yield code.value if isinstance(code, ast.Constant) else None


def test_every_code_is_in_the_catalogue_and_every_code_of_the_catalogue_is_used() -> None:
    used = {code for path in SOURCES for code in codes(path) if code is not None}
    assert used == set(REFUSALS)


def test_a_code_is_written_out_wherever_a_refusal_begins() -> None:
    passed_on = [path.name for path in SOURCES for code in codes(path) if code is None]
    assert passed_on == ["objections.py"], "only the reasons against an answer are passed on"


def test_every_meaning_is_one_sentence() -> None:
    assert all(text[0].isupper() and text.endswith(".") and ". " not in text for text in REFUSALS.values())
    assert list(REFUSALS) == sorted(REFUSALS)
