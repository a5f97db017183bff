"""Any view as text: nothing that matters is lost, and a ruleset needs no code of its own."""

import msgspec
import pytest
from rich.console import Console

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from infra.cli.render.values import printable, value_as_text, view_as_text, words


def printed(value, names=(), width=100):
    console = Console(width=width, record=True, file=None, force_terminal=False, quiet=False)
    with console.capture() as captured:
        console.print(view_as_text(value, names))
    return captured.get()


def test_names_become_words():
    assert words("housesLost") == words("houses_lost") == "houses lost"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        ([], "–"),
        (["N", "N", "E"], "N ×2, E"),
        ({"a_b": 1}, "a b 1"),
    ],
)
def test_values_in_one_line(value, text):
    assert value_as_text("field", value) == text


def test_seats_get_their_names_where_a_field_holds_seats():
    assert value_as_text("toAct", [1, 0], ["Ada", "Ben"]) == "Ben, Ada"
    assert value_as_text("pile", 1, ["Ada", "Ben"]) == "1"
    assert value_as_text("seat", 7, ["Ada", "Ben"]) == "7"


def test_lists_of_things_are_grids_and_empty_rows_are_counted():
    rows = [{"id": "cheapside", "cones": 2}, {"id": "barbican", "cones": 0}, {"id": "newgate", "cones": 1}]
    text = printed({"turn": 3, "areas": rows})
    assert "turn\N{NO-BREAK SPACE}3" in text
    assert "cheapside" in text and "newgate" in text
    assert "barbican" not in text and "and 1 with nothing in them" in text


def test_a_text_that_looks_like_markup_is_printed_unchanged():
    assert "[red]Ada[/]" in printed({"rows": [{"name": "[red]Ada[/]"}]})


@pytest.mark.parametrize("ruleset", CURRENT.values(), ids=lambda ruleset: ruleset.id)
def test_every_ruleset_is_printed_at_every_width(ruleset):
    state = ruleset.initial(ruleset.seats_max, ruleset.options())
    state = fold(ruleset.evolve, state, ruleset.set_up(state, Chance(bytes(32), 1)))
    view = msgspec.to_builtins(ruleset.view(state, SPECTATOR))
    for width in (40, 100, 240):
        assert len(printed(view, ["Ada", "Ben", "Cleo", "Dan", "Elsie", "Finn"], width)) > 100


def test_spaces_of_french_are_printed_and_what_a_terminal_obeys_is_not() -> None:
    assert printable("terminée\N{NARROW NO-BREAK SPACE}: Dan") == "terminée\N{NARROW NO-BREAK SPACE}: Dan"
    assert printable("a\x1b[31m\u202e") == "a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"
