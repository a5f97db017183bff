"""Every ruleset fulfils the contract beyond playing: turns, phrases, all objections, what is revealed."""

import random
import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR, seat_name, seat_of, seats_of
from domain.rulesets import CURRENT
from tests.lines import english
from tests.rulesets.games import SMALL, AnyRuleset, law_game, some
from tests.rulesets.near_legal import any_commands, near_legal, pools
from tests.rulesets.test_laws import explained, in_every_setting

PHRASE_LENGTH_MAX = 200
LEGAL_PER_STEP = 12


def bytes_of(refused: Refused) -> bytes:
    """Returns all that a refusal says."""
    return canonical([refused.code, refused.rules, refused.facts])


def first_refusal(box: AnyRuleset, state: Any, command: Any, chance: Chance) -> bytes | None:
    """Returns what `decide` refuses a command with, None if it accepts it."""
    try:
        box.decide(state, command, chance)
    except Refused as refused:
        return bytes_of(refused)
    return None


def objections(box: AnyRuleset, state: Any, command: Any) -> tuple[Refused, ...]:
    """Returns every objection to a command."""
    return box.objections(state, command)


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
def test_every_ruleset_names_what_it_reveals(ruleset: str) -> None:
    box = CURRENT[ruleset]
    assert box.phrase is not repr
    assert box.reveals or ruleset in SMALL
    assert set(box.reveals) <= set(box.events)
    assert len(set(box.reveals)) == len(box.reveals)


# ---- turns


@in_every_setting
def test_turns_begin_one_after_the_other_and_none_before_the_first(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    state = game.set_up.before
    count = box.turn(state)
    assert count == 0
    for event in game.events:
        state = box.evolve(state, event)
        assert box.turn(state) in (count, count + 1), type(event).__name__
        count = box.turn(state)
    assert seats <= count <= len(game.steps)


@in_every_setting
def test_everybody_knows_how_many_turns_have_begun(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("turns")
    for step in some(game, 8):
        for viewer in game.viewers:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            assert box.turn(twin) == box.turn(step.before)


# ---- phrases


@in_every_setting
def test_commands_that_are_legal_together_have_different_phrases(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    for step in some(game, 4):
        for seat in box.to_act(step.before):
            listed = box.legal(step.before, seat)
            for viewer in game.viewers:
                view = box.view(step.before, viewer)
                phrases = [english(box.phrase(view, command), ruleset) for command in listed]
                assert [phrase for phrase, times in Counter(phrases).items() if times > 1] == []
                for phrase in phrases:
                    sentence(phrase, seats)
                    assert seat_name(seat) not in phrase, "a phrase does not name the seat that acts"


@in_every_setting
def test_a_phrase_follows_from_what_its_reader_sees(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("sentences"), pools(game)
    differing = 0
    for step in some(game, 4):
        for viewer in game.viewers[:-1]:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            differing += twin != step.before
            here, there = box.view(step.before, viewer), box.view(twin, viewer)
            own = box.legal(step.before, seat_of(viewer)) if viewer >= 0 else ()
            for command in (*own, step.command, *near_legal(game, step, dice, values)):
                assert box.phrase(here, command) == box.phrase(there, command), command
    assert differing, "redeal deals nothing"


def sentence(phrase: str, seats: int) -> None:
    """A phrase is one sentence in printed names, without ids or words of Python. Another seat is a placeholder."""
    assert phrase[0].isupper() and phrase[-1] in ".!", phrase
    assert not re.search(r"_|\n|  |[{}]|\bNone\b|\bTrue\b|\bFalse\b|\(\)", phrase), phrase
    assert set(re.findall("«(.*?)»", phrase)) <= {str(seat) for seat in range(seats)}, phrase
    assert len(phrase) <= PHRASE_LENGTH_MAX, phrase


@in_every_setting
def test_what_is_not_legal_has_a_phrase_too(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, values = random.Random("phrases"), pools(game)
    for step in (game.set_up, *some(game, 4)):
        states = (step.after,) if step is game.set_up else (step.before, step.after)
        views = [game.ruleset.view(state, viewer) for state in states for viewer in game.viewers]
        for command in any_commands(game, step, dice, values):
            for view in views:
                phrase = english(game.ruleset.phrase(view, command), ruleset)
                assert phrase[0].isupper() and phrase[-1] in ".!", "refused commands are read, too"
                assert len(phrase) <= PHRASE_LENGTH_MAX, phrase


# ---- objections


@in_every_setting
def test_nothing_forbids_what_is_legal(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("legal")
    for step in some(game, 2):
        for seat in box.to_act(step.before):
            listed = box.legal(step.before, seat)
            for command in (*dice.sample(listed, min(len(listed), LEGAL_PER_STEP)), step.command):
                assert objections(box, step.before, command) == (), command


@in_every_setting
def test_what_is_not_legal_is_forbidden_and_decide_gives_the_first_reason(
    ruleset: str, seats: int, options: Any
) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("forbidden"), pools(game)
    several = 0
    for step in some(game, 2):
        for command in near_legal(game, step, dice, values):
            refusals = objections(box, step.before, command)
            first = first_refusal(box, step.before, command, Chance(game.seed, step.version))
            assert first == (bytes_of(refusals[0]) if refusals else None), command
            assert len(set(map(bytes_of, refusals))) == len(refusals), "each reason is given once"
            several += len(refusals) > 1
            for refused in refusals:
                explained(refused, ruleset)
    assert several > len(game.steps) // 4 or ruleset in SMALL, "one command is often forbidden by several rules"


@in_every_setting
def test_once_there_is_an_outcome_everything_is_forbidden(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, end = game.ruleset, game.steps[-1].after
    for step in some(game, 10):
        refusals = objections(box, end, step.command)
        assert refusals and first_refusal(box, end, step.command, Chance(game.seed, 0)) == bytes_of(refusals[0])


@in_every_setting
def test_objections_tell_a_seat_nothing_that_it_does_not_know(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("leaks"), pools(game)
    differing = 0
    for step in some(game, 5):
        for viewer in seats_of(seats):
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            differing += twin != step.before
            for command in near_legal(game, step, dice, values):
                own = replace(command, seat=viewer)
                here, there = objections(box, step.before, own), objections(box, twin, own)
                assert [*map(bytes_of, here)] == [*map(bytes_of, there)], own
    assert differing, "redeal deals nothing"


# ---- reveals


@in_every_setting
def test_what_is_revealed_is_in_the_line_of_every_viewer(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    revealed = [event for event in game.events if isinstance(event, box.reveals)]
    assert revealed or ruleset in SMALL, "every game reveals something"
    for event in revealed:
        line = box.tell(event, SPECTATOR)
        assert line is not None and line.facts
