"""Whole random games of The Great Fire: they end, nothing is lost, and the ruleset fulfils its contract."""

import random
from itertools import islice

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical, is_canonical, state_hash
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.rulesets.great_fire import RULESET, Options
from domain.rulesets.great_fire.commands import (
    Command,
    DeclareNoMove,
    EndActions,
    Intensify,
    MoveBand,
    PlayFire,
    PutOut,
)
from domain.rulesets.great_fire.components import HOUSES, SIZES, SUPPLY, TOKENS
from domain.rulesets.great_fire.events import DistrictDemolished, DoubleMovePlayed, Event, GameScored, NoMoveDeclared
from domain.rulesets.great_fire.state import State
from tests.lines import english

OPTIONS = (
    Options(),
    Options(hidden_colours=True, more_destruction=True),
    Options(fire_cones=100, fire_card_mix="easterly_wind"),
    Options(stock_exhaustion="stop", reburn_cones="one"),
    Options(hidden_colours=True, stock_exhaustion="stop"),
)
GAMES = [(seats, number) for seats in range(3, 7) for number in range(len(OPTIONS))]


def played(seats: int, options: Options, seed: int) -> tuple[list[State], list[Event]]:
    """Plays a random game that puts out fires when it can. Returns the state after every command, and all events."""
    chooser = random.Random(seed)
    state = RULESET.initial(seats, options)
    events = list(RULESET.set_up(state, Chance(chooser.randbytes(32), 0)))
    state = fold(RULESET.evolve, state, events)
    states, secret = [state], chooser.randbytes(32)
    for _ in range(4_000):
        who = RULESET.to_act(state)
        if not who:
            break
        legal = RULESET.legal(state, who[0])
        eager = [command for command in legal if isinstance(command, PutOut)]
        made = RULESET.decide(state, chooser.choice(eager or list(legal)), Chance(secret, len(events)))
        state = fold(RULESET.evolve, state, made)
        states.append(state)
        events += made
    assert state.outcome is not None, "the game did not end"
    return states, events


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0]} seats, options {game[1]}")
def game(request):
    seats, number = request.param
    return played(seats, OPTIONS[number], seats * 100 + number)


def test_nothing_is_lost(game):
    states, events = game
    for state in states:
        options = state.deal.options
        assert state.stock + sum(state.cones) + sum(state.piles) == options.fire_cones
        assert min(state.stock, *state.piles) >= 0
        if state.turn:
            assert sum(state.houses) + sum(state.lost) == HOUSES
            assert all(left in (0, size) for left, size in zip(state.houses, SIZES, strict=True))
            assert len(state.bands) == SUPPLY.trained_bands
            cards = len(state.deck) + len(state.played) + len(state.deal.leftover) + sum(map(len, state.hands))
            assert cards == 60
    used = sum(isinstance(event, DistrictDemolished | DoubleMovePlayed) for event in events)
    end = states[-1]
    lying = sum(kind > 0 for kind in end.tokens)
    assert lying + sum(end.destroyed) + sum(map(sum, end.supplies)) + used == len(TOKENS)
    assert {len(hand) for hand in end.hands} == {3 if end.deal.options.more_destruction else 4}


def test_replay_is_live_from_the_bytes_of_the_log(game):
    states, events = game
    any_event = msgspec.json.Decoder(one_of(RULESET.events))
    bodies = [canonical(event) for event in events]
    assert all(is_canonical(body) for body in bodies)
    start = RULESET.initial(states[0].seats, states[0].deal.options)
    replayed = fold(RULESET.evolve, start, (any_event.decode(body) for body in bodies))
    assert state_hash(replayed) == state_hash(states[-1])
    for event, body in zip(events, bodies, strict=True):
        for viewer in (0, SPECTATOR, ARBITER):
            line = RULESET.tell(event, viewer)
            assert line is not None and line.rules and english(line).endswith(".")
            assert canonical(RULESET.tell(any_event.decode(body), viewer)) == canonical(line)


def one_of(types):
    """Returns the union of some types, to decode them by their tags."""
    union = types[0]
    for other in types[1:]:
        union = union | other
    return union


def test_every_step_can_be_seen_and_scored(game):
    """A step is one event, so there are views and tracks inside a command, too."""
    states, events = game
    state = RULESET.initial(states[0].seats, states[0].deal.options)
    for event in events:
        state = RULESET.evolve(state, event)
        assert len(RULESET.tracks(state)) == 5 * state.seats
        assert RULESET.view(state, SPECTATOR).stock == state.stock
    over = {(track.seat, track.source): track for track in RULESET.tracks(state)}
    outcome = RULESET.outcome(state)
    for place in outcome.places:
        assert sum(source.points for source in place.sources) == place.points
        for source in place.sources:
            track = over[place.seat, source.source]
            assert (track.banked, track.if_over, track.visible_to) == (source.points, source.points, None)


