"""Looking at a game: as whom a caller may look, which steps there are, and what views and tracks hold."""

import jsonpatch
import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR, Viewer, seat_of
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.commands.fork import Forks
from services.log.replay import Histories
from services.ports import Principal, TrackPoint
from services.reads import look as look_module
from services.reads.horizon import VisibleGame
from services.reads.look import Look, NoSuchStep, ViewerNotAllowed, default_viewer, may_look
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

BEGUN, DEALT, ANN_SHOWED, BEN_SHOWED, ENDED, REVEALED = range(4, 10)
"""The steps of a toy game of two players; before them it was opened and two seats were taken."""
VIEWERS = (SPECTATOR, seat_of(0), seat_of(1), ARBITER)
EVERYBODY = (None, ANN, BEN, EVE, JUDGE)
ANN_AS_ARBITER = Principal(ANN.id, "Ann", frozenset({"arbiter"}))
HOST_WITHOUT_SEAT = Principal("host", "Host", frozenset({"arbiter"}))


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    return await seated_game(memory, toy)


@pytest.fixture
def look(memory: World) -> Look:
    return Look(memory, Histories(memory))


async def visible_to(look: Look, driver: GameDriver, principal: Principal | None = None) -> VisibleGame:
    visible = await look.game(principal, driver.game_id)
    assert visible is not None
    return visible


async def test_there_is_nothing_to_see_of_a_game_that_does_not_exist(look: Look) -> None:
    assert await look.game(ANN, new_id()) is None
    assert await look.history(new_id()) is None


# ---------------------------------------------------------------- as whom


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize(
    ("principal", "allowed"),
    [
        (None, {SPECTATOR}),
        (EVE, {SPECTATOR}),
        (ANN, {SPECTATOR, seat_of(0)}),
        (BEN, {SPECTATOR, seat_of(1)}),
        (ANN_AS_ARBITER, {SPECTATOR, seat_of(0)}),
        (HOST_WITHOUT_SEAT, {SPECTATOR}),
        (JUDGE, set(VIEWERS)),
    ],
)
async def test_while_a_game_runs_only_its_own_seat_and_the_arbiter_see_hidden_things(
    driver: GameDriver, principal: Principal | None, allowed: set[Viewer]
) -> None:
    host = "host" if principal is HOST_WITHOUT_SEAT else driver.state.host
    state = msgspec.structs.replace(driver.state, host=host)
    assert {viewer for viewer in VIEWERS if may_look(principal, state, viewer)} == allowed


@pytest.mark.rules("GAME-HID-02")
async def test_after_the_end_everybody_may_see_as_any_viewer(driver: GameDriver) -> None:
    await driver.play_on(2)
    for principal in EVERYBODY:
        assert all(may_look(principal, driver.state, viewer) for viewer in VIEWERS)


@pytest.mark.parametrize("viewer", [Viewer(-3), Viewer(-99), Viewer(2), Viewer(99)])
async def test_nobody_may_look_as_a_viewer_that_the_game_does_not_have(driver: GameDriver, viewer: Viewer) -> None:
    assert not may_look(JUDGE, driver.state, viewer)
    await driver.play_on(2)
    assert not any(may_look(principal, driver.state, viewer) for principal in EVERYBODY)


@pytest.mark.rules("GAME-FORK-03")
@pytest.mark.parametrize(("viewer", "allowed"), [(seat_of(0), (ANN, JUDGE)), (SPECTATOR, (None, ANN, BEN, EVE, JUDGE))])
async def test_the_end_of_a_sandbox_forked_for_a_seat_opens_it_to_its_host_and_arbiters_alone(
    driver: GameDriver, look: Look, viewer: Viewer, allowed: tuple[Principal | None, ...]
) -> None:
    forks = Forks(driver.play, driver.world.now_us)
    visible = await visible_to(look, driver, ANN)
    fork = await forks.fork(ANN, new_id(), visible, viewer, at=None, seat=None, title="")
    assert isinstance(fork, Accepted)
    assert isinstance(await driver.seating.abandon(JUDGE, fork.game_id, new_id()), Accepted)
    sandbox = await look.game(ANN, fork.game_id)
    assert sandbox is not None and sandbox.state.over
    for principal in EVERYBODY:
        assert may_look(principal, sandbox.state, ARBITER) is (principal in allowed)


