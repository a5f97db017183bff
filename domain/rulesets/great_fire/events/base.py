"""The base of all events of the game."""

import msgspec


class GameEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"great_fire.{name}"):
    """The tag in the field `type` is what all events share: `great_fire.` and the name of the class."""
