"""What things are worth to the alderman, from a seat's own view. These are opinions that were found by playing.

All worth is in hundredths of a victory point, in whole numbers. Printed numbers come from the components.
"""

from domain.rulesets.london.bots.worth.cards import (
    card_worth,
    dear_card_worth,
    effect_worth,
    keeping_worth,
    pairs,
    placing_worth,
    taking_worth,
)
from domain.rulesets.london.bots.worth.land import land_price, land_worth, standing, underground_worth
from domain.rulesets.london.bots.worth.outlook import (
    CREDIT,
    HAND_WANTED,
    LOAN_COST,
    READY_WANTED,
    UNKNOWN_CARD,
    WAITING,
    Outlook,
)
from domain.rulesets.london.bots.worth.run import (
    command_worth,
    order_in_run,
    prison_worth,
    ready_cards,
    run_worth,
)

__all__ = [
    "CREDIT",
    "HAND_WANTED",
    "LOAN_COST",
    "READY_WANTED",
    "UNKNOWN_CARD",
    "WAITING",
    "Outlook",
    "card_worth",
    "command_worth",
    "dear_card_worth",
    "effect_worth",
    "keeping_worth",
    "land_price",
    "land_worth",
    "order_in_run",
    "pairs",
    "placing_worth",
    "prison_worth",
    "ready_cards",
    "run_worth",
    "standing",
    "taking_worth",
    "underground_worth",
]
