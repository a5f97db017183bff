"""Names and titles as they are typed: what is taken from them, and what is refused.

They are checked when they are typed and never decided on later: another release of Unicode may print other characters.
"""

import unicodedata
from typing import Final

from domain.engine.refusal import Refused

NAME_CHARS_MAX: Final = 40
TITLE_CHARS_MAX: Final = 80

_PLACEHOLDER_SIGNS: Final = str.maketrans("", "", "«»")
"""They stand around the number of a seat in a sentence (`viewer.seat_name`), so no name and no title has them."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode counts as letters or symbols, but that leave the place empty."""


def clean_name(text: str) -> str:
    """Returns the name of a person or a seat as it is stored: in NFC, without « and », without spaces around it.

    Raises Refused `bad_name` unless that has 1 to `NAME_CHARS_MAX` printable characters, one of them visible
    (GAME-SEAT-02, GAME-PERSON-01).
    """
    name = _clean(text)
    if len(name) <= NAME_CHARS_MAX and name.isprintable() and any(map(_visible, name)):
        return name
    raise Refused(
        "bad_name",
        f"A name has 1 to {NAME_CHARS_MAX} printable characters.",
        rules=("GAME-SEAT-02", "GAME-PERSON-01"),
        max=NAME_CHARS_MAX,
    )


def clean_title(text: str) -> str:
    """Returns the title of a game as it is stored: in NFC, without « and », without spaces around it. It may be empty.

    Raises Refused `bad_title` unless that has at most `TITLE_CHARS_MAX` printable characters (GAME-OPEN-01).
    """
    title = _clean(text)
    if len(title) <= TITLE_CHARS_MAX and title.isprintable():
        return title
    raise Refused(
        "bad_title",
        f"A title has at most {TITLE_CHARS_MAX} printable characters.",
        rules=("GAME-OPEN-01",),
        max=TITLE_CHARS_MAX,
    )


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_PLACEHOLDER_SIGNS)).strip()


def _visible(character: str) -> bool:
    """Whether a printable character is visible by itself: no space, no blank, and nothing that only marks another."""
    return unicodedata.category(character)[0] not in "ZM" and character not in _BLANK
