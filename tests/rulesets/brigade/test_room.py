"""Whole random games of The Brigade with every module: what is never lost, and that every kind of thing comes up."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical, state_hash
from domain.engine.fold import fold
from domain.engine.viewer import ARBITER, SPECTATOR, seat_of
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade.agenda import DECISION_RULES, Ask, Decision
from domain.rulesets.brigade.amendments import lawful
from domain.rulesets.brigade.events import DecisionMade, DecisionRequested
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.queries import pawns
from domain.rulesets.brigade.rules import leave, time_out
from domain.rulesets.brigade.rules.decisions.answers import answers, default_answer
from domain.rulesets.brigade.state import Brigade, Member, State
from services.languages import catalogue
from tests.lines import english
from tests.rulesets import golden
from tests.rulesets.brigade.position import ALL, BASE, BLACK, at, position
from tests.rulesets.brigade.rare_games import features, wanted

GAMES = 24
STEPS_MAX = 3_000
MODULES = (
    BASE,
    ALL,
    Options(advanced=True),
    Options(extra_crew=True, big_buildings=True, fire_festival=True, deal_chiefs=True),
)


def played(number: int) -> tuple[list[State], list[object], set[str]]:
    """A game with one captain and random others: all states, all events, the decisions that were asked."""
    dice = random.Random(number)
    seats, options = 2 + number % 3, MODULES[number % len(MODULES)]
    state = RULESET.initial(seats, options)
    seed = dice.randbytes(32)
    events = list(RULESET.set_up(state, Chance(seed, 0)))
    states = [fold(RULESET.evolve, state, events)]
    asked: set[str] = set()
    while to_act := RULESET.to_act(states[-1]):
        assert len(states) < STEPS_MAX
        state, seat = states[-1], to_act[0]
        if state.pending:
            asked.add(state.pending.kind)
        legal = RULESET.legal(state, seat)
        if seat == number % seats or dice.random() < 0.5:
            command = RULESET.bots["captain"](RULESET.view(state, seat), legal, Chance(seed, 1))
        else:
            command = legal[dice.randrange(len(legal))]
        made = RULESET.decide(state, command, Chance(seed, len(events)))
        events += made
        states.append(fold(RULESET.evolve, state, made))
    return states, events, asked


@cache
def games() -> list[tuple[list[State], list[object], set[str]]]:
    return [played(number) for number in range(GAMES)]


def conserved(state: State) -> None:
    """Cubes, tokens, water, cards, pawns: the laws that a ruling must leave whole, too."""
    assert lawful(state) == ()


def test_nothing_is_lost_in_whole_games() -> None:
    for states, _, _ in games():
        for state in states:
            conserved(state)
        assert RULESET.outcome(states[-1]) is not None


@pytest.mark.rules("BRI-IMMUNE-01")
def test_no_fire_rises_under_a_pawn_but_by_burning_man() -> None:
    for number in range(GAMES):
        states, _, _ = games()[number]
        for before, after in pairwise(states):
            kept = pawns(before) & pawns(after)
            if "F02" in (before.event, after.event, *after.event_discard[-2:]):
                continue
            if before.active == after.active and before.phase == after.phase == "action":
                assert all(after.fire[cell] <= before.fire[cell] for cell in box.bits(kept & box.BURNABLE))


def test_every_step_is_told_and_seen_and_survives_its_bytes() -> None:
    for states, events, _ in games()[:6]:
        for event in events:
            for viewer in (0, SPECTATOR, ARBITER):
                line = RULESET.tell(event, viewer)
                assert line is not None and line.rules and english(line).endswith(".")
        for state in states[::7]:
            again = msgspec.json.decode(canonical(state), type=State)
            assert again == state and state_hash(again) == state_hash(state)
            assert canonical(RULESET.view(state, SPECTATOR)) == canonical(RULESET.view(state, SPECTATOR))


def test_the_default_of_every_decision_met_is_one_of_its_answers() -> None:
    met: Counter[str] = Counter()
    for states, _, _ in games():
        for state in states:
            if state.pending is not None:
                assert default_answer(state, state.pending) in answers(state, state.pending)
                assert RULESET.legal(state, state.pending.seat) == answers(state, state.pending)
                met[state.pending.kind] += 1
    assert len(met) >= 10


def test_a_game_of_nothing_but_time_outs_ends() -> None:
    for number in range(6):
        seats = 2 + number % 3
        state = RULESET.initial(seats, ALL)
        seed = bytes([number]) * 32
        state = fold(RULESET.evolve, state, RULESET.set_up(state, Chance(seed, 0)))
        for step in range(1, STEPS_MAX):
            if not (to_act := RULESET.to_act(state)):
                break
            state = fold(RULESET.evolve, state, time_out(state, to_act[0], Chance(seed, step)))
            conserved(state)
        assert state.ending == "evacuation"


@pytest.mark.rules("BRI-RULING-89")
def test_players_may_leave_at_any_step_and_the_game_goes_on() -> None:
    for states, _, _ in games():
        dice = random.Random(len(states))
        for state in dice.choices(states[:-1], k=8):
            seat = dice.randrange(state.seats)
            after = fold(RULESET.evolve, state, leave(state, seat, Chance(bytes(32), 9)))
            conserved(after)
            for step in range(40):
                if not (to_act := RULESET.to_act(after)):
                    break
                assert seat not in to_act
                after = fold(RULESET.evolve, after, time_out(after, to_act[0], Chance(bytes(32), step)))
                conserved(after)
            if after.ending:
                assert seat not in RULESET.outcome(after).winners


def test_every_decision_has_rules_and_words() -> None:
    kinds = set(Decision.__args__)
    entries = catalogue("brigade", "en").entries
    assert set(DECISION_RULES) == kinds and {f"decision-{kind}" for kind in kinds} <= set(entries)


@pytest.mark.rules("BRI-RULING-01", "BRI-RULING-52", "BRI-RULING-61")
def test_where_wordings_differ_the_named_table_decides_over_the_older_list() -> None:
    assert box.ABILITIES["extra_upgrade"]["cubes_removed"] == 1
    assert box.CREW["esme-morrow"].ability == "redirect_fire_from_brigade"
    assert box.CREW["gness-smold"].ability == "free_upgrade_on_merchants"
    assert box.ABILITIES["douse_two_on_commons"]["guild"] == "commons"


def test_golden_games_show_every_event_and_each_of_the_four_ends() -> None:
    assert wanted() - features() == set(), "run: python -m tests.rulesets.brigade.rare_games"
    assert len(golden.files(RULESET)) >= golden.GAMES


def test_a_decision_is_told_as_a_sentence() -> None:
    def words_of(event: DecisionRequested | DecisionMade) -> str:
        line = RULESET.tell(event, SPECTATOR)
        assert line is not None
        return english(line).partition(" ")[2]

    assert (
        words_of(DecisionRequested(seat=1, decision="free_recruit", agenda=(Ask("free_recruit", seat_of(1)),)))
        == "could recruit for free (Mal Candor)."
    )
    assert (
        words_of(DecisionMade(seat=1, decision="free_recruit", declined=True))
        == "declined to recruit for free (Mal Candor)."
    )
    assert (
        words_of(DecisionMade(seat=1, decision="free_recruit", declined=False))
        == "chose to recruit for free (Mal Candor)."
    )
    assert (
        words_of(DecisionRequested(seat=1, decision="choose_chief", agenda=(Ask("choose_chief", seat_of(1)),)))
        == "had to choose a chief and a firehouse."
    )
    assert words_of(DecisionMade(seat=1, decision="choose_chief", declined=False)) == "chose a chief and a firehouse."


SECRET = {"events", "crew_deck", "drawn"}
DERIVED = {"turns", "ruleset_version", "agenda", "options", "brigades", "risen", "fires_out", "ended_by", "places"}
"""What other fields of the view say, what the event card has raised, and what is no quantity of a position."""


def changed(value: object) -> object:
    """Another value of a field that can stand in a position."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case bytes():
            return bytes([*value[:8], value[8] ^ 1, *value[9:]])
        case tuple():
            return (*value[1:], *value[:1]) if len(set(value)) > 1 else (*value, *value[:1], "E01")
        case _:
            return {"action": "end", "E05": "E06", "": "evacuation", "white": "black"}[str(value)]


@pytest.mark.rules("BRI-HIDDEN-03")
def test_every_open_quantity_of_a_state_is_in_the_view() -> None:
    state = position(
        3,
        event="E05",
        destroyed=[at(4, 4)],
        aviary=at(4, 3),
        nobles=1 << at(1, 1),
        starting=("E01", "E02"),
        players={BLACK: {"roast": True}},
    )
    shown = RULESET.view(state, SPECTATOR)
    for name in set(State.__struct_fields__) - SECRET - DERIVED:
        assert RULESET.view(replace(state, **{name: changed(getattr(state, name))}), SPECTATOR) != shown, name
    mine = replace(
        state.brigades[0], crew=(Member("ash", 1), Member("lumen", 1)), circles=(1, 0, 2), chief="white-fang"
    )
    state = replace(state, brigades=(mine, *state.brigades[1:]))
    shown = RULESET.view(state, SPECTATOR)
    for name in set(Brigade.__struct_fields__) - {"chief", "mimic"}:
        other = replace(mine, **{name: 1 << at(2, 2) if name == "loyal" else changed(getattr(mine, name))})
        assert RULESET.view(replace(state, brigades=(other, *state.brigades[1:])), SPECTATOR) != shown, name
