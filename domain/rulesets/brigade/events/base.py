"""What every event of The Brigade is."""

import msgspec


class BaseEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"brigade.{name}"):
    """The base of all events. It has only a tag; each group of events has a base of its own below it."""
