"""Bad input of clocks, take-backs and rulings: for each kind the code, the rules that it cites, and what else it tells.

One London game of two, with a clock of a minute, take-backs by consent and a drawn card.
"""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from domain.game import Game, OpenGame
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, StopGame, TakeRest
from domain.game.clocks.rules import moment_text
from domain.game.clocks.sleep import MINUTE_US
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.commands import CallArbiter, DecideAppeal, LodgeAppeal, MakeRuling
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.commands import AnswerMotion, MakeMotion, TakeBack, WithdrawMotion
from domain.game.terms import TakeBacks, Terms
from domain.rulesets import CURRENT
from domain.rulesets.london.amendments import FixCard, FixMarker
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from domain.rulesets.london.components import BOROUGHS, BoroughId
from tests.game.taking_back import CONSENT, Played, opened
from tests.game.toy import TOY, Show

ROLE = Authority("arbiter")
CLOCK = ClockTerms("bank", bank_us=MINUTE_US, rest_us=5 * MINUTE_US)
COMMANDS_MAX = 200
FAR = next(borough for borough in BOROUGHS.values() if not borough.first_marker).id


@pytest.fixture
def played() -> Played:
    played = opened("london", CONSENT, clock=CLOCK)
    played.take(DrawFromDeck(played.to_act))
    return played


def other(played: Played) -> Seat:
    return seat_of(1 - played.to_act)


def ruled(ruling: Ruling, by: str = "judge") -> MakeRuling:
    return MakeRuling(by, ruling, ROLE)


def refuses(refused: Refused, code: str, *rules: str, **facts: Any) -> None:
    """It has this code, cites these rules, and tells these facts."""
    assert (refused.code, refused.rules) == (code, rules)
    assert {name: refused.facts[name] for name in facts} == facts


# ---------------------------------------------------------------- clocks


@pytest.mark.rules("GAME-CLOCK-01")
def test_terms_out_of_range_name_the_field_and_the_range() -> None:
    terms = Terms(clock=replace(CLOCK, overtime_us=1))
    with pytest.raises(Refused) as refused:
        Game(CURRENT["london"]).open(OpenGame("host", "london", 2, terms=terms), bytes(32), 1)
    refuses(refused.value, "bad_clock", "GAME-CLOCK-01", field="overtime_ms", least=10_000)


@pytest.mark.rules("GAME-CLOCK-05", "GAME-CLOCK-06", "GAME-CLOCK-07", "GAME-CLOCK-08", "GAME-STOP-01")
def test_clocks_and_stops(played: Played) -> None:
    seat, waiting = played.to_act, other(played)
    assert not isinstance(played.state.clock, type(None))
    due = moment_text(played.state.clock.seats[seat].since_us + MINUTE_US - 1)  # a microsecond is spent
    claim = CallFlag(f"p{waiting}", seat)
    refuses(played.refused(claim), "flag_not_fallen", "GAME-CLOCK-06", "GAME-CLOCK-05", when=due)
    for by in (f"p{waiting}", "host"):
        refuses(played.refused(AdjustTime(by, seat, 1, "", ROLE)), "not_an_arbiter", "GAME-CLOCK-07", "GAME-ROLE-03")
    rest = TakeRest(f"p{seat}", seat, 6 * MINUTE_US)
    refuses(played.refused(rest), "no_rest_left", "GAME-CLOCK-08", minutes=5)
    until_us = played.state.at_us + MINUTE_US
    played.take(StopGame("judge", until_us, "", ROLE))
    stopped = moment_text(until_us)
    for command in (TakeLoan(seat), claim, TakeBack(f"p{seat}", seat)):
        refuses(played.refused(command), "game_stopped", "GAME-STOP-01", until=stopped)
    played.state = replace(played.state, at_us=until_us + 2 * MINUTE_US)
    refuses(played.refused(TakeLoan(seat)), "time_over", "GAME-CLOCK-05", seat=seat)


# ---------------------------------------------------------------- take-backs


