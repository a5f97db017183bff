"""Every part of the schema has one sentence, in plain English, that tells what its name does not."""

import re
from collections import Counter
from typing import Final

import pytest
from graphql import (
    GraphQLArgument,
    GraphQLInputField,
    build_schema,
    is_required_argument,
    is_required_input_field,
    parse,
    validate,
)

from api.graphql.schema import REPORT, SCHEMA
from api.sentences import Report, Sentences, examples, files, lines_of, lines_of_ruleset, places
from domain.rulesets import CURRENT
from infra.rulebook import read_rulebook
from tests.clients.test_schema_changes import is_there

WORDS_MIN: Final = 4
WORDS_MAX: Final = 25
NEW_WORDS_MIN: Final = 2

PLACES: Final = {coordinate: part.description or "" for coordinate, part in places(SCHEMA._schema)}
RULE_ID: Final = re.compile(r"\b(?:GAME|GF|LON|BRI)-[A-Z][A-Z-]*[A-Z](?:-\d+|\.\d+)?")
STOP_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "is",
        "it",
        "its",
        "in",
        "on",
        "to",
        "for",
        "this",
        "that",
        "and",
        "or",
        "was",
        "be",
        "has",
        "have",
        "by",
        "as",
        "at",
        "all",
        "one",
    ]
)


def prose(description: str) -> str:
    """A description without its examples."""
    return re.sub(r"```.*?```", "", description, flags=re.DOTALL).strip()


def sentences(description: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+(?=[A-Z`\"(])", prose(description))


def words(text: str) -> list[str]:
    return re.findall(r"[^\s]+", text)


def stems(text: str) -> set[str]:
    """The words of a name or a sentence, without what English only needs for grammar, and without a plural's s."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)
    return {part.lower().rstrip("s") for part in parts if part.lower() not in STOP_WORDS}


def repeats_the_name(coordinate: str, description: str) -> bool:
    return len(stems(prose(description)) - stems(coordinate)) < NEW_WORDS_MIN


def test_every_part_has_one_sentence_and_every_line_of_the_files_serves() -> None:
    assert Report([], [], []) == REPORT


def test_a_sentence_ends_and_is_neither_too_short_nor_too_long() -> None:
    assert [at for at, text in PLACES.items() if not prose(text).endswith(".")] == []
    assert [at for at, text in PLACES.items() if len(words(prose(text))) < WORDS_MIN] == []
    long = [(at, each) for at, text in PLACES.items() for each in sentences(text) if len(words(each)) > WORDS_MAX]
    assert long == []


def test_a_sentence_tells_more_than_the_name() -> None:
    assert [at for at, text in PLACES.items() if repeats_the_name(at, text)] == []


def test_a_sentence_names_only_rules_and_parts_of_the_schema_that_exist() -> None:
    rulebook, schema = read_rulebook(), SCHEMA._schema
    cited = {(at, id) for at, text in PLACES.items() for id in RULE_ID.findall(text)}
    assert len(cited) > 100
    assert [each for each in cited if rulebook.rule(each[1]) is None] == []
    named = {(at, name) for at, text in PLACES.items() for name in re.findall(r"`([A-Z]\w*[a-z]\w*\.\w+)`", text)}
    assert [each for each in named if not is_there(schema, each[1])] == []


def test_only_what_may_be_left_out_says_what_happens_then() -> None:
    required = [
        at
        for at, part in places(SCHEMA._schema)
        if (isinstance(part, GraphQLArgument) and is_required_argument(part))
        or (isinstance(part, GraphQLInputField) and is_required_input_field(part))
    ]
    assert "Mutation.makeRuling(expectedVersion:)" in required
    assert [at for at in required if "left out" in PLACES[at].lower()] == []


def test_no_sentence_has_a_name_of_python() -> None:
    assert [at for at, text in PLACES.items() if re.search(r"\b(?:None|True|False|self)\b", prose(text))] == []


@pytest.mark.parametrize("ruleset", CURRENT)
def test_a_ruleset_writes_its_own_names(ruleset: str) -> None:
    lines = lines_of_ruleset(ruleset)
    assert len(lines) > 60
    assert [at for at, text in lines.items() if re.search(r"`(?:Game|Query|Mutation)\.", text)] == []


def test_every_mutation_has_an_example_that_is_valid() -> None:
    schema, written = SCHEMA._schema, examples()
    assert schema.mutation_type is not None
    assert written.keys() == schema.mutation_type.fields.keys()
    wrong = {name: validate(schema, parse(text)) for name, text in written.items()}
    assert {name: errors[0].message for name, errors in wrong.items() if errors} == {}
    assert [name for name, text in written.items() if text not in PLACES[f"Mutation.{name}"]] == []


SMALL: Final = """
interface Animal { "How it is called by its owner." name: String }
type Cat implements Animal { name: String lives: Int }
type Dog implements Animal { name: String }
input CatInput { lives: Int }
union Pet = Cat | Dog
"""


def filled(own: dict[str, str], patterns: dict[str, str] | None = None) -> tuple[Report, dict[str, str | None]]:
    schema = build_schema(f"{SMALL} type Query {{ pets(first: Int): [Pet] }}")
    report = Sentences(own, patterns or {}).apply(schema)
    return report, {at: part.description for at, part in places(schema)}


def test_an_input_and_the_members_of_a_family_share_a_line() -> None:
    _, described = filled({"Cat.lives": "Nine at first.", "Animal.name": "In the code, too.", "Pet.name": "Its call."})
    assert described["CatInput.lives"] == described["Cat.lives"] == "Nine at first."
    assert described["Dog.name"] == "In the code, too."


def test_a_pattern_fills_what_has_no_line_of_its_own() -> None:
    report, described = filled({"Query.pets": "Whatever has fur."}, {"*(first:)": "How many.", "*.pets": "Not this."})
    assert described["Query.pets(first:)"] == "How many."
    assert described["Query.pets"] == "Whatever has fur."
    assert report.unused == ["*.pets"]


def test_what_is_missing_double_or_unused_is_reported() -> None:
    report, _ = filled({"Animal.name": "A second sentence.", "Cow.milk": "There is no cow."})
    assert report.double == ["Animal.name"] and report.unused == ["Cow.milk"]
    assert "Dog" in report.missing and "Query.pets(first:)" in report.missing


def test_no_two_patterns_fit_one_coordinate() -> None:
    patterns = lines_of((files("api.sentences") / "shared.toml").read_text())
    shared = Sentences({}, patterns)
    fits = Counter({at: len(shared.fitting(at)) for at in PLACES})
    assert [at for at, count in fits.items() if count > 1] == []


@pytest.mark.parametrize(
    ("coordinate", "text", "repeats"),
    [
        ("Game.openedAt", "When the game was opened.", True),
        ("Seat.number", "The number of the seat.", True),
        ("Seat.number", "0..n-1 in turn order.", False),
    ],
)
def test_a_repetition_is_recognised(coordinate: str, text: str, repeats: bool) -> None:
    assert repeats_the_name(coordinate, text) is repeats
