"""The laws of the catalogues: the three languages say the same, with the same arguments, and compile."""

import re
from functools import cache
from typing import Any, Final

import pytest
from fluent.syntax import FluentParser, ast, visitor

from domain.engine.refusal import Refused
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT
from services.languages import ENGLISH, GAME, LOCALES, UnknownLocale, bundle, catalogue, locale_of, scopes

OTHERS: Final = tuple(locale for locale in LOCALES if locale != ENGLISH)
FRENCH_SPACE: Final = re.compile(r"(?<!\u202f)[;!?»](?!\w)|(?<![\u202f\d]):(?= |$)|«(?!\u202f|\d)", re.MULTILINE)
"""A high sign of French without its narrow no-break space."""


class Arguments(visitor.Visitor):
    """Gathers the variables of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: Any) -> None:
        self.names.add(node.id.name)


@cache
def messages(scope: str, locale: str) -> dict[str, set[str]]:
    """Returns each message of a catalogue with the arguments that it uses; no entry is junk, none comes twice."""
    arguments_of: dict[str, set[str]] = {}
    for entry in FluentParser().parse(catalogue(scope, locale).text).body:
        assert not isinstance(entry, ast.Junk), f"{scope}/{locale}: {entry.content}"
        if isinstance(entry, ast.Message):
            assert entry.id.name not in arguments_of, f"{scope}/{locale} has {entry.id.name} twice"
            arguments = Arguments()
            arguments.visit(entry)
            arguments_of[entry.id.name] = arguments.names
    return arguments_of


every_scope = pytest.mark.parametrize("scope", [scope for scope in scopes() if catalogue(scope, ENGLISH).text])


@every_scope
@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_the_same_messages_with_the_same_arguments(scope: str, locale: str) -> None:
    english, other = messages(scope, ENGLISH), messages(scope, locale)
    assert {key: other.get(key) for key in english} == english
    assert other.keys() == english.keys()


@every_scope
@pytest.mark.parametrize("locale", LOCALES)
def test_the_reader_of_entries_finds_what_the_parser_finds_and_all_of_it_compiles(scope: str, locale: str) -> None:
    source = catalogue(scope, locale)
    assert {key for key in source.entries if not key.startswith("-")} == messages(scope, locale).keys()
    for key in source.entries:
        if key.startswith(("line-", "command-", "refusal-", "highlight-")):
            bundle(scope, locale).compiled(key)


@every_scope
def test_every_refusal_code_has_a_sentence_and_every_sentence_a_code(scope: str) -> None:
    codes = REFUSALS if scope == GAME else CURRENT[scope].refusals
    sentences = {key.removeprefix("refusal-") for key in messages(scope, ENGLISH) if key.startswith("refusal-")}
    assert sentences == set(codes)


@every_scope
def test_french_has_narrow_spaces_at_high_signs(scope: str) -> None:
    words = re.sub(r"(?s)\{.*?->|\{[^{}]*\}|^#.*?$", "", catalogue(scope, "fr").text, flags=re.MULTILINE)
    wrong = [line for line in words.splitlines() if FRENCH_SPACE.search(line)]
    assert not wrong, wrong[:10]


@pytest.mark.parametrize(("tag", "locale"), [("en", "en"), ("de-CH", "de"), ("FR_ca", "fr"), (" de ", "de")])
def test_a_language_tag_finds_its_language(tag: str, locale: str) -> None:
    assert locale_of(tag) == locale


@pytest.mark.parametrize("tag", ["", "xx", "deutsch", "e", "../en", "en" * 50])
def test_an_unknown_language_is_an_error_that_says_what_there_is(tag: str) -> None:
    with pytest.raises(UnknownLocale, match="en, de, fr"):
        locale_of(tag)


def test_a_refusal_names_its_sentence_by_its_code() -> None:
    assert Refused("already_open", rules=("GAME-OPEN-01",)).message.key in catalogue(GAME, ENGLISH).entries
