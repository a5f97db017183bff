"""Viewers, and the placeholders of seats' names in a sentence."""

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR, seat_name, sees, with_names


@pytest.mark.parametrize("seat", range(6))
def test_a_seat_is_visible_to_itself_and_the_arbiter(seat: int) -> None:
    viewers = [viewer for viewer in (*range(6), SPECTATOR, ARBITER) if sees(viewer, seat)]
    assert viewers == [seat, ARBITER]


def test_no_other_viewer_equals_a_seat() -> None:
    assert len({SPECTATOR, ARBITER} - set(range(100))) == 2


def test_placeholders_become_names() -> None:
    assert (
        with_names(f"{seat_name(0)} took it from {seat_name(2)}; {seat_name(0)} won.", ["Ann", "Bob", "Cy"])
        == "Ann took it from Cy; Ann won."
    )


def test_a_name_that_contains_a_placeholder_stays_as_it_is() -> None:
    assert with_names(f"{seat_name(0)} and {seat_name(1)}", ["«1»", "Bob"]) == "«1» and Bob"


def test_a_seat_without_a_name_is_named_by_its_number() -> None:
    assert with_names(f"{seat_name(4)} waits", ["Ann"]) == "seat 4 waits"


@pytest.mark.parametrize("text", ["no placeholder", "«»", "«x»", "« 1»", "«1", "1»", "\\1 \\g<0>"])
def test_text_that_is_not_a_placeholder_stays(text: str) -> None:
    assert with_names(text, ["Ann", "Bob"]) == text


def test_names_are_put_in_as_they_are() -> None:
    assert with_names(seat_name(0), ["\\1 <b>"]) == "\\1 <b>"
