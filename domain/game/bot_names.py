"""What the service calls its bots: a short name that follows from the seat, and the style that it plays in.

No person may take such a name (GAME-SEAT-02): `likeness.imitates_bot` knows them. Names are never in the log
(GAME-PERSON-01), so a game from before a change of this list is called by it too.
"""

from typing import Final

GIVEN: Final = ("Ada", "Bram", "Cass", "Dunstan", "Edith", "Fitch")
"""By seat; the first letter gives the place at the table."""
LINK: Final = "the"
_STYLES: Final = {"random": "Gambler"}
"""Styles that are no word for somebody at a table. Any other style is one."""


def bot_name(number: int, bot: str) -> str:
    """What the bot of this style on seat `number` (from 1) is called, such as “Bram the Alderman”."""
    given = GIVEN[(number - 1) % len(GIVEN)]
    more = f" {number}" if number > len(GIVEN) else ""
    return f"{given} {LINK} {_STYLES.get(bot, bot.replace('_', ' ').title())}{more}"
