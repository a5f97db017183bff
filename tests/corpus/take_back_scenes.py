"""The scenes of take-backs and motions that every version of a ruleset plays: every right to take back, every kind of motion,
and what stands in the way."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from domain.engine.ruleset import Informed, RulesetKey
from domain.engine.step import Step
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.events import redeals
from domain.game.take_back.frontier import Frontier
from domain.game.take_back.motion import Motion
from domain.game.terms import TakeBacks, Terms
from domain.rulesets import RULESETS
from services.commands.answers import Answer
from services.reads.horizon import VisibleGame
from services.reads.look import Look
from services.take_back.motions import TakingBack
from services.take_back.reads import Reach, frontier_of, reach_of
from tests.corpus.clock_scenes import BANK, MINUTE_US
from tests.corpus.features import name_of
from tests.corpus.ruling_scenes import Bench
from tests.corpus.scene import JUDGE, PLAYERS, Scene, SceneGame, accepted, refused
from tests.corpus.scenes import by_bot, fork_and_play

SEATS_MORE: Final = 1
"""Seats beside the fewest: a motion waits for two others."""
COMMANDS_MAX: Final = 400


class Back:
    """The take-backs and motions of one game."""

    def __init__(self, scene: Scene, name: str, key: RulesetKey) -> None:
        self.scene = scene
        self.game = SceneGame(scene, f"{name_of(key)} {name}", key)
        self.case = TakingBack(scene.play)
        self._look = Look(scene.world, scene.histories)

    async def begin(self, title: str, take_backs: TakeBacks | UnsetType, clock: ClockTerms | UnsetType = UNSET) -> None:
        """Opens and begins the game."""
        terms = Terms(take_backs=take_backs, clock=clock)
        await self.game.fill(RULESETS[self.game.key].seats_min + SEATS_MORE, title=title, terms=terms)

    @property
    def own(self) -> Seat:
        """The seat that may act."""
        seat = self.game.to_act()
        assert seat is not None, f"{self.game.name}: somebody may act"
        return seat

    def others(self, seat: Seat) -> Sequence[Seat]:
        """All seats but one."""
        return [each for each in seats_of(len(self.game.state.seats)) if each != seat]

    async def back(self, seat: Seat, to: int | None = None) -> Answer:
        """A seat takes back freely."""
        step = None if to is None else Step(to)
        return await self.game.do(self.case.take_back, self.game.player(seat), to=step)

    async def move(self, seat: Seat, kind: str, to: int | None = None) -> Answer:
        """A seat puts a motion."""
        step = None if to is None else Step(to)
        return await self.game.do(self.case.move, self.game.player(seat), kind=kind, to=step)

    async def answer(self, seat: Seat, yes: bool = True, motion: int | None = None) -> Answer:
        """A seat answers the open motion."""
        number = Step(self.motion if motion is None else motion)
        return await self.game.do(self.case.answer, self.game.player(seat), motion=number, yes=yes)

    @property
    def motion(self) -> Step:
        """The number of the open motion."""
        motion = self.game.state.motion
        assert isinstance(motion, Motion), f"{self.game.name}: a motion is open"
        return motion.version

    async def agreed(self, seat: Seat, kind: str, to: int | None = None) -> None:
        """A seat puts a motion, and all others agree."""
        accepted(await self.move(seat, kind, to))
        for other in self.others(seat):
            accepted(await self.answer(other))

    async def frontier(self, seat: Seat) -> Frontier:
        """How far a seat may take back by itself."""
        return await frontier_of(self._look, await self._visible(), seat)

    async def reach(self, to: Step) -> Reach:
        """What going back to a step would cross."""
        return await reach_of(self._look, await self._visible(), to)

    async def _visible(self) -> VisibleGame:
        visible = await self._look.game(JUDGE, self.game.game_id)
        assert visible is not None, "an arbiter sees every game"
        return visible


async def play_take_backs(scene: Scene, key: RulesetKey) -> None:
    """Plays all scenes of one version, one after the other."""
    for play in (without, taken_back, timed, moved, closed):
        await play(scene, key)


async def without(scene: Scene, key: RulesetKey) -> None:
    """A game without take-backs, in which a motion to stop is allowed all the same. Its first opening is refused."""
    bad = SceneGame(scene, f"{name_of(key)} badly taken back", key)
    terms = Terms(take_backs=TakeBacks("none", 1))
    refused(await bad.open(RULESETS[key].seats_min, terms=terms), "bad_take_backs")
    game = Back(scene, "without take-backs", key)
    await game.begin("None", UNSET)
    await game.game.play_on(2, by_bot)
    refused(await game.back(game.own), "no_take_backs")
    refused(await game.move(game.own, "take_back"), "no_take_backs")
    await game.agreed(game.own, "stop")


async def taken_back(scene: Scene, key: RulesetKey) -> None:
    """Seats take back by themselves, and again what they have shown, until there is no more of that; then an arbiter rewinds,
    and a seat forks the game."""
    game = Back(scene, "taken back", key)
    await game.begin("Taken back", TakeBacks("free", 1))
    refused(await game.back(game.own), "behind_frontier")
    refused(await game.back(game.own, 1_000_000), "no_such_step")
    refused(await game.move(game.own, "take_back"), "no_take_backs")
    bench = Bench(scene, game.game)
    await _freely(game)
    accepted(await bench.rule(Ruling("play_on")))
    refused(await game.back(game.own, game.game.state.version - 1), "nothing_to_take_back")
    await _revealed_cards(game)
    to = game.game.state.version
    await _until_learned(game, to)
    refused(await bench.rule(Ruling("rewind", to=Step(game.game.state.version))), "no_such_step")
    refused(await bench.rule(Ruling("rewind", to=Step(1))), "behind_frontier")
    accepted(await bench.rule(Ruling("rewind", rules=("GAME-RULING-06",), to=to)))
    refused(await bench.rule(Ruling("rewind", to=Step(to + 1))), "step_taken_back")
    await game.game.play_on(3, by_bot)
    await fork_and_play(game.game, PLAYERS[1], seats_of(2)[1], "a seat")


async def _freely(game: Back) -> None:
    """Plays until a seat may take back by itself what it showed to nobody, and does so."""
    for _ in range(COMMANDS_MAX):
        seat, before = game.own, game.game.state.version
        await game.game.play_on(1, by_bot)
        line = await game.frontier(seat)
        if line.decisions and not line.revealed:
            accepted(await game.back(seat, before))
            await game.game.play_on(1, by_bot)
            return
    raise AssertionError(f"{game.game.name}: no seat could take back")


async def _revealed_cards(game: Back) -> None:
    """Plays until a seat has shown something that it may take back, twice."""
    for times in range(2):
        for _ in range(COMMANDS_MAX):
            seat = game.own
            await game.game.play_on(1, showing)
            if (await game.frontier(seat)).revealed:
                break
        else:
            raise AssertionError(f"{game.game.name}: no seat showed anything")
        before = (await game.frontier(seat)).to
        if game.game.state.backs_of(seat):
            refused(await game.back(seat, before), "no_take_backs_left")
            return
        accepted(await game.back(seat, before))
        assert not times, f"{game.game.name}: the same seat shows something again"


async def _until_learned(game: Back, to: Step) -> None:
    """Plays until going back to step `to` would deal something again."""
    for _ in range(COMMANDS_MAX):
        await game.game.play_on(2, learning)
        if redeals((await game.reach(to)).crossed):
            return
    raise AssertionError(f"{game.game.name}: nobody learned anything")


def showing(game: SceneGame, seat: Seat, legal: tuple[Any, ...]) -> Any:
    """A command by which a seat shows something of its own and nothing is drawn, if there is one; else the substitute's
    choice."""

    def shows(informed: Sequence[Informed], draws: int) -> bool:
        return not draws and any(each.shows == seat for each in informed) and not _teaches(informed, seat)

    return _chosen(game, seat, legal, shows)


def learning(game: SceneGame, seat: Seat, legal: tuple[Any, ...]) -> Any:
    """A command by which a seat learns something, if there is one; else the substitute's choice."""
    return _chosen(game, seat, legal, lambda informed, draws: _teaches(informed, seat))


