"""How a refusal is stored, beside the command that was refused."""

from typing import Any, Final

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import Refused


class RefusalBody(msgspec.Struct, frozen=True):
    """A refusal as it stands in the log."""

    code: str
    facts: dict[str, Any]
    rules: tuple[str, ...]
    text: str


_REFUSAL: Final = msgspec.json.Decoder(RefusalBody)


def encode_refusal(refused: Refused, text: str) -> bytes:
    """Returns a refusal as canonical JSON. `text`: its sentence in English, with placeholders for seats."""
    return canonical(RefusalBody(refused.code, dict(refused.facts), refused.rules, text))


def decode_refusal(body: bytes) -> Refused:
    """Returns a stored refusal. Raises `msgspec.DecodeError` (or a subclass)."""
    stored = _REFUSAL.decode(body)
    return Refused(stored.code, stored.text, rules=stored.rules, **stored.facts)
