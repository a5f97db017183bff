"""The scenes that every version of a ruleset plays: what the game round knows beside the ruleset's own play.

Seats taken and left, refusals of the game round, bots that take over, time that is called, resignations, delays, sandboxes,
forks, openings that are refused.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from domain.engine.chance import Chance
from domain.engine.ruleset import RulesetKey
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, seat_of, seats_of
from domain.game import OpenGame, Resign
from domain.game.terms import Delay, Fault, Sandbox, Terms
from domain.rulesets import RULESETS
from tests.corpus.features import name_of
from tests.corpus.scene import HOST, JUDGE, OPENED_US, PLAYERS, STRANGER, Scene, SceneGame, accepted, refused

NO_SEAT: Final = seat_of(99)
FIRST, SECOND = seats_of(2)
TITLE_TOO_LONG: Final = "x" * 100


def by_bot(game: SceneGame, seat: Seat, legal: tuple[Any, ...]) -> Any:
    """The choice of the version's substitute."""
    ruleset = game.game.in_force(game.state)
    bot = ruleset.bots[ruleset.substitute]
    return bot(ruleset.view(game.state.position, seat), legal, Chance(game.name.encode(), game.state.version))


async def play_scenes(scene: Scene, key: RulesetKey) -> None:
    """Plays all scenes of one version of a ruleset, one after the other."""
    for play in SCENES:
        await play(scene, key)


# ---- seats


async def seating(scene: Scene, key: RulesetKey) -> None:
    """A game before it begins, with everything that may be refused there; then its host closes it."""
    game, seating = SceneGame(scene, f"{name_of(key)} seating", key), scene.seating
    seats = RULESETS[key].seats_min
    accepted(await game.open(seats, title="Seats"))
    refused(await game.take(HOST, FIRST, name=" "), "bad_name")
    refused(await game.take(HOST, FIRST, share="x" * 200), "share_too_long")
    accepted(await game.take(HOST, None))
    refused(await game.take(HOST, SECOND), "already_seated")
    refused(await game.take(STRANGER, FIRST), "seat_not_free")
    refused(await game.do(seating.leave, STRANGER, seat=FIRST), "not_your_seat")
    refused(await game.do(seating.leave, HOST, seat=NO_SEAT), "no_such_seat")
    accepted(await game.do(seating.leave, HOST, seat=FIRST))
    accepted(await game.take(HOST, SECOND))
    refused(await game.do(seating.begin, HOST), "seats_free")
    refused(await game.do(seating.begin, STRANGER), "not_the_host")
    refused(await game.do(seating.seat_bot, STRANGER, seat=FIRST, bot=""), "not_the_host")
    refused(await game.do(seating.seat_bot, HOST, seat=FIRST, bot="nobody"), "unknown_bot")
    refused(await game.do(seating.seat_bot, HOST, seat=SECOND, bot=""), "seat_not_free")
    accepted(await game.do(seating.seat_bot, HOST, seat=FIRST, bot=""))
    accepted(await game.do(seating.leave, HOST, seat=FIRST))
    accepted(await game.do(seating.seat_bot, HOST, seat=FIRST, bot="random"))
    refused(await game.do(seating.resign, HOST), "not_begun")
    refused(await game.do(seating.call_time, JUDGE, seat=FIRST), "not_begun")
    refused(await game.send(SECOND, OpenGame(HOST.id, key[0], seats)), "already_open")
    refused(await game.do(seating.abandon, PLAYERS[1]), "not_the_host")
    accepted(await game.do(seating.abandon, HOST))
    refused(await game.do(seating.begin, HOST), "game_over")
    refused(await game.take(STRANGER, None), "game_over")