async def test_who_names_no_viewer_looks_from_their_own_seat(driver: GameDriver, look: Look) -> None:
    visible = await visible_to(look, driver)
    for principal, viewer in ((None, SPECTATOR), (EVE, SPECTATOR), (JUDGE, SPECTATOR), (BEN, seat_of(1))):
        assert default_viewer(principal, driver.state) == look.viewer(principal, visible, None) == viewer


async def test_a_viewer_that_the_caller_may_not_have_is_refused_by_name(driver: GameDriver, look: Look) -> None:
    visible = await visible_to(look, driver, ANN)
    assert look.viewer(ANN, visible, FIRST_SEAT) == FIRST_SEAT
    with pytest.raises(ViewerNotAllowed) as caught:
        look.viewer(ANN, visible, seat_of(1))
    assert (caught.value.game_id, caught.value.viewer) == (driver.game_id, 1)


# ---------------------------------------------------------------- which step


@pytest.mark.parametrize("version", [-1, 0, DEALT + 1, 99])
async def test_a_step_that_does_not_exist_has_no_view_and_no_tracks(
    driver: GameDriver, look: Look, version: int
) -> None:
    visible = await visible_to(look, driver)
    for read in (look.view, look.live_tracks):
        with pytest.raises(NoSuchStep) as caught:
            read(visible, SPECTATOR, Step(version))
        assert (caught.value.game_id, caught.value.version, caught.value.head) == (driver.game_id, version, DEALT)


@pytest.mark.parametrize(
    ("after", "first", "expected"),
    [
        (0, 0, []),
        (0, -3, []),
        (DEALT, 10, []),
        (99, 10, []),
        (-7, 2, [1, 2]),
        (0, 2, [1, 2]),
        (2, 2, [3, 4]),
        (4, 10, [5]),
    ],
)
async def test_steps_past_a_cursor_are_as_many_as_there_are(
    driver: GameDriver, look: Look, after: int, first: int, expected: list[int]
) -> None:
    visible = await visible_to(look, driver)
    assert [step.version for step in look.steps(visible, SPECTATOR, after=Step(after), first=first)] == expected


async def test_a_step_has_its_viewers_line_its_links_and_one_state_hash_a_command(
    driver: GameDriver, look: Look
) -> None:
    await driver.submit(Show(FIRST_SEAT))
    visible = await visible_to(look, driver)
    ann, ben = driver.state.position.cards
    for viewer, cards in zip(VIEWERS, ([], [ann], [ben], [ann, ben]), strict=True):
        steps = look.steps(visible, viewer, after=Step(0), first=99)
        dealt, showed = steps[DEALT - 1], steps[ANN_SHOWED - 1]
        assert dealt.line is not None and [*dealt.line.facts.values()] == cards
        assert showed.line is not None and showed.line.text == f"Ann showed {ann}."
        assert [step.prev_hash for step in steps[1:]] == [step.hash for step in steps[:-1]]
        assert [step.version for step in steps if step.state_hash is None] == [BEGUN], "the deal follows in one command"
        assert {step.viewer for step in steps} == {viewer}


# ---------------------------------------------------------------- views


async def test_a_view_holds_what_its_viewer_may_know_after_that_step(driver: GameDriver, look: Look) -> None:
    await driver.submit(Show(FIRST_SEAT))
    visible = await visible_to(look, driver)
    ann, ben = driver.state.position.cards
    before = {SPECTATOR: (None, None), seat_of(0): (ann, None), seat_of(1): (None, ben), ARBITER: (ann, ben)}
    after = {SPECTATOR: (ann, None), seat_of(0): (ann, None), seat_of(1): (ann, ben), ARBITER: (ann, ben)}
    for viewer in VIEWERS:
        assert look.view(visible, viewer, Step(DEALT)).position.cards == before[viewer]
        assert look.view(visible, viewer).position.cards == after[viewer]
        assert look.view(visible, viewer, Step(BEGUN - 1)).position is None


