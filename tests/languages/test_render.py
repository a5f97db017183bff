"""Rendering: arguments, lists, names, and what happens where a catalogue does not say enough."""

import re

import pytest
from fluent_compiler.bundle import FluentBundle

from domain.engine.message import Message
from domain.engine.refusal import Refused
from domain.engine.viewer import seat_of
from domain.log.refusals import decode_refusal, encode_refusal
from services.languages import Untold, refusal_text, render
from services.languages.catalogues import LOCALES, Catalogue, catalogue, scopes
from services.languages.render import Bundle

SOURCE = """
count = { $n } { $n ->
    [one] cone
   *[other] cones
}
which = { NAME($area, kind: "area") }, { NAME($area, kind: "area", form: "in") }
all = { NAMES($areas, kind: "area") }
who = { SEAT($seat) } and { SEATS($seats) }
flag = { $yes ->
    [true] yes
   *[false] no
} { $nothing ->
    [none] nothing
   *[other] { $nothing }
}
nested = { $parts }
area-pudding_lane = Pudding Lane
    .in = in Pudding Lane
area-x-1 = The Tower
    .in = copy { $copy }
area-rows = { count }
"""


def of_source(locale: str = "en") -> Bundle:
    parts = SOURCE.strip().split("\n")
    entries: dict[str, str] = {}
    for line in parts:
        if line[0].isalpha():
            key = line.partition(" ")[0]
            entries[key] = ""
        entries[key] += line + "\n"
    return Bundle(Catalogue("test", locale, SOURCE, entries))


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message("count", {"n": 1}), "1 cone"),
        (Message("count", {"n": 12_345}), "12345 cones"),
        (Message("which", {"area": "pudding_lane"}), "Pudding Lane, in Pudding Lane"),
        (Message("which", {"area": "x.1#B3"}), "The Tower, copy B3"),
        (Message("which", {"area": "{ $n }"}), "{ $n }, { $n }"),
        (Message("all", {"areas": ("pudding_lane", "x.1", "atlantis")}), "Pudding Lane, The Tower and atlantis"),
        (Message("who", {"seat": seat_of(0), "seats": (1, 2)}), "«0» and «1» and «2»"),
        (Message("flag", {"yes": True, "nothing": None}), "yes nothing"),
        (Message("flag", {"yes": False, "nothing": "air"}), "no air"),
        (Message("nested", {"parts": (Message("count", {"n": 1}), Message("count", {"n": 2}))}), "1 cone and 2 cones"),
    ],
)
def test_each_argument_reads_as_a_reader_expects(message: Message, text: str) -> None:
    assert of_source().tell(message) == text


@pytest.mark.parametrize(
    ("locale", "steps", "text"),
    [
        ("en", 1, "Ann took 1 step back, to step 4. Nothing had been learned."),
        ("en", 2, "Ann took 2 steps back, to step 4. Nothing had been learned."),
        ("de", 1, "Ann nahm 1 Schritt zurück, bis Schritt 4. Niemand hatte etwas erfahren."),
        ("fr", 1, "Ann a repris 1 étape, jusqu’à l’étape 4. Personne n’avait rien appris."),
    ],
)
def test_one_step_that_is_taken_back_is_one(locale: str, steps: int, text: str) -> None:
    values = {
        "seat": seat_of(0),
        "ruling": None,
        "steps": steps,
        "to": 4,
        "inside": False,
        "named": 4,
        "what": "nothing",
    }
    assert render("game", Message("line-StepsTakenBack", values), locale, ["Ann"]) == text


@pytest.mark.parametrize("message", [Message("missing"), Message("count", {})])
def test_what_a_catalogue_cannot_tell_is_an_error_and_never_a_half_sentence(message: Message) -> None:
    with pytest.raises(Untold):
        of_source().tell(message)


def test_lists_have_the_word_of_their_language() -> None:
    message = Message("all", {"areas": ("pudding_lane", "x.1")})
    assert of_source("de").tell(message) == "Pudding Lane und The Tower"
    assert of_source("fr").tell(message) == "Pudding Lane et The Tower"


def test_a_stored_refusal_speaks_every_language_and_an_old_one_its_first() -> None:
    refused = Refused("seats_free", rules=("GAME-BEGIN-01",), free=(1,), count=1, seats=2)
    stored = decode_refusal(encode_refusal(refused, refusal_text(refused, "")))
    assert refusal_text(stored, "", "de") == "Von 2 Plätzen ist noch einer frei."
    assert refusal_text(stored, "", "fr") == "1 place sur 2 est encore libre."
    old = Refused("seats_free", "1 of 2 seats are still free.", rules=("GAME-BEGIN-01",), free=(1,))
    assert refusal_text(old, "", "de") == "1 of 2 seats are still free."


def test_names_are_put_in_last_and_a_name_with_signs_of_fluent_stays_as_it_is() -> None:
    message = Message("line-TimeCalled", {"seat": 0})
    assert render("game", message, "fr", ["{ $x } «1»"]) == "Le temps de { $x } «1» a été déclaré écoulé."


@pytest.mark.parametrize("locale", LOCALES)
def test_plain_words_are_what_the_compiler_makes_of_them(locale: str) -> None:
    """Of every scope each twelfth message and all its forms."""
    count = 0
    for scope in scopes():
        source = catalogue(scope, locale)
        for entry in sorted(each for each in source.entries if not each.startswith("-"))[::12]:
            forms = [f"{entry}.{form}" for form in re.findall(r"\n    \.([\w-]+) =", source.entries[entry])]
            for key in (entry, *forms):
                if (plain := source.plain(key)) is not None:
                    compiled = FluentBundle.from_string(locale, source.with_references(entry), use_isolating=False)
                    assert compiled.format(key, {}) == (plain, [])
                    count += 1
    assert count > 30


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("a = Pudding  Lane  \n", "Pudding  Lane"),
        ("a =\n    Two lines\n", None),
        ("a = one\n    two\n", None),
        ("a = { $n }\n", None),
        ("a = Lane\n    .in = in { $n }\n", None),
        ("a = Lane\n    .in = in it\n", "Lane"),
    ],
)
def test_only_words_in_one_line_are_plain(source: str, plain: str | None) -> None:
    toy = Catalogue("toy", "en", source, {"a": source})
    assert toy.plain("a") == plain
    assert toy.plain("a.in") == ("in it" if plain == "Lane" else None)
