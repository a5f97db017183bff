"""The folds against replays: every row is what the domain says of the state at that step."""

import pytest

from domain.engine.codec import canonical
from domain.engine.score import Track
from domain.engine.viewer import SPECTATOR
from domain.game import BeginGame, GameState, LeaveSeat, Resign, SeatBot, TakeSeat
from domain.log.record import Recorded
from projections import game_list, score_tracks
from projections.game_list import GameStart, ListedGame, leaders
from projections.score_tracks import TracksAtStep
from tests.game.toy import TOY
from tests.projections.played_games import HOST, NEWEST, START_US, GameBuilder, PlayedGame, whole_game

EVERY = [
    pytest.param(ruleset, seats, id=f"{ruleset.id}-{seats}")
    for ruleset in NEWEST
    for seats in range(ruleset.seats_min, ruleset.seats_max + 1)
]


def steps_of(played: PlayedGame) -> list[tuple[Recorded, GameState]]:
    return list(zip(played.recorded(), played.states, strict=True))


def track_rows(played: PlayedGame) -> list[TracksAtStep]:
    return [row for step, state in steps_of(played) for row in score_tracks.fold(played.game, None, step, state)[1]]


def list_rows(played: PlayedGame) -> list[ListedGame]:
    accumulator, listed = None, []
    for step, state in steps_of(played):
        accumulator, rows = game_list.fold(played.game, accumulator, step, state)
        listed += rows
    return listed


@pytest.mark.parametrize(("ruleset", "seats"), EVERY)
def test_stored_tracks_are_the_tracks_of_the_state_at_every_step(ruleset, seats) -> None:
    played = whole_game(ruleset, seats)
    rows = {row.version: row.tracks for row in track_rows(played)}
    begun = next(state.version for state in played.states if state.phase == "playing")
    assert list(rows) == list(range(begun, len(played.steps) + 1))
    for version, tracks in rows.items():
        assert tracks == played.game.tracks(played.state_at(version))
        assert {track.seat for track in tracks} <= set(range(seats))


@pytest.mark.parametrize(("ruleset", "seats"), EVERY)
def test_a_finished_game_is_listed_with_its_winners(ruleset, seats) -> None:
    played = whole_game(ruleset, seats)
    rows = list_rows(played)
    assert len(rows) == len(played.steps)
    last, result = rows[-1], played.states[-1].result
    assert result is not None
    assert (last.phase, last.winners, last.to_act, last.bot_to_act) == ("over", result.winners, (), False)
    assert (last.version, last.turn) == (len(played.steps), played.game.turn(played.states[-1]))
    assert all((row.shows_us, row.public_version, row.sandbox) == (0, row.version, False) for row in rows)
    assert (last.opened_us, last.moved_us) == (START_US, START_US + len(played.commands) - 1)


@pytest.mark.parametrize(("ruleset", "seats"), EVERY)
def test_the_list_says_nothing_that_a_spectator_may_not_know(ruleset, seats) -> None:
    """Two games alike to spectators and apart in all that is hidden have byte-identical rows."""
    played = whole_game(ruleset, seats)
    for (step, state), row in zip(steps_of(played), list_rows(played), strict=True):
        if state.phase != "playing":
            continue
        position = ruleset.redeal(state.position, SPECTATOR, played.game.bot_chance(state, 0))
        other = GameState(**{**{f: getattr(state, f) for f in state.__struct_fields__}, "position": position})
        repeated = game_list.fold(played.game, GameStart(row.opened_us, row.begun), step, other)[1][0]
        assert canonical(repeated) == canonical(row)


def test_leaders_are_those_in_front_by_what_every_viewer_may_see() -> None:
    assert leaders(()) == ()
    assert leaders((Track(1, "a", 0, 3), Track(0, "a", 9, 2), Track(0, "b", 0, 1))) == (0, 1)
    assert leaders((Track(0, "a", 0, -3), Track(1, "a", 0, -2))) == (1,)
    with pytest.raises(AssertionError):
        leaders((Track(0, "a", 0, 3, (0,)),))


def test_hidden_points_lead_nobody_before_they_are_revealed() -> None:
    played = whole_game(TOY, 3)
    for state, row in zip(played.states, list_rows(played), strict=True):
        if state.position is None or state.position.face_up == 0:
            assert row.leaders == ()
        else:
            face_up = state.position.cards[: state.position.face_up]
            assert row.leaders == (face_up.index(max(face_up)),)


def test_seats_are_listed_as_they_are_taken_and_left() -> None:
    builder = GameBuilder(TOY, 2, bytes(32))
    builder.do(TakeSeat("p-1", 1))
    builder.do(LeaveSeat("p-1", 1))
    builder.seat_everybody(bots=False)
    builder.do(BeginGame(HOST))
    rows = list_rows(builder.played())
    assert [row.persons for row in rows[:4]] == [("", ""), ("", "p-1"), ("", ""), ("p-0", "")]
    assert all(row.holders == row.persons and row.bots == ("", "") for row in rows)
    assert [row.phase for row in rows[:5]] == ["open"] * 5
    assert (rows[-1].phase, rows[-1].to_act, rows[-1].bot_to_act) == ("playing", (0,), False)


def test_who_hands_a_seat_to_a_bot_or_resigns_it_holds_it_no_longer() -> None:
    builder = GameBuilder(TOY, 3, bytes(32))
    builder.seat_everybody(bots=False)
    builder.do(BeginGame(HOST))
    builder.do(SeatBot("p-1", 1, "random"))
    builder.do(Resign("p-2", 2))
    last = list_rows(builder.played())[-1]
    assert last.holders == ("p-0", "", "")
    assert last.bots[:2] == ("", "random")


def test_a_row_has_no_names() -> None:
    builder = GameBuilder(TOY, 2, bytes(32))
    builder.do(TakeSeat("p-1", 1, "Ann Secret"))
    assert b"Secret" not in canonical(list_rows(builder.played())[-1])


def test_a_bot_to_move_is_listed() -> None:
    played = whole_game(TOY, 2)
    assert [row.bot_to_act for row in list_rows(played)] == [
        state.phase == "playing" and bool(played.game.to_act(state)) for state in played.states
    ]
    assert any(row.bot_to_act for row in list_rows(played))


def test_hidden_tracks_stay_out_of_reprs() -> None:
    rows = track_rows(whole_game(TOY, 2))
    assert all("Track(" not in repr(row) for row in rows)
