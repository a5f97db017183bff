"""Every refusal code of a ruleset is in the ruleset's catalogue `refusals`, and every code there is used."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.rulesets import CURRENT
from tests.rulesets.games import SMALL

ROOT = Path(__file__).parents[2]
SHARED = {"game_over", "not_your_turn", "wrong_phase"}
"""Codes that every ruleset has, with the same meaning: the game has ended, another seat must act, and the command
belongs to another phase or part of a turn."""


class Call(NamedTuple):
    """A call, with the function around it (None at the top of a module) and the place for a message."""

    node: ast.Call
    inside: ast.FunctionDef | None
    place: str


class Wrapper(NamedTuple):
    """A function that passes one of its parameters on as the code of a refusal, or a class with a field `code`."""

    name: str
    parameter: str
    position: int


def calls_of(path: Path, folder: Path) -> Iterator[Call]:
    """Yields every call in a module."""

    def visit(node: ast.AST, inside: ast.FunctionDef | None) -> Iterator[Call]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield Call(child, inside, f"{path.relative_to(folder)}:{child.lineno}")
            yield from visit(child, child if isinstance(child, ast.FunctionDef) else inside)

    return visit(ast.parse(path.read_text(encoding="utf-8")), None)


def name_of(value: ast.expr) -> str:
    """Returns a name, or the last part of a name with dots."""
    return value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")


def argument(call: ast.Call, wrapper: Wrapper) -> ast.expr | None:
    """Returns what a call passes as the code, None if it passes nothing and the default holds."""
    by_name = {keyword.arg: keyword.value for keyword in call.keywords}
    if wrapper.parameter in by_name:
        return by_name[wrapper.parameter]
    return call.args[wrapper.position] if wrapper.position < len(call.args) else None


def literals(value: ast.expr) -> set[str] | None:
    """Returns the codes that an expression can be, None if it is not built of literals."""
    match value:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=body, orelse=orelse):
            one, other = literals(body), literals(orelse)
            return None if one is None or other is None else one | other
        case _:
            return None


def wrapper_of(value: ast.expr, inside: ast.FunctionDef | None) -> Wrapper | None:
    """Returns the function around a call as a wrapper, if the code is one of its parameters."""
    if not isinstance(value, ast.Name) or inside is None:
        return None
    names = [parameter.arg for parameter in (*inside.args.posonlyargs, *inside.args.args)]
    if value.id in names:
        return Wrapper(inside.name, value.id, names.index(value.id))
    only_by_name = {parameter.arg for parameter in inside.args.kwonlyargs}
    return Wrapper(inside.name, value.id, len(names) + 99) if value.id in only_by_name else None


def records_of(path: Path) -> Iterator[Wrapper]:
    """Yields the classes of a module that keep the code of a refusal in a field `code`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            fields = [field.target for field in node.body if isinstance(field, ast.AnnAssign)]
            names = [field.id for field in fields if isinstance(field, ast.Name)]
            if "code" in names:
                yield Wrapper(node.name, "code", names.index("code"))


def codes_of(folder: Path) -> tuple[set[str], list[str]]:
    """Returns the refusal codes in a folder of source, and the places whose code is not a literal."""
    paths = sorted(folder.rglob("*.py"))
    calls = [call for path in paths for call in calls_of(path, folder)]
    records = [record for path in paths for record in records_of(path)]
    codes: set[str] = set()
    unclear: list[str] = []
    wrappers = [Wrapper("Refused", "code", 0), *records]
    for wrapper in wrappers:
        for node, inside, place in calls:
            if name_of(node.func) != wrapper.name or (value := argument(node, wrapper)) is None:
                continue
            if (row := literals(value)) is not None:
                codes |= row
            elif (further := wrapper_of(value, inside)) is not None:
                wrappers += [further] if further not in wrappers else []
            elif not (records and name_of(value) == "code"):
                unclear.append(place)
    return codes, unclear


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_catalogue_has_every_code_and_no_other(ruleset: str) -> None:
    codes, unclear = codes_of(ROOT / "domain" / "rulesets" / ruleset)
    assert not unclear, "write the code as a literal, so that it can be found"
    assert set(CURRENT[ruleset].refusals) == codes


@pytest.mark.parametrize("ruleset", CURRENT)
def test_a_code_has_one_sentence_that_says_what_it_means(ruleset: str) -> None:
    meanings = CURRENT[ruleset].refusals
    for code, meaning in meanings.items():
        assert re.fullmatch("[a-z][a-z_]*", code), code
        assert re.fullmatch(r"[A-Z][^\n]{10,150}[a-z0-9)]\.", meaning), meaning
        assert "  " not in meaning and ". " not in meaning, "one sentence"
    assert len(set(meanings.values())) == len(meanings), "two codes mean the same"


@pytest.mark.parametrize("ruleset", CURRENT)
def test_every_ruleset_uses_the_shared_codes(ruleset: str) -> None:
    required = {"not_your_turn"} if ruleset in SMALL else SHARED
    assert set(CURRENT[ruleset].refusals) >= required


def test_codes_are_found_through_functions_that_pass_them_on(tmp_path: Path) -> None:
    source = """
def _no(text, code, *, rules):
    return Refused(code, text, rules=rules)

def _late(state, code="too_late"):
    return _no("Late.", code=code, rules=())

def check(state, big):
    yield Refused("plain", "Plain.", rules=())
    yield _no("Small.", "small", rules=())
    yield _late(state, "very_late")
    yield Refused("big" if big else "other", "Either.", rules=())
    yield Refused(NAMES[state], "Unclear.", rules=())

class Reason(NamedTuple):
    text: str
    code: str

def reasons(state):
    for text, code in (Reason("Stored.", "stored"),):
        yield Refused(code, text, rules=())
"""
    (tmp_path / "rules.py").write_text(source)
    codes, unclear = codes_of(tmp_path)
    assert codes == {"plain", "small", "very_late", "big", "other", "stored"}
    assert unclear == ["rules.py:13"]
