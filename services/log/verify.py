"""Proves a game from its log, or names the first step that does not hold. It trusts nothing but the code it runs.

The commands have a chain of their own, refused ones included. For each step it checks the chain, canonical bytes, hash
and salt. It decides the stored command anew on the state
before: the events must be the same, with every draw derived from the sealed secret, and the state after must have the
hash that was written. Refused commands are decided anew too. At the end head, commitment and revealed secret must
agree, and the global order must have every step of this game, in order and by its hash.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.engine.chance import commitment, salt, sandbox_secret
from domain.engine.codec import canonical, is_canonical
from domain.engine.refusal import Refused
from domain.engine.step import BEFORE_FIRST, Moment, Step
from domain.game import ForkGame, Game, GameState, OpenGame
from domain.game.events import GameForked, GameOpened, SeedRevealed
from domain.game.terms import Origin
from domain.log.chain import GENESIS, log_leaf
from domain.log.record import Recorded, decode_command, is_as_written
from domain.log.refusals import decode_refusal
from services.errors import LogDamaged
from services.log.command_chain import link_of
from services.log.read_log import PAGE_STEPS, check_step, fold_step, fold_steps, game_for, read_steps
from services.ports import Head, LogEntry, RawStep, StoredCommand
from services.world import World

Check = Literal[
    "chain", "canonical", "salt", "commitment", "command", "commands", "state", "seed", "head", "log", "origin"
]


@dataclass(frozen=True, slots=True)
class Finding:
    """The first thing that does not hold: at which step, which check, and why, in a sentence."""

    version: Step
    check: Check
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked, and the finding if there is one. `revealed`: the secret is public, so anybody can repeat
    this."""

    game_id: str
    steps: int
    commands: int
    refusals: int
    draws: int
    revealed: bool
    finding: Finding | None