def test_redealt_games_look_the_same(game):
    states, _ = game
    for number, state in enumerate(islice(states, 0, None, 7)):
        assert RULESET.redeal(state, ARBITER, Chance(b"x" * 32, number)) is state
        for viewer in (SPECTATOR, *range(state.seats)):
            other = RULESET.redeal(state, viewer, Chance(b"y" * 32, number))
            assert canonical(RULESET.view(other, viewer)) == canonical(RULESET.view(state, viewer))
            assert [t for t in RULESET.tracks(other) if t.is_visible_to(viewer)] == [
                t for t in RULESET.tracks(state) if t.is_visible_to(viewer)
            ]
            if viewer >= 0:
                assert RULESET.legal(other, viewer) == RULESET.legal(state, viewer)
                assert sorted(other.hands[viewer]) == sorted(state.hands[viewer])
            every = sum(map(len, other.hands)) + len(other.deck) + len(other.deal.leftover) + len(other.played)
            assert every == sum(map(len, state.hands)) + len(state.deck) + len(state.deal.leftover) + len(state.played)


def test_what_is_not_listed_is_refused(game):
    states, _ = game
    chooser = random.Random(7)
    foreign: list[Command] = []
    for state in states:
        who = RULESET.to_act(state)
        if not who:
            continue
        legal = RULESET.legal(state, who[0])
        assert len(set(legal)) == len(legal)
        assert not any(RULESET.legal(state, seat) for seat in range(state.seats) if seat != who[0])
        for command in chooser.sample(foreign, min(4, len(foreign))):
            asked = msgspec.structs.replace(command, seat=who[0])
            if asked in legal:
                RULESET.decide(state, asked, Chance(b"z" * 32, 1))
            else:
                with pytest.raises(Refused) as refused:
                    RULESET.decide(state, asked, Chance(b"z" * 32, 1))
                assert refused.value.rules and refused.value.code
        foreign += chooser.sample(legal, min(2, len(legal)))


def test_every_bot_plays_to_the_end():
    for name, bot in RULESET.bots.items():
        state = RULESET.initial(4, Options(hidden_colours=name != "random"))
        for event in RULESET.set_up(state, Chance(b"b" * 32, 0)):
            state = RULESET.evolve(state, event)
        for step in range(1, 4_000):
            who = RULESET.to_act(state)
            if not who:
                break
            legal = RULESET.legal(state, who[0])
            command = bot(RULESET.view(state, who[0]), legal, Chance(b"c" * 32, step))
            assert command in legal
            for event in RULESET.decide(state, command, Chance(b"d" * 32, step)):
                state = RULESET.evolve(state, event)
        assert state.outcome is not None


def test_unknown_areas_and_foreign_turns_are_refused():
    states, _ = played(3, Options(), 3)
    state = next(state for state in states if state.phase == "fire")
    with pytest.raises(Refused, match="no_such_area"):
        RULESET.decide(state, PlayFire(state.active, "N", "atlantis", "cheapside"), Chance(b"", 0))
    for command in (EndActions((state.active + 1) % 3), EndActions(17), EndActions(-1)):
        with pytest.raises(Refused, match="not_your_turn"):
            RULESET.decide(state, command, Chance(b"", 0))
    for wrong in (Intensify(state.active, "cheapside"), MoveBand(state.active, "x", "y")):
        with pytest.raises(Refused, match="wrong_phase"):
            RULESET.decide(state, wrong, Chance(b"", 0))


def test_a_hand_without_a_movement_is_shown_and_gives_way_to_the_actions():
    """With Pudding Lane alone a south card has nowhere to go (GF-EX-03c), and no cone has room."""
    states, _ = played(4, Options(), 1)
    state = next(state for state in states if state.turn == 1)
    hands = tuple("SSSSS" if seat == state.active else "ENNWW" for seat in range(4))
    state = msgspec.structs.replace(state, hands=hands)
    legal = RULESET.legal(state, state.active)
    assert legal == (DeclareNoMove(state.active, "S"),)
    (declared,) = RULESET.decide(state, legal[0], Chance(b"", 0))
    assert isinstance(declared, NoMoveDeclared)
    assert (declared.cones_to_place, declared.not_placed) == (0, 3)
    after = RULESET.evolve(state, declared)
    assert after.phase == "actions"
    assert RULESET.view(after, SPECTATOR).seats[state.active].public_cards == ("S",) * 4


def test_what_comes_of_a_command_looks_the_same_in_redealt_games(game):
    """Refusals and the public lines that follow reveal nothing that the acting seat cannot know."""
    states, _ = game
    chooser = random.Random(11)
    foreign: list[Command] = []
    for number, state in enumerate(states):
        who = RULESET.to_act(state)
        if not who:
            continue
        seat = who[0]
        other = RULESET.redeal(state, seat, Chance(b"r" * 32, number))
        legal = RULESET.legal(state, seat)
        for command in (*chooser.sample(legal, min(2, len(legal))), *chooser.sample(foreign, min(2, len(foreign)))):
            asked = msgspec.structs.replace(command, seat=seat)
            assert answer(state, asked) == answer(other, asked)
        foreign += chooser.sample(legal, min(2, len(legal)))


def answer(state: State, command: Command) -> list[object]:
    """Returns what everybody sees of a command: the refusal, or the public lines without the final score."""
    try:
        made = RULESET.decide(state, command, Chance(b"t" * 32, 1))
    except Refused as no:
        return [no.code, no.rules, no.facts]
    return [canonical(RULESET.tell(event, SPECTATOR)) for event in made if not isinstance(event, GameScored)]
