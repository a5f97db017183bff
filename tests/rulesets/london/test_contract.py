"""The contract beyond playing, for London: turns, phrases, all objections, what is revealed."""

import itertools
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    Command,
    DrawFromDeck,
    GiveUp,
    Invest,
    NameOpponent,
    PlaceCard,
    PlaceUnderground,
    PutBack,
    Repeat,
    SpendCard,
    StopSpending,
    TakeInExchange,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import BOROUGHS, CARDS, FACE_OF
from domain.rulesets.london.events import HandRevealed, TurnBegan
from domain.rulesets.london.options import Options
from domain.rulesets.london.state import Activation, Phase, Placement, State, Turn
from domain.rulesets.london.view import View, view
from tests.lines import english
from tests.rules_report import rulebooks
from tests.rulesets.games import Game, Step, law_game
from tests.rulesets.london.position import NO_CHANCE, c, position, seat, stack
from tests.rulesets.resigned import resigning

TABLES = [(seats, options) for seats in (2, 3, 4) for options in (Options(), Options(idle_turns_per_player=1))]
on_every_table = pytest.mark.parametrize(("seats", "options"), TABLES)
STRANGERS = (-1, 4, 99)
STACKS_MAX = 15
SELDOM = {"put_back", "exchanging", "bringing_in", "spending", "naming", "repeating", "underground", "activation_cost"}
ASKED_PER_STATE = 12


def some(game: Game, every: int) -> Iterator[Step]:
    """One step in `every`, without a rhythm; never without the last one and those of phases that are seldom reached."""
    dice = random.Random(f"{game.seed.hex()} {every}")
    for step in game.steps:
        if dice.randrange(every) == 0 or step.before.phase in SELDOM or step is game.steps[-1]:
            yield step


@cache
def values() -> dict[str, tuple[Any, ...]]:
    """What the fields of a command may hold, sense and nonsense."""
    return {
        "seat": (0, 1, 2, 3, *STRANGERS),
        "card": (*CARDS, "nowhere"),
        "stack": (*range(-1, 7), None),
        "hospital": (*range(-1, 7), None),
        "borough": (*BOROUGHS, "nowhere"),
        "opponent": (0, 1, 2, 3, *STRANGERS),
        "school": (False, True),
        "face_down": (False, True),
    }


def asked(state: State, dice: random.Random) -> Iterator[Command]:
    """Commands of any seat: near to what is legal, about what that seat has, and at random."""
    legal = RULESET.legal(state, state.active)
    for _ in range(ASKED_PER_STATE):
        if legal and dice.random() < 0.4:
            near = dice.choice(legal)
            field = dice.choice(near.__struct_fields__)
            command = replace(near, **{field: dice.choice(values()[field])})
        else:
            kind = dice.choice(RULESET.commands)
            command = kind(**{field: dice.choice(values()[field]) for field in kind.__struct_fields__})
        if 0 <= command.seat < len(state.players) and "card" in command.__struct_fields__ and dice.random() < 0.5:
            hand = state.players[command.seat].hand
            command = replace(command, card=dice.choice(hand)) if hand else command
        if isinstance(command, PlaceCard) or getattr(command, "stack", 0) is not None:
            yield command


def said(refused: Refused) -> tuple[str, str, tuple[str, ...], bytes]:
    return refused.code, english(refused, "london"), refused.rules, canonical(refused.facts)


def objections(state: State, command: Command) -> tuple[Refused, ...]:
    assert RULESET.objections is not None
    return RULESET.objections(state, command)


def decided(state: State, command: Command) -> Refused | None:
    """What the command is refused with."""
    try:
        RULESET.decide(state, command, NO_CHANCE)
    except Refused as refused:
        return refused
    return None


# ---- turns


@pytest.mark.rules("LON-TURN-01")
@on_every_table
def test_a_turn_more_with_every_turn_that_begins_and_everybody_can_tell(seats: int, options: Options) -> None:
    game = law_game("london", seats, options)
    state, turns = game.set_up.before, 0
    assert RULESET.turn(state) == 0
    for event in game.events:
        state = RULESET.evolve(state, event)
        turns += isinstance(event, TurnBegan)
        assert RULESET.turn(state) == turns == view(state, SPECTATOR).turn_number
    assert RULESET.turn(game.set_up.after) == 1
    assert turns > seats and RULESET.outcome(state) is not None


