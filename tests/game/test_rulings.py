"""Calls, rulings and appeals of any ruleset, told on London."""

from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.score import Outcome, Place
from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat, Viewer, seat_of
from domain.game import BeginGame, Game, GameState, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.authority import Authority
from domain.game.events import GameAbandoned, GameEnded, SeedRevealed
from domain.game.rulings.bench import Bench
from domain.game.rulings.commands import CallArbiter, DecideAppeal, LodgeAppeal, MakeRuling, WithdrawCall
from domain.game.rulings.decide import with_adjustments
from domain.game.rulings.events import Amended, PointsAdjusted, RulingMade, SeatForfeited, SeatHandedOver
from domain.game.rulings.ruling import Adjustment, Ruling
from domain.game.terms import RulingTerms, Terms
from domain.rulesets import CURRENT
from domain.rulesets.london.amendments import FixAmount, FixCard

GAME = Game(CURRENT["london"])
ROLE = Authority("arbiter")
ANN, BEN = seat_of(0), seat_of(1)


def script_events() -> list[Any]:
    return [*GAME.script.events]


def after(state: GameState, *commands: Any) -> GameState:
    """The state after commands, folded from the bytes of their events as well as decided."""
    for command in commands:
        at_us = state.at_us + 1
        events, decided = GAME.advance(state, command, GAME.chance(state), at_us)
        kinds: dict[str, Any] = {str(each.__struct_config__.tag): each for each in script_events()}
        read: GameState | None = state
        for number, event in enumerate(events):
            raw = msgspec.json.decode(canonical(event))
            reread: Any = msgspec.convert(raw, kinds[raw["type"]])
            read = GAME.evolve(read, reread, Moment(at_us, ends=number == len(events) - 1))
        assert read is not None and canonical(read) == canonical(decided)
        state = decided
    return state


@pytest.fixture
def state() -> GameState:
    opening = OpenGame("host", "london", 2)
    _, opened = GAME.open(opening, bytes(32), 1)
    return after(opened, TakeSeat("ann", ANN), TakeSeat("ben", BEN), BeginGame("host"))


def ruled(ruling: Ruling, by: str = "judge", authority: Authority | None = ROLE) -> MakeRuling:
    return MakeRuling(by, ruling, authority)


def refusal(state: GameState, command: Any) -> str:
    with pytest.raises(Refused) as refused:
        GAME.decide(state, command, GAME.chance(state), state.at_us)
    return refused.value.code


def call(step: int = 1, seat: Seat = ANN) -> CallArbiter:
    return CallArbiter("ann" if seat == ANN else "ben", seat, Step(step), "mistake")


def bench(state: GameState) -> Bench:
    assert isinstance(state.bench, Bench)
    return state.bench


def test_a_game_without_calls_has_the_bytes_that_it_always_had(state: GameState) -> None:
    assert b'"bench"' not in canonical(state) and b"bench" in canonical(after(state, call()))


@pytest.mark.rules("GAME-RULING-01")
def test_game_ruling_01_a_call_is_answered_or_withdrawn(state: GameState) -> None:
    called = after(state, call(), call(2), call(3))
    assert refusal(called, call()) == "too_many_calls"
    assert refusal(state, call(state.version + 1)) == "no_such_step"
    assert refusal(called, WithdrawCall("ben", BEN, 1)) == "no_such_call"
    answered = after(called, WithdrawCall("ann", ANN, 1), ruled(Ruling("play_on", call=2)))
    assert [each.status for each in bench(answered).calls] == ["withdrawn", "answered", "open"]
    assert refusal(answered, ruled(Ruling("play_on", call=2))) == "no_such_call"
    assert refusal(answered, WithdrawCall("ann", ANN, 1)) == "no_such_call"


@pytest.mark.rules("GAME-RULING-02", "GAME-ROLE-03")
def test_game_ruling_02_only_by_authority_and_never_by_who_has_a_part(state: GameState) -> None:
    for by, authority in (("judge", None), ("ann", ROLE), ("host", ROLE)):
        assert refusal(state, ruled(Ruling("play_on"), by, authority)) == "not_an_arbiter"
    events = GAME.decide(state, ruled(Ruling("play_on", rules=("LON-INV-01",))), GAME.chance(state), 9)
    assert isinstance(events[0], RulingMade) and events[0].by == "judge" and events[0].rules == ("LON-INV-01",)


@pytest.mark.rules("GAME-RULING-03")
def test_game_ruling_03_a_seat_is_lost_or_gets_a_substitute(state: GameState) -> None:
    given = after(state, ruled(Ruling("substitute", seat=BEN, principal="cyd")))
    assert given.seats[BEN].principal == "cyd" and given.has_had_seat("ben")
    for person in ("ann", "host", "cyd"):
        wanted = "no_substitute" if person == "host" else "already_seated"
        assert refusal(given, ruled(Ruling("substitute", seat=ANN, principal=person))) == wanted
    lost = after(given, ruled(Ruling("forfeit", seat=ANN)))
    assert lost.seats[ANN].resigned and lost.seats[ANN].principal is None
    gone = after(lost, Resign("cyd", BEN))
    assert [GAME.view(gone, ANN).seats[seat].forfeited for seat in (ANN, BEN)] == [True, False], "marked apart"
    assert refusal(lost, ruled(Ruling("forfeit", seat=ANN))) == "seat_given_up"


