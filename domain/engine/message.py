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
"""The key of a text that has no message of its own yet: English, in the argument `text`."""


class Message(msgspec.Struct, frozen=True):
    """A key of the catalogue of one scope, a ruleset or `game`, and the arguments that its message uses."""

    key: str
    args: Mapping[str, Value] = {}


def as_message(words: Message | str) -> Message:
    """Returns a message as it is, and a plain English text as a message that says just this."""
    return words if isinstance(words, Message) else Message(PLAIN, {"text": words})
