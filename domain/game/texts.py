"""What persons type around a game, names, titles, shares and seeds: what is stored of it, and what is refused.

They are checked when they are typed and never decided on later: another release of Unicode may print other characters.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from domain.engine.refusal import Refused
from domain.game.likeness import BLANKS, imitates_bot, skeleton

NAME_CHARS_MAX: Final = 40
TITLE_CHARS_MAX: Final = 80
SHARE_CHARS_MAX: Final = 128
SEED_CHARS_MAX: Final = 128

_PLACEHOLDER_SIGNS: Final = str.maketrans("", "", "«»")
"""They stand around the number of a seat in a sentence (`viewer.seat_name`), so no name and no title has them."""
COMBINING_STACKED_MAX: Final = 3
"""Combining marks in a row. More of them grow over the lines above and below."""


def clean_name(text: str) -> str:
    """Returns the name of a person or a seat as it is stored: in NFC, without « and », without spaces around it.

    Raises Refused `bad_name` unless that has 1 to `NAME_CHARS_MAX` printable characters, one of them visible, no more
    than `COMBINING_STACKED_MAX` marks in a row, and does not read as a bot's name (GAME-SEAT-02, GAME-PERSON-01).
    """
    name = _clean(text)
    why = _why_not_text(name, NAME_CHARS_MAX) or ("" if name else "length")
    if not why and imitates_bot(name):
        why = "bot"
    if not why:
        return name
    raise _bad("bad_name", why, NAME_CHARS_MAX, "GAME-SEAT-02", "GAME-PERSON-01")


def clean_title(text: str) -> str:
    """Returns the title of a game as it is stored: in NFC, without « and », without spaces around it. It may be empty.

    Raises Refused `bad_title` unless that has at most `TITLE_CHARS_MAX` printable characters, one of them visible if
    there are any, and no more than `COMBINING_STACKED_MAX` marks in a row (GAME-OPEN-01).
    """
    title = _clean(text)
    why = _why_not_text(title, TITLE_CHARS_MAX)
    if not why:
        return title
    raise _bad("bad_title", why, TITLE_CHARS_MAX, "GAME-OPEN-01")


def _bad(code: str, why: str, chars_max: int, *rules: str) -> Refused:
    return Refused(code, rules=rules, max=chars_max, why=why, combining_max=COMBINING_STACKED_MAX)


def why_not_beside(name: str, others: Iterable[str]) -> Refused | None:
    """GAME-SEAT-02: nobody sits down under a name that reads like that of another in the same game, or of its bots.

    `name`: as it is stored; `others`: what the other seats are called.
    """
    if skeleton(name) not in {skeleton(other) for other in others}:
        return None
    return Refused("name_taken", rules=("GAME-SEAT-02",))


def _why_not_text(text: str, chars_max: int) -> str:
    """Why a text is not stored, in one word that does not quote it; empty when nothing is wrong."""
    if len(text) > chars_max or not text.isprintable():
        return "length"
    if text and not any(map(_visible, text)):
        return "blank"
    if any(sum(1 for _ in row) > COMBINING_STACKED_MAX for combines, row in groupby(text, _combines) if combines):
        return "stacked"
    return ""


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_PLACEHOLDER_SIGNS)).strip()


def _visible(character: str) -> bool:
    """Whether a printable character is visible by itself: no space, no blank, and nothing that only marks another."""
    return unicodedata.category(character)[0] not in "ZM" and character not in BLANKS


def _combines(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def share_of(text: str) -> str:
    """Returns a share in the chance as it is stored: the SHA-256 (hex) of what was said; empty for nothing.

    Raises Refused `share_too_long` for more than `SHARE_CHARS_MAX` characters (GAME-CHANCE-02).
    """
    if len(text) <= SHARE_CHARS_MAX:
        return _hashed(text) if text else ""
    raise Refused("share_too_long", rules=("GAME-CHANCE-02",), max=SHARE_CHARS_MAX)


def seed_of(text: str) -> str:
    """Returns the seed of a sandbox as it is stored: the SHA-256 (hex) of what was typed.

    Raises Refused `bad_seed` unless that has 1 to `SEED_CHARS_MAX` characters (GAME-SAND-02).
    """
    if 1 <= len(text) <= SEED_CHARS_MAX:
        return _hashed(text)
    raise Refused("bad_seed", rules=("GAME-SAND-02",), max=SEED_CHARS_MAX)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
