"""The service's clock: an hour's jump of the machine's clock tells nothing early and takes nothing back."""

from dataclasses import replace

import pytest

from domain.game.terms import Delay, Terms
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.projection_store import PostgresProjectionStore
from projections.runner import Runner
from services.clock import APART_US_MAX, JUMP_US, SLEW_PPM, ServiceClock, common_ahead
from services.commands.play import Play
from services.log.load_game import GameLoader
from services.log.replay import Histories, History
from services.reads.look import Look
from services.world import World
from tests.infra.postgres.conftest import sequenced
from tests.services.clock import SECOND_US, Clock
from tests.services.game_driver import EVE, GameDriver, seated_game
from tests.services.ports_to_disturb import edit_step

HOUR = 3_600
DELAY_SECONDS = 60


class Machine:
    """The clocks of a machine, which a test moves."""

    def __init__(self) -> None:
        self.wall = Clock()
        self.monotonic = Clock()

    def pass_seconds(self, seconds: float) -> None:
        self.wall.pass_seconds(seconds)
        self.monotonic.pass_seconds(seconds)

    def service_clock(self, at_least_us: int = 0) -> ServiceClock:
        return ServiceClock(self.wall, self.monotonic, at_least_us)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_it_runs_with_the_machine(machine: Machine) -> None:
    clock = machine.service_clock()
    for seconds in (0, 0.000_001, 1, 86_400):
        machine.pass_seconds(seconds)
        assert clock() == machine.wall.now_us