def _teaches(informed: Sequence[Informed], seat: Seat) -> bool:
    return any(each.teaches(seat) for each in informed)


def _chosen(
    game: SceneGame, seat: Seat, legal: tuple[Any, ...], fits: Callable[[Sequence[Informed], int], bool]
) -> Any:
    """The first command that fits. `fits`: takes who learns by its events, and how often chance is drawn for it."""
    ruleset, state = game.game.ruleset, game.state
    for command in legal:
        chance = game.game.chance(state)
        informed = [ruleset.informs(each) for each in ruleset.decide(state.position, command, chance)]
        if fits(informed, chance.draws):
            return command
    return by_bot(game, seat, legal)


async def timed(scene: Scene, key: RulesetKey) -> None:
    """In a game with clocks, time that was spent on what is taken back stays spent; a late seat takes nothing back."""
    game = Back(scene, "taken back on time", key)
    await game.begin("On time", TakeBacks("consent"), BANK)
    await game.game.play_on(2, by_bot)
    scene.now_us += MINUTE_US
    await _freely(game)
    scene.now_us += MINUTE_US
    await game.agreed(game.own, "stop")
    scene.now_us += 60 * MINUTE_US
    await game.agreed(game.own, "resume")
    await _agreed_back(game, game.own)
    scene.now_us += 30 * MINUTE_US
    refused(await game.back(game.own), "time_over")
    refused(await game.move(game.own, "take_back"), "time_over")


