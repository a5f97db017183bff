"""The doors beside the rules: the count of turns, all objections to a command, what is turned up for everybody."""

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.queries import turn
from domain.rulesets.brigade.redeal import redeal
from domain.rulesets.brigade.rules import decide, leave, legal, objections, time_out
from tests.rulesets.brigade.objected import no_to, refusal_bytes
from tests.rulesets.brigade.position import ALL, BASE, SEED
from tests.rulesets.brigade.rare_games import choose
from tests.rulesets.games import Game, Step, changed_options, law_game, mixed, play
from tests.rulesets.resigned import resigning
from tests.rulesets.test_laws import mutants, pools, some

MODULES = (BASE, ALL, Options(advanced=True), Options(extra_crew=True, big_buildings=True, fire_festival=True))
TABLES = [(seats, options) for seats in (2, 3, 4) for options in MODULES]
LONG = (1, 3, 5, 7, 13, 27, 37)
STEPS_MAX = 2_000
on_every_table = pytest.mark.parametrize(
    ("seats", "options"), [pytest.param(*table, id=f"{table[0]}-{changed_options(table[1])}") for table in TABLES]
)


@cache
def games(seats: int, options: Any) -> tuple[Game, ...]:
    """The game of the laws, and some more."""
    more = (
        play(RULESET, seats, options, f"doors {number} {seats} {changed_options(options)}", mixed(RULESET))
        for number in range(3)
    )
    return (law_game("brigade", seats, options), *more)


def strange_at(game: Game, step: Step, dice: random.Random, seen: dict[tuple[type, str], list[Any]]) -> list[Any]:
    """Mutants of what is legal at a step; the few games hold no other value of some fields than those of the step
    itself."""
    for command in legal(step.before, RULESET.to_act(step.before)[0]):
        for name in command.__struct_fields__:
            if not seen[type(command), name]:
                seen[type(command), name].append(getattr(command, name))
    return mutants(game, step, dice, seen)


# ---- over whole games


@on_every_table
def test_a_legal_command_has_no_objection_and_any_other_has_the_refusal_first(seats: int, options: Any) -> None:
    for game in games(seats, options):
        objected(game)


def objected(game: Game) -> None:
    dice, seen, seats = random.Random("objections"), pools(game), game.seats
    several = 0
    for step in some(game, 3):
        state = step.before
        listed = legal(state, RULESET.to_act(state)[0])
        assert all(objections(state, command) == () for command in listed)
        strange = strange_at(game, step, dice, seen)
        for command in dice.sample(listed, min(len(listed), 6)):
            strange += [replace(command, seat=other) for other in range(seats) if other != command.seat]
        for command in strange:
            codes = no_to(state, command)
            assert codes
            several += len(codes) > 1
    assert several
    for step in some(game, 20):
        assert no_to(game.steps[-1].after, step.command) == ["game_over"]


@on_every_table
def test_objections_tell_a_seat_nothing_that_it_does_not_know(seats: int, options: Any) -> None:
    for game in games(seats, options):
        twins(game)


def twins(game: Game) -> None:
    dice, seen, seats = random.Random("twins"), pools(game), game.seats
    for step in some(game, 8):
        hidden = step.before.drawn or dice.random() < 0.5
        for viewer in range(seats) if hidden else ():
            twin = redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            for command in strange_at(game, step, dice, seen):
                own = replace(command, seat=viewer)
                assert [*map(refusal_bytes, objections(step.before, own))] == [
                    *map(refusal_bytes, objections(twin, own))
                ]


@cache
def long_games() -> tuple[Game, ...]:
    """Captains with a whim play long, recruit, and earn extra turns."""
    return tuple(play(RULESET, 2 + n % 3, ALL, f"rare brigade {n}", choose) for n in LONG)


@pytest.mark.rules("BRI-TURN-02", "BRI-TURN-08", "BRI-CREW-BROTHER-BEN")
def test_turns_are_counted_extra_ones_too() -> None:
    played = [game for table in TABLES for game in games(*table)] + list(long_games())
    for game in played:
        assert turn(game.set_up.before) == 0
        state, counted = game.set_up.before, 0
        for happened in game.events:
            state = evolve(state, happened)
            counted += isinstance(happened, e.TurnBegan)
            assert turn(state) == counted
        assert all((turn(step.before) == 0) == (step.before.round == 0) for step in game.steps)
    assert any(happened.extra for game in played for happened in game.events if isinstance(happened, e.TurnBegan))


