"""The alderman: which legal command is best, phase by phase. What happens in the action phase is in `plans`."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.engine.chance import Chance
from domain.rulesets.london import commands as c
from domain.rulesets.london.bots import worth
from domain.rulesets.london.bots.choosing import best_of, of_kind
from domain.rulesets.london.bots.plans import best_activation, choose_action, may_borrow, placements_and_effects
from domain.rulesets.london.bots.worth import Outlook
from domain.rulesets.london.state import Phase
from domain.rulesets.london.view import View

Legal = tuple[c.Command, ...]


def alderman(view: View, legal: Legal, _: Chance) -> c.Command:
    """The best legal command in the alderman's opinion; the first of equal ones, so that the bot repeats itself."""
    return _PLANS[view.phase](Outlook(view), legal)


def _draw(outlook: Outlook, legal: Legal) -> c.Command:
    """Take the card that is wanted most; an unknown card of the deck if the display has nothing better."""
    looks = of_kind(legal, c.LookAtDeck)
    if looks:
        return looks[0]
    stops = of_kind(legal, c.StopDrawing)
    if stops and (len(outlook.hand) >= worth.HAND_WANTED or outlook.late):
        return stops[0]

    def value(command: c.DrawFromDeck | c.TakeFromDisplay | c.KeepCard) -> int:
        return worth.UNKNOWN_CARD if isinstance(command, c.DrawFromDeck) else worth.taking_worth(outlook, command.card)

    draws = [each for each in legal if isinstance(each, c.DrawFromDeck | c.TakeFromDisplay | c.KeepCard)]
    return best_of(draws, value)


def _put_back(outlook: Outlook, legal: Legal) -> c.Command:
    """Put the worst card on top, because the next seat draws it."""
    return best_of(of_kind(legal, c.PutBack), lambda back: -worth.taking_worth(outlook, back.card))


def _playing(outlook: Outlook, legal: Legal) -> c.Command:
    """Go on while a placement is worth its cards and pounds; borrow for a great one."""
    builds = placements_and_effects(outlook, legal)
    if builds:
        return builds[0]
    loans = of_kind(legal, c.TakeLoan)
    if loans and may_borrow(outlook) and worth.dear_card_worth(outlook) > worth.LOAN_COST:
        return loans[0]
    return of_kind(legal, c.EndAction)[0]


def _paying(outlook: Outlook, legal: Legal) -> c.Command:
    """Spend the card that is wanted least, or use Wren if every card is worth more."""

    def value(command: c.SpendCard | c.UseWren) -> int:
        if isinstance(command, c.UseWren):
            return -worth.CREDIT
        return -worth.keeping_worth(outlook, command.card) - (outlook.pound if command.school else 0)

    return best_of([each for each in legal if isinstance(each, c.SpendCard | c.UseWren)], value)


def _running(outlook: Outlook, legal: Legal) -> c.Command:
    runs = [run for run in of_kind(legal, c.Activate) if worth.command_worth(outlook, run) > 0]
    return best_activation(outlook, runs) if runs else of_kind(legal, c.EndRun)[0]


def _repeating(outlook: Outlook, legal: Legal) -> c.Command:
    return best_of(of_kind(legal, c.Repeat), lambda repeat: worth.command_worth(outlook, repeat))


def _spend_least(outlook: Outlook, legal: Legal) -> c.Command:
    return best_of(of_kind(legal, c.SpendCard), lambda spend: -worth.keeping_worth(outlook, spend.card))


def _spending(outlook: Outlook, legal: Legal) -> c.Command:
    """Spend cards in a prison or Workhouse as long as the gain is worth more than the card."""
    spends = of_kind(legal, c.SpendCard)
    if spends:
        least = best_of(spends, lambda spend: -worth.keeping_worth(outlook, spend.card))
        if worth.prison_worth(outlook) > worth.keeping_worth(outlook, least.card):
            return least
    return of_kind(legal, c.StopSpending)[0]


def _bringing_in(outlook: Outlook, legal: Legal) -> c.Command:
    return best_of(of_kind(legal, c.BringIn), lambda bring: worth.card_worth(outlook, bring.card))


def _naming(outlook: Outlook, legal: Legal) -> c.Command:
    """Name the opponent who is ahead."""
    return best_of(of_kind(legal, c.NameOpponent), lambda name: worth.standing(outlook, name.opponent))


def _underground(outlook: Outlook, legal: Legal) -> c.Command:
    return best_of(of_kind(legal, c.PlaceUnderground), lambda place: worth.underground_worth(outlook, place.borough))


def _exchanging(outlook: Outlook, legal: Legal) -> c.Command:
    return best_of(of_kind(legal, c.TakeInExchange), lambda take: worth.taking_worth(outlook, take.card))


def _hand_check(outlook: Outlook, legal: Legal) -> c.Command:
    gives = of_kind(legal, c.GiveUp)
    if gives:
        return best_of(gives, lambda give: -worth.keeping_worth(outlook, give.card))
    return of_kind(legal, c.EndTurn)[0]


_PLANS: Final[Mapping[Phase, Callable[[Outlook, Legal], c.Command]]] = {
    "start_draw": _draw,
    "drawing": _draw,
    "put_back": _put_back,
    "action": choose_action,
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
