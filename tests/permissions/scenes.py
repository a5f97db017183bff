"""One game of six seats in each phase, with every kind of caller in it, in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from msgspec import UNSET

from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from domain.game.terms import Delay, Sandbox, Terms
from services.commands.answers import Accepted, Answer
from services.commands.bot_player import BotPlayer
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.read_log import game_for
from services.log.replay import Histories
from services.ports import Principal
from services.reads.look import Look
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.services.clock import Clock

RULESET: Final = "great_fire"
SEATS: Final = 6
SEATED: Final = {
    "player": 0, "other": 1, "resigned": 2, "replaced": 3, "seated_arbiter": 4, "resigned_arbiter": 5,
}  # fmt: skip
ROLES: Final = {
    "arbiter": "arbiter", "seated_arbiter": "arbiter", "resigned_arbiter": "arbiter", "hosting_arbiter": "arbiter",
    "admin": "admin",
}  # fmt: skip
OUTSIDE: Final = ("stranger", "host", "arbiter", "hosting_arbiter", "admin", "revoked")
CALLERS: Final = ("anonymous", *SEATED, *OUTSIDE)
LEAVERS: Final = ("resigned", "resigned_arbiter", "replaced")
DELAY: Final = Terms(delay=Delay(steps=10))
COMMANDS_MAX: Final = 600


@dataclass(frozen=True)
class Scene:
    """One game in a phase. `mid`: a step at which a seat could act; `legal`: what the player may send now or sent last,
    as JSON; `own`: the id of the player's first command in play, which brought step `own_step`."""

    game: str
    head: int
    mid: int
    legal: Any
    own: str
    own_step: int


@dataclass
class Cast:
    """The callers, the world they meet in, and the use cases over it."""

    world: World
    clock: Clock
    principals: dict[str, Principal] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    scenes: dict[tuple[str, str], Scene] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.games = GameLoader(self.world)
        self.histories = Histories(self.world)
        self.play = Play(self.world, self.games, self.histories)
        self.seating = Seating(self.play)
        self.look = Look(self.world, self.histories)
        self.bots = BotPlayer(self.games, self.play)

    def scene(self, phase: str, caller: str) -> Scene:
        """The game that this caller meets: an arbiter who hosts has games of their own."""
        return self.scenes[phase, "hosting_arbiter" if caller == "hosting_arbiter" else "host"]


async def cast() -> Cast:
    """Everybody with a token, one of which was revoked."""
    clock = Clock()
    made = Cast(replace(memory_world(), now_us=clock), clock)
    for name in CALLERS:
        if name != "anonymous":
            roles = frozenset({ROLES[name]} if name in ROLES else ())
            made.principals[name], made.tokens[name] = await made.world.principals.create(name, roles)  # type: ignore[arg-type]
    await made.world.principals.revoke(made.principals["revoked"].id)
    return made