@pytest.mark.rules("GAME-ROLE-03")
def test_who_handed_a_seat_to_a_bot_rules_no_more_when_a_substitute_has_it(state: GameState) -> None:
    given = after(state, SeatBot("ben", BEN), ruled(Ruling("substitute", seat=BEN, principal="cyd")))
    assert refusal(given, ruled(Ruling("play_on"), "ben")) == "not_an_arbiter"
    assert refusal(given, LodgeAppeal("ben", 1)) == "not_touched", "they had given it up themselves"


@pytest.mark.rules("GAME-RULING-04")
def test_game_ruling_04_an_arbiter_decides_the_places_or_annuls(state: GameState) -> None:
    for places in ((1,), (1, 3), (2, 2), (0, 1)):
        assert refusal(state, ruled(Ruling("places", places=places))) == "bad_places"
    ended = after(state, ruled(Ruling("places", places=(2, 1))))
    assert ended.result is not None and ended.result.winners == (BEN,) and ended.result.ending == "adjudicated"
    assert GAME.played(ended) is None, "play reached no end"
    annulled = GAME.decide(state, ruled(Ruling("annul")), GAME.chance(state), 9)
    assert [type(event) for event in annulled] == [RulingMade, GameAbandoned, SeedRevealed]
    assert refusal(ended, ruled(Ruling("play_on"))) == "game_over"


@pytest.mark.rules("GAME-RULING-05")
def test_game_ruling_05_a_fix_leaves_a_lawful_position_and_what_is_hidden_alone(state: GameState) -> None:
    fixed = after(state, ruled(Ruling("fix", amendment=FixAmount(ANN, "money", 7))))
    assert fixed.position.players[ANN].money == 7
    hidden = FixCard(fixed.position.deck[-1])
    assert refusal(state, ruled(Ruling("fix", amendment=hidden))) == "hidden_from_all"
    assert refusal(state, ruled(Ruling("fix", amendment={"type": "london.Nonsense"}))) == "unknown_amendment"
    assert refusal(state, ruled(Ruling("fix", amendment=FixAmount(ANN, "money", -1)))) == "bad_amendment"


@pytest.mark.rules("GAME-RULING-07")
def test_game_ruling_07_adjusted_points_are_a_source_of_their_own(state: GameState) -> None:
    adjusted = after(state, ruled(Ruling("points", points=(Adjustment(ANN, -3), Adjustment(BEN, 2)))))
    played = Outcome("deck", (Place(ANN, 1, 12, ()), Place(BEN, 2, 9, ())), ("LON-END-01",))
    result = with_adjustments(bench(adjusted), played)
    assert [(each.place, each.points, each.sources[-1].source) for each in result.places] == [
        (2, 9, "adjusted"),
        (1, 11, "adjusted"),
    ]
    assert refusal(state, ruled(Ruling("points", points=(Adjustment(seat_of(2), 1),)))) == "bad_points"


@pytest.mark.rules("GAME-APPEAL-01")
def test_game_appeal_01_once_by_who_is_touched_and_decided_by_another(state: GameState) -> None:
    made = after(state, ruled(Ruling("points", points=(Adjustment(ANN, -3),))))
    assert refusal(made, LodgeAppeal("ben", 1)) == "not_touched"
    appealed = after(made, LodgeAppeal("ann", 1))
    assert refusal(appealed, LodgeAppeal("ann", 1)) == "appeal_over"
    assert refusal(appealed, DecideAppeal("judge", 1, authority=ROLE)) == "own_ruling"
    upheld = after(appealed, DecideAppeal("other", 1, authority=ROLE))
    assert bench(upheld).points_of(ANN) == -3 and refusal(upheld, LodgeAppeal("ann", 1)) == "appeal_over"
    milder = Ruling("points", points=(Adjustment(ANN, -1),))
    replaced = after(appealed, DecideAppeal("other", 1, milder, authority=ROLE))
    assert bench(replaced).points_of(ANN) == -1 and bench(replaced).rulings[1].replaces == 1
    twice = after(replaced, LodgeAppeal("ann", 2))
    assert refusal(twice, DecideAppeal("other", 2, authority=ROLE)) == "own_ruling"
    assert refusal(twice, LodgeAppeal("ann", 1)) == "appeal_over"