async def handed_over(scene: Scene, key: RulesetKey) -> None:
    """A game in which bots take over from a player, and by an arbiter, who then closes it."""
    game, seating = SceneGame(scene, f"{name_of(key)} handed over", key), scene.seating
    ruleset = RULESETS[key]
    await game.fill(ruleset.seats_min, title="Bots take over")
    refused(await game.do(seating.begin, HOST), "already_begun")
    refused(await game.take(STRANGER, None), "already_begun")
    await game.play_on(3, by_bot)
    refused(await game.do(seating.seat_bot, HOST, seat=SECOND, bot=""), "not_your_seat")
    refused(await game.do(seating.abandon, HOST), "not_the_host")
    refused(await game.send(FIRST, Resign(HOST.id, SECOND)), "not_your_seat")
    refused(await game.send(FIRST, Resign(HOST.id, NO_SEAT)), "no_such_seat")
    late = seating.received(OPENED_US)
    accepted(await game.do(late.seat_bot, HOST, seat=FIRST, bot="random"))
    refused(await game.do(seating.seat_bot, JUDGE, seat=FIRST, bot=""), "already_a_bot")
    await game.play_on(6, by_bot)
    accepted(await game.do(seating.seat_bot, JUDGE, seat=SECOND, bot=""))
    accepted(await game.do(seating.abandon, JUDGE))
    refused(await game.do(seating.seat_bot, HOST, seat=FIRST, bot=""), "game_over")
    refused(await game.do(seating.abandon, JUDGE), "game_over")


# ---- time and leaving


async def time_called(scene: Scene, key: RulesetKey) -> None:
    """A game in which an arbiter calls time at every moment of a turn."""
    game, call = SceneGame(scene, f"{name_of(key)} time", key), scene.seating.call_time
    ruleset = RULESETS[key]
    await game.fill(ruleset.seats_min, title="Time")
    refused(await game.do(call, STRANGER, seat=FIRST), "not_an_arbiter")
    refused(await game.do(call, JUDGE, seat=game.idle()), "not_to_act")
    for number in range(12):
        seat = game.to_act()
        if seat is None:
            assert game.state.over and number > 3, "a short game is over by then"
            return
        accepted(await game.do(call, JUDGE, seat=seat))
        await game.play_on(number % 4, by_bot)


async def resigned(scene: Scene, key: RulesetKey) -> None:
    """A game that all players but one give up, one after the other."""
    game = SceneGame(scene, f"{name_of(key)} resigned", key)
    ruleset = RULESETS[key]
    await game.fill(ruleset.seats_max, title="Resigned")
    for seat in reversed(seats_of(ruleset.seats_max)[1:]):
        await game.play_on(7, by_bot)
        accepted(await game.do(scene.seating.resign, PLAYERS[seat]))
    await game.play_on(6, by_bot)


# ---- delays, sandboxes, forks


async def delayed(scene: Scene, key: RulesetKey) -> None:
    """Games with a delay for spectators, in steps and in seconds, and forks of them."""
    seats = RULESETS[key].seats_min
    game = SceneGame(scene, f"{name_of(key)} delayed", key)
    await game.fill(seats, title="Later", terms=Terms(delay=Delay(steps=5)))
    await game.play_on(8, by_bot)
    await fork_and_play(game, HOST, FIRST, "a hidden step")
    other = SceneGame(scene, f"{name_of(key)} delayed by seconds", key)
    await other.fill(seats, terms=Terms(delay=Delay(seconds=60)))
    await other.play_on(4, by_bot)


async def sandboxes(scene: Scene, key: RulesetKey) -> None:
    """A sandbox whose bots wait, with a seed and with faults, and one without."""
    game, ruleset = SceneGame(scene, f"{name_of(key)} sandbox", key), RULESETS[key]
    faults = (Fault(3, "drop"), Fault(4, "twice"), Fault(5, "slow", 100))
    terms = Terms(sandbox=Sandbox(seeded=True, pace_ms=500, faults=faults))
    accepted(await game.open(ruleset.seats_min, terms=terms, seed="the seed of a sandbox"))
    accepted(await game.take(HOST, FIRST))
    for seat in seats_of(ruleset.seats_min)[1:]:
        accepted(await game.do(scene.seating.seat_bot, HOST, seat=seat, bot="random"))
    accepted(await game.do(scene.seating.begin, HOST))
    await game.play_on(12, by_bot)
    other = SceneGame(scene, f"{name_of(key)} plain sandbox", key)
    await other.fill(ruleset.seats_min, terms=Terms(sandbox=Sandbox()))
    await other.play_on(2, by_bot)