def test_it_is_slowed_while_it_is_read_often_and_never_returns_less(machine: Machine) -> None:
    clock = machine.service_clock()
    machine.wall.pass_seconds(-0.5)
    times = [clock()]
    for _ in range(5_000):
        machine.pass_seconds(0.000_333)
        times.append(clock())
    assert times == sorted(times)
    elapsed = 5_000 * 333
    slowed = elapsed - (times[-1] - times[0])
    assert 0.9 * elapsed * SLEW_PPM / 1_000_000 <= slowed <= elapsed * SLEW_PPM / 1_000_000 + 1


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_jump_is_not_followed_and_logged_once_with_both_times(
    machine: Machine, hours: int, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.service_clock()
    before = clock()
    machine.wall.pass_seconds(hours * HOUR)
    for _ in range(5):
        machine.pass_seconds(1)
        clock()
    assert abs(clock() - before - 5 * SECOND_US) <= 5 * SLEW_PPM
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert {"2023-11-14T22:13:21+00:00", f"2023-11-14T{22 + hours}:13:21+00:00"} <= set(record.getMessage().split()) | {
        word.rstrip(".") for word in record.getMessage().split()
    }


@pytest.mark.parametrize("seconds", [-0.5, 0.5])
def test_a_small_difference_is_made_up_slowly_however_often_somebody_asks(
    machine: Machine, seconds: float, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.service_clock()
    machine.wall.pass_seconds(seconds)
    last = clock()
    for _ in range(10_000):
        machine.pass_seconds(0.01)
        now = clock()
        assert now > last
        last = now
    left = abs(machine.wall.now_us - now)
    assert abs(left - (0.5 * SECOND_US - 100 * SLEW_PPM)) <= SLEW_PPM, "half a millisecond each second"
    machine.pass_seconds(HOUR)
    clock()
    machine.pass_seconds(HOUR)
    assert clock() == machine.wall.now_us
    assert not caplog.records, "the clocks of machines drift"


def test_a_monotonic_clock_that_goes_back_moves_nothing(machine: Machine) -> None:
    clock = machine.service_clock()
    before = clock()
    machine.monotonic.pass_seconds(-5)
    assert clock() == before


def test_it_begins_by_the_time_of_the_others_if_the_machine_jumped(machine: Machine) -> None:
    joined = machine.wall.now_us - HOUR * SECOND_US
    clock = ServiceClock(machine.wall, machine.monotonic, 0, joined)
    assert clock() == joined
    machine.pass_seconds(10)
    assert 0 <= clock() - joined - 10 * SECOND_US <= 10 * SLEW_PPM
    assert ServiceClock(machine.wall, machine.monotonic, joined + 7, joined)() == joined + 7
    assert common_ahead([]) is None and common_ahead([0, APART_US_MAX + 1]) is None and common_ahead([4, 6]) == 5


def test_it_begins_at_the_newest_step_of_the_log(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    newest = machine.wall.now_us + HOUR * SECOND_US
    clock = machine.service_clock(newest)
    assert clock() == newest and [record.levelname for record in caplog.records] == ["WARNING"]
    assert machine.service_clock(machine.wall.now_us - 5)() == machine.wall.now_us
    assert machine.service_clock(machine.wall.now_us + JUMP_US)() == machine.wall.now_us + JUMP_US
    assert len(caplog.records) == 1


# ---------------------------------------------------------------- games with a delay


async def delayed_game(world: World) -> GameDriver:
    return await seated_game(world, "london", terms=Terms(delay=Delay(seconds=DELAY_SECONDS)))


async def visible_to_eve(world: World, driver: GameDriver) -> int:
    visible = await Look(world, Histories(world)).game(EVE, driver.game_id)
    assert visible is not None
    return visible.version


async def play_for(driver: GameDriver, machine: Machine, seconds: int) -> None:
    for _ in range(seconds // 10):
        machine.pass_seconds(10)
        await driver.play_any()


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02", "GAME-PLAY-04")
@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_jump_opens_no_delay_early_and_closes_none(memory: World, machine: Machine, hours: int) -> None:
    world = replace(memory, now_us=machine.service_clock())
    driver = await delayed_game(world)
    await play_for(driver, machine, 120)
    before, head = await visible_to_eve(world, driver), driver.state
    assert 3 < before < head.version
    machine.wall.pass_seconds(hours * HOUR)
    assert await visible_to_eve(world, driver) == before
    await play_for(driver, machine, 30)
    after = await visible_to_eve(world, driver)
    assert before <= after < driver.state.version
    times = [step.body.time_us for step in (await _history(world, driver)).steps]
    assert times == sorted(times) and times[-1] - head.at_us <= 31 * SECOND_US
    restarted = replace(world, now_us=machine.service_clock(driver.state.at_us))
    visible = await visible_to_eve(restarted, driver)
    assert visible >= after, "a restart takes nothing back"
    assert (visible == driver.state.version) is (hours > 0), "but it follows a machine that was set forward"


async def _history(world: World, driver: GameDriver) -> History:
    history = await Histories(world).up_to_date(driver.game_id)
    assert history is not None
    return history


@pytest.mark.rules("GAME-DELAY-02")
@pytest.mark.parametrize("hours", [-1, 1])
async def test_the_time_since_damage_was_noticed_does_not_jump(memory: World, machine: Machine, hours: int) -> None:
    world = replace(memory, now_us=machine.service_clock())
    driver = await delayed_game(world)
    await play_for(driver, machine, 90)
    edit_step(world, driver.game_id, driver.state.version)
    look = Look(world, Histories(world))
    before = await look.game(EVE, driver.game_id)
    assert before is not None and before.version < driver.state.version
    machine.wall.pass_seconds(hours * HOUR)
    after = await look.game(EVE, driver.game_id)
    assert after is not None and after.version == before.version


@pytest.mark.rules("GAME-PLAY-04")
async def test_a_machine_set_back_and_started_anew_keeps_times_and_the_first_page(
    world: World, machine: Machine
) -> None:
    """On Postgres: the newest time comes from the log, and the list is a projection."""
    log = world.log
    assert isinstance(log, PostgresEventLog)
    assert await log.newest_time_us() == 0
    here = replace(world, now_us=machine.service_clock())
    driver = await delayed_game(here)
    machine.pass_seconds(HOUR)
    other = await delayed_game(here)
    await sequenced(log._pool)
    newest = await log.newest_time_us()
    assert newest == other.state.at_us
    machine.wall.pass_seconds(-2 * HOUR)
    started = replace(world, now_us=machine.service_clock(newest))
    games = GameLoader(started)
    anew = replace(driver, world=started, games=games, play=Play(started, games))
    machine.pass_seconds(1)
    await anew.play_any()
    assert anew.state.at_us > newest
    runner = Runner(PostgresProjectionStore(log._pool))
    for each in (driver, other):
        await runner.project(each.game_id)
    machine.pass_seconds(DELAY_SECONDS + 1)
    (first,) = await world.projections.games(limit=1, now_us=started.now_us())
    assert first.game_id == driver.game_id, "what moved last comes first"
