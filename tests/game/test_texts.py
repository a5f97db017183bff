"""Names, titles, shares and seeds as they are typed."""

import hashlib

import pytest

from domain.engine.refusal import Refused
from domain.engine.viewer import seat_name, with_names
from domain.game.texts import (
    NAME_CHARS_MAX,
    SEED_CHARS_MAX,
    SHARE_CHARS_MAX,
    TITLE_CHARS_MAX,
    clean_name,
    clean_title,
    seed_of,
    share_of,
    why_not_beside,
)
from tests.lines import english


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u3000",
        "\u200b",
        "\u2800\u3164",
        "\u0301",
        "«»",
        " « ",
        "a\0b",
        "a\nb",
        "a\tb",
        "a\u00a0b",
        "a\u202eb",
        "\ud800",
        "x" * (NAME_CHARS_MAX + 1),
        "\ufe0f\u034f",
        "a" + "\u0301\u0302\u0303\u0304\u0305",
    ],
    ids=ascii,
)
def test_a_name_that_is_blank_or_too_long_or_cannot_be_printed_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(text)
    assert caught.value.code == "bad_name"
    assert caught.value.rules == ("GAME-SEAT-02", "GAME-PERSON-01")
    assert text == "" or text not in english(caught.value)


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada Lovelace\n", "Ada Lovelace"),
        ("Ze\u0301", "Zé"),
        ("«0»", "0"),
        ("« Ada »", "Ada"),
        ("[bold] <b> {0} \\1", "[bold] <b> {0} \\1"),
        ("李小龙", "李小龙"),
        ("🙂", "🙂"),
        ("x" * NAME_CHARS_MAX, "x" * NAME_CHARS_MAX),
        ("«" + "x" * NAME_CHARS_MAX + "»", "x" * NAME_CHARS_MAX),
        ("e\u0301" * NAME_CHARS_MAX, "é" * NAME_CHARS_MAX),
    ],
)
def test_a_name_is_stored_in_one_form(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert clean_name(name) == name


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize(
    "text",
    [
        "Alderman bot",
        "ALDERMAN BOT 2",
        "Ada (bot)",
        "Ada_bot",
        "bot",
        "Aldermаn bоt",
        "Ａｌｄｅｒｍａｎ ｂｏｔ",
        "Alderman b0t",
        "Alderman b\u3164ot",
        "Alderman bot \U0001d7d0",
        "Ada the Alderman",
        "ADA, the Gambler 7",
        "Bram tһe Captain",
    ],
    ids=ascii,
)
def test_a_name_that_reads_as_a_bots_is_refused_and_says_why(text: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(text)
    assert caught.value.code == "bad_name" and "bot" in english(caught.value)


@pytest.mark.parametrize(
    "name", ["Robot", "Abbot", "Botond", "Bot Flynn", "Ada of Bots", "Ada the Elder Bell", "Una the Tall"]
)
def test_a_name_with_bot_elsewhere_is_taken(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Ada"),
        ("Ada", "ADA"),
        ("Ada", "Аdа"),
        ("Ada", "Ada\u3164"),
        ("Ada", "Ａｄａ"),
        ("Ada", "A.d-a!"),
        ("Ian", "lan"),
        ("Nick", "Νick"),
        ("Oscar 1", "0scar l"),
        ("Barney", "Bamey"),
        ("🙂", "🙂\ufe0f"),
    ],
    ids=ascii,
)
def test_two_names_that_look_the_same_do_not_sit_beside_each_other(name: str, other: str) -> None:
    for one, two in ((name, other), (other, name)):
        refused = why_not_beside(one, ["Zoë", two])
        assert refused is not None and refused.code == "name_taken" and one not in english(refused).split()
    assert why_not_beside(name, ["Zoë", "Seat 2"]) is None


@pytest.mark.parametrize(
    ("name", "other"), [("Zoë", "Zoe"), ("Player 1", "Player 2"), ("🙂", "😀"), ("李", "小"), ("Ann", "Anna")]
)
def test_names_that_look_different_may_sit_beside_each_other(name: str, other: str) -> None:
    assert why_not_beside(name, [other]) is None


@pytest.mark.parametrize("text", ["«0»", "«1»«0»", "0»«1"])
def test_no_name_reads_as_the_placeholder_of_a_seat(text: str) -> None:
    name = clean_name(text)
    assert with_names(f"{seat_name(0)}: {name}", [name, "Bob"]) == f"{name}: {name}"


@pytest.mark.rules("GAME-OPEN-01")
@pytest.mark.parametrize(
    "text",
    [
        "x" * (TITLE_CHARS_MAX + 1),
        "a\0b",
        "a\nb",
        "\u200b",
        "\ud800",
        "\u3164",
        "\u115f \u1160",
        "\u2800",
        "\uffa0",
        "\u0301",
        "a" + "\u0302" * 79,
    ],
    ids=ascii,
)
def test_a_title_that_looks_empty_or_is_too_long_or_cannot_be_printed_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_title(text)
    assert caught.value.code == "bad_title"
    assert caught.value.rules == ("GAME-OPEN-01",)


@pytest.mark.rules("GAME-OPEN-01")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("  ", ""),
        ("«»", ""),
        (" A rainy evening ", "A rainy evening"),
        ("Cafe\u0301", "Café"),
        ("x" * TITLE_CHARS_MAX, "x" * TITLE_CHARS_MAX),
    ],
)
def test_a_title_may_be_empty_and_is_stored_in_one_form(text: str, title: str) -> None:
    assert clean_title(text) == title
    assert clean_title(title) == title


@pytest.mark.rules("GAME-CHANCE-02", "GAME-PERSON-01")
def test_of_a_share_only_its_hash_is_stored_which_proves_the_words() -> None:
    for words in ("luck", "\u017e", "x" * SHARE_CHARS_MAX):
        assert share_of(words) == hashlib.sha256(words.encode()).hexdigest()
    assert share_of("") == ""
    with pytest.raises(Refused) as caught:
        share_of("x" * (SHARE_CHARS_MAX + 1))
    assert (caught.value.code, caught.value.rules) == ("share_too_long", ("GAME-CHANCE-02",))


@pytest.mark.rules("GAME-SAND-02", "GAME-PERSON-01")
def test_of_a_seed_only_its_hash_is_stored() -> None:
    for words in ("luck", "x" * SEED_CHARS_MAX):
        assert seed_of(words) == hashlib.sha256(words.encode()).hexdigest()
    for words in ("", "x" * (SEED_CHARS_MAX + 1)):
        with pytest.raises(Refused) as caught:
            seed_of(words)
        assert (caught.value.code, caught.value.rules) == ("bad_seed", ("GAME-SAND-02",))
    assert share_of("\ud800"), "a text that no encoding has is a share, too"
