"""What a name looks like, so that nobody sits down under one that reads as a neighbour's or a bot's.

Compared are skeletons: compatibility forms and cases are folded, letters of other scripts that look like Latin ones
become those, and what is invisible or neither letter nor digit is left out. This knows the look-alikes of Latin, Greek
and Cyrillic alone. Names are judged when they are typed, never later: another release of Unicode may fold differently.
"""

import re
import unicodedata
from typing import Final

from domain.game.bot_names import GIVEN, LINK

_LOOK_ALIKES: Final = str.maketrans(
    # Cyrillic capitals, then small letters; Greek capitals, then small letters; Latin small capitals and dotless i.
    "АВЕЅІЈКМНОРСТУХѴԚԜҮҺӀавеѕіјкмнорстухѵһԁԛԝүӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαβγεηικνορτυχωϲıɑɡʙʜɪʟɴʀ",
    "ABESIJKMHOPCTYXVQWYHlabesijkmhopctyxvhdqwylABEZHIKMNOPTYXCabyeniKvoptuxwciagbhilnr",
)
_AS_L: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
_WORD: Final = re.compile(r"[^\W_]+")
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode counts as letters or symbols, but that leave the place empty."""
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Printable to Python, and nothing to see: blanks, variation selectors, joiners."""


def skeleton(name: str) -> str:
    """What a name looks like. Two names with equal skeletons can be mistaken for each other."""
    words = [_folded(word) for word in _words(name)]
    return "".join(words) or _plain(name)


def imitates_bot(name: str) -> bool:
    """Whether a name reads as one that the service gives to a bot, such as “Bram the Alderman”, or as that of some bot:
    its last word is “bot”. Numbers at its end do not count."""
    words = [_folded(word) for word in _words(name)]
    while words and words[-1].isdigit():
        words.pop()
    return bool(words) and (words[-1] == "bot" or (len(words) == 3 and (words[0], words[1]) in _BOTS))


def _words(name: str) -> list[str]:
    return _WORD.findall(_plain(name))


def _plain(name: str) -> str:
    return _IGNORED.sub("", unicodedata.normalize("NFKC", _IGNORED.sub("", name)).translate(_LOOK_ALIKES))


def _folded(word: str) -> str:
    """A word in one case, with the characters that cannot be told apart as one."""
    return word.casefold().translate(_LOOK_ALIKES).translate(_AS_L).replace("rn", "m").replace("vv", "w")


_BOTS: Final = frozenset((_folded(given), _folded(LINK)) for given in GIVEN)
"""How the names of bots begin."""
