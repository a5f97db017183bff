"""One service for all the clients of a worker."""

from collections.abc import Iterator

import pytest

from tests.clients.running import Running, running
from tests.conftest import Servers


@pytest.fixture(scope="package")
def service(servers: Servers, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """API and worker as processes of their own."""
    with running(servers, template, tmp_path_factory.mktemp("clients")) as started:
        yield started
