"""Take-backs and motions of any ruleset, told on London and on the toy."""

import random
from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, seat_of, seats_of
from domain.game import AbandonGame, CallTime, Resign, SeatBot
from domain.game.authority import Authority
from domain.game.clocks.commands import ResumeGame, StopGame
from domain.game.clocks.events import GameResumed, GameStopped
from domain.game.clocks.terms import ClockTerms
from domain.game.events import GameAbandoned
from domain.game.rulings.commands import CallArbiter, MakeRuling
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.commands import AnswerMotion, MakeMotion, TakeBack, WithdrawMotion
from domain.game.take_back.events import MotionAnswered, MotionMade, StepsTakenBack
from domain.game.take_back.motion import Motion
from domain.game.take_back.past import standing
from domain.game.terms import TakeBacks
from domain.rulesets.london.amendments import FixAmount
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from domain.rulesets.london.events import CardDrawn
from tests.game.taking_back import CONSENT, FREE, Played, opened
from tests.game.toy import TOY

ROLE = Authority("arbiter")


def london(take_backs: TakeBacks | None = CONSENT, **more: Any) -> Played:
    """A London game whose first player has drawn the card of the turn."""
    played = opened("london", take_backs, **more)
    played.take(DrawFromDeck(played.to_act))
    return played


def last(played: Played) -> Step:
    return played.past[-1].last


def loan(played: Played) -> Step:
    """Borrows money: nothing is hidden in it. Returns the step before."""
    before = played.state.version
    played.take(TakeLoan(played.to_act))
    return before


def other_than(played: Played, *seats: int) -> Any:
    return next(seat for seat in seats_of(len(played.state.seats)) if seat not in seats)


def back(played: Played, to: int | None = None, seat: Any = None) -> TakeBack:
    own = played.to_act if seat is None else seat
    return TakeBack(f"p{own}", own, None if to is None else Step(to))


def motion(played: Played, seat: Any, to: int | None = None, kind: Any = "take_back") -> MakeMotion:
    return MakeMotion(f"p{seat}", seat, kind, None if to is None else Step(to))


def answer(played: Played, seat: Any, yes: bool = True, number: int | None = None) -> AnswerMotion:
    put = played.state.motion.version if isinstance(played.state.motion, Motion) else 0
    return AnswerMotion(f"p{seat}", seat, Step(put if number is None else number), yes)


def taken_back(events: tuple[Any, ...]) -> StepsTakenBack:
    return next(each for each in events if isinstance(each, StepsTakenBack))


# ---------------------------------------------------------------- free


@pytest.mark.rules("GAME-BACK-01")
@pytest.mark.parametrize("terms", [None, TakeBacks(), TakeBacks("arbiter")])
def test_game_back_01_without_the_terms_nothing_is_taken_back(terms: TakeBacks | None) -> None:
    played = london(terms)
    loan(played)
    seat = played.to_act
    assert played.refused(back(played)).code == "no_take_backs"
    assert played.refused(motion(played, seat)).code == "no_take_backs"
    free = london(FREE)
    loan(free)
    assert free.refused(motion(free, free.to_act)).code == "no_take_backs"
    assert taken_back(free.take(back(free))).why == "free"


def test_a_game_without_take_backs_has_the_bytes_that_it_always_had() -> None:
    played = london(None)
    assert not {b"take_backs", b"motion", b"backs"} & {
        name for name in (b"take_backs", b"motion", b"backs") if b'"%s"' % name in canonical(played.state)
    }
    assert b"take_backs" in canonical(london(FREE).state)


def test_the_number_of_terms_is_within_bounds() -> None:
    for wrong in (TakeBacks("free", -1), TakeBacks("consent", 1_001), TakeBacks("none", 1)):
        with pytest.raises(Exception, match="bad_take_backs"):
            opened("london", wrong)


@pytest.mark.rules("GAME-BACK-02")
def test_game_back_02_a_seat_takes_back_freely_up_to_its_frontier() -> None:
    played = london()
    seat, drawn = played.to_act, last(played)
    start = {viewer: played.view(viewer) for viewer in (*seats_of(2), SPECTATOR)}
    first = loan(played)
    second = loan(played)
    line = played.frontier(seat)
    assert (line.to, line.decisions) == (drawn, (second, first)) and first == drawn
    assert [each.kind for each in line.crossings] == ["knowledge"]
    event = taken_back(played.take(back(played)))
    assert (event.to, event.steps, event.crossed, event.why) == (second, second - first, (), "free")
    assert not event.redealt
    assert taken_back(played.take(back(played))).to == first
    assert {viewer: played.view(viewer) for viewer in start} == start
    assert played.refused(back(played)).code == "behind_frontier"
    assert played.refused(back(played, first - 1)).code == "behind_frontier"