@pytest.mark.rules("GAME-APPEAL-01")
def test_game_appeal_01_within_the_time_that_the_terms_set() -> None:
    def opened(terms: RulingTerms) -> GameState:
        _, state = GAME.open(OpenGame("host", "london", 2, terms=Terms(rulings=terms)), bytes(32), 1)
        return after(state, TakeSeat("ann", ANN), TakeSeat("ben", BEN), BeginGame("host"))

    for seconds in (-1, 30 * 24 * 60 * 60 + 1):
        with pytest.raises(Refused) as refused:
            opened(RulingTerms(appeal_seconds=seconds))
        assert refused.value.code == "bad_ruling_terms"
    state = opened(RulingTerms(appeal_seconds=60))
    made = after(state, ruled(Ruling("play_on")))
    last = bench(made).rulings[0].appeal_until_us
    assert last == made.at_us + 60_000_000
    for at_us, is_late in ((last, False), (last + 1, True)):
        if is_late:
            with pytest.raises(Refused) as refused:
                GAME.decide(made, LodgeAppeal("ann", 1), GAME.chance(made), at_us)
            assert refused.value.code == "appeal_over"
        else:
            assert GAME.decide(made, LodgeAppeal("ann", 1), GAME.chance(made), at_us)
    without = after(opened(RulingTerms()), ruled(Ruling("play_on")))
    assert b"appeal_until_us" not in canonical(without)


@pytest.mark.rules("GAME-RULING-01", "GAME-STOP-01")
def test_game_ruling_01_the_terms_may_stop_the_game_by_a_call() -> None:
    _, opened = GAME.open(
        OpenGame("host", "london", 2, terms=Terms(rulings=RulingTerms(call_stops=True))), bytes(32), 1
    )
    begun = after(opened, TakeSeat("ann", ANN), TakeSeat("ben", BEN), BeginGame("host"))
    called = after(begun, call(), call(2, BEN))
    move = GAME.legal(begun, GAME.to_act(begun)[0])[0]
    assert refusal(called, move) == "game_stopped" and GAME.decide(begun, move, GAME.chance(begun), begun.at_us)
    one_left = after(called, WithdrawCall("ann", ANN, 1))
    assert refusal(one_left, move) == "game_stopped", "the other call is open"
    for answer in (WithdrawCall("ben", BEN, 2), ruled(Ruling("play_on", call=2))):
        going_on = after(one_left, answer)
        assert GAME.decide(going_on, move, GAME.chance(going_on), going_on.at_us)
    assert refusal(after(one_left, ruled(Ruling("play_on"))), move) == "game_stopped", "it answers no call"
    ended = GAME.decide(one_left, ruled(Ruling("annul", call=2)), GAME.chance(one_left), 9)
    assert [type(event) for event in ended] == [RulingMade, GameAbandoned, SeedRevealed]


@pytest.mark.rules("GAME-APPEAL-01", "GAME-RULING-07")
def test_points_of_a_replaced_ruling_count_no_more_when_places_are_decided_instead(state: GameState) -> None:
    taken = Ruling("points", points=(Adjustment(ANN, -5),))
    appealed = after(state, ruled(taken), LodgeAppeal("ann", 1))
    ended = after(appealed, DecideAppeal("other", 1, Ruling("places", places=(1, 2)), authority=ROLE))
    assert ended.result is not None
    assert "adjusted" not in {source.source for place in ended.result.places for source in place.sources}


@pytest.mark.rules("GAME-APPEAL-01")
def test_game_appeal_01_who_lost_a_seat_by_a_ruling_may_appeal(state: GameState) -> None:
    lost = after(state, ruled(Ruling("forfeit", seat=BEN)), LodgeAppeal("ben", 1))
    assert bench(lost).appeals[0].seat == BEN


@pytest.mark.rules("GAME-APPEAL-01")
def test_game_appeal_01_who_was_replaced_may_appeal_against_that_ruling_alone(state: GameState) -> None:
    given = after(state, ruled(Ruling("substitute", seat=BEN, principal="cyd")), ruled(Ruling("play_on")))
    for by, number in (("ben", 2), ("eve", 1)):
        assert refusal(given, LodgeAppeal(by, number)) == "not_touched"
    appealed = after(given, LodgeAppeal("ben", 1))
    assert bench(appealed).appeals[0].seat == BEN and bench(appealed).appeals[0].by == "ben"
    for by in ("ben", "cyd"):
        assert refusal(appealed, LodgeAppeal(by, 1)) == "appeal_over", "the seat appeals once, whoever does it"
    assert GAME.state_hash(given) == GAME.state_hash(msgspec.structs.replace(given, replaced=msgspec.UNSET))


def test_the_events_of_one_ruling_come_in_one_command(state: GameState) -> None:
    kinds = {
        "points": (Ruling("points", points=(Adjustment(ANN, 1),)), PointsAdjusted),
        "fix": (Ruling("fix", amendment=FixAmount(BEN, "poverty", 1)), Amended),
        "forfeit": (Ruling("forfeit", seat=BEN), SeatForfeited),
        "substitute": (Ruling("substitute", seat=BEN, principal="cyd"), SeatHandedOver),
        "places": (Ruling("places", places=(1, 1)), GameEnded),
    }
    for ruling, effect in kinds.values():
        events = GAME.decide(state, ruled(ruling), GAME.chance(state), 9)
        assert isinstance(events[0], RulingMade) and isinstance(events[1], effect)
        for event in events:
            line = GAME.tell(event, Viewer(-1))
            assert line is not None and line.rules
