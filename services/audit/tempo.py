"""Facts of tempo: how long a seat thought about its decisions, beside its own usual time and that of the others.

They are facts and no score. With three and more seats there is no honest baseline for collusion: a quick or a slow
decision proves nothing by itself.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.commands import GAME_COMMAND_TYPES
from domain.log.record import decode_command
from services.audit.ports import AuditStore
from services.ports import StoredCommand
from services.reads.horizon import VisibleGame

SLOWEST: Final = 10
BASELINE_MAX: Final = 5_000
"""Decisions of a person that their usual time is taken of: the newest ones."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a seat. `legal`: among how many commands it chose. `thought_us`: from the last step before it,
    after which the seat could act, until the whole request had been read. `share`: the share of its own decisions that
    took no longer, in percent; `usual_share`: the same of all games of the person, None without a baseline."""

    version: Step
    thought_us: int
    legal: int
    share: int
    usual_share: int | None


@dataclass(frozen=True, slots=True)
class TempoFacts:
    """The decisions of one seat of a game, and the usual time of the other seats that persons hold there.

    Percentiles in microseconds: a half, and nine of ten decisions, took no longer. None where there is no decision.
    """

    seat: Seat
    decisions: int
    half_us: int | None
    most_us: int | None
    others_decisions: int
    others_half_us: int | None
    others_most_us: int | None
    slowest: Sequence[Decision]
    usual: "Usual | None"


@dataclass(frozen=True, slots=True)
class Usual:
    """How long a person thinks in all games of a ruleset: the figures of `TempoFacts`, over the games that are over."""

    decisions: int
    half_us: int | None
    most_us: int | None


async def usual_times(store: AuditStore, visible: VisibleGame, seat: Seat) -> Sequence[int]:
    """How long the person at a seat thought about the decisions of all their games of this ruleset that are over,
    sorted. Nothing for a bot or a free seat."""
    principal = visible.state.seats[seat].principal
    if principal is None:
        return ()
    return sorted(await store.thinking_times(principal, visible.state.ruleset, limit=BASELINE_MAX))


def tempo_of(
    visible: VisibleGame, commands: Sequence[StoredCommand], seat: Seat, usual: Sequence[int] | None = None
) -> TempoFacts:
    """The facts of one seat. `commands`: the accepted commands of the game, in their order. `usual`: of `usual_times`,
    where the caller may know it."""
    own: list[tuple[StoredCommand, int]] = []
    others: list[int] = []
    for command in commands:
        if not _is_decision(visible, command):
            continue
        thought = _thought_us(visible, command)
        if command.seat == seat:
            own.append((command, thought))
        else:
            others.append(thought)
    times, rest = sorted(thought for _, thought in own), sorted(others)
    slowest = sorted(own, key=lambda each: (-each[1], each[0].first_version))[:SLOWEST]
    return TempoFacts(
        seat,
        len(times),
        percentile(times, 50),
        percentile(times, 90),
        len(rest),
        percentile(rest, 50),
        percentile(rest, 90),
        [_decision(visible, command, thought, times, usual) for command, thought in slowest],
        None if usual is None else Usual(len(usual), percentile(usual, 50), percentile(usual, 90)),
    )


def percentile(ordered: Sequence[int], percent: int) -> int | None:
    """The smallest value that `percent` of the values do not exceed; None of no values."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else None


def _is_decision(visible: VisibleGame, command: StoredCommand) -> bool:
    """Whether a person chose it among the ruleset's commands: bots come by no token."""
    if command.seat is None or command.outcome != "accepted" or not command.token_id or command.first_version <= 1:
        return False
    return type(decode_command(visible.game.script, command.body)) not in GAME_COMMAND_TYPES


def _thought_us(visible: VisibleGame, command: StoredCommand) -> int:
    before = visible.history.steps[command.first_version - 2].body.time_us
    return max(0, command.received_us - before)


def _decision(
    visible: VisibleGame, command: StoredCommand, thought: int, times: Sequence[int], usual: Sequence[int] | None
) -> Decision:
    state = visible.history.state_at(Step(command.first_version - 1))
    assert command.seat is not None
    legal = len(visible.game.legal(state, command.seat))
    usual_share = _share(usual, thought) if usual else None
    return Decision(command.first_version, thought, legal, _share(times, thought), usual_share)


def _share(ordered: Sequence[int], thought: int) -> int:
    return 100 * bisect_right(ordered, thought) // len(ordered)
