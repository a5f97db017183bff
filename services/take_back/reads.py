"""How far a seat may take back, what an earlier step would cross, and what can be played again."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.take_back.decide import reach
from domain.game.take_back.events import StepsTakenBack, redeals
from domain.game.take_back.frontier import Frontier
from domain.game.take_back.motion import Crossing
from domain.game.take_back.past import Done, Past, is_played
from services.authority import authority_of
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import VisibleGame, VisibleHead
from services.reads.look import Look


@dataclass(frozen=True, slots=True)
class Reach:
    """What going back to a step would cross. `to`: the end of the command before it; `steps`: how many would be taken
    back. `refused`: why nobody could, by whatever right."""

    to: Step
    steps: int
    crossed: tuple[Crossing, ...]
    refused: Refused | None

    @property
    def redealt(self) -> bool:
        """Whether all that no seat knows would be dealt again."""
        return redeals(self.crossed)


def may_ask(principal: Principal | None, visible: VisibleHead, seat: Seat | None) -> bool:
    """Whether the caller may ask how far `seat` may take back: the seat itself and arbiters. `seat` None: any seat."""
    reader = in_game(principal, visible.game_id)
    if reader is None or visible.is_delayed:
        return False
    own = visible.state.seat_of(reader.id)
    return (own is not None and seat in (None, own)) or authority_of(reader, visible.state) is not None


async def frontier_of(look: Look, visible: VisibleHead, seat: Seat) -> Frontier:
    """How far `seat` may take back by itself at the last step that the caller sees."""
    return visible.game.frontier(visible.state, seat, await look.past(visible))


async def reach_of(look: Look, visible: VisibleHead, named: Step) -> Reach:
    """What going back to step `named` would cross."""
    try:
        to, steps, crossed, refused = reach(visible.game.ruleset, visible.state, await look.past(visible), named)
    except Refused as never:
        return Reach(named, 0, (), never)
    return Reach(to, steps, crossed, refused)


async def redo(look: Look, visible: VisibleHead, seat: Seat) -> list[Done]:
    """The commands of `seat` that it took back, in their order, as long as nothing was crossed or played since."""
    whole = await look.whole(visible)
    past = await look.past(visible)
    by_step = {done.first: done for done in past}
    commands: list[Done] = []
    for event, at in _last_take_backs(whole, past):
        taken = [by_step[step] for step in sorted(by_step) if whole.history.taken_back.get(step) == at]
        if event.crossed and event.redealt:
            break
        if any(not done.by_ruleset or done.seat != seat for done in taken):
            break
        commands += taken
    return commands


def _last_take_backs(visible: VisibleGame, past: Past) -> Iterator[tuple[StepsTakenBack, Step]]:
    """The take-backs since which nothing was played, the last one first, each with its step."""
    for done in reversed(past):
        for version, event in reversed(list(enumerate(done.events, start=done.first))):
            if isinstance(event, StepsTakenBack):
                yield event, Step(version)
            elif is_played(event) and visible.history.taken_back_at(Step(version), visible.version) is None:
                return
