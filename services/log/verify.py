"""Proves a game from its log, or names the first step that does not hold. It trusts nothing but the code it runs.

The commands have a chain of their own, refused ones included. For each step it checks the chain, canonical bytes, hash
and salt. It decides the stored command anew on the state before: the events must be the same, with every draw derived
from the sealed secret, and the state after must have the hash that was written. Refused commands are decided anew too.
At the end head, commitment and revealed secret must agree, and the global order must have every step and command of
this game, in order and by its hash.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from domain.engine.chance import commitment, salt, sandbox_secret
from domain.engine.codec import canonical, is_canonical
from domain.engine.refusal import LaterBuild, Refused
from domain.engine.step import BEFORE_FIRST, Moment, Step
from domain.game import ForkGame, Game, GameState, OpenGame
from domain.game.events import GameForked, GameOpened, SeedRevealed
from domain.game.game import Command
from domain.game.rulings.events import RulesetChanged
from domain.game.take_back.events import StepsTakenBack
from domain.game.take_back.past import Done
from domain.game.terms import Origin
from domain.log.chain import GENESIS
from domain.log.record import Recorded, decode_command, is_as_written
from domain.log.refusals import decode_refusal
from services.errors import LogDamaged, UnsupportedVersion
from services.log.damage import park_damaged
from services.log.findings import Broken, Check, Finding, check_command_chain, check_places, read_stream
from services.log.read_log import check_step, fold_step, fold_steps, game_head, game_of, read_steps
from services.log.signed_tree import SignedTree
from services.log.tree_check import InTree, check_tree
from services.ports import RawStep, StoredCommand
from services.world import World


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
    in_tree: InTree | None = None


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
    in_tree: InTree | None = None
    past: list[Done] = field(default_factory=list)

    # ---------------------------------------------------------------- steps

    def take(self, rows: Sequence[RawStep], stored: StoredCommand | None) -> None:
        """Checks the steps of one accepted command, decides it anew, and folds its events."""
        first = self.steps + 1
        recorded = [self._read(row, Step(first + at)) for at, row in enumerate(rows)]
        if stored is None:
            raise Broken(first, "command", "the command of this step is not in the log")
        before = self.state
        command = self._decide_anew(recorded, stored)
        for step in recorded:
            try:
                self.state = fold_step(self.game, self.game_id, self.state, step)
            except LogDamaged as damaged:
                raise Broken(step.version, "state", damaged.why) from damaged
        if recorded[-1].body.state is None:
            raise Broken(recorded[-1].version, "state", "the command's last step carries no state hash")
        events = tuple(step.event for step in recorded)
        self.past.append(Done.on(before, Step(first), stored.seat, command, events))
        self.steps += len(recorded)
        self.hash = recorded[-1].hash
        self.commands += 1

    def _read(self, row: RawStep, version: Step) -> Recorded:
        prev_hash = row.prev_hash if version > self.steps + 1 else self.hash
        try:
            step = check_step(self.game.script, self.game_id, row, version, prev_hash)
        except LogDamaged as damaged:
            raise Broken(version, "chain", damaged.why) from damaged
        if not is_canonical(row.body):
            raise Broken(version, "canonical", "its body is not canonical JSON")
        self._check_secret(step)
        if isinstance(step.event, RulesetChanged):
            self._check_known(step.event, version)
        return step

    def _check_secret(self, step: Recorded) -> None:
        """Checks the commitment to the secret, the salt that follows from it, and the secret that is revealed."""
        if isinstance(step.event, GameOpened | GameForked):
            self.opened = step.event
            if commitment(bytes.fromhex(step.event.secret)) != step.event.commitment:
                raise Broken(step.version, "commitment", "the commitment was not made for this secret")
        if self.opened is None or step.body.salt != salt(bytes.fromhex(self.opened.secret), step.version):
            raise Broken(step.version, "salt", "its salt does not follow from the secret")
        if isinstance(step.event, SeedRevealed):
            if step.event.secret != self.opened.secret:
                raise Broken(step.version, "seed", "the revealed secret is not the sealed one")
            self.revealed = True

    def _check_known(self, moved: RulesetChanged, version: Step) -> None:
        """Checks that this build has the version that a game moves to: else it cannot say whether the game holds."""
        try:
            self.game.ruleset.in_version(moved.to)
        except LaterBuild:
            raise UnsupportedVersion(self.game_id, *self.game.ruleset.key, later_step=version) from None
        except AssertionError:
            raise Broken(version, "command", "it moves the game to an earlier version of its ruleset") from None

    # ---------------------------------------------------------------- commands

    def _decide_anew(self, recorded: list[Recorded], stored: StoredCommand) -> Command:
        """Decides the command of these steps anew, on the state and the commands before it. Returns it."""
        _check_cause(recorded, stored)
        first, check = recorded[0].version, _check_of(recorded)
        try:
            command = decode_command(self.game.script, stored.body)
            events = self._events_of(command, recorded[0].moment)
        except Refused as refused:
            raise Broken(first, check, f"decided anew, the command is refused: {refused.code}") from refused
        except Exception as error:  # an audit must name the step, whatever an edited command does to the rules
            raise Broken(first, "command", "decided anew, the command fails") from error
        for at, step in enumerate(recorded):
            if at >= len(events) or not is_as_written(self.game.script, events[at], step):
                raise Broken(step.version, check, "decided anew, the command leads to another event")
        if len(events) != len(recorded):
            raise Broken(recorded[-1].version, check, "decided anew, the command leads to more events")
        return cast(Command, command)

    def _events_of(self, command: Command, moment: Moment) -> tuple[object, ...]:
        if self.state is None:
            return self._openings_of(command, moment.at_us)
        chance = self.game.chance(self.state)
        events = self.game.decide(self.state, command, chance, moment.at_us, self.past)
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
            raise Broken(stored.first_version, "command", "a refused command was decided on a step that does not exist")
        try:
            code = decode_refusal(stored.answer).code
            command = decode_command(self.game.script, stored.body)
            self.game.advance(self.state, command, self.game.chance(self.state), stored.time_us, self.past)
        except Refused as refused:
            if refused.code != code:
                why = f"decided anew, it is refused for {refused.code}, not for {code}"
                raise Broken(self.steps, "command", why) from refused
        except Exception as error:  # as above
            raise Broken(self.steps, "command", "decided anew, a refused command fails") from error
        else:
            raise Broken(self.steps, "command", "decided anew, a refused command is accepted")
        self.refusals += 1

    def verdict(self, finding: Finding | None) -> Verdict:
        """The verdict so far."""
        return Verdict(
            self.game_id, self.steps, self.commands, self.refusals, self.draws, self.revealed, finding, self.in_tree
        )


Progress = Callable[[int, int], None]
"""(steps checked, steps in all)."""


async def verify_game(
    world: World, game_id: str, on_progress: Progress = lambda done, total: None, tree: SignedTree | None = None
) -> Verdict | None:
    """Returns the verdict on one game; None when there is no game of this id. Raises UnsupportedVersion.

    `tree`: what the signer has signed, which is compared too. Then it also raises TreeDamaged and NotSignedYet.
    """
    head = await game_head(world.log, game_id)
    if head is None:
        return None
    audit = _Audit(game_id, game_of(head))
    try:
        stream = await read_stream(world.log, head)
        check_command_chain(stream)
        _check_commands(audit, stream.rows, stream.commands, lambda done: on_progress(done, head.version))
        if (audit.steps, audit.hash) != (head.version, head.hash):
            raise Broken(audit.steps + 1, "head", "the last step is not the game's head")
        if audit.state is not None and audit.state.over and not audit.revealed:
            raise Broken(audit.steps, "seed", "the game is over, but its secret was not revealed")
        check_places(stream)
        if tree is not None:
            audit.in_tree = check_tree(stream, tree)
        await _check_origin(world, audit)
    except Broken as broken:
        return audit.verdict(broken.finding)
    return audit.verdict(None)


async def verify_or_park(
    world: World, game_id: str, on_progress: Progress = lambda done, total: None, tree: SignedTree | None = None
) -> Verdict | None:
    """`verify_game`, and parks a game that does not hold: what is not proven takes no more commands."""
    verdict = await verify_game(world, game_id, on_progress, tree)
    if verdict is not None and verdict.finding is not None:
        at = Step(max(verdict.finding.version, 1))
        await park_damaged(world, game_id, at, f"it could not be verified: {verdict.finding.why}")
    return verdict


def _check_of(recorded: Sequence[Recorded]) -> Check:
    """What is checked by deciding the command of these steps anew: with a take-back its frontier and its position."""
    return "takeback" if any(isinstance(step.event, StepsTakenBack) for step in recorded) else "command"


def _check_cause(recorded: Sequence[Recorded], stored: StoredCommand) -> None:
    """Checks that these steps and this command name each other."""
    first = recorded[0].version
    for step in recorded:
        written = (step.body.command, step.body.principal, step.body.seat, step.body.time_us)
        if written != (stored.command_id, stored.principal, stored.seat, stored.time_us):
            raise Broken(step.version, "command", "the stored command is not the one that the step names")
    if (stored.first_version, stored.last_version) != (first, recorded[-1].version):
        raise Broken(first, "command", "the stored command names other steps")


async def _check_origin(world: World, audit: _Audit) -> None:
    """Checks that a fork shows its viewer exactly what they saw at the step it continues from (GAME-FORK-02)."""
    forked = audit.opened
    if not isinstance(forked, GameForked):
        return
    origin = forked.origin
    head = await game_head(world.log, origin.game)
    if head is None or head.version < origin.version:
        raise Broken(1, "origin", "the log has no such step of the game it was forked from")
    game = game_of(head)
    try:
        steps = await read_steps(
            world.log, game, origin.game, after=BEFORE_FIRST, prev_hash=GENESIS, up_to=origin.version
        )
        state = fold_steps(game, origin.game, None, steps)
    except LogDamaged as damaged:
        raise Broken(1, "origin", f"the game it was forked from is damaged: {damaged.why}") from damaged
    begun = audit.game.evolve(None, forked, Moment(at_us=0, ends=True))
    view = audit.game.ruleset.view
    if state is None or game.in_force(state).key != audit.game.ruleset.key:
        raise Broken(1, "origin", "the game it was forked from is played by other rules at that step")
    if canonical(view(state.position, origin.viewer)) != canonical(view(begun.position, origin.viewer)):
        raise Broken(1, "origin", "it does not begin as its viewer saw the game it was forked from")


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
        raise Broken(version, "command", "a stored command names steps that do not exist")
