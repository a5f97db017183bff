"""The laws between code and catalogues: what the code says can be told, and what can be told is said."""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from domain.engine.options import options_of
from domain.rulesets import CURRENT
from services.languages import ENGLISH, GAME, LOCALES, catalogue, scopes
from services.languages.render import Bundle
from tests.languages.spoken import messages_of, written
from tests.languages.test_catalogues import messages

PAGES: Final = Path(__file__).parents[2] / "api/web/static/languages"
NAMED: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "great_fire": {
        "area": ("district",),
        "colour": ("colour",),
        "direction": ("direction",),
        "region": ("region",),
        "token": ("token",),
    },
    "london": {"borough": ("borough",), "card": ("card",)},
    "brigade": {
        "card": ("crew",),
        "chief": ("chief",),
        "effect": ("event_effect",),
        "event": ("expansion_event",),
        "expansion": ("expansion",),
        "firehouse": ("firehouse",),
        "guild": ("guild",),
        "tile": ("tile", "big_building"),
        "track": ("track",),
    },
}
"""Kind of a name -> the sections of components.toml with the things that have it. Clients read the names too, so a
catalogue has them whether a sentence needs them or not."""
CODE: Final[Mapping[str, tuple[str, ...]]] = {GAME: ("domain/game", "domain/engine", "services")}

every_scope = pytest.mark.parametrize("scope", scopes())
every_ruleset = pytest.mark.parametrize("ruleset", [pytest.param(ruleset, id=ruleset) for ruleset in NAMED])


class Strict(Bundle):
    """A bundle that notes the ids for which it has no name."""

    def __init__(self, scope: str, locale: str) -> None:
        super().__init__(catalogue(scope, locale))
        self.nameless: set[tuple[str, str]] = set()

    def _looked_up(self, kind: str, id: str, form: str) -> str:
        if not {f"{kind}-{id}", f"{kind}-{id.partition('#')[0]}"} & self.source.entries.keys():
            self.nameless.add((kind, id))
        return super()._looked_up(kind, id, form)


@cache
def arguments(scope: str) -> dict[str, set[str]]:
    """Each message of a scope with the arguments that it uses itself or by the messages that it refers to."""
    own, entries = messages(scope, ENGLISH), catalogue(scope, ENGLISH)
    return {
        key: set().union(*(own[each] for each in own if f"\n{each} =" in f"\n{entries.with_references(key)}"))
        for key in own
    }


@cache
def printed(ruleset: str) -> dict[str, Any]:
    path = files(f"domain.rulesets.{ruleset}") / "components.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def is_name(scope: str, key: str) -> bool:
    """Returns whether this is the name of a printed thing, or of another thing that sentences name."""
    kind, _, id = key.partition("-")
    things = (thing["id"] for section in NAMED.get(scope, {}).get(kind, ()) for thing in printed(scope)[section])
    return id in things or (kind not in NAMED.get(scope, ()) and f'kind: "{kind}"' in catalogue(scope, ENGLISH).text)


@every_ruleset
@pytest.mark.campaign
def test_every_message_of_the_golden_games_can_be_read_in_every_language_with_all_its_arguments(ruleset: str) -> None:
    bundles = [Strict(ruleset, locale) for locale in LOCALES]
    game, unused = catalogue(GAME, ENGLISH).entries, set()
    for message in messages_of(ruleset).values():
        if message.key not in bundles[0].source.entries and message.key in game:
            continue
        for bundle in bundles:
            bundle.tell(message)
        if not message.key.startswith("refusal-"):  # whose facts are for programs too
            unused |= {(message.key, name) for name in message.args.keys() - arguments(ruleset)[message.key]}
    assert not unused, f"given, and not used: {sorted(unused)}"
    assert not [each for bundle in bundles for each in bundle.nameless]


@every_scope
def test_every_key_of_the_code_is_in_the_catalogue_and_every_message_there_has_its_use(scope: str) -> None:
    entries = catalogue(scope, ENGLISH).entries
    code = written(CODE.get(scope) or (f"domain/rulesets/{scope}",))
    assert code.keys <= entries.keys()
    assert not [p for p in code.patterns if not any(re.fullmatch(p, key) for key in entries) and p != "refusal\\-.+"]
    met = {key for key, _ in messages_of(scope)} if scope != GAME else set()
    part = {key for each in entries for key in re.findall(r"[A-Za-z][\w-]*", entries[each].partition("=")[2])}
    unused = [key for key in entries if not key.startswith("refusal-") and key not in met | part]
    assert not [key for key in unused if not is_name(scope, key) and not code.makes(key)]


@every_ruleset
def test_every_event_has_a_line_and_every_command_a_phrase(ruleset: str) -> None:
    box, entries = CURRENT[ruleset], catalogue(ruleset, ENGLISH).entries
    for word, kinds in (("line", box.events), ("command", box.commands)):
        written_for = {key.split("-")[1] for key in entries if key.startswith(f"{word}-")}
        assert written_for == {kind.__name__ for kind in kinds}


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != ENGLISH])
def test_the_pages_have_every_option_of_a_game_in_every_language(locale: str) -> None:
    """Titles, descriptions and values of options, and what the form of a new game says of them and of bots."""
    known = json.loads((PAGES / f"options.{locale}.json").read_text())
    options = [option for box in CURRENT.values() for option in options_of(box.options)]
    texts = {text for option in options for text in (option.title, option.description, *(option.titles or ()))}
    assert known.keys() == texts | {"(strongest)", "(usual)", "Random"}
    assert all(text and text != english for english, text in known.items())


@every_ruleset
def test_every_printed_thing_has_its_name_and_the_english_one_is_printed(ruleset: str) -> None:
    entries = catalogue(ruleset, ENGLISH).entries  # the other languages have the same keys
    for kind, sections in NAMED[ruleset].items():
        for thing in (thing for section in sections for thing in printed(ruleset)[section]):
            name = entries[f"{kind}-{thing['id']}"].partition("\n")[0].partition(" = ")[2]
            assert name == thing.get("name", name), thing["id"]
