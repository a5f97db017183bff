"""Every line, phrase and refusal is a sentence that a player would say aloud: whole words, right numbers, who did it.

The law reads the lines of the law games, for spectators and the arbiter also those of the golden games, and the phrases and refusals of the law games.
"""

import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, seat_name, seats_of
from domain.rulesets import CURRENT
from tests.lines import english
from tests.rulesets.games import known, law_game, option_sets, some
from tests.rulesets.test_line_tense import golden_events, law_events

THINGS: Final = "actions|brigades|cards|cones|cubes|houses|loans|markers|objectives|placements|players|points|stacks|tiles|tokens|turns"
WRONG: Final = {
    "a lower case letter or a blank first, or no full stop": re.compile(r"\A[^A-Z«£“\d]|[^.]\Z|\.\.\Z"),
    "an id instead of a name": re.compile(r"\w_\w|\w#\w|[a-z]-[a-z]+-[a-z]|[{}]|\b(?:None|True|False)\b"),
    "one of several, or several of one": re.compile(rf"(?<![\d,.-])1 (?!of\b)(?:[a-z]+ ){{0,2}}(?:{THINGS})\b"),
    "two blanks, or a blank before a stop": re.compile(r"  | [.,;:]"),
    "an article before the wrong sound": re.compile(r"\ba [aeio][a-z]|\ban [b-dfgj-np-tv-zB-DFGJ-NP-TV-Z]"),
}
"""What is wrong -> how to find it. One of several may be right, as in "1 of the cards"."""

SETTINGS: Final = [
    pytest.param(ruleset, seats, id=f"{ruleset}-{seats}")
    for ruleset, box in CURRENT.items()
    for seats in (box.seats_min, box.seats_max)
]
every_ruleset = pytest.mark.parametrize("ruleset", [pytest.param(ruleset, id=ruleset) for ruleset in CURRENT])

WITHOUT_A_DOER: Final = {
    "brigade.EventDrawn",  # a starting event, which nobody draws
    "london.TopRowDiscarded",  # the display was full
}
"""Lines that name a seat in their data and do not say that it did anything."""


def mistakes(text: str) -> list[str]:
    """Returns what is wrong with a sentence."""
    return [what for what, pattern in WRONG.items() if pattern.search(text)]


def different_lines(ruleset: str, events: Iterator[Any], viewers: tuple[Viewer, ...]) -> Iterator[Line]:
    """Yields every different line of `events` for these viewers."""
    box, met = CURRENT[ruleset], set()
    for event in events:
        for viewer in viewers:
            line = box.tell(event, viewer)
            if line is not None and (words := (english(line), line.rules)) not in met:
                met.add(words)
                yield line


@pytest.mark.parametrize(
    ("events", "viewers"),
    [
        pytest.param(law_events, (*seats_of(6), SPECTATOR, ARBITER), id="law games"),
        pytest.param(golden_events, (SPECTATOR, ARBITER), id="golden games", marks=pytest.mark.campaign),
    ],
)
@every_ruleset
def test_every_line_is_plain_english_and_says_who_did_it(
    ruleset: str, events: Any, viewers: tuple[Viewer, ...]
) -> None:
    wrong = []
    for line in different_lines(ruleset, events(ruleset), viewers):
        text = english(line)
        errors = mistakes(text)
        if line.seat is not None and seat_name(line.seat) not in text and line.type not in WITHOUT_A_DOER:
            errors.append("it hides who did it")
        if not line.rules or len(set(line.rules)) < len(line.rules) or not set(line.rules) <= known(ruleset):
            errors.append(f"it cites {line.rules}")
        wrong += [f"{line.type}: {text} {errors}"] if errors else []
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.parametrize(("ruleset", "seats"), SETTINGS)
def test_every_phrase_and_refusal_is_plain_english(ruleset: str, seats: int) -> None:
    wrong = set()
    for options in option_sets(ruleset):
        game = law_game(ruleset, seats, options)
        dice = random.Random(f"english {ruleset} {seats}")
        commands = [step.command for step in dice.sample(game.steps, min(40, len(game.steps)))]
        for step in some(game, 12):
            view = game.ruleset.view(step.before, step.command.seat)
            listed = game.ruleset.legal(step.before, step.command.seat)
            texts = {
                english(game.ruleset.phrase(view, each), ruleset) for each in dice.sample(listed, min(30, len(listed)))
            }
            objections = (game.ruleset.objections(step.before, each) for each in commands)
            texts |= {english(refused, ruleset) for row in objections for refused in row}
            wrong |= {(text, *errors) for text in texts if (errors := mistakes(text))}
    assert not wrong, sorted(wrong)[:20]


@pytest.mark.parametrize(
    "text",
    [
        "«0» gained 1 more actions.",
        "«0» took 1 cards.",
        "«0» drew pudding_lane.",
        "«0» spent paupers#B3.",
        "«0» took kulari-one-shoe.",
        "«0» played a east card.",
        "«0» played an north card.",
        "«0» took  a card.",
        "«0» took a card",
        "the fire spread.",
        "«0» had None.",
    ],
)
def test_the_law_finds_a_mistake(text: str) -> None:
    assert mistakes(text)


@pytest.mark.parametrize(
    "text",
    [
        "«0» gained 1 more action.",
        "«0» took 11 cards and 21 loans.",
        "«0» played an east card.",
        "The first Underground marker must go to City or to a borough next to it.",
        "£1 was put on «0»'s Shops.",
        "The stock was empty, so 1 of the cards was not drawn.",
    ],
)
def test_the_law_lets_a_sentence_pass(text: str) -> None:
    assert not mistakes(text)