@pytest.mark.parametrize("cached_max", [1, 3, 1_024])
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_view_is_the_same_in_whatever_order_steps_are_read(
    memory: World, monkeypatch: pytest.MonkeyPatch, ruleset: str, cached_max: int
) -> None:
    monkeypatch.setattr(look_module, "VIEWS_CACHED_MAX", cached_max)
    driver = await seated_game(memory, ruleset)
    await driver.play_on(6)
    look = Look(memory, Histories(memory))
    visible = await visible_to(look, driver)
    versions = range(1, visible.version + 1)
    game = visible.history.game
    for version in (*versions, *reversed(versions), *versions):
        expected = visible.history.state_at(Step(version))
        for viewer in (SPECTATOR, FIRST_SEAT):
            assert look.view(visible, viewer, Step(version)) == game.view(expected, viewer, visible.names)


@pytest.mark.parametrize("viewer", VIEWERS)
async def test_patches_from_the_first_step_on_build_every_view(driver: GameDriver, look: Look, viewer: Viewer) -> None:
    await driver.play_on(2)
    visible = await visible_to(look, driver)
    document = None
    for version in range(1, visible.version + 1):
        patch = msgspec.json.decode(canonical(look.patch(visible.history, viewer, Step(version))))
        assert patch, "each of these steps changes something"
        document = jsonpatch.apply_patch(document, patch)
        assert document == msgspec.json.decode(canonical(look.view(visible, viewer, Step(version))))


async def test_reading_ahead_pauses_after_each_step_and_ends_at_the_last_one(memory: World) -> None:
    driver = await seated_game(memory)
    await driver.play_on(60)
    look = Look(memory, Histories(memory))
    visible = await visible_to(look, driver)
    pauses = 0

    async def pause() -> None:
        nonlocal pauses
        pauses += 1

    await look.read_ahead(visible, SPECTATOR, Step(-5), Step(visible.version + 1_000), pause)
    assert pauses == visible.version > 2


async def test_only_the_seat_to_act_has_legal_commands(driver: GameDriver, look: Look) -> None:
    visible = await visible_to(look, driver)
    assert look.legal(visible, seat_of(1)) == ()
    assert look.legal(visible, seat_of(0)) == (Show(FIRST_SEAT),)


# ---------------------------------------------------------------- score tracks


async def test_a_track_that_only_a_seat_may_see_is_for_that_seat_and_the_arbiter(
    driver: GameDriver, look: Look
) -> None:
    visible = await visible_to(look, driver)
    for viewer, seats in zip(VIEWERS, (set(), {0}, {1}, {0, 1}), strict=True):
        rows = await look.tracks(visible, viewer, after=Step(0), up_to=None)
        assert {point.seat for row in rows for point in row.points} == seats
        assert {track.seat for track in look.live_tracks(visible, viewer)} == seats


@pytest.mark.parametrize(
    ("after", "up_to", "expected"), [(0, 4, [4]), (0, 3, []), (4, None, [5]), (3, 99, [4, 5]), (9, 9, [])]
)
async def test_stored_tracks_come_for_the_steps_requested_and_no_later_ones(
    driver: GameDriver, look: Look, after: int, up_to: int | None, expected: list[int]
) -> None:
    visible = await visible_to(look, driver)
    rows = await look.tracks(visible, ARBITER, after=Step(after), up_to=None if up_to is None else Step(up_to))
    assert [row.version for row in rows] == expected


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_tracks_computed_from_the_log_are_those_that_are_stored(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    await driver.play_on(8)
    look = Look(memory, Histories(memory))
    visible = await visible_to(look, driver)
    for viewer in (SPECTATOR, FIRST_SEAT, ARBITER):
        for row in await look.tracks(visible, viewer, after=Step(0), up_to=None):
            live = look.live_tracks(visible, viewer, row.version)
            points = [TrackPoint(*(getattr(track, name) for name in TrackPoint.__slots__)) for track in live]
            assert sorted(row.points, key=repr) == sorted(points, key=repr)