@pytest.mark.rules("BRI-CREW-BROTHER-BEN")
def test_an_extra_turn_is_a_turn_more() -> None:
    game = law_game("brigade", 4, ALL)
    state = next(step.before for step in game.steps if step.before.round == 2 and step.before.pending is None)
    done = replace(state.brigades[state.active], circles=(5, 4, 5), at=state.brigades[state.active].home)
    brigades = tuple(done if seat == state.active else b for seat, b in enumerate(state.brigades))
    state = replace(state, brigades=brigades, extra_due=True)
    before = turn(state)
    after = fold(evolve, state, decide(state, c.EndTurn(state.active), Chance(SEED, 3)))
    assert (after.extra, after.active, turn(after)) == (True, state.active, before + 1)


@pytest.mark.rules("BRI-RULING-89")
def test_the_count_of_turns_never_goes_down_when_players_leave() -> None:
    for number in range(12):
        dice, seed = random.Random(number), bytes([number]) * 32
        state = RULESET.initial(4, ALL)
        events = RULESET.set_up(state, Chance(seed, 0))
        begun = 0
        for step in range(1, STEPS_MAX):
            for happened in events:
                before, state = turn(state), evolve(state, happened)
                assert before <= turn(state)
                begun += isinstance(happened, e.TurnBegan)
            there = [seat for seat, b in enumerate(state.brigades) if not b.gone]
            assert turn(state) == begun
            if not (acting := RULESET.to_act(state)):
                break
            chance = Chance(seed, step)
            if len(there) > 2 and dice.random() < 0.02:
                events = leave(state, dice.choice(there), chance)
            else:
                listed = legal(state, acting[0])
                events = decide(state, choose(state, acting[0], listed, dice, Chance(seed, 0)), chance)
        assert state.phase == "over" and begun > 4


@pytest.mark.rules("BRI-RULING-89", "GAME-RESIGN-01")
@pytest.mark.parametrize("seats", [3, 4])
def test_who_resigns_has_no_turn_more_and_none_is_counted(seats: int) -> None:
    begun = 0
    for happened, state, gone in resigning(RULESET, seats):
        if isinstance(happened, e.TurnBegan):
            assert happened.seat not in gone
            begun += 1
        assert turn(state) == begun
    assert begun >= seats and gone


@pytest.mark.rules("BRI-HIDDEN-02", "BRI-HIDDEN-04", "BRI-EVENT-01")
def test_what_reveals_is_told_to_everybody_in_full() -> None:
    seen = set()
    for game in long_games():
        for happened in game.events:
            if isinstance(happened, RULESET.reveals):
                seen.add(type(happened))
                assert RULESET.tell(happened, SPECTATOR) == RULESET.tell(happened, ARBITER)
    assert seen == set(RULESET.reveals) <= set(RULESET.events)


@pytest.mark.rules("BRI-RULING-89", "BRI-TURN-08")
@pytest.mark.parametrize("leavers", [(1,), (3, 1), (0, 2)])
def test_a_turn_that_is_skipped_is_not_begun_however_long_the_game_lasts(leavers: tuple[int, ...]) -> None:
    seed = bytes(32)
    state = RULESET.initial(4, ALL)
    events = RULESET.set_up(state, Chance(seed, 0))
    begun, left = 0, 0
    for step in range(1, STEPS_MAX):
        for happened in events:
            state = evolve(state, happened)
            begun += isinstance(happened, e.TurnBegan)
        assert turn(state) == begun
        if state.round > 40:
            break
        # The same small fire for ever: this city neither burns down nor is saved.
        state = replace(state, fire=bytes(32) + b"\x01" + bytes(3), destroyed=0, evacuation=False)
        chance = Chance(seed, step)
        if left < len(leavers) and state.round == 2 + left and state.phase == "action":
            events = leave(state, leavers[left], chance)
            left += 1
        else:
            (acting,) = RULESET.to_act(state)
            events = time_out(state, acting, chance)
    assert state.round > 40 and left == len(leavers)
    assert 40 * 4 - begun > 34 * left, "more turns were skipped than the deck has cards"