class _Broken(Exception):
    def __init__(self, version: int, check: Check, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(Step(version), check, why)


@dataclass(slots=True)
class _Audit:
    """One pass over one game."""

    game_id: str
    game: Game
    state: GameState | None = None
    hash: bytes = GENESIS
    opened: GameOpened | GameForked | None = None
    steps: int = 0
    commands: int = 0
    refusals: int = 0
    draws: int = 0
    revealed: bool = False

    # ---------------------------------------------------------------- steps

    def take(self, rows: Sequence[RawStep], stored: StoredCommand | None) -> None:
        """Checks the steps of one accepted command, decides it anew, and folds its events."""
        first = self.steps + 1
        recorded = [self._read(row, Step(first + at)) for at, row in enumerate(rows)]
        if stored is None:
            raise _Broken(first, "command", "the command of this step is not in the log")
        self._decide_anew(recorded, stored)
        for step in recorded:
            try:
                self.state = fold_step(self.game, self.game_id, self.state, step)
            except LogDamaged as damaged:
                raise _Broken(step.version, "state", damaged.why) from damaged
        if recorded[-1].body.state is None:
            raise _Broken(recorded[-1].version, "state", "the command's last step carries no state hash")
        self.steps += len(recorded)
        self.hash = recorded[-1].hash
        self.commands += 1

    def _read(self, row: RawStep, version: Step) -> Recorded:
        prev_hash = row.prev_hash if version > self.steps + 1 else self.hash
        try:
            step = check_step(self.game.script, self.game_id, row, version, prev_hash)
        except LogDamaged as damaged:
            raise _Broken(version, "chain", damaged.why) from damaged
        if not is_canonical(row.body):
            raise _Broken(version, "canonical", "its body is not canonical JSON")
        self._check_secret(step)
        return step

    def _check_secret(self, step: Recorded) -> None:
        """Checks the commitment to the secret, the salt that follows from it, and the secret that is revealed."""
        if isinstance(step.event, GameOpened | GameForked):
            self.opened = step.event
            if commitment(bytes.fromhex(step.event.secret)) != step.event.commitment:
                raise _Broken(step.version, "commitment", "the commitment was not made for this secret")
        if self.opened is None or step.body.salt != salt(bytes.fromhex(self.opened.secret), step.version):
            raise _Broken(step.version, "salt", "its salt does not follow from the secret")
        if isinstance(step.event, SeedRevealed):
            if step.event.secret != self.opened.secret:
                raise _Broken(step.version, "seed", "the revealed secret is not the sealed one")
            self.revealed = True

    # ---------------------------------------------------------------- commands

    def _decide_anew(self, recorded: list[Recorded], stored: StoredCommand) -> None:
        _check_cause(recorded, stored)
        first = recorded[0].version
        try:
            events = self._events_of(stored, recorded[0].moment)
        except Refused as refused:
            raise _Broken(first, "command", f"decided anew, the command is refused: {refused.code}") from refused
        except Exception as error:  # an audit must name the step, whatever an edited command does to the rules
            raise _Broken(first, "command", "decided anew, the command fails") from error
        for at, step in enumerate(recorded):
            if at >= len(events) or not is_as_written(self.game.script, events[at], step):
                raise _Broken(step.version, "command", "decided anew, the command leads to another event")
        if len(events) != len(recorded):
            raise _Broken(recorded[-1].version, "command", "decided anew, the command leads to more events")

    def _events_of(self, stored: StoredCommand, moment: Moment) -> tuple[object, ...]:
        command = decode_command(self.game.script, stored.body)
        if self.state is None:
            return self._openings_of(command, moment.at_us)
        chance = self.game.chance(self.state)
        events = self.game.decide(self.state, command, chance, moment.at_us)
        self.draws += len(chance.draws)
        return events

    def _openings_of(self, command: object, at_us: int) -> tuple[object, ...]:
        """The event that opens the game. A fork's position was dealt by its own chance, so it is accepted here as
        written; `_check_origin` compares it with the game it comes from."""
        opened = self.opened
        if isinstance(command, ForkGame):
            assert isinstance(opened, GameForked)
            assert opened.origin == Origin(command.game, command.version, command.viewer, command.sealed)
            assert opened.seats[command.seat].principal == command.by == opened.by
            return (opened,)
        assert isinstance(command, OpenGame) and isinstance(opened, GameOpened)
        secret = bytes.fromhex(opened.secret)
        assert not isinstance(command.seed, str) or secret == sandbox_secret(command.seed)
        return self.game.open(command, secret, at_us)[0]

    def refuse(self, stored: StoredCommand) -> None:
        """Decides a refused command anew on the state of its version."""
        if stored.first_version != self.steps or self.state is None:
            raise _Broken(
                stored.first_version, "command", "a refused command was decided on a step that does not exist"
            )
        try:
            code = decode_refusal(stored.answer).code
            command = decode_command(self.game.script, stored.body)
            self.game.advance(self.state, command, self.game.chance(self.state), stored.time_us)
        except Refused as refused:
            if refused.code != code:
                why = f"decided anew, it is refused for {refused.code}, not for {code}"
                raise _Broken(self.steps, "command", why) from refused
        except Exception as error:  # as above
            raise _Broken(self.steps, "command", "decided anew, a refused command fails") from error
        else:
            raise _Broken(self.steps, "command", "decided anew, a refused command is accepted")
        self.refusals += 1

    def verdict(self, finding: Finding | None) -> Verdict:
        """The verdict so far."""
        return Verdict(self.game_id, self.steps, self.commands, self.refusals, self.draws, self.revealed, finding)


Progress = Callable[[int, int], None]
"""(steps checked, steps in all)."""


async def verify_game(world: World, game_id: str, on_progress: Progress = lambda done, total: None) -> Verdict | None:
    """Returns the verdict on one game; None when there is no game of this id. Raises UnsupportedVersion."""
    head = await world.log.head(game_id)
    if head is None:
        return None
    audit = _Audit(game_id, game_for(game_id, head.ruleset, head.ruleset_version))
    try:
        stored = await _all_commands(world, game_id)
        places = await world.log.places(game_id)  # before the steps, so that none of them is missing below
        rows = await _all_rows(world, game_id)
        _check_command_chain(head, stored)
        _check_commands(audit, rows, stored, lambda done: on_progress(done, head.version))
        if (audit.steps, audit.hash) != (head.version, head.hash):
            raise _Broken(audit.steps + 1, "head", "the last step is not the game's head")
        if audit.state is not None and audit.state.over and not audit.revealed:
            raise _Broken(audit.steps, "seed", "the game is over, but its secret was not revealed")
        _check_places(rows, stored, places)
        await _check_origin(world, audit)
    except _Broken as broken:
        return audit.verdict(broken.finding)
    return audit.verdict(None)


def _check_cause(recorded: Sequence[Recorded], stored: StoredCommand) -> None:
    """Checks that these steps and this command name each other."""
    first = recorded[0].version
    for step in recorded:
        written = (step.body.command, step.body.principal, step.body.seat, step.body.time_us)
        if written != (stored.command_id, stored.principal, stored.seat, stored.time_us):
            raise _Broken(step.version, "command", "the stored command is not the one that the step names")
    if (stored.first_version, stored.last_version) != (first, recorded[-1].version):
        raise _Broken(first, "command", "the stored command names other steps")


def _check_command_chain(head: Head, stored: Sequence[StoredCommand]) -> None:
    """Checks that no command was added, removed or changed since it was decided."""
    link = GENESIS
    for ordinal, command in enumerate(stored, start=1):
        which = f"the {command.outcome} command {command.command_id}"
        if command.ordinal != ordinal:
            raise _Broken(command.last_version, "commands", f"a command before {which} is missing")
        if command.link != link_of(command, link):
            raise _Broken(command.last_version, "commands", f"{which} is not the one that was decided")
        link = command.link
    if (len(stored), link) != (head.commands, head.command_link):
        raise _Broken(head.version, "commands", "the last command is not the game's last one")


def _check_places(rows: Sequence[RawStep], stored: Sequence[StoredCommand], places: Sequence[LogEntry]) -> None:
    """Checks that the global order agrees with the steps and commands. The newest may have no place yet: it comes after
    commit."""
    expected = list(_entries(rows, stored))
    pos = 0
    for at, place in enumerate(places):
        version = expected[min(at, len(expected) - 1)][0]
        if at == len(expected) or (place.kind, place.number) != expected[at][1:3]:
            raise _Broken(version, "log", f"the next entry in the global order is {place.kind} {place.number}")
        if place.leaf != expected[at][3]:
            raise _Broken(version, "log", f"the global order has another {place.kind} in this place")
        if place.pos <= pos:
            raise _Broken(version, "log", f"the global order has the {place.kind} before what it follows")
        pos = place.pos


def _entries(rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> Iterator[tuple[Step, str, int, bytes]]:
    """(version, kind, number, leaf) of each entry that the global order has of a game, in order."""
    for command in stored:
        if command.outcome == "accepted":
            for row in rows[command.first_version - 1 : command.last_version]:
                yield row.version, "step", row.version, log_leaf(row.hash)
        yield command.last_version, "command", command.ordinal, log_leaf(command.link)


async def _check_origin(world: World, audit: _Audit) -> None:
    """Checks that a fork shows its viewer exactly what they saw at the step it continues from (GAME-FORK-02)."""
    forked = audit.opened
    if not isinstance(forked, GameForked):
        return
    origin = forked.origin
    head = await world.log.head(origin.game)
    if head is None or (head.ruleset, head.ruleset_version) != audit.game.ruleset.key or head.version < origin.version:
        raise _Broken(1, "origin", "the log has no such step of the game it was forked from")
    try:
        steps = await read_steps(
            world.log, audit.game, origin.game, after=BEFORE_FIRST, prev_hash=GENESIS, up_to=origin.version
        )
        state = fold_steps(audit.game, origin.game, None, steps)
    except LogDamaged as damaged:
        raise _Broken(1, "origin", f"the game it was forked from is damaged: {damaged.why}") from damaged
    begun = audit.game.evolve(None, forked, Moment(at_us=0, ends=True))
    view = audit.game.ruleset.view
    if state is None or canonical(view(state.position, origin.viewer)) != canonical(
        view(begun.position, origin.viewer)
    ):
        raise _Broken(1, "origin", "it does not begin as its viewer saw the game it was forked from")


def _check_commands(
    audit: _Audit, rows: Sequence[RawStep], stored: Sequence[StoredCommand], on_progress: Callable[[int], None]
) -> None:
    """Checks accepted and refused commands in the order they were decided."""
    accepted: dict[int, StoredCommand] = {each.first_version: each for each in stored if each.outcome == "accepted"}
    refused: dict[int, list[StoredCommand]] = {}
    for command in stored:
        if command.outcome == "refused":
            refused.setdefault(command.first_version, []).append(command)
    while audit.steps < len(rows):
        cause = accepted.pop(audit.steps + 1, None)
        last = cause.last_version if cause is not None else audit.steps + 1
        audit.take(rows[audit.steps : max(last, audit.steps + 1)], cause)
        for command in refused.pop(audit.steps, ()):
            audit.refuse(command)
        on_progress(audit.steps)
    _nothing_left(accepted, refused)


def _nothing_left(accepted: Mapping[int, StoredCommand], refused: Mapping[int, Sequence[StoredCommand]]) -> None:
    for version in sorted((*accepted, *refused)):
        raise _Broken(version, "command", "a stored command names steps that do not exist")


async def _all_rows(world: World, game_id: str) -> list[RawStep]:
    rows: list[RawStep] = []
    while True:
        page = await world.log.read(game_id, after=rows[-1].version if rows else BEFORE_FIRST, limit=PAGE_STEPS)
        rows.extend(page)
        if len(page) < PAGE_STEPS:
            return rows


async def _all_commands(world: World, game_id: str) -> list[StoredCommand]:
    stored: list[StoredCommand] = []
    while True:
        page = await world.log.commands(game_id, after=len(stored), limit=PAGE_STEPS)
        stored.extend(page)
        if len(page) < PAGE_STEPS:
            return stored