class Playing:
    """Makes one game, with `host` as its host."""

    def __init__(self, cast: Cast, host: str) -> None:
        self.cast = cast
        self.host = cast.principals[host]
        self.game = ""
        self.own = ""
        self.own_step = 0
        self.has_played = False
        self.mid = 0
        self.legal: Any = {"type": f"{RULESET}.KeepHand"}

    async def open(self, terms: Any = UNSET) -> None:
        """Opens it and fills its seats; who will resign in the other phases has left here, and seat 5 is free."""
        answer = await self.cast.seating.open(
            self.host, new_id(), ruleset=RULESET, seats=SEATS, options={}, title="A matrix", terms=terms
        )
        self.game = _accepted(answer).game_id
        for name, seat in SEATED.items():
            id = new_id()
            taken = await self._do("take", name, seat=seat, name="", share=f"share {seat}", id=id)
            if name == "player":
                self.own, self.own_step = id, taken.version

    async def leave(self) -> None:
        """Those who will not play leave their seats, and bots take two of these."""
        for name in LEAVERS:
            await self._do("leave", name, seat=SEATED[name])
        for name in ("resigned", "replaced"):
            await self.bot(self.host, SEATED[name])

    async def begin(self) -> None:
        """Begins; two players resign, one hands the seat over, and the others play until it is the player's choice."""
        _accepted(await self.cast.seating.begin(self.host, self.game, new_id()))
        for name in ("resigned", "resigned_arbiter"):
            await self._do("resign", name)
        await self.bot(self.cast.principals["replaced"], SEATED["replaced"])
        await self.play_until(30)

    async def play_until(self, commands: int) -> None:
        """At least that many commands, up to the player's next choice or the end."""
        for played in range(COMMANDS_MAX):
            await self.cast.bots.play_bot_seats(self.game)
            head = await self.cast.games.at_head(self.game)
            assert head is not None
            to_act = head.game.to_act(head.state)
            if head.state.over or (played >= commands and to_act == (0,)):
                return
            seat = to_act[-1]
            legal = head.game.legal(head.state, seat)
            if seat == 0:
                self.mid, self.legal = head.state.version, legal[0]
            view = head.game.ruleset.view(head.state.position, seat)
            command = head.game.ruleset.bots["random"](view, legal, head.game.bot_chance(head.state, seat))
            await self._submit(seat, command)
        raise AssertionError("this game does not come to the player's choice")

    async def _submit(self, seat: Seat, command: Any) -> None:
        name, id = next(name for name, at in SEATED.items() if at == seat), new_id()
        request = CommandRequest(game_id=self.game, command_id=id, build=lambda by, own, authority: command)
        answer = _accepted(await self.cast.play.submit(self.cast.principals[name], request))
        if seat == 0 and not self.has_played:
            self.own, self.own_step, self.has_played = id, answer.version, True

    async def bot(self, by: Principal, seat: int) -> None:
        """Hands a seat to the ruleset's substitute."""
        _accepted(await self.cast.seating.seat_bot(by, self.game, new_id(), seat=seat_of(seat), bot=""))

    async def _do(self, what: str, caller: str, *, id: str = "", **arguments: Any) -> Accepted:
        use_case = getattr(self.cast.seating, what)
        return _accepted(await use_case(self.cast.principals[caller], self.game, id or new_id(), **arguments))

    async def scene(self) -> Scene:
        """The game as it stands."""
        head = await self.cast.games.at_head(self.game)
        assert head is not None
        game = game_for(self.game, head.state.ruleset, head.state.ruleset_version)
        legal = game.legal(head.state, seat_of(0))
        command = legal[0] if legal else self.legal
        sent = command if isinstance(command, dict) else _json(command)
        mid = self.mid if head.state.over else head.state.version
        return Scene(self.game, head.state.version, mid, sent, self.own, self.own_step)


def _json(command: Any) -> Any:
    return msgspec.to_builtins(command)


def _accepted(answer: Answer) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer


async def _open(cast: Cast, playing: Playing) -> None:
    await playing.open()
    await playing.leave()


async def _running(cast: Cast, playing: Playing) -> None:
    await playing.open()
    await playing.begin()


async def _delayed(cast: Cast, playing: Playing) -> None:
    await playing.open(DELAY)
    await playing.begin()


async def _sandbox(cast: Cast, playing: Playing) -> None:
    await playing.open(Terms(sandbox=Sandbox()))
    await playing.begin()


async def _over(cast: Cast, playing: Playing) -> None:
    await _running(cast, playing)
    await playing.play_until(COMMANDS_MAX - 1)


async def _abandoned(cast: Cast, playing: Playing) -> None:
    await _running(cast, playing)
    playing.legal = _json(playing.legal)
    _accepted(await cast.seating.abandon(cast.principals["arbiter"], playing.game, new_id()))


async def _parked(cast: Cast, playing: Playing) -> None:
    await _running(cast, playing)
    head = await cast.games.at_head(playing.game)
    assert head is not None
    await cast.world.parkings.park(playing.game, Step(head.state.version), "a test")


async def _fork(cast: Cast, playing: Playing, terms: Any = UNSET) -> None:
    """A fork of a running game by its player, as seat 0."""
    await playing.open(terms)
    await playing.begin()
    player = cast.principals["player"]
    visible = await cast.look.game(player, playing.game)
    assert visible is not None
    forks = Forks(cast.play, cast.world.now_us)
    answer = await forks.fork(player, new_id(), visible, seat_of(0), at=None, seat=None, title="A fork")
    playing.game, playing.own_step, playing.mid = _accepted(answer).game_id, 1, 1


async def _fork_over(cast: Cast, playing: Playing) -> None:
    await _fork(cast, playing)
    playing.legal = (await playing.scene()).legal
    _accepted(await cast.seating.abandon(cast.principals["arbiter"], playing.game, new_id()))


async def _sealed(cast: Cast, playing: Playing) -> None:
    await _fork(cast, playing, DELAY)


PHASES: Final[Mapping[str, Any]] = {
    "open": _open, "running": _running, "delayed": _delayed, "over": _over, "sandbox": _sandbox,
    "abandoned": _abandoned, "parked": _parked, "fork": _fork, "fork_over": _fork_over, "sealed": _sealed,
}  # fmt: skip


async def staged(phase: str) -> Cast:
    """Everybody, and a game in this phase for both kinds of host."""
    made = await cast()
    for host in ("host", "hosting_arbiter"):
        playing = Playing(made, host)
        await PHASES[phase](made, playing)
        made.scenes[phase, host] = await playing.scene()
    return made
