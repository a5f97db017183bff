"""Who may read, send and follow what: the whole schema, as every kind of caller, in every phase, against matrix.toml."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final

import httpx
import pytest

from api.problems import CODES
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT
from infra.rulebook import read_rulebook
from services.rulebook import Rulebook
from tests.api.conftest import serving
from tests.permissions.asking import Asking, Now, callers, look_name
from tests.permissions.documents import fields_of, object_types
from tests.permissions.expected import Matrix, matrix
from tests.permissions.scenes import CALLERS, PHASES, staged

WORDS: Final = frozenset({"data", "empty", "null", "yes", "no", "accepted", "no game", "head", "horizon", "list"})
LATER: Final = frozenset({"sandbox", "abandoned", "fork", "fork_over", "parked", "delayed"})
"""Phases that differ little from another one: they are asked in the campaign tier."""
in_every_phase = pytest.mark.parametrize(
    "phase", [pytest.param(each, marks=pytest.mark.campaign if each in LATER else ()) for each in PHASES]
)
PAGING: Final = frozenset({"first", "after", "last", "before"})
LANGUAGE: Final = frozenset({"locale"})
"""Arguments that change the words of an answer, and nothing of what it says."""
MATRIX: Final = matrix()


@asynccontextmanager
async def asking(phase: str) -> AsyncIterator[list[Asking]]:
    """Every caller in one phase, at a service that takes accepted commands back."""
    cast = await staged(phase)
    now = Now(cast)
    async with serving(now.served()) as served, httpx.AsyncClient(timeout=30, trust_env=False, verify=False) as http:
        yield callers(served, http, cast, now, phase)


def test_the_matrix_knows_every_field_of_the_schema_and_no_other() -> None:
    schema = {f"{type_name}.{name}" for type_name, each in object_types().items() for name in each.fields}
    known = set(MATRIX.known_fields())
    unknown = sorted(schema - known)
    assert not unknown, f"tests/permissions/matrix.toml does not say who may read or send {unknown}"
    assert known <= schema, f"the schema has no {sorted(known - schema)}"


def test_fields_with_a_viewer_and_plain_ones_are_where_they_belong() -> None:
    with_viewer = {
        f"{type_name}.{name}"
        for type_name, each in object_types().items()
        for name, field in each.fields.items()
        if "as" in field.args
    }
    assert with_viewer - {"Mutation.fork"} == {*MATRIX.viewer_fields, MATRIX.stream}
    nested = {
        f"{type_name}.{name}"
        for type_name, names in MATRIX.plain.items()
        for name in names
        if type_name not in ("Query", "Game", "Subscription")
        and not set(fields_of(type_name)[name].args) <= PAGING | LANGUAGE
    }
    assert not nested, "a field with arguments other than a page's or a language has a row of its own"


def test_the_matrix_speaks_of_callers_phases_codes_and_rules_that_exist() -> None:
    assert tuple(MATRIX.callers) and set(MATRIX.callers) == set(CALLERS)
    assert tuple(MATRIX.phases) == tuple(PHASES)
    codes = WORDS | set(CODES) | set(REFUSALS) | {code for each in CURRENT.values() for code in each.refusals}
    for row in MATRIX.rows:
        outcomes = {MATRIX.expected(row, phase, caller) for phase in PHASES for caller in CALLERS}
        assert outcomes <= codes, row
        assert set(row.phases) <= set(PHASES), row
    book: Rulebook = read_rulebook()
    assert [id for id in _cited() if book.rule(id) is None] == []


def _cited() -> Iterator[str]:
    for each in (*MATRIX.rows, *MATRIX.viewings, *MATRIX.before):
        yield from each.rules


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-DELAY-01", "GAME-CHANCE-03", "GAME-FORK-04")
@in_every_phase
async def test_who_may_read_what(phase: str) -> None:
    wrong: list[str] = []
    async with asking(phase) as everybody:
        for each in everybody:
            outcomes = await each.reads(MATRIX)
            wrong += _differing(MATRIX, each, outcomes)
    assert not wrong, "\n".join(wrong)


@pytest.mark.rules("GAME-HID-01", "GAME-HID-02", "GAME-FORK-03", "GAME-ROLE-03")
@in_every_phase
async def test_who_may_look_as_whom(phase: str) -> None:
    wrong: list[str] = []
    async with asking(phase) as everybody:
        for each in everybody:
            outcomes = await each.looks(MATRIX)
            for viewing in MATRIX.viewings:
                for field in MATRIX.viewer_fields:
                    name = look_name(field, viewing)
                    wrong += _looked(each, name, "look", MATRIX.may_look(viewing, phase, each.caller), outcomes[name])
                name, streamed = look_name(MATRIX.stream, viewing), await each.follow(viewing)
                wrong += _looked(each, name, "stream", MATRIX.may_look(viewing, phase, each.caller), streamed)
    assert not wrong, "\n".join(wrong)


@pytest.mark.rules("GAME-PLAY-01", "GAME-ROLE-03", "GAME-TIME-01", "GAME-BOT-02", "GAME-END-03", "GAME-FORK-01")
@in_every_phase
async def test_who_may_send_what(phase: str) -> None:
    wrong: list[str] = []
    async with asking(phase) as everybody:
        for each in everybody:
            for row in MATRIX.rows:
                if row.name.startswith("Mutation."):
                    expected, outcome = MATRIX.expected(row, phase, each.caller), await each.send(row)
                    if outcome != expected:
                        wrong.append(f"{phase}, {each.caller}, {row}: {outcome}, not {expected}")
    assert not wrong, "\n".join(wrong)


def _differing(matrix: Matrix, each: Asking, outcomes: dict[str, str]) -> Iterator[str]:
    rows = {str(row): row for row in matrix.rows}
    for name, outcome in outcomes.items():
        if name in rows:
            expected = matrix.expected(rows[name], each.phase, each.caller)
        else:
            kind = "me" if name.startswith("Query.") else "read"
            expected = matrix.first(kind, each.phase, each.caller) or "list"
        if outcome != expected and not (expected == "list" and outcome in ("data", "empty")):
            yield f"{each.phase}, {each.caller}, {name}: {outcome}, not {expected}"


def _looked(each: Asking, name: str, kind: str, may: bool, outcome: str) -> Iterator[str]:
    first = MATRIX.first(kind, each.phase, each.caller)
    expected = (first,) if first is not None else ("data", "empty", "null") if may else ("VIEWER_NOT_ALLOWED",)
    if outcome not in expected:
        yield f"{each.phase}, {each.caller}, {name}: {outcome}, not {' or '.join(expected)}"
