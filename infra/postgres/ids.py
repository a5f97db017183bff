"""Ids as Postgres stores them."""

import uuid


def is_uuid(text: str) -> bool:
    """Whether `text` is a UUID in canonical form. Any other text is the id of nothing."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
