"""The bots of London. They see a seat's own view and its legal commands, and nothing else.

`random` takes any legal command. `alderman` fills his hand, builds, runs the city once enough cards are ready, and buys
land against poverty. What he thinks things are worth is in `worth`; here is what he does with it, phase by phase.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from domain.engine.bots import random_bot
from domain.engine.chance import Chance
from domain.engine.ruleset import Bot
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    DrawFromDeck,
    EndAction,
    EndRun,
    EndTurn,
    GiveUp,
    Invest,
    KeepCard,
    LookAtDeck,
    NameOpponent,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    PutBack,
    Repeat,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
    TakeInExchange,
    TakeLoan,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.view import View
from domain.rulesets.london.worth import Table

C = TypeVar("C")

LOANS_MAX: Final = 5
"""The alderman never owes the bank more loans than this."""


def alderman(view: View, legal: tuple[Command, ...], _: Chance) -> Command:
    """The legal command that he thinks best; the first of equals, so that he plays the same way every time."""
    table = Table(view)
    return _PLANS[view.phase](table, legal)


def _best(choices: list[C], worth: Callable[[C], int]) -> C:
    return max(choices, key=worth)


def _of(legal: tuple[Command, ...], *types: type[Command]) -> list[Command]:
    return [command for command in legal if isinstance(command, types)]


def _draw(table: Table, legal: tuple[Command, ...]) -> Command:
    """Take what is wanted most; from the deck when the display has nothing better than a card that nobody knows."""
    looks = _of(legal, LookAtDeck)
    if looks:
        return looks[0]
    stops = _of(legal, StopDrawing)
    if stops and (len(table.hand) >= table.hand_wanted or table.late):
        return stops[0]

    def worth(command: Command) -> int:
        if isinstance(command, TakeFromDisplay | KeepCard):
            return table.wanted(command.card)
        return table.unknown_card

    return _best(_of(legal, DrawFromDeck, TakeFromDisplay, KeepCard), worth)


def _put_back(table: Table, legal: tuple[Command, ...]) -> Command:
    """The worst on top: the next seat draws it."""
    return _best(_of(legal, PutBack), lambda back: -table.wanted(_card(back)))


def _card(command: Command) -> str:
    card = getattr(command, "card", "")
    assert isinstance(card, str), "the command names a card"
    return card


def _action(table: Table, legal: tuple[Command, ...]) -> Command:
    """Run when the run is worth more than what could be prepared for it first; else build, buy or draw."""
    runs, builds, land = _of(legal, Activate), _plays(table, legal), _of(legal, Invest)
    ready = table.ready_cards()
    run = table.run_worth()
    pairs = table.pairs()
    if runs and (run > 0 and (ready >= table.ready_wanted or table.late or (ready >= 2 and not pairs))):
        return _activation(table, runs)
    if builds and (pairs >= 2 or table.late or (pairs and len(table.hand) >= table.hand_wanted)):
        return builds[0]
    loans = _of(legal, TakeLoan)
    if loans and not land and table.money < table.land_price() and _may_borrow(table):
        return loans[0]
    if land and len(table.hand) <= table.hand_wanted:
        best = _best(land, lambda invest: table.land_worth(_borough(invest)))
        if table.land_worth(_borough(best)) > 0:
            return best
    if builds and len(table.hand) > table.hand_wanted:
        return builds[0]
    if runs and run > table.waiting:
        return _activation(table, runs)
    return builds[0] if builds and table.late else _of(legal, TakeThree)[0]


def _borough(command: Command) -> str:
    borough = getattr(command, "borough", "")
    assert isinstance(borough, str), "the command names a borough"
    return borough


def _may_borrow(table: Table) -> bool:
    return table.me.loans < LOANS_MAX and not table.late


def _plays(table: Table, legal: tuple[Command, ...]) -> list[Command]:
    """Placements and effects that are worth more than nothing, the best first."""

    def worth(command: Command) -> int:
        if isinstance(command, PlaceCard):
            return table.place_worth(command.card, command.stack)
        return table.effect_worth(_card(command))

    found = [(worth(command), command) for command in _of(legal, PlaceCard, PlayForEffect) if not _hides(command)]
    return [command for value, command in sorted(found, key=lambda each: -each[0]) if value > 0]


def _hides(command: Command) -> bool:
    """Whether a card would be placed face down, which is hardly ever useful (LON-RULING-08)."""
    return isinstance(command, PlaceCard) and command.face_down


def _playing(table: Table, legal: tuple[Command, ...]) -> Command:
    """Go on while a placement is worth its cards and pounds; borrow for a great one."""
    builds = _plays(table, legal)
    if builds:
        return builds[0]
    loans = _of(legal, TakeLoan)
    if loans and _may_borrow(table) and table.dear_card_worth() > table.loan_cost:
        return loans[0]
    return _of(legal, EndAction)[0]


def _paying(table: Table, legal: tuple[Command, ...]) -> Command:
    """Wren first if what he would save is good, else the card that is wanted least."""

    def worth(command: Command) -> int:
        if isinstance(command, SpendCard):
            return -table.kept(command.card) - (table.pound if command.school else 0)
        return -table.credit

    return _best(_of(legal, SpendCard, UseWren), worth)


def _running(table: Table, legal: tuple[Command, ...]) -> Command:
    runs = [run for run in _of(legal, Activate) if _activation_worth(table, run) > 0]
    return _activation(table, runs) if runs else _of(legal, EndRun)[0]


def _activation_worth(table: Table, command: Command) -> int:
    assert isinstance(command, Activate | Repeat), "the command activates a card"
    stack = table.me.stacks[command.stack]
    saved = table.save_worth(stack.cards[-1]) if command.hospital is not None else 0
    return table.activation_worth(stack.cards[-1], stack.money, repeated=isinstance(command, Repeat)) + saved


def _activation(table: Table, runs: list[Command]) -> Command:
    """Cards that count visible ones come before those that are flipped (LON-RULING-01); Whitehall last."""

    def order(command: Command) -> int:
        assert isinstance(command, Activate), "the command activates a card"
        return table.turn_in_run(table.me.stacks[command.stack].cards[-1])

    soonest = max(order(run) for run in runs)
    return _best([run for run in runs if order(run) == soonest], lambda run: _activation_worth(table, run))


def _repeating(table: Table, legal: tuple[Command, ...]) -> Command:
    return _best(_of(legal, Repeat), lambda repeat: _activation_worth(table, repeat))


def _spend_least(table: Table, legal: tuple[Command, ...]) -> Command:
    return _best(_of(legal, SpendCard), lambda spend: -table.kept(_card(spend)))


def _spending(table: Table, legal: tuple[Command, ...]) -> Command:
    """In a prison or Workhouse: as long as what is gained is worth more than the card."""
    spends = _of(legal, SpendCard)
    if spends:
        least = _best(spends, lambda spend: -table.kept(_card(spend)))
        if table.prison_worth() > table.kept(_card(least)):
            return least
    return _of(legal, StopSpending)[0]


def _bringing_in(table: Table, legal: tuple[Command, ...]) -> Command:
    return _best(_of(legal, BringIn), lambda bring: table.card_worth(_card(bring)))


def _naming(table: Table, legal: tuple[Command, ...]) -> Command:
    """The opponent who is ahead."""

    def standing(command: Command) -> int:
        assert isinstance(command, NameOpponent), "the command names an opponent"
        return table.standing(command.opponent)

    return _best(_of(legal, NameOpponent), standing)


def _underground(table: Table, legal: tuple[Command, ...]) -> Command:
    return _best(_of(legal, PlaceUnderground), lambda place: table.underground_worth(_borough(place)))


def _exchanging(table: Table, legal: tuple[Command, ...]) -> Command:
    return _best(_of(legal, TakeInExchange), lambda take: table.wanted(_card(take)))


def _hand_check(table: Table, legal: tuple[Command, ...]) -> Command:
    gives = _of(legal, GiveUp)
    return _best(gives, lambda give: -table.kept(_card(give))) if gives else _of(legal, EndTurn)[0]


_PLANS: Final[Mapping[str, Callable[[Table, tuple[Command, ...]], Command]]] = {
    "start_draw": _draw,
    "drawing": _draw,
    "put_back": _put_back,
    "action": _action,
    "playing": _playing,
    "paying": _paying,
    "running": _running,
    "activation_cost": _spend_least,
    "bringing_in": _bringing_in,
    "spending": _spending,
    "naming": _naming,
    "repeating": _repeating,
    "underground": _underground,
    "exchanging": _exchanging,
    "hand_check": _hand_check,
}

BOTS: Final[Mapping[str, Bot[View, Command]]] = {"random": random_bot, "alderman": alderman}
