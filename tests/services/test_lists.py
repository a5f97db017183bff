"""What games and seats are called in lists."""

import pytest

from domain.game.names import FORMER_PLAYER, GameNames
from services.reads.lists import seat_names

NAMES = GameNames("A cup", {"a": "Ann", "b": "Ben", "x": FORMER_PLAYER})


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize(
    ("person", "bot", "is_fork", "name"),
    [
        ("", "", False, ""),
        ("a", "", False, "Ann"),
        ("a", "keen", False, "Ann"),
        ("a", "", True, "Ann"),
        ("a", "keen", True, "Ann (bot)"),
        ("", "keen", False, "Keen bot 2"),
        ("", "keen", True, "Keen bot 2"),
        ("x", "", False, "former player"),
        ("unknown", "", False, "Seat 2"),
    ],
)
def test_a_seat_is_called_by_its_person_else_by_its_bot(person: str, bot: str, is_fork: bool, name: str) -> None:
    assert seat_names(("b", person), ("", bot), NAMES, is_fork=is_fork) == ("Ben", name)
