"""A ruling that moves a running game to a later version of its ruleset, told on the toy whose second version refuses a
seven and caps cards at 40."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.refusal import LaterBuild, Refused
from domain.engine.ruleset import Amendments, AnyRuleset, in_line
from domain.engine.step import Moment, Step
from domain.engine.viewer import seat_of
from domain.game import BeginGame, Game, GameState, OpenGame, TakeSeat
from domain.game.authority import Authority
from domain.game.rulings.commands import MakeRuling
from domain.game.rulings.events import RulesetChanged, RulingMade
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.past import Done
from domain.game.view import tell_game
from domain.rulesets import RULESETS
from tests.game.toy import TOY, Show
from tests.services.audit.toys import TOY_2, UNLUCKY

ANN, BEN = seat_of(0), seat_of(1)
LINE = in_line(TOY, TOY_2)


def game_of(first: AnyRuleset = LINE[0]) -> Game:
    return Game(first)


def moved(version: int | None = 2, by: str = "judge") -> MakeRuling:
    return MakeRuling(by, Ruling("ruleset", version=version), Authority("arbiter"))


def begun(game: Game, cards: tuple[int, ...] = (UNLUCKY, 50, 45)) -> GameState:
    """A game of as many seats as cards, with these cards dealt."""
    _, state = game.open(OpenGame("host", "toy", len(cards)), bytes(32), 1)
    for at in range(len(cards)):
        state = game.advance(state, TakeSeat(f"p{at}", seat_of(at)), game.chance(state), 2)[1]
    state = game.advance(state, BeginGame("host"), game.chance(state), 3)[1]
    return msgspec.structs.replace(state, position=msgspec.structs.replace(state.position, cards=cards))


def after(game: Game, state: GameState, *commands: Any) -> GameState:
    for command in commands:
        events, decided = game.advance(state, command, game.chance(state), state.at_us + 1)
        folded: GameState | None = state
        for number, event in enumerate(events, start=1):
            folded = game.evolve(folded, event, Moment(state.at_us + 1, ends=number == len(events)))
        assert folded is not None and canonical(folded) == canonical(decided)
        state = decided
    return state


def refused(game: Game, state: GameState, command: Any, past: list[Done] | None = None) -> Refused:
    with pytest.raises(Refused) as no:
        game.decide(state, command, game.chance(state), state.at_us + 1, past or ())
    return no.value


@pytest.mark.rules("GAME-VERSION-02", "GAME-RULING-03")
def test_game_version_02_only_a_later_version_of_the_same_generation() -> None:
    game = game_of()
    state = begun(game)
    for version in (None, 0, 1, 3):
        no = refused(game, state, moved(version))
        assert (no.code, no.rules, no.facts["versions"]) == ("no_later_version", ("GAME-VERSION-02",), (2,))
    second = after(game, state, moved())
    for version in (1, 2, 3):
        no = refused(game, second, moved(version))
        assert (no.code, no.facts["played"], no.facts["versions"]) == ("no_later_version", 2, ())
    assert refused(game, state, moved(by="p0")).code == "not_an_arbiter"
    other = msgspec.defstruct("OtherState", [("more", int, 0)], bases=(TOY.state,), frozen=True, kw_only=True)
    assert in_line(TOY, replace(TOY_2, state=other))[0].later == (), "another generation"


@pytest.mark.rules("GAME-VERSION-02", "GAME-VERSION-01")
def test_steps_before_it_are_by_the_old_rules_and_those_after_it_by_the_new_ones() -> None:
    game = game_of()
    state = begun(game)
    events, _ = game.advance(state, moved(), game.chance(state), 9)
    assert [type(event) for event in events] == [RulingMade, RulesetChanged]
    assert events[0].seats == (0, 1, 2), "it touches every seat"
    assert tell_game(events[1]).rules == ("GAME-VERSION-02",)
    after(game, state, Show(ANN))  # version 1 shows a seven
    second = after(game, state, moved())
    assert (second.ruleset_version, second.position.ruleset_version, state.ruleset_version) == (2, 2, 1)
    assert refused(game, second, Show(ANN)).code == "unlucky"
    third = after(game, state, Show(ANN), moved(), Show(BEN), Show(seat_of(2)))
    assert third.result is not None and third.result.winners == (1, 2), "50 and 45 are level by version 2"
    stayed = after(game, state, Show(ANN), Show(BEN), Show(seat_of(2)))
    assert stayed.result is not None and stayed.result.winners == (1,)
    assert game.view(third, ANN).ruleset_version == 2 and game.played(third) == LINE[1].outcome(third.position)


@pytest.mark.rules("GAME-VERSION-02", "GAME-RULING-02", "GAME-BACK-07")
def test_nobody_goes_back_behind_it() -> None:
    game = game_of()
    states = [begun(game)]
    past = list[Done]()
    for command in (Show(ANN), moved(), Show(BEN)):
        before = states[-1]
        events, then = game.advance(before, command, game.chance(before), before.at_us + 1, past)
        past.append(Done.on(before, Step(before.version + 1), None, command, events))
        states.append(then)
    rewind = MakeRuling("judge", Ruling("rewind", to=states[0].version), Authority("arbiter"))
    no = refused(game, states[-1], rewind, past)
    assert no.code == "behind_frontier" and no.facts["crossing"] == "ruling"
    near = MakeRuling("judge", Ruling("rewind", to=states[2].version), Authority("arbiter"))
    back = game.advance(states[-1], near, game.chance(states[-1]), 99, past)[1]
    assert back.position == states[2].position and back.ruleset_version == 2


@pytest.mark.rules("GAME-VERSION-02", "GAME-RULING-05")
def test_a_position_that_the_later_version_cannot_play_is_refused_with_its_law() -> None:
    def lawful(position: Any) -> tuple[str, ...]:
        return ("No seat holds a seven.",) if UNLUCKY in position.cards and position.ruleset_version == 2 else ()

    strict = replace(TOY_2, amendments=Amendments(kinds=(), amend=lambda state, given: state, lawful=lawful))
    game = game_of(in_line(TOY, strict)[0])
    no = refused(game, begun(game), moved())
    assert (no.code, no.facts["law"], no.rules) == ("unlawful", "No seat holds a seven.", ("GAME-VERSION-02",))
    assert after(game, begun(game, (1, 2)), moved()).ruleset_version == 2
    idle = replace(TOY_2, to_act=lambda state: ())
    game = game_of(in_line(TOY, idle)[0])
    assert refused(game, begun(game), moved()).code == "nobody_to_act"


@pytest.mark.rules("GAME-VERSION-04")
def test_a_build_without_the_later_version_says_so_and_an_earlier_one_is_impossible() -> None:
    state = begun(game_of())
    older = game_of(replace(LINE[0], later=()))
    with pytest.raises(LaterBuild, match="lacks version 2 of toy"):
        older.evolve(state, RulesetChanged(1, 2), Moment(9, ends=True))
    with pytest.raises(AssertionError):
        game_of().evolve(state, RulesetChanged(1, 1), Moment(9, ends=True))


def test_every_version_knows_the_later_ones() -> None:
    for (id, version), ruleset in RULESETS.items():
        assert [each.version for each in ruleset.later] == [v for other, v in RULESETS if other == id and v > version]