@pytest.mark.rules("GAME-BACK-02")
def test_game_back_02_a_step_of_something_that_nobody_played_can_be_named() -> None:
    """A ruling that changes nothing is in nobody's way: no crossing stops a seat before it, and none after it."""
    played = london()
    played.take(MakeRuling("judge", Ruling("play_on"), ROLE))
    ruled = last(played)
    assert played.refused(back(played, ruled - 1)).code == "nothing_to_take_back"
    loan(played)
    event = taken_back(played.take(back(played, ruled - 1)))
    assert (event.to, event.steps, event.crossed) == (ruled - 1, 1, ())
    assert played.refused(back(played, ruled - 1)).code == "nothing_to_take_back"


@pytest.mark.rules("GAME-BACK-02")
def test_game_back_02_somebody_elses_decision_is_in_the_way() -> None:
    played = opened("toy", CONSENT, box=TOY, seats=3)
    dice = random.Random(1)
    played.play(dice)
    played.play(dice)
    refused = played.refused(back(played, seat=seat_of(0)))
    assert (refused.code, refused.facts["crossing"], refused.facts["step"]) == (
        "behind_frontier",
        "decision",
        last(played),
    )
    line = played.frontier(seat_of(1))
    assert line.to == last(played) - 1 and line.crossings[0].kind == "decision"
    assert played.frontier(seat_of(0)).to == last(played)


@pytest.mark.rules("GAME-BACK-02")
def test_a_step_inside_a_command_leads_to_its_beginning() -> None:
    played = opened("great_fire", CONSENT)
    dice = random.Random(3)
    while len(played.past[-1].events) < 2 or not played.past[-1].by_ruleset:
        played.play(dice)
    done = played.past[-1]
    seat, before = done.seat, Step(done.first - 1)
    assert seat is not None and done.last > done.first
    events = played.take(motion(played, seat, done.first))
    for other in seats_of(len(played.state.seats)):
        if other != seat:
            events = played.take(answer(played, other))
    assert taken_back(events).to == before
    free = london()
    first = loan(free)
    second = loan(free)
    assert second > first and taken_back(free.take(back(free, second))).named == second


@pytest.mark.rules("GAME-BACK-03")
def test_game_back_03_what_the_seat_has_revealed_counts() -> None:
    played = opened("toy", TakeBacks("free", 1), box=TOY)
    seat, dice = seat_of(0), random.Random(1)
    played.play(dice)
    line = played.frontier(seat)
    assert [each.kind for each in line.revealed] == ["revealed"] and line.revealed[0].seats == (seat_of(1),)
    event = taken_back(played.take(back(played, seat=seat)))
    assert [each.kind for each in event.crossed] == ["revealed"] and not event.redealt
    assert played.state.backs == (1, 0)
    played.play(dice)
    assert played.refused(back(played, seat=seat)).code == "no_take_backs_left"


# ---------------------------------------------------------------- by consent


@pytest.mark.rules("GAME-BACK-04", "GAME-MOTION-01", "GAME-BACK-06")
def test_game_back_04_by_consent_behind_a_drawn_card_that_is_redealt() -> None:
    played = london(seats=3, bots=(2,))
    seat = played.to_act
    others = [each for each in seats_of(3) if each not in (seat, 2)]
    assert seat != 2, "a person plays first with these draws"
    before = Step(played.past[-1].first - 1)
    hands = {viewer: played.game.ruleset.view(played.past[-1].before().position, viewer) for viewer in seats_of(3)}
    deck = played.past[-1].before().position.deck
    (made,) = played.take(motion(played, seat))
    assert isinstance(made, MotionMade) and made.to == before
    assert [(each.kind, each.seats) for each in made.crossed] == [("knowledge", (seat,))]
    assert played.refused(motion(played, others[0], kind="close")).code == "motion_open"
    assert played.refused(answer(played, seat)).code == "own_motion"
    assert played.refused(answer(played, others[0], number=made.motion + 1)).code == "no_motion"
    answered, event = played.take(answer(played, others[0]))
    assert isinstance(answered, MotionAnswered) and isinstance(event, StepsTakenBack)
    assert (event.why, event.motion, event.redealt) == ("consent", made.motion, True)
    for viewer in seats_of(3):
        assert played.game.ruleset.view(played.state.position, viewer) == hands[viewer]
    assert sorted(played.state.position.deck) == sorted(deck) and played.state.position.deck != deck
    assert played.state.motion is msgspec.UNSET


