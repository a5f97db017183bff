"""Behind a proxy, the caller's address is the one that the proxy names; without one, no header changes it."""

from collections.abc import Iterator

import httpx
import pytest

from api.limits import ApiLimits
from tests.clients.running import Running, running
from tests.conftest import Servers

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

REGISTER = {"query": 'mutation { register(name: "Somebody") { token } }'}


@pytest.fixture(scope="module")
def service_behind_proxy(
    servers: Servers, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """The service of an organiser who has named this machine as the proxy."""
    data = tmp_path_factory.mktemp("behind")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMBERLOG_PROXIES", "127.0.0.1")
        with running(servers, template, data) as started:
            yield started


def is_admitted(service: Running, caller: str) -> bool:
    """Whether a newcomer gets a token, who comes by way of a proxy on this machine."""
    headers = {"x-forwarded-for": caller}
    answer = httpx.post(f"{service.url}/graphql", json=REGISTER, headers=headers, trust_env=False).json()
    assert "errors" not in answer or answer["errors"][0]["extensions"]["code"] == "RATE_LIMITED"
    return "errors" not in answer


MANY = int(ApiLimits().newcomers_burst) * 2


def test_nobody_is_believed_unless_the_settings_name_a_proxy(service: Running) -> None:
    assert not all(is_admitted(service, f"203.0.113.{number}") for number in range(MANY))


def test_newcomers_are_counted_by_the_address_that_the_proxy_names(service_behind_proxy: Running) -> None:
    assert not all(is_admitted(service_behind_proxy, "203.0.113.7") for _ in range(MANY))
    assert is_admitted(service_behind_proxy, "203.0.113.8")