@pytest.mark.rules("LON-TURN-01", "GAME-RESIGN-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turns_of_a_seat_that_resigned_are_counted_for_the_bot_plays_them(seats: int) -> None:
    turns, players = 0, set()
    for event, state, gone in resigning(RULESET, seats):
        if isinstance(event, TurnBegan):
            turns += 1
            players |= {event.seat} & set(gone)
        assert RULESET.turn(state) == turns
    assert turns > seats and players == set(range(1, seats))


# ---- phrases


def sensible() -> Iterator[Command]:
    """Every command of seat 0 that could be legal at some table: all cards, all boroughs, more stacks than are ever built."""
    box = {**values(), "card": CARDS, "borough": tuple(BOROUGHS), "opponent": range(4)}
    box |= {"stack": range(STACKS_MAX), "hospital": (None, *range(STACKS_MAX))}
    for kind in RULESET.commands:
        box["stack"] = (*range(STACKS_MAX), None) if kind is PlaceCard else range(STACKS_MAX)
        yield from (kind(0, *rest) for rest in itertools.product(*(box[field] for field in kind.__struct_fields__[1:])))


def seen_at(phase: Phase, offered: str | None = None, activation: Activation | None = None) -> View:
    """What everybody sees of a table where seat 0 has built two stacks with the same building on top and one of another."""
    stacks = [stack("coffee_house", "paupers"), "paupers/2", stack("hospital", down=True)]
    placement = Placement(c("grocers"), None, face_down=False) if phase == "paying" else None
    under_way = () if activation is None else (activation,)
    turn = Turn(placement=placement, activations=under_way, offered=None if offered is None else c(offered))
    return view(position(seat(stacks=stacks), seat(stacks=["school_blue_late"]), phase=phase, turn=turn), SPECTATOR)


@pytest.mark.parametrize("phase", ["action", "paying", "exchanging"])
def test_no_two_commands_of_a_seat_have_the_same_phrase(phase: Phase) -> None:
    seen = seen_at(phase, "lords" if phase == "exchanging" else None)
    phrases: dict[str, Command] = {}
    for command in sensible():
        phrase = english(RULESET.phrase(seen, command), "london")
        assert phrase not in phrases, (command, phrases[phrase])
        phrases[phrase] = command
        assert (
            re.fullmatch(r"[A-Z].*[^. ]\.", phrase) and "  " not in phrase and "_" not in phrase and "#" not in phrase
        )
        if not isinstance(command, NameOpponent):
            assert "«" not in phrase


@on_every_table
def test_what_is_listed_at_one_moment_has_distinct_phrases_with_printed_names(seats: int, options: Options) -> None:
    for step in law_game("london", seats, options).steps:
        legal = RULESET.legal(step.before, step.before.active)
        seen = view(step.before, step.before.active)
        phrases = [english(RULESET.phrase(seen, command), "london") for command in legal]
        assert len(set(phrases)) == len(phrases)
        for command, phrase in zip(legal, phrases, strict=True):
            for field in ("card", "borough"):
                thing = getattr(command, field, None)
                if thing is not None:
                    assert (BOROUGHS[thing].name if field == "borough" else FACE_OF[thing].name) in phrase
            if getattr(command, "stack", None) is not None:
                top = step.before.players[command.seat].stacks[command.stack].top
                assert FACE_OF[top].name in phrase and f"stack {command.stack + 1}" in phrase


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        (PlaceCard(0, c("grocers"), 0), "Place Grocers on stack 1, over Paupers A1."),
        (PlaceCard(0, c("grocers"), 3), "Place Grocers on stack 4."),
        (DrawFromDeck(0), "Draw from the deck."),
        (PlaceCard(0, c("grocers")), "Place Grocers on a new stack."),
        (PlaceCard(0, c("grocers"), 1, True), "Place Grocers face down on stack 2, over Paupers A2."),
        (SpendCard(0, "paupers#B3"), "Spend Paupers B3."),
        (SpendCard(0, c("lords"), school=True), "Spend Lord's with School."),
        (PutBack(0, c("lords")), "Put Lord's back on the deck, under any put back before."),
        (GiveUp(0, c("school_blue_late")), "Give up blue School C1."),
        (Activate(0, 0, 2), "Activate Paupers A1 on stack 1 and flip Hospital on stack 3 instead."),
        (Activate(1, 0), "Activate blue School C1 on stack 1."),
        (Activate(99, 0), "Activate stack 1."),
        (Repeat(0, 1), "Activate Paupers A2 on stack 2 again."),
        (Repeat(0, 4), "Activate stack 5 again."),
        (Invest(0, "islington"), "Invest in Islington & Stoke Newington."),
        (PlaceUnderground(0, "city"), "Bring the Underground to City."),
        (NameOpponent(0, 2), "Name «2»."),
        (UseWren(0), "Use Wren."),
        (TakeThree(0), "Take 3 cards."),
        (Invest(0, "atlantis"), "Invest in atlantis."),
        (GiveUp(0, "joker"), "Give up joker."),
    ],
)
def test_a_phrase_says_what_is_asked(command: Command, phrase: str) -> None:
    assert english(RULESET.phrase(seen_at("action"), command), "london") == phrase


