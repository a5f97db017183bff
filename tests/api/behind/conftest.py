"""A service in memory whose time a test moves."""

import dataclasses
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.behind.outsiders import Asker
from tests.api.conftest import Served, services_over, serving
from tests.api.memory import memory_world
from tests.services.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def served(clock: Clock) -> AsyncIterator[Served]:
    async with serving(services_over(dataclasses.replace(memory_world(), now_us=clock))) as running:
        yield running


@pytest.fixture
def asker(served: Served, http: httpx.AsyncClient) -> Asker:
    return Asker(served, http)
