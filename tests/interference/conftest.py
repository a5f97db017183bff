"""A service in memory for the share of the campaign that goes through the API."""

from tests.api.conftest import ask, http, served, world

__all__ = ["ask", "http", "served", "world"]
