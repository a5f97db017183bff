"""The bases of the events: one of all, and one for each chapter of the rulebook."""

import msgspec

# A field of type `... | UnsetType` is a public circumstance that decides which rule the event's line cites. Events of
# games of version 1 were recorded without it (GF-E02), and an unset field is not encoded.


class GameEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"great_fire.{name}"):
    """The tag in the field `type` is what all events share: `great_fire.` and the name of the class."""


class SetUpBase(GameEvent, frozen=True, gc=False):
    """The base of the events of set-up."""


class FireBase(GameEvent, frozen=True, gc=False):
    """The base of the events of the fire phase."""


class ActionBase(GameEvent, frozen=True, gc=False):
    """The base of the events of the action phase."""


class EndBase(GameEvent, frozen=True, gc=False):
    """The base of the events of the draw, the intensification and the end."""