@pytest.mark.rules("GAME-MOTION-01", "GAME-BACK-04")
def test_game_motion_01_a_motion_lapses_is_refused_or_withdrawn() -> None:
    played = london()
    seat = played.to_act
    other = other_than(played, seat)
    played.take(motion(played, seat))
    loan(played)
    assert played.state.motion is msgspec.UNSET and played.refused(answer(played, other, number=5)).code == "no_motion"
    played.take(motion(played, seat))
    played.take(answer(played, other, yes=False))
    assert played.state.motion is msgspec.UNSET
    (made,) = played.take(motion(played, other, kind="close"))
    assert played.refused(WithdrawMotion(f"p{seat}", seat, made.motion)).code == "no_motion"
    played.take(WithdrawMotion(f"p{other}", other, made.motion))
    played.take(motion(played, other, kind="close"))
    played.take(SeatBot(f"p{seat}", seat))
    assert played.state.motion is msgspec.UNSET


@pytest.mark.rules("GAME-MOTION-01")
def test_game_motion_01_all_seats_may_close_a_game() -> None:
    played = london()
    seat = played.to_act
    played.take(motion(played, seat, kind="close"))
    events = played.take(answer(played, other_than(played, seat)))
    assert isinstance(events[1], GameAbandoned) and played.state.over
    alone = london(bots=(1,))
    alone.take(motion(alone, seat_of(0), kind="close"))
    assert alone.state.phase == "abandoned"


@pytest.mark.rules("GAME-MOTION-01", "GAME-STOP-01")
def test_game_motion_01_the_seats_stop_a_game_and_let_it_go_on() -> None:
    played = london()
    seat, first = played.to_act, loan(played)
    other = other_than(played, seat)
    assert played.refused(motion(played, seat, kind="resume")).code == "not_stopped"
    played.take(motion(played, other, kind="stop"))
    played.take(StopGame("judge", None, "", ROLE))
    assert played.state.motion is msgspec.UNSET, "an arbiter was faster"
    played.take(ResumeGame("judge", ROLE))
    played.take(motion(played, other, kind="stop"))
    events = played.take(answer(played, seat))
    assert isinstance(events[1], GameStopped) and events[1].why == "vote"
    for command in (back(played, first, seat), motion(played, seat, first), motion(played, seat, kind="stop")):
        assert played.refused(command).code == "game_stopped"
    played.take(motion(played, seat, kind="resume"))
    assert isinstance(played.take(answer(played, other))[1], GameResumed)
    assert taken_back(played.take(back(played, first, seat)))


@pytest.mark.rules("GAME-BACK-07", "GAME-CLOCK-04", "GAME-CLOCK-05")
def test_game_back_07_time_that_was_spent_stays_spent() -> None:
    minute = 60_000_000
    played = london(clock=ClockTerms("bank", bank_us=minute, add_us=10_000_000))
    seat, first = played.to_act, loan(played)
    before = played.state.clock.seats[seat]
    played.take(back(played, first))
    after = played.state.clock.seats[seat]
    assert (after.left_us, after.turn) == (before.left_us - 1, before.turn) and after.acting
    played.take(motion(played, seat, first - 1))
    played.take(answer(played, other_than(played, seat)))
    assert played.state.clock.seats[seat].left_us < after.left_us
    loan(played)
    played.state = msgspec.structs.replace(played.state, at_us=played.state.at_us + 2 * minute)
    assert played.refused(back(played)).code == "time_over"


# ---------------------------------------------------------------- what stays


@pytest.mark.rules("GAME-BACK-05", "GAME-BACK-06")
def test_game_back_05_numbers_and_draws_are_never_reused() -> None:
    played = opened("london")
    seat, drawn_at = played.to_act, list[tuple[Step, str]]()
    other = other_than(played, seat)
    for _ in range(4):
        drawn = played.take(DrawFromDeck(seat))
        drawn_at.append((last(played), drawn[0].card))
        played.take(motion(played, seat))
        played.take(answer(played, other))
    assert len({version for version, _ in drawn_at}) == 4 and len({card for _, card in drawn_at}) > 1
    assert next(done.first for done in standing(played.past)) == played.past[-1].first
    assert played.state.version == sum(len(done.events) for done in played.past)


