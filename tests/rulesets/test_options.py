"""Laws over the options of every ruleset: each has a title and a description, and cites existing rules."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import inspect as shape

from domain.engine.options import Option, describe, options_of
from domain.engine.refusal import Refused
from domain.rulesets import CURRENT
from infra.rulebook import read_rulebook

OPTIONS = [(ruleset.id, option) for ruleset in CURRENT.values() for option in options_of(ruleset.options)]
each_option = pytest.mark.parametrize(
    ("ruleset", "option"), OPTIONS, ids=[f"{id}.{option.name}" for id, option in OPTIONS]
)


def test_every_ruleset_has_options() -> None:
    assert {id for id, _ in OPTIONS} == set(CURRENT)


@each_option
def test_an_option_is_named_and_described_for_people(ruleset: str, option: Option) -> None:
    assert re.fullmatch(r"[A-Z][^_.]{3,39}", option.title), "a title is a few words without a full stop"
    assert option.title != option.name
    assert re.fullmatch(r"[A-Z].{20,280}\.", option.description), "a description is one or two sentences"
    assert "_" not in option.description and not re.search(r"[A-Z]{2,5}-[A-Z]+", option.description)


@each_option
def test_an_option_cites_rules_of_its_ruleset(ruleset: str, option: Option) -> None:
    book = read_rulebook()
    assert option.rules and len(set(option.rules)) == len(option.rules)
    for id in option.rules:
        rule = book.rule(id)
        assert rule is not None and rule.page == ruleset, id


@each_option
def test_words_that_are_values_have_titles(ruleset: str, option: Option) -> None:
    if option.titles is None:
        assert option.values is None or all(isinstance(value, bool | int) for value in option.values)
        return
    assert option.values is not None and len(option.titles) == len(option.values)
    assert len(set(option.titles)) == len(option.titles)
    for value, title in zip(option.values, option.titles, strict=True):
        assert title != value and re.fullmatch(r"[A-Z0-9][^_]+", title), (
            "a title for people, not the word of the program"
        )


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
def test_the_options_of_a_ruleset_have_different_titles(ruleset: str) -> None:
    titles = [option.title for id, option in OPTIONS if id == ruleset]
    assert len(set(titles)) == len(titles)


def offered(option: Option) -> Iterator[Any]:
    """Yields the values that the option offers."""
    for value in option.values or ():
        yield (value,) if isinstance(option.kind, shape.VarTupleType) else value


@each_option
def test_what_an_option_offers_is_allowed_or_refused_by_a_rule_it_cites(ruleset: str, option: Option) -> None:
    box = CURRENT[ruleset]
    assert getattr(box.options(), option.name) == option.default
    for value in offered(option):
        options = msgspec.convert({option.name: value}, box.options)
        assert getattr(options, option.name) == value
        try:
            box.initial(box.seats_min, options)
        except Refused as refused:
            assert set(refused.rules) & set(option.rules), (value, refused)


class Toy(msgspec.Struct, frozen=True):
    """Options of a game that nobody plays."""

    bare: int = 3
    choice: Annotated[
        Literal["a", "b"], describe("Choice", "Which one?", "TOY-1", values={"a": "The first", "b": "The second"})
    ] = "b"
    several: Annotated[tuple[Literal["x", "y"], ...], describe("Several", "Any of them.", "TOY-2", "TOY-3")] = ()


def test_the_description_of_an_option_is_read_from_its_declaration() -> None:
    bare, choice, several = options_of(Toy)
    assert (bare.title, bare.description, bare.rules, bare.values, bare.default) == ("bare", "", (), None, 3)
    assert (choice.title, choice.description, choice.rules) == ("Choice", "Which one?", ("TOY-1",))
    assert (choice.values, choice.titles, choice.default) == (("a", "b"), ("The first", "The second"), "b")
    assert isinstance(choice.kind, shape.LiteralType)
    assert (several.rules, several.values, several.titles) == (("TOY-2", "TOY-3"), ("x", "y"), None)
