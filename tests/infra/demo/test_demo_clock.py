"""The clock of the demo as somebody writes it."""

import pytest

from infra.cli.problems import Problem
from infra.demo.clock import read_clock


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no time"),
        ("add=30s", "no time"),
        ("bank=20", "no part of a clock"),
        ("bank=-1s", "no part of a clock"),
        ("time=20m", "no part of a clock"),
        ("bank=1m bank=2m", "bank twice"),
        ("bank=1m flag=never", "rules, bot, forfeit, claim"),
        ("bank=1m claimed=claim", "claimed is one of"),
        ("bank = 1m", "no part of a clock"),
    ],
)
def test_another_text_is_answered_with_the_form(text: str, why: str) -> None:
    with pytest.raises(Problem, match=why):
        read_clock(text)


def test_the_kind_follows_from_the_times() -> None:
    bank = {"kind": "BANK", "bankMs": 1_200_000, "addMs": 30_000, "capMs": 1_800_000}
    assert read_clock("bank=20m add=30s cap=30m") == bank
    free = {"kind": "FREE", "freeMs": 500, "bankMs": 7_200_000, "flag": "CLAIM", "claimed": "BOT"}
    assert read_clock("free=500ms bank=2h flag=claim claimed=bot") == free
    assert read_clock("each=1d") == {"kind": "EACH", "eachMs": 86_400_000}
