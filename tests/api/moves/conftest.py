"""The fixtures of the API's tests."""

from tests.api.conftest import ask, http, served, world

__all__ = ["ask", "http", "served", "world"]
