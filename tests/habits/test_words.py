"""The words of the project: no retired word in a name, and plain English in what people read."""

from tests.habits.english import BANNED, banned_phrases, short_docstrings
from tests.habits.names import retired_classes, retired_names, retired_parts


def test_no_name_holds_a_retired_word() -> None:
    assert [*retired_names(), *retired_classes()] == []


def test_a_retired_word_is_a_whole_part_of_a_name() -> None:
    assert retired_parts("seen_step") == retired_parts("SeenStep") == retired_parts("stepSEEN") == {"seen"}
    assert retired_parts("unseen") == retired_parts("stable") == retired_parts("benchmark") == set()


def test_what_people_read_is_plain_english() -> None:
    assert list(banned_phrases()) == []


def test_a_docstring_says_something() -> None:
    assert list(short_docstrings()) == []


def test_a_phrase_is_banned_as_whole_words() -> None:
    assert BANNED.search("Nobody but for him.") and BANNED.search("He gives it.")
    assert not BANNED.search("The history forgives what is not there, and is no longer here.")
