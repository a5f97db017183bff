"""The simulation breaks the real world, so it stands on it."""

from tests.services.conftest import real_world as world

__all__ = ["world"]
