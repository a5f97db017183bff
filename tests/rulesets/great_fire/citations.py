"""Which rules the lines, refusals and outcomes cite over the law games and the golden games of the newest version.

`python -m tests.rulesets.great_fire.citations` prints how often each rule is cited, and what is never cited and why.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER, SPECTATOR, seats_of
from domain.rulesets import CURRENT
from services.rulebook import read_rules
from tests.rules_report import ASIDE, ROOT
from tests.rulesets.games import law_game, option_sets
from tests.rulesets.golden import Line, files, rows_of
from tests.rulesets.great_fire.samples import some, some_commands

RULESET: Final = "great_fire"
SILENT: Final = {
    # the board and its pieces: they decide nothing by themselves
    "GF-BOARD-01": "what the board is",
    "GF-BOARD-02": "how the houses are spread",
    "GF-BOARD-05": "no obstacle, so nothing happens; GF-BOARD-03 and GF-ACT-04 say what does",
    # what does not happen, and has no event
    "GF-PRIO-06": "landowners change no rank",
    "GF-TOKEN-04": "there is no limit and no trade",
    "GF-ACT-11": "there is no limit",
    "GF-PUT-05": "no landowner can be in Pudding Lane (GF-ACT-05)",
    "GF-DEMO-09": "a demolished district changes nothing for bands and landowners; GF-ACT-04 names it too",
    "GF-RULING-21": "a token without a target is not playable; the refusal names what is wrong with the target",
    "GF-RULING-44": "no obstacle, so nothing happens",
    "GF-RULING-50": "a total has no limit",
    "GF-RULING-52": "each step costs the same",
    # invariants
    "GF-CONT-05": "an invariant, asserted when the game is scored",
    "GF-SUPPLY-04": "an invariant",
    # what happens seldom
    "GF-RULING-07": "Pudding Lane without a cone, in test_citations.py",
    "GF-RULING-54": "a time-out: its line is the game's (GAME-TIME-01), and its refusal is in test_errata.py",
    # views and lists, which cite nothing
    "GF-HID-01": "about all views and events",
    "GF-HID-10": "about score tracks",
    "GF-RULING-47": "about the discards in a view",
    "GF-RULING-48": "about the own cards in a view",
}
"""Rules that explain no event, refusal or outcome -> why."""


def events_of(box: AnyRuleset) -> Iterator[Any]:
    """Yields the events of the law games, then those of the golden games."""
    for seats in range(box.seats_min, box.seats_max + 1):
        for options in option_sets(box.id):
            yield from law_game(box.id, seats, options).events
    kinds = {kind.__struct_config__.tag: kind for kind in box.events}
    for path in files(box):
        for row in rows_of(path)[1:]:
            for event in msgspec.json.decode(row, type=Line).events:
                yield msgspec.convert(event, kinds[event["type"]])


def lines_and_outcomes(box: AnyRuleset) -> Iterator[str]:
    """Yields every rule that a line of any viewer, or the outcome, cites."""
    viewers = (*seats_of(box.seats_max), SPECTATOR, ARBITER)
    for event in events_of(box):
        lines = (box.tell(event, viewer) for viewer in viewers)
        yield from {rule for line in lines if line is not None for rule in line.rules}
        if (outcome := getattr(event, "outcome", None)) is not None:
            yield from {
                *outcome.rules,
                *(rule for place in outcome.places for row in place.sources for rule in row.rules),
            }


def refusals(box: AnyRuleset) -> Iterator[str]:
    """Yields every rule that an objection cites, for many commands of the active seat in law games."""
    dice = random.Random("citations")
    for seats in range(box.seats_min, box.seats_max + 1):
        game = law_game(box.id, seats, option_sets(box.id)[0])
        for state in some(game, 0.5):
            for command in some_commands(state, state.active, dice):
                for refused in box.objections(state, command):
                    yield from refused.rules


def cited() -> Counter[str]:
    """Counts the citations of each rule."""
    box = CURRENT[RULESET]
    return Counter((*lines_and_outcomes(box), *refusals(box)))


def explaining() -> tuple[str, ...]:
    """Returns the rules that could explain something: all but terms, components, editions and worked examples."""
    text = (ROOT / "domain" / "rulesets" / RULESET / "rules.md").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(rule.id for rule in read_rules(RULESET, text) if not ASIDE.match(rule.title)))


def main() -> None:
    """Prints how often each rule that explains something is cited."""
    counts = cited()
    for rule in explaining():
        times = counts[rule] or f"never: {SILENT.get(rule, 'nobody knows why')}"
        print(f"{rule:14} {times}")


if __name__ == "__main__":
    main()