@pytest.mark.rules("GAME-BACK-05")
def test_what_was_taken_back_is_no_place_to_go_back_to() -> None:
    played = london()
    seat, first = played.to_act, loan(played)
    second = loan(played)
    played.take(back(played, first))
    assert played.refused(back(played, second)).code == "step_taken_back"
    assert played.refused(motion(played, seat, second)).code == "step_taken_back"
    for wrong in (0, played.state.version, 999):
        assert played.refused(motion(played, seat, wrong)).code == "no_such_step"


@pytest.mark.rules("GAME-BACK-06", "GAME-BACK-02")
def test_after_something_was_redealt_the_frontier_is_there() -> None:
    """Else a seat would get the old order of the deck, of which it knows the top."""
    played = london()
    seat = played.to_act
    before = loan(played)
    dice = random.Random(7)
    while not any(isinstance(each, CardDrawn) for each in played.past[-1].events):
        played.play(dice)
    played.take(motion(played, seat, before))
    event = taken_back(played.take(answer(played, other_than(played, seat))))
    assert event.redealt and played.frontier(seat).to == last(played)
    assert played.frontier(seat).crossings[0].kind == "chance"


@pytest.mark.rules("GAME-BACK-07")
def test_game_back_07_seats_given_up_and_the_end_stay() -> None:
    played = london(seats=3)
    seat = played.to_act
    first = loan(played)
    leaver = other_than(played, seat)
    played.take(SeatBot(f"p{leaver}", leaver))
    played.take(back(played, first))
    assert played.state.seats[leaver].bot
    played.take(AbandonGame("judge", ROLE))
    assert played.refused(back(played, seat=seat)).code == "game_over"
    assert played.frontier(seat).crossings[0].kind == "ended"


@pytest.mark.rules("GAME-BACK-07")
def test_nobody_goes_back_before_a_seat_that_the_ruleset_left_out_or_a_fix() -> None:
    played = opened("brigade", seats=3)
    dice = random.Random(4)
    for _ in range(30):
        played.play(dice)
    leaver = other_than(played, played.to_act)
    before = last(played)
    played.take(Resign(f"p{leaver}", leaver))
    assert played.state.seats[leaver].bot == ""
    for _ in range(2):
        played.play(dice)
    rewind = MakeRuling("judge", Ruling("rewind", to=before), ROLE)
    refused = played.refused(rewind)
    assert (refused.code, refused.facts["crossing"]) == ("behind_frontier", "left")
    fixed = london()
    first = loan(fixed)
    fixed.take(MakeRuling("judge", Ruling("fix", amendment=FixAmount(fixed.to_act, "money", 9)), ROLE))
    refused = fixed.refused(MakeRuling("judge", Ruling("rewind", to=first), ROLE))
    assert refused.facts["crossing"] == "ruling"


def test_a_decision_of_the_service_is_in_the_way() -> None:
    played = london()
    seat = played.to_act
    played.take(CallTime("judge", seat, ROLE))
    assert played.refused(back(played, seat=seat)).facts["crossing"] == "decision"


# ---------------------------------------------------------------- rulings


@pytest.mark.rules("GAME-RULING-06", "GAME-RULING-03")
def test_game_ruling_06_a_rewind_names_what_was_learned_and_redeals() -> None:
    played = opened("london", None)
    to, seat = last(played), played.to_act
    played.take(DrawFromDeck(seat))
    played.take(CallArbiter(f"p{seat}", seat, last(played), "mistake"))
    assert played.refused(MakeRuling("judge", Ruling("rewind"), ROLE)).code == "no_such_step"
    assert played.refused(MakeRuling("judge", Ruling("rewind", to=last(played)), ROLE)).code == "no_such_step"
    made, event = played.take(MakeRuling("judge", Ruling("rewind", call=1, to=to), ROLE))
    assert (event.ruling, event.why, event.seat) == (made.ruling, "ruling", None)
    assert any(each.kind == "knowledge" and each.seats == (seat,) for each in event.crossed) and event.redealt
    assert played.state.bench.calls[0].status == "answered"
    line = played.game.tell(event, SPECTATOR)
    assert "GAME-RULING-06" in line.rules and "GAME-BACK-06" in line.rules and line.facts["to"] == to
    assert "position" not in line.facts


def test_an_old_rulings_bytes_have_no_step() -> None:
    assert canonical(Ruling("play_on")) == b'{"kind":"play_on"}'
