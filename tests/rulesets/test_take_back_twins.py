"""Twins of take-backs and rulings: two games that differ only in what a seat cannot know have the same frontier, preview,
lines and views for that seat, whatever is moved, called or ruled (GAME-HID-01)."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import Seat, seats_of
from domain.game.authority import Authority
from domain.game.rulings.commands import CallArbiter, MakeRuling
from domain.game.rulings.ruling import Adjustment, Ruling
from domain.game.take_back.commands import MakeMotion
from domain.game.take_back.decide import reach
from domain.game.take_back.events import MotionMade
from domain.rulesets import CURRENT
from tests.game.taking_back import CONSENT, Played, opened

ROLE = Authority("arbiter")
BACK = 3
"""Commands that both twins have since they differ."""


def twin_of(played: Played, seat: Seat, dice: random.Random) -> Played | None:
    """The same game, in which what `seat` could not know some commands ago is another thing. None where the twin would
    not allow the commands since, or where the seat was shown the difference."""
    older, since = played.past[:-BACK], played.past[-BACK:]
    start = since[0].before()
    if start.position is None or not all(done.by_ruleset for done in since):
        return None
    box = played.game.ruleset
    position = box.redeal(start.position, seat, Chance(dice.randbytes(32), 0))
    twin = Played(played.game, _with_position(start, position), list(older))
    for done in since:
        try:
            events = twin.take(done.command)
        except Refused:
            return None
        lines = [[canonical(box.tell(event, seat)) for event in each] for each in (events, done.events)]
        if lines[0] != lines[1]:
            return None
    return twin


def _with_position(state: Any, position: Any) -> Any:
    return replace(state, position=position)


def known_of(played: Played, seat: Seat, dice_of: str) -> list[bytes]:
    """All that the seat gets of take-backs: frontier, previews, and the lines of a motion that it makes."""
    dice = random.Random(dice_of)
    box, state = played.game.ruleset, played.state
    answers = [canonical(_plain(played.frontier(seat)))]
    for _ in range(3):
        named = Step(state.version - dice.randrange(1, 20))
        try:
            answers.append(canonical(reach(box, state, played.past, named)[:3]))
            command = MakeMotion(f"p{seat}", seat, "take_back", named)
            made = played.game.advance(state, command, played.game.chance(state), state.at_us, played.past)[0]
            assert isinstance(made[0], MotionMade)
            answers += [canonical(played.game.tell(event, seat)) for event in made]
        except Refused as refused:
            answers.append(canonical([refused.code, refused.facts]))
        answers += ruled(played, seat, named)
    return answers


def ruled(played: Played, seat: Seat, named: Step) -> list[bytes]:
    """What the seat gets of a call and of rulings: their lines, and its view after each. What an arbiter alone is told,
    such as why a fix is refused, is none of it."""
    state, answers = played.state, list[bytes]()
    commands = (
        CallArbiter(f"p{seat}", seat, named, "mistake"),
        MakeRuling("judge", Ruling("rewind", to=named), ROLE),
        MakeRuling("judge", Ruling("points", points=(Adjustment(seat, -2),)), ROLE),
        MakeRuling("judge", Ruling("play_on"), ROLE),
    )
    for command in commands:
        try:
            events, after = played.game.advance(state, command, played.game.chance(state), state.at_us, played.past)
        except Refused as refused:
            answers.append(canonical([refused.code, refused.facts]))
            continue
        answers += [canonical(played.game.tell(event, seat)) for event in events]
        answers.append(canonical(played.game.view(after, seat)))
    return answers


def _plain(frontier: Any) -> list[Any]:
    return [frontier.to, frontier.decisions, frontier.crossings, frontier.revealed]


@pytest.mark.rules("GAME-HID-01", "GAME-BACK-02", "GAME-BACK-04", "GAME-RULING-06")
@pytest.mark.parametrize("box", CURRENT.values(), ids=lambda box: box.id)
def test_twins_have_the_same_frontier_preview_and_line(box: AnyRuleset) -> None:
    dice, compared = random.Random(f"twins {box.id}"), 0
    for attempt in range(2):
        played = opened(box.id, CONSENT, box=box, secret=dice.randbytes(32))
        for number in range(140):
            if played.state.over:
                break
            played.play(dice)
            if number < 3 * BACK or number % 6:
                continue
            for seat in seats_of(len(played.state.seats)):
                twin = twin_of(played, seat, dice)
                if twin is not None:
                    about = f"{attempt} {number} {seat}"
                    assert known_of(played, seat, about) == known_of(twin, seat, about)
                    compared += canonical(twin.state.position) != canonical(played.state.position)
    assert compared > 1, compared