@pytest.mark.parametrize(
    ("phase", "command", "phrase"),
    [
        ("paying", SpendCard(0, "paupers#B3"), "Spend Paupers B3 to place Grocers."),
        ("paying", SpendCard(0, c("lords"), school=True), "Spend Lord's to place Grocers with School."),
        ("paying", UseWren(0), "Use Wren to place Grocers."),
        ("activation_cost", SpendCard(0, "paupers#B3"), "Spend Paupers B3 to activate Fleet Street."),
        ("spending", SpendCard(0, "paupers#B3"), "Spend Paupers B3 for Fleet Street."),
        ("spending", StopSpending(0), "Spend no further card for Fleet Street."),
        ("naming", NameOpponent(0, 2), "Give 2 poverty points to «2» for Fleet Street."),
        ("exchanging", TakeInExchange(0, c("grocers")), "Take Grocers in exchange for Lord's."),
    ],
)
def test_a_phrase_says_what_a_card_goes_for(phase: Phase, command: Command, phrase: str) -> None:
    under_way = Activation(c("fleet_street"), 0, hospital=None, repeated=False, paid=False)
    assert english(RULESET.phrase(seen_at(phase, "lords", under_way), command), "london") == phrase


# ---- all objections, over whole games


@pytest.mark.rules("LON-FLOW-11")
@on_every_table
def test_nothing_forbids_what_is_listed_and_the_first_objection_is_what_decide_says(
    seats: int, options: Options
) -> None:
    game, dice, known = law_game("london", seats, options), random.Random("doors"), rulebooks()["london"].known
    several = 0
    for step in some(game, 3):
        state = step.before
        legal = RULESET.legal(state, state.active)
        assert all(objections(state, command) == () for command in legal)
        for command in asked(state, dice):
            found = objections(state, command)
            refused = decided(state, command)
            assert bool(found) == (refused is not None) == (command not in legal), command
            if refused is not None:
                assert said(found[0]) == said(refused)
            codes = [each.code for each in found]
            assert len(set(codes)) == len(codes), (command, codes)
            assert all(each.rules and set(each.rules) <= known for each in found)
            several += len(found) > 1
    assert several > len(game.steps) // 2


@pytest.mark.rules("LON-TURN-01", "LON-END-05", "LON-SETUP-05")
@on_every_table
def test_out_of_turn_is_said_first_and_before_and_after_the_game_nothing_else(seats: int, options: Options) -> None:
    game, dice = law_game("london", seats, options), random.Random("out of turn")
    for step in some(game, 5):
        for command in RULESET.legal(step.before, step.before.active)[:20]:
            for other in {*range(seats), *STRANGERS} - {step.before.active}:
                found = objections(step.before, replace(command, seat=other))
                assert found[0].code == "not_your_turn"
                assert len(found) == 1 or other not in STRANGERS
        end = game.steps[-1].after
        for command in asked(step.before, dice):
            assert [each.code for each in objections(end, command)] == ["game_over"]
            assert [each.code for each in objections(game.set_up.before, command)] == ["wrong_phase"]


@pytest.mark.rules("LON-INFO-01", "LON-INFO-06", "LON-INFO-12")
@on_every_table
def test_objections_tell_a_seat_nothing_that_it_does_not_know(seats: int, options: Options) -> None:
    game, dice = law_game("london", seats, options), random.Random("leaks")
    differing = 0
    for number, step in enumerate(some(game, 4)):
        for viewer in range(seats):
            twin = RULESET.redeal(step.before, viewer, Chance(dice.randbytes(32), number))
            differing += twin != step.before
            for command in asked(step.before, dice):
                own = replace(command, seat=viewer)
                assert list(map(said, objections(step.before, own))) == list(map(said, objections(twin, own))), own
    assert differing


# ---- what is revealed


@pytest.mark.rules("LON-INFO-09", "LON-SCORE-02")
@on_every_table
def test_the_hands_are_all_that_turns_up_for_everybody(seats: int, options: Options) -> None:
    game = law_game("london", seats, options)
    assert RULESET.reveals == (HandRevealed,)
    shown = [event for event in game.events if isinstance(event, RULESET.reveals)]
    assert sorted(event.seat for event in shown) == list(range(seats))
    for event in shown:
        told = {canonical(msgspec.to_builtins(RULESET.tell(event, viewer))) for viewer in game.viewers}
        assert len(told) == 1