async def moved(scene: Scene, key: RulesetKey) -> None:
    """Motions of every kind: made, withdrawn, declined, agreed to."""
    game = Back(scene, "moved", key)
    await game.begin("Motions", TakeBacks("consent"))
    await game.game.play_on(4, by_bot)
    seat = game.own
    await game.game.play_on(1, by_bot)
    second, third = game.others(seat)[:2]
    refused(await game.move(seat, "resume"), "not_stopped")
    refused(await game.answer(second, motion=1), "no_motion")
    accepted(await game.move(seat, "take_back"))
    refused(await game.move(second, "stop"), "motion_open")
    refused(await game.answer(seat), "own_motion")
    refused(await game.game.do(game.case.withdraw, game.game.player(second), motion=game.motion), "no_motion")
    accepted(await game.answer(second))
    refused(await game.answer(second), "motion_answered")
    accepted(await game.answer(third, yes=False))
    accepted(await game.move(seat, "take_back"))
    accepted(await game.game.do(game.case.withdraw, game.game.player(seat), motion=game.motion))
    await _agreed_back(game, seat)
    await game.agreed(game.own, "stop")
    refused(await game.move(game.own, "take_back"), "game_stopped")
    await game.agreed(second, "resume")
    await game.game.play_on(2, by_bot)


async def _agreed_back(game: Back, seat: Seat) -> None:
    """By consent the game goes back two commands, and then nothing leads to what was taken back."""
    to = game.game.state.version
    await game.game.play_on(2, by_bot)
    await game.agreed(seat, "take_back", to)
    refused(await game.move(seat, "take_back", to + 1), "step_taken_back")
    await game.game.play_on(2, by_bot)


async def closed(scene: Scene, key: RulesetKey) -> None:
    """A game that all agree to close."""
    game = Back(scene, "closed", key)
    await game.begin("Closed", TakeBacks("arbiter"))
    await game.game.play_on(2, by_bot)
    accepted(await game.move(game.own, "close"))
    await game.game.play_on(1, by_bot)  # who plays on declines
    bench = Bench(scene, game.game)
    to = game.game.state.version
    await game.game.play_on(1, by_bot)
    accepted(await bench.rule(Ruling("rewind", to=to)))
    await game.agreed(game.own, "close")
    assert game.game.state.over
    refused(await game.move(seats_of(1)[0], "stop"), "game_over")
    refused(await game.game.do(game.case.take_back, game.game.player(seats_of(1)[0]), to=None), "game_over")
    refused(await bench.rule(Ruling("rewind", to=to), by=JUDGE), "game_over")
