"""The scenes of clocks and stops that every version of a ruleset plays: every kind of clock, every policy of flags, and every
right by which a game is stopped."""

from domain.engine.ruleset import RulesetKey
from domain.engine.viewer import seats_of
from domain.game.clocks.commands import TakeRest
from domain.game.clocks.rules import next_flag
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.ruling import Ruling, TimeGiven
from domain.game.terms import RulingTerms, Terms
from domain.rulesets import RULESETS
from services.commands.answers import Answer
from services.rulings.flags import DueFlag, FlagCaller
from services.rulings.timing import Timing
from tests.corpus.features import name_of
from tests.corpus.ruling_scenes import ANN, FIRST, SECOND, Bench
from tests.corpus.scene import JUDGE, Scene, SceneGame, accepted, refused
from tests.corpus.scenes import NO_SEAT, by_bot

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
DAY_US = 24 * 60 * MINUTE_US
BANK = ClockTerms(
    kind="bank",
    bank_us=10 * MINUTE_US,
    add_us=10 * SECOND_US,
    cap_us=11 * MINUTE_US,
    lag_us=SECOND_US // 2,
    lag_max_us=2 * SECOND_US,
    sleep_minutes_max=480,
    rest_us=90 * MINUTE_US,
)
FREE = ClockTerms(kind="free", bank_us=5 * MINUTE_US, free_us=30 * SECOND_US, flag="forfeit")
EACH = ClockTerms(kind="each", each_us=2 * MINUTE_US, flag="bot")
CLAIMED = ClockTerms(kind="bank", bank_us=2 * MINUTE_US, flag="claim", claimed="rules")


class OnTime:
    """A game with clocks, and the service that calls its flags."""

    def __init__(self, scene: Scene, name: str, key: RulesetKey) -> None:
        self.scene = scene
        self.game = SceneGame(scene, f"{name_of(key)} {name}", key)
        self.bench = Bench(scene, self.game)
        self.timing = Timing(self.bench.case)
        self._caller = FlagCaller(scene.world, self, scene.play)

    async def begin(self, clock: ClockTerms, title: str, rulings: RulingTerms | None = None) -> None:
        """Opens the game with one seat more than it needs, and plays a little."""
        terms = Terms(clock=clock) if rulings is None else Terms(clock=clock, rulings=rulings)
        await self.game.fill(RULESETS[self.game.key].seats_min + 1, title=title, terms=terms)
        await self.game.play_on(3, by_bot)

    async def flags_due(self, *, until_us: int, limit: int) -> list[DueFlag]:
        """The next flag of this game, if it has fallen until then."""
        due = next_flag(self.game.state)
        is_due = due is not None and due[0] <= until_us
        return [DueFlag(self.game.game_id, self.game.state.version, due[1])] if due is not None and is_due else []

    async def until_called(self) -> None:
        """Lets a day pass, and the service call a flag."""
        self.scene.now_us += DAY_US
        assert await self._caller.call() == 1
        await self.game.refresh()

    async def play(self, received_us: int = 0) -> Answer:
        """Sends the next command of a person, which may be refused. `received_us`: when it was read; 0: now."""
        seat = self.game.to_act()
        assert seat is not None, "a person may act"
        ruleset, position = self.game.game.ruleset, self.game.state.position
        return await self.game.send(seat, ruleset.legal(position, seat)[0], received_us=received_us)

    async def claim(self) -> Answer:
        """Somebody else claims the flag of the seat that may act."""
        seat = self.game.to_act()
        other = next(each for each in seats_of(len(self.game.state.seats)) if each != seat)
        return await self.game.do(self.timing.claim, self.game.player(other), seat=seat)

    async def stop(self, until_us: int | None = None) -> Answer:
        """An arbiter stops the game."""
        return await self.game.do(self.timing.stop, JUDGE, until_us=until_us, note="A break")

    async def resume(self) -> Answer:
        """An arbiter resumes it."""
        return await self.game.do(self.timing.resume, JUDGE)


async def play_clocks(scene: Scene, key: RulesetKey) -> None:
    """Plays all scenes of one version, one after the other."""
    for play in (banked, forfeited, by_decisions, claimed, stopped_by_calls):
        await play(scene, key)


