"""Laws of the doors that tell about a game rather than play it, over every ruleset on the shelf: turns, phrases, every
objection, what is revealed. Names no ruleset.
"""

import random
import re
import typing
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR, seat_name
from domain.rulesets import RULESETS
from tests.rulesets.games import AnyRuleset, Game, Step, law_game
from tests.rulesets.test_laws import known, mutants, on_every_table, pools, some, tellable

PHRASE_LENGTH_MAX = 200
LEGAL_PER_STEP = 12


def told(no: Refused) -> bytes:
    """All that a refusal tells."""
    return canonical([no.code, no.text, no.rules, no.facts])


def first_no(box: AnyRuleset, state: Any, command: Any, chance: Chance) -> bytes | None:
    """What `decide` refuses a command with, None if it does not."""
    try:
        box.decide(state, command, chance)
    except Refused as no:
        return told(no)
    return None


def objections(box: AnyRuleset, state: Any, command: Any) -> tuple[Refused, ...]:
    """Every objection, by the door of the ruleset."""
    assert box.objections is not None
    return box.objections(state, command)


def asked(game: Game, step: Step, dice: random.Random, values: dict[tuple[type, str], list[Any]]) -> list[Any]:
    """Commands near to what is legal, and what is legal for one seat asked by another."""
    found = mutants(game, step, dice, values)
    for seat in game.ruleset.to_act(step.before):
        listed = game.ruleset.legal(step.before, seat)
        for command in dice.sample(listed, min(3, len(listed))):
            found.append(replace(command, seat=dice.randrange(game.seats)))
    return found


@pytest.mark.parametrize("ruleset", tuple(RULESETS))
def test_every_nameplate_names_its_doors(ruleset: str) -> None:
    box = RULESETS[ruleset]
    assert box.objections is not None and box.phrase is not repr
    assert box.reveals and set(box.reveals) <= set(box.events)
    assert len(set(box.reveals)) == len(box.reveals)


# ---- turns


@on_every_table
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


