"""Which witnesses the signer asks to cosign its notes, and how far each of them has, as the signer writes it down.

The signer verifies a line before it publishes it. Who does not trust the service verifies the note itself, by a key
that the witness told them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from domain.proof.note import COSIGNATURE, BadNote, Key
from services.log.signed_tree import SignedTree


@dataclass(frozen=True, slots=True)
class Cosigned:
    """The newest note that a witness has cosigned: the size of its tree, and when, in seconds by their own clock."""

    size: int
    seconds: int


WitnessesByKey = Mapping[Key, Cosigned | None]
"""By the keys of those whom the signer asks, in the order of its settings. None: they have cosigned nothing yet."""
_NOTHING: Final = "0 0"


def witnesses_of_signer(tree: SignedTree) -> WitnessesByKey:
    """Whom the signer asks; nobody where there is no signer."""
    return parse_witnesses(tree.witnesses() or "")


def text_of(by_key: WitnessesByKey) -> str:
    """The file of the signer: in each line a key, a size and a time."""
    numbers = {key: _NOTHING if last is None else f"{last.size} {last.seconds}" for key, last in by_key.items()}
    return "".join(f"{key} {each}\n" for key, each in numbers.items())


def parse_witnesses(text: str) -> WitnessesByKey:
    """What `text_of` has written. A line that cannot be read is left out: it would say nothing."""
    by_key = dict[Key, Cosigned | None]()
    for line in text.splitlines():
        encoded, _, numbers = line.partition(" ")
        size, _, seconds = numbers.partition(" ")
        try:
            key, last = Key.parse(encoded, (COSIGNATURE,)), Cosigned(int(size), int(seconds))
        except (BadNote, ValueError):
            continue
        by_key[key] = last if last.size > 0 else None
    return by_key
