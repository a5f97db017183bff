"""What to tell a reader, without a language: the key of a message in a catalogue, and its arguments.

The domain renders nothing. `services.languages` turns messages into sentences, from the catalogues (`*.ftl`) that stand
in the folder `languages` of each ruleset and of `domain/game`.
"""

from collections.abc import Mapping
from typing import Final, Union

import msgspec

Value = Union[str, int, bool, None, tuple["Value", ...], Mapping[str, "Value"], "Message"]
"""An argument: a raw value (seats as numbers, printed things by their ids), a nested message, or a list of these.
The facts of refusals are arguments too."""

PLAIN: Final = "plain"
"""The key of a text that stands in no catalogue: English, in the argument `text`."""


class Message(msgspec.Struct, frozen=True):
    """A key of the catalogue of one scope, a ruleset or `game`, and the arguments that its message uses."""

    key: str
    args: Mapping[str, Value] = {}


def plain_text(text: str) -> Message:
    """Returns an English text as a message, for a ruleset that has no catalogues."""
    return Message(PLAIN, {"text": text})