async def forks(scene: Scene, key: RulesetKey) -> None:
    """Forks of a running game as a seat, as a spectator and as an arbiter, each played on."""
    game = SceneGame(scene, f"{name_of(key)} forked", key)
    await game.fill(RULESETS[key].seats_max, title="The origin")
    await game.play_on(14, by_bot)
    await fork_and_play(game, PLAYERS[1], SECOND, "a seat")
    await fork_and_play(game, STRANGER, SPECTATOR, "a spectator")
    await fork_and_play(game, JUDGE, ARBITER, "an arbiter")
    name = SceneGame(scene, f"{game.name} refused", key)
    refused(await name.fork(game, STRANGER, SPECTATOR, at=1), "nothing_to_play")
    refused(await name.fork(game, STRANGER, SPECTATOR, seat=NO_SEAT), "no_such_seat")
    refused(await name.fork(game, STRANGER, SPECTATOR, title=TITLE_TOO_LONG), "bad_title")


async def fork_and_play(origin: SceneGame, by: Any, viewer: Viewer, of: str) -> None:
    """Forks a game and plays on."""
    fork = SceneGame(origin.scene, f"{origin.name} as {of}", origin.key)
    accepted(await fork.fork(origin, by, viewer, title=f"As {of}"))
    for _ in range(5):
        seat = fork.to_act()
        if seat is None:
            await fork.play_on(1, by_bot)
        else:
            command = by_bot(fork, seat, fork.game.legal(fork.state, seat))
            accepted(await fork.send(seat, command, by=by))


# ---- openings that are refused


async def refused_openings(scene: Scene, key: RulesetKey) -> None:
    """Every reason for which a game is not opened."""
    ruleset = RULESETS[key]
    seats = ruleset.seats_min
    for number, (code, named) in enumerate(_openings(seats, key[1])):
        game = SceneGame(scene, f"{name_of(key)} not opened {number}", key)
        refused(await game.open(**{"seats": seats, **named}), code)
    for options, code in _OPTIONS.get(key[0], ()):
        game = SceneGame(scene, f"{name_of(key)} not opened {code}", key)
        refused(await game.open(seats, options=options), code)


def _openings(seats: int, version: int) -> list[tuple[str, Mapping[str, Any]]]:
    return [
        ("wrong_number_of_seats", {"seats": 99}),
        ("bad_title", {"title": TITLE_TOO_LONG}),
        ("bad_delay", {"terms": Terms(delay=Delay(1, 1))}),
        ("seed_without_sandbox", {"seed": "a seed"}),
        ("bad_seed", {"seed": "", "terms": Terms(sandbox=Sandbox(seeded=True))}),
        ("bad_pace", {"terms": Terms(sandbox=Sandbox(pace_ms=99_999))}),
        ("bad_faults", {"terms": Terms(sandbox=Sandbox(faults=(Fault(0, "drop"),)))}),
        ("unknown_option", {"options": {"nothing": True}}),
        ("unknown_ruleset", {"ruleset": "nothing"}),
        ("unknown_version", {"ruleset_version": 99}),
    ]


_OPTIONS: Final[Mapping[str, tuple[tuple[Mapping[str, Any], str], ...]]] = {
    "brigade": (
        ({"expansions": ["special_events"]}, "expansion_not_available"),
        ({"extra_chiefs": True}, "needs_advanced_rules"),
    ),
    "london": (({"idle_turns_per_player": 0}, "idle_turns_out_of_range"),),
}
"""Options that a ruleset refuses, and the code."""

SCENES: Final[tuple[Callable[[Scene, RulesetKey], Coroutine[Any, Any, None]], ...]] = (
    seating,
    handed_over,
    time_called,
    resigned,
    delayed,
    sandboxes,
    forks,
    refused_openings,
)
