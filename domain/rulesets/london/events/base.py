"""What all events of London share."""

from typing import Literal

import msgspec

Purpose = Literal["placement", "school", "activation", "effect", "bringing_in", "fire_brigade", "toll"]
"""What a card or money was spent for."""


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: f"london.{name}"):
    """An event of London. It has the tag `london.<its name>` and no field of its own."""
