"""Ids as Postgres stores them."""

import re
from typing import Final

_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def is_uuid(text: str) -> bool:
    """Whether `text` is a UUID in canonical form. Any other text is the id of nothing."""
    return _UUID.fullmatch(text) is not None