@pytest.mark.rules("GAME-BACK-01", "GAME-BACK-02", "GAME-BACK-03")
def test_take_backs(played: Played) -> None:
    seat, drawn = played.to_act, played.past[-1]
    back = TakeBack(f"p{seat}", seat)
    first = {"crossing": "knowledge", "step": drawn.first, "seats": (seat,)}
    refuses(played.refused(back), "behind_frontier", "GAME-BACK-02", **first)
    without = opened("london", None)
    refuses(without.refused(TakeBack("p0", seat_of(0))), "no_take_backs", "GAME-BACK-01", policy="none")
    revealing = opened("toy", TakeBacks("free", 0), box=TOY)
    revealing.take(Show(seat_of(0)))
    refuses(revealing.refused(TakeBack("p0", seat_of(0))), "no_take_backs_left", "GAME-BACK-03", max=0)


@pytest.mark.rules("GAME-MOTION-01", "GAME-BACK-04")
def test_motions(played: Played) -> None:
    seat, waiting = played.to_act, other(played)
    refuses(
        played.refused(AnswerMotion(f"p{waiting}", waiting, Step(3), True)), "no_motion", "GAME-MOTION-01", motion=3
    )
    (made,) = played.take(MakeMotion(f"p{seat}", seat, "close"))
    number = made.motion
    second = MakeMotion(f"p{waiting}", waiting, "stop")
    refuses(played.refused(second), "motion_open", "GAME-MOTION-01", motion=number)
    refuses(played.refused(AnswerMotion(f"p{seat}", seat, number, True)), "own_motion", "GAME-MOTION-01", motion=number)
    refuses(
        played.refused(WithdrawMotion(f"p{waiting}", waiting, number)), "no_motion", "GAME-MOTION-01", motion=number
    )


@pytest.mark.rules("GAME-BACK-02")
def test_a_step_inside_a_command_is_moved_to_its_beginning_and_the_answer_says_so() -> None:
    """Freely, too: any step of the seat's last command leads to before it."""
    played, dice = opened("brigade", TakeBacks("free")), random.Random(1)
    for _ in range(COMMANDS_MAX):
        played.play(dice)
        done = played.past[-1]
        seat = done.seat
        assert seat is not None
        if len(done.events) > 1 and played.frontier(seat).decisions[:1] == (done.first - 1,):
            break
    inside = Step(done.last - 1)
    (back,) = played.take(TakeBack(f"p{seat}", seat, inside))
    assert (back.named, back.to) == (inside, done.first - 1)
    line = played.game.tell(back, seat)
    assert line is not None and (line.facts["named"], line.facts["to"]) == (inside, done.first - 1)


# ---------------------------------------------------------------- rulings


@pytest.mark.rules("GAME-RULING-02", "GAME-RULING-04", "GAME-RULING-05", "GAME-ROLE-03")
def test_rulings(played: Played) -> None:
    owners = played.state.position.owners
    assert not owners
    hidden = ruled(Ruling("fix", amendment=FixCard(played.state.position.deck[0])))
    refuses(played.refused(hidden), "hidden_from_all", "GAME-RULING-05")
    unlawful = ruled(Ruling("fix", amendment=FixMarker(BoroughId(FAR), seat_of(0))))
    law = "Markers hang together, from the boroughs that the rules name (LON-INV-06)."
    refuses(played.refused(unlawful), "unlawful", "GAME-RULING-05", law=law, laws=(law,))
    for places in ((1, 3), (2, 2), (1,)):
        refuses(played.refused(ruled(Ruling("places", places=places))), "bad_places", "GAME-RULING-04", seats=2)
    for by, role in (("p0", ROLE), ("host", ROLE), ("eve", None)):
        command = MakeRuling(by, Ruling("play_on"), role)
        refuses(played.refused(command), "not_an_arbiter", "GAME-RULING-02", "GAME-ROLE-03")


@pytest.mark.rules("GAME-RULING-01", "GAME-APPEAL-01")
def test_calls_and_appeals(played: Played) -> None:
    call = CallArbiter("p0", seat_of(0), Step(1), "rules")
    for _ in range(3):
        played.take(call)
    refuses(played.refused(call), "too_many_calls", "GAME-RULING-01", max=3)
    played.take(ruled(Ruling("play_on")))
    appeal = LodgeAppeal("p0", 1)
    played.take(appeal)
    refuses(played.refused(appeal), "appeal_over", "GAME-APPEAL-01", ruling=1)
    refuses(played.refused(DecideAppeal("judge", 1, authority=ROLE)), "own_ruling", "GAME-APPEAL-01", ruling=1)
    refuses(played.refused(DecideAppeal("p1", 1, authority=ROLE)), "not_an_arbiter", "GAME-APPEAL-01", "GAME-ROLE-03")
