"""What all events of London share."""

from typing import Literal

import msgspec

Purpose = Literal["placement", "school", "activation", "effect", "bringing_in", "fire_brigade", "toll"]
"""What a card or money was spent for."""


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: f"london.{name}"):
    """An event of London, with the tag `london.<its name>`.

    Each chapter has a base class of its own (`OfTurn`, `OfMoney`), by which `evolve` and `tell` find the chapter of an
    event in few steps.
    """


class Noted(Happened, frozen=True, omit_defaults=True):
    """An event with fields that version 1 does not record (LON-E03, LON-E04). They are None there, and not written."""


class Secret(Happened, frozen=True):
    """An event that names hidden cards. `tell` names them only to viewers that may know them."""
