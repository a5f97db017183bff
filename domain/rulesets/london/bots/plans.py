"""The alderman's plans for the action phase: to run, to build, to buy, to borrow or to draw."""

from typing import Final, NamedTuple

from domain.rulesets.london import commands as c
from domain.rulesets.london.bots import worth
from domain.rulesets.london.bots.choosing import best_of, of_kind
from domain.rulesets.london.bots.worth import Outlook

LOANS_MAX: Final = 5
"""The alderman never has more loans than this."""


class Situation(NamedTuple):
    """The legal commands of the action phase by kind, and what a run would come to.

    `builds`: placements and effects worth doing, the best first. `ready`: the number of cards worth activating.
    `run_worth`: what a run would bring now. `pairs`: the number of cards that could be placed.
    """

    outlook: Outlook
    legal: tuple[c.Command, ...]
    runs: list[c.Activate]
    builds: list[c.PlaceCard | c.PlayForEffect]
    land: list[c.Invest]
    ready: int
    run_worth: int
    pairs: int


def choose_action(outlook: Outlook, legal: tuple[c.Command, ...]) -> c.Command:
    """The command of the first plan that fits; to take three cards if no plan does."""
    at = Situation(
        outlook,
        legal,
        of_kind(legal, c.Activate),
        placements_and_effects(outlook, legal),
        of_kind(legal, c.Invest),
        worth.ready_cards(outlook),
        worth.run_worth(outlook),
        worth.pairs(outlook),
    )
    for plan in _PLANS:
        if command := plan(at):
            return command
    return of_kind(legal, c.TakeThree)[0]


def _run_a_ready_city(at: Situation) -> c.Command | None:
    """Run once enough cards are ready, or once there is nothing left to prepare."""
    is_ready = at.ready >= worth.READY_WANTED or at.outlook.late or (at.ready >= 2 and not at.pairs)
    return best_activation(at.outlook, at.runs) if at.runs and at.run_worth > 0 and is_ready else None


def _build(at: Situation) -> c.Command | None:
    """Build with two pairs or more, or with one in a full hand."""
    full = at.pairs and len(at.outlook.hand) >= worth.HAND_WANTED
    return at.builds[0] if at.builds and (at.pairs >= 2 or at.outlook.late or full) else None


def _borrow_for_land(at: Situation) -> c.Command | None:
    """Borrow if a borough is free and only money is missing."""
    if at.land or at.outlook.money >= worth.land_price(at.outlook) or not may_borrow(at.outlook):
        return None
    return next(iter(of_kind(at.legal, c.TakeLoan)), None)


def _buy_land(at: Situation) -> c.Command | None:
    """Buy the best borough while the hand has room for its cards."""
    if not at.land or len(at.outlook.hand) > worth.HAND_WANTED:
        return None
    best = best_of(at.land, lambda invest: worth.land_worth(at.outlook, invest.borough))
    return best if worth.land_worth(at.outlook, best.borough) > 0 else None


def _build_from_a_full_hand(at: Situation) -> c.Command | None:
    return at.builds[0] if at.builds and len(at.outlook.hand) > worth.HAND_WANTED else None


def _run_anyway(at: Situation) -> c.Command | None:
    """Run a city that is not ready if that brings enough."""
    return best_activation(at.outlook, at.runs) if at.runs and at.run_worth > worth.WAITING else None


_PLANS: Final = (_run_a_ready_city, _build, _borrow_for_land, _buy_land, _build_from_a_full_hand, _run_anyway)
"""In the order in which they are tried."""


def may_borrow(outlook: Outlook) -> bool:
    """Whether the alderman is willing to take another loan."""
    return outlook.me.loans < LOANS_MAX and not outlook.late


def placements_and_effects(outlook: Outlook, legal: tuple[c.Command, ...]) -> list[c.PlaceCard | c.PlayForEffect]:
    """Placements and effects that are worth more than nothing, the best first.

    To place a card face down is hardly ever useful (LON-RULING-08), so the alderman does not consider it.
    """

    valued: list[tuple[int, c.PlaceCard | c.PlayForEffect]] = []
    for command in legal:
        if isinstance(command, c.PlaceCard):
            if not command.face_down:
                valued.append((worth.placing_worth(outlook, command.card, command.stack), command))
        elif isinstance(command, c.PlayForEffect):
            valued.append((worth.effect_worth(outlook, command.card), command))
    return [command for points, command in sorted(valued, key=lambda each: -each[0]) if points > 0]


def best_activation(outlook: Outlook, runs: list[c.Activate]) -> c.Command:
    """Cards that count visible cards come before those that are flipped (LON-RULING-01); Whitehall comes last."""

    def order(run: c.Activate) -> int:
        return worth.order_in_run(outlook.me.stacks[run.stack].cards[-1])

    soonest = max(order(run) for run in runs)
    return best_of([run for run in runs if order(run) == soonest], lambda run: worth.command_worth(outlook, run))
