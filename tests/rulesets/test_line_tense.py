"""Every line of every ruleset is in the past tense: it says what happened, not what happens (`engine.ruleset.Line`).

The law reads the lines of the law games and of the golden games, for every viewer. It looks for verbs in the present by
their form and their place in the sentence. Printed names begin with a capital letter, so they are not taken for verbs.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from domain.engine.viewer import ARBITER, SPECTATOR, seats_of
from domain.rulesets import CURRENT, RULESETS
from tests.lines import english
from tests.rulesets.games import law_game, option_sets
from tests.rulesets.golden import Line, files, rows_of

SEATS: Final = r"«\d+»(?:(?:, «\d+»)*,? and «\d+»)?"

AUXILIARIES: Final = re.compile(
    r"(?<!\bto )\b(?:is|are|am|has|have|does|do|may|can|cannot|must|shall|will|need|needs|isn't|aren't|hasn't)\b"
)
"""Verbs that are present wherever they stand. An infinitive is not: "had to have"."""

AFTER_A_SEAT: Final = re.compile(
    rf"{SEATS} (?:now |also |then )?(?!(?:was|cards|cones|cubes|houses|points)\b)[a-z]*[a-rt-z]s\b"
)
"""A seat and a word in -s, unless it is a thing that the seat got: "«0» takes", but not "brought «0» cubes"."""

THIRD_PERSON: Final = (
    "activates|adds|advances|announces|becomes|begins|belongs|brings|burns|buys|chooses|comes|contains|costs|counts|"
    "covers|deals|declines|demolishes|destroys|discards|draws|drops|ends|exchanges|falls|fills|finishes|flips|follows|"
    "gains|gets|gives|goes|holds|invests|keeps|leads|leaves|lets|lies|looks|loses|makes|means|moves|offers|opens|passes|"
    "pays|performs|places|plays|puts|raises|reaches|recruits|refills|remains|repays|returns|reveals|rises|runs|says|"
    "serves|shows|spends|stands|starts|stays|stops|takes|tells|turns|uncovers|uses|wins"
)
SUBJECT: Final = (
    r"(?:^|[.;:,] (?:then )?|\b(?:and|but|or|then|which|that|who|it|everything|everybody|nobody|nothing) "
    r"|\b(?:[Tt]he|[Aa]n?|[Ee]very|[Ee]ach|[Nn]o|[Ii]ts) (?:[a-z-]+ ){1,2}|\b[A-Z][\w.'-]+ )"
)
AFTER_A_THING: Final = re.compile(rf"{SUBJECT}(?:now |also |then )?(?:{THIRD_PERSON})\b")
"""A verb in the third person after what can be its subject or joins it to one: "the fire burns", "and takes"."""

AFTER_THINGS: Final = re.compile(
    r"\b[a-z]+s (?:go|lie|stay|burn|come|remain|move|count|return|hold|cover|stand|belong|follow|win|get|take)\b"
)
"""Several things and a verb in the present: "the cones go back"."""

PRINTED: Final = re.compile(r"“[^”]*”")
"""The exceptions are printed texts: Brigade's event cards, in quotes."""

PRESENT: Final = (AUXILIARIES, AFTER_A_SEAT, AFTER_A_THING, AFTER_THINGS)


def present_verbs(text: str) -> list[str]:
    """The places where a line speaks in the present."""
    spoken = PRINTED.sub(".", text)
    return [match.group() for pattern in PRESENT for match in pattern.finditer(spoken)]


def law_events(ruleset: str) -> Iterator[Any]:
    """The events of the law games: every number of seats with several options."""
    box = CURRENT[ruleset]
    for seats in range(box.seats_min, box.seats_max + 1):
        for options in option_sets(ruleset):
            yield from law_game(ruleset, seats, options).events


def golden_events(ruleset: str) -> Iterator[Any]:
    """The events of the golden games, which show the rare ones too."""
    kinds = {kind.__struct_config__.tag: kind for kind in CURRENT[ruleset].events}
    for path in (path for box in RULESETS.values() if box.id == ruleset for path in files(box)):
        for row in rows_of(path)[1:]:
            for event in msgspec.json.decode(row, type=Line).events:
                yield msgspec.convert(event, kinds[event["type"]])


def lines(ruleset: str, events: Iterator[Any]) -> dict[str, set[str]]:
    """Each different sentence, without its numbers, by the type of its line."""
    box = CURRENT[ruleset]
    viewers = (*seats_of(box.seats_max), SPECTATOR, ARBITER)
    texts: dict[str, set[str]] = {}
    for event in events:
        for viewer in viewers:
            line = box.tell(event, viewer)
            if line is not None:
                texts.setdefault(line.type, set()).add(english(line))
    return texts


@pytest.mark.parametrize("events", [law_events, pytest.param(golden_events, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("ruleset", [pytest.param(ruleset, id=ruleset) for ruleset in CURRENT])
def test_every_line_is_in_the_past_tense(ruleset: str, events: Any) -> None:
    wrong = {
        kind: (example, verbs)
        for kind, texts in lines(ruleset, events(ruleset)).items()
        for example in sorted(texts)
        if (verbs := present_verbs(example))
    }
    assert not wrong, "\n".join(f"{kind}: {text} {verbs}" for kind, (text, verbs) in wrong.items())


@pytest.mark.parametrize(
    "text",
    [
        "«0» takes a loan of £10.",
        "«0» and «2» share the victory and takes cards.",
        "«0»'s turn is over.",
        "«1» has finished the action.",
        "«1» may place recognition.",
        "«1» must take a loan.",
        "The University burns.",
        "The fire deck ends here.",
        "The event E30 was every brigade fills all its buckets.",
        "«0» added a cone in Pepys House, which now holds 4.",
        "«0» moved a band to Billingsgate, where it covers a cone.",
        "The display was full and the bottom row moves up.",
        "White Fang of «2» shows the human side.",
        "The cones go back to the stock.",
        "3 cones must be added.",
        "The city will be evacuated.",
    ],
)
def test_the_law_finds_a_present_tense(text: str) -> None:
    assert present_verbs(text)


@pytest.mark.parametrize(
    "text",
    [
        "«0» took 3 cards and 2 loans.",
        "«0» had to take a loan.",
        "«0» chose to place Public Houses on a new stack.",
        "«0»'s Houses of Parliament was not flipped.",
        "«0» and «1» shared the victory.",
        "«0» was dealt 3 cards: Shops, Docks and Sewers.",
        "£1 was put on «0»'s Shops.",
        "«1» took the last card of the deck; each other player had one more turn.",
        "The evacuation of the city was announced: 8 tiles destroyed.",
        "The firestorm brought «0» cubes on 1 tile.",
        "No card was left to take; «0» went without 2 cards.",
    ],
)
def test_the_law_lets_the_past_pass(text: str) -> None:
    assert not present_verbs(text)
