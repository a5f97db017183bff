"""Two games that differ in what one viewer cannot know since some step, and go on with the same commands."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import msgspec

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import GameState
from services.log.replay import History
from services.readjudicate.recorded import RecordedCommand
from services.reads.horizon import VisibleGame


@dataclass(slots=True)
class TwinHistory(History):
    """A history whose states past some step are given. `states`: those at the ends of commands."""

    states: dict[Step, GameState] = field(default_factory=dict)

    def state_at(self, version: Step) -> GameState:
        """The state of the twin."""
        return self.states[version]


def twins(
    visible: VisibleGame, since: Step, seat: Seat, commands: list[RecordedCommand]
) -> Iterator[tuple[Step, bool, VisibleGame]]:
    """The step since, and then each end of a later command, with the twin up to there, as long as `seat` is told the
    same in both. The flag: whether the two positions differ there."""
    game = visible.game
    one = visible.history.state_at(since)
    dealt = game.ruleset.redeal(one.position, seat, Chance(bytes(32), since))
    two = msgspec.structs.replace(one, position=dealt)
    steps, states = list(visible.history.steps[:since]), {since: two}
    yield since, one != two, _twin(visible, steps, states, two)
    for each in commands:
        if each.stored.outcome == "refused" or each.stored.first_version <= since:
            continue
        assert each.after is not None
        try:
            events, two = game.advance(two, each.command, game.chance(two), each.stored.time_us, ())
        except Refused:
            return
        recorded = visible.history.steps[each.stored.first_version - 1 : each.stored.last_version]
        lines = [
            [canonical(game.tell(event, seat)) for event in some]
            for some in (events, [step.event for step in recorded])
        ]
        if lines[0] != lines[1]:
            return
        steps += [replace(step, event=event) for step, event in zip(recorded, events, strict=True)]
        states[each.stored.last_version] = two
        yield each.stored.last_version, each.after != two, _twin(visible, steps, states, two)


def _twin(visible: VisibleGame, steps: list, states: dict[Step, GameState], head: GameState) -> VisibleGame:
    history = TwinHistory(visible.game_id, visible.game, list(steps), head, names=visible.history.names)
    history.states = dict(states)
    return replace(visible, state=head, hash=steps[-1].hash, history=history)