async def banked(scene: Scene, key: RulesetKey) -> None:
    """A bank with credit, sleep and rest, that an arbiter adjusts and stops, until a flag falls. Its first opening is
    refused."""
    bad = OnTime(scene, "badly timed", key).game
    refused(await bad.open(RULESETS[key].seats_min, terms=Terms(clock=ClockTerms(kind="each"))), "bad_clock")
    timed = OnTime(scene, "timed", key)
    await timed.begin(BANK, "A bank")
    await _sleep_and_rest(timed)
    await timed.game.play_on(4, by_bot)
    await _adjusted(timed)
    await _stopped(timed)
    refused(await timed.game.do(scene.seating.call_time, JUDGE, seat=timed.game.to_act()), "has_clock")
    refused(await timed.claim(), "flag_not_fallen")
    in_time_us, scene.now_us = scene.now_us, scene.now_us + 3 * DAY_US
    accepted(await timed.play(received_us=in_time_us))
    refused(await timed.play(), "time_over")
    accepted(await timed.claim())
    await timed.game.play_on(3, by_bot)
    await timed.until_called()
    await timed.game.play_on(2, by_bot)


async def _sleep_and_rest(timed: OnTime) -> None:
    sleep, rest, do = timed.timing.sleep, timed.timing.rest, timed.game.do
    hours = {"from_minute": 1_380, "minutes": 480, "offset_minutes": 60}
    refused(await do(sleep, ANN, **(hours | {"minutes": 481})), "bad_clock")
    accepted(await do(sleep, ANN, **hours))
    refused(await do(rest, ANN, us=1), "bad_clock")
    refused(await do(rest, ANN, us=91 * MINUTE_US), "no_rest_left")
    accepted(await do(rest, ANN, us=30 * MINUTE_US))
    refused(await timed.game.send(SECOND, TakeRest(ANN.id, SECOND, MINUTE_US)), "not_your_seat")


async def _adjusted(timed: OnTime) -> None:
    adjust, do, bench = timed.timing.adjust, timed.game.do, timed.bench
    refused(await do(adjust, ANN, seat=FIRST, us=MINUTE_US, note=""), "not_an_arbiter")
    refused(await do(adjust, JUDGE, seat=NO_SEAT, us=MINUTE_US, note=""), "no_such_seat")
    refused(await do(adjust, JUDGE, seat=FIRST, us=0, note=""), "bad_clock")
    accepted(await do(adjust, JUDGE, seat=FIRST, us=MINUTE_US, note="The line was down"))
    refused(await bench.rule(Ruling("time")), "bad_time")
    time = (TimeGiven(FIRST, -20 * SECOND_US), TimeGiven(SECOND, 20 * SECOND_US))
    accepted(await bench.rule(Ruling("time", rules=("GAME-CLOCK-07",), time=time)))


async def _stopped(timed: OnTime) -> None:
    refused(await timed.resume(), "not_stopped")
    refused(await timed.stop(until_us=1), "bad_clock")
    accepted(await timed.stop())
    refused(await timed.stop(), "game_stopped")
    refused(await timed.play(), "game_stopped")
    accepted(await timed.resume())
    accepted(await timed.stop(until_us=timed.scene.now_us + 10 * MINUTE_US))
    refused(await timed.play(), "game_stopped")
    timed.scene.now_us += 11 * MINUTE_US
    await timed.game.play_on(2, by_bot)


async def forfeited(scene: Scene, key: RulesetKey) -> None:
    """Free time for each stint, and seats that lose the game when their flags fall."""
    timed = OnTime(scene, "forfeited on time", key)
    await timed.begin(FREE, "Free time")
    await timed.until_called()
    await timed.game.play_on(6, by_bot)


async def by_decisions(scene: Scene, key: RulesetKey) -> None:
    """The same time for each stint; a bot takes over the seat whose flag fell, and has no clock any more."""
    timed = OnTime(scene, "timed by decisions", key)
    await timed.begin(EACH, "Each alike")
    late = timed.game.to_act()
    await timed.until_called()
    refused(await timed.game.do(timed.timing.claim, JUDGE, seat=late), "no_clock")
    await timed.game.play_on(6, by_bot)


async def claimed(scene: Scene, key: RulesetKey) -> None:
    """Flags that count when somebody claims them: until then the seat plays on."""
    timed = OnTime(scene, "claimed", key)
    await timed.begin(CLAIMED, "Claims")
    scene.now_us += DAY_US
    accepted(await timed.play())
    scene.now_us += DAY_US
    accepted(await timed.claim())
    await timed.game.play_on(2, by_bot)


async def stopped_by_calls(scene: Scene, key: RulesetKey) -> None:
    """A call stops the game until it is answered."""
    timed = OnTime(scene, "stopped by a call", key)
    await timed.begin(BANK, "Calls", RulingTerms(call_stops=True))
    accepted(await timed.bench.call(ANN, 2))
    refused(await timed.play(), "game_stopped")
    accepted(await timed.bench.rule(Ruling("play_on", call=1)))
    await timed.game.play_on(2, by_bot)
