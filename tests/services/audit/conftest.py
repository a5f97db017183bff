"""Fixtures of the tests of the services, for their package too."""

from tests.services.conftest import clock, driver, memory, real_world, toy, world  # noqa: F401