@on_every_table
def test_everybody_knows_how_many_turns_have_begun(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("turns")
    for step in some(game, 8):
        for viewer in game.viewers:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            assert box.turn(twin) == box.turn(step.before)


# ---- phrases


@on_every_table
def test_what_is_legal_at_one_moment_is_said_in_different_sentences(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    for step in some(game, 4):
        for seat in box.to_act(step.before):
            listed = box.legal(step.before, seat)
            for viewer in game.viewers:
                view = box.view(step.before, viewer)
                phrases = [box.phrase(view, command) for command in listed]
                assert [phrase for phrase, times in Counter(phrases).items() if times > 1] == []
                for phrase in phrases:
                    sentence(phrase, seats)
                    assert seat_name(seat) not in phrase, "the own seat is in it"


@on_every_table
def test_a_sentence_rests_on_what_its_reader_sees(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("sentences"), pools(game)
    differing = 0
    for step in some(game, 4):
        for viewer in game.viewers[:-1]:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            differing += twin != step.before
            here, there = box.view(step.before, viewer), box.view(twin, viewer)
            own = box.legal(step.before, viewer) if viewer >= 0 else ()
            for command in (*own, step.command, *asked(game, step, dice, values)):
                assert box.phrase(here, command) == box.phrase(there, command), command
    assert differing, "redeal deals nothing again"


def sentence(phrase: str, seats: int) -> None:
    """One plain sentence in printed names: no id and nothing of Python. Another seat that a command names is a mark."""
    assert phrase[0].isupper() and phrase[-1] in ".!", phrase
    assert not re.search(r"_|\n|  |[{}]|\bNone\b|\bTrue\b|\bFalse\b|\(\)", phrase), phrase
    assert set(re.findall("«(.*?)»", phrase)) <= {str(seat) for seat in range(seats)}, phrase
    assert len(phrase) <= PHRASE_LENGTH_MAX, phrase


@on_every_table
def test_what_is_not_legal_can_be_said_too(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, values = random.Random("said"), pools(game)
    for step in (game.set_up, *some(game, 4)):
        states = (step.after,) if step is game.set_up else (step.before, step.after)
        views = [game.ruleset.view(state, viewer) for state in states for viewer in game.viewers]
        for command in anything(game, step, dice, values):
            for view in views:
                phrase = game.ruleset.phrase(view, command)
                assert phrase[0].isupper() and phrase[-1] in ".!", "commands that were refused are read, too"
                assert len(phrase) <= PHRASE_LENGTH_MAX, phrase


def anything(game: Game, step: Step, dice: random.Random, values: dict[tuple[type, str], list[Any]]) -> list[Any]:
    """Commands near to what is legal, those of other moments, and of every kind one with nonsense in every field."""
    found = asked(game, step, dice, values) + [other.command for other in dice.sample(game.steps, 8)]
    for kind in game.ruleset.commands:
        found.append(kind(**{field.name: nonsense(field.type, dice) for field in msgspec.structs.fields(kind)}))
    return found


def nonsense(kind: Any, dice: random.Random) -> Any:
    """A value of a command's field that its type lets in and that is found in no box."""
    while isinstance(kind, typing.NewType):
        kind = kind.__supertype__
    options = typing.get_args(kind)
    if typing.get_origin(kind) is tuple:
        return tuple(nonsense(options[0], dice) for _ in range(dice.randrange(5)))
    if typing.get_origin(kind) is typing.Literal:
        return dice.choice(options)
    if options:
        return nonsense(dice.choice(options), dice)
    strange: dict[Any, tuple[Any, ...]] = {
        int: (-99, -1, 0, 7, 36, 99),
        str: ("", "nowhere", "{}", "«0»"),
        bool: (True, False),
    }
    return dice.choice(strange[kind]) if kind in strange else None


# ---- objections


@on_every_table
def test_nothing_forbids_what_is_legal(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("legal")
    for step in some(game, 2):
        for seat in box.to_act(step.before):
            listed = box.legal(step.before, seat)
            for command in (*dice.sample(listed, min(len(listed), LEGAL_PER_STEP)), step.command):
                assert objections(box, step.before, command) == (), command


@on_every_table
def test_what_is_not_legal_is_forbidden_and_decide_says_the_first_reason(
    ruleset: str, seats: int, options: Any
) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("forbidden"), pools(game)
    several = 0
    for step in some(game, 2):
        for command in asked(game, step, dice, values):
            noes = objections(box, step.before, command)
            chance = Chance(game.seed, step.version)
            assert first_no(box, step.before, command, chance) == (told(noes[0]) if noes else None), command
            assert len({told(no) for no in noes}) == len(noes), "no reason is told twice"
            several += len(noes) > 1
            for no in noes:
                assert re.fullmatch("[a-z][a-z_]*", no.code), no.code
                assert no.rules and set(no.rules) <= known(ruleset), (command, no)
                assert no.text.endswith((".", "?", "!"))
                assert tellable(no.facts)
    assert several > len(game.steps) // 4, "one command is often forbidden by several rules"


@on_every_table
def test_once_there_is_an_outcome_everything_is_forbidden(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, end = game.ruleset, game.steps[-1].after
    for step in some(game, 10):
        noes = objections(box, end, step.command)
        assert noes and first_no(box, end, step.command, Chance(game.seed, 0)) == told(noes[0])


@on_every_table
def test_objections_tell_a_seat_nothing_that_it_does_not_know(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice, values = game.ruleset, random.Random("leaks"), pools(game)
    differing = 0
    for step in some(game, 5):
        for viewer in range(seats):
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            differing += twin != step.before
            for command in asked(game, step, dice, values):
                own = replace(command, seat=viewer)
                noes, others = objections(box, step.before, own), objections(box, twin, own)
                assert [told(no) for no in noes] == [told(no) for no in others], own
    assert differing, "redeal deals nothing again"


# ---- reveals


@on_every_table
def test_what_is_revealed_is_told_to_everybody_alike(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    revealed = [event for event in game.events if isinstance(event, box.reveals)]
    assert revealed, "something turns up in every game"
    for event in revealed:
        line = box.tell(event, SPECTATOR)
        assert line is not None and line.facts
