"""Behind a proxy, the caller's address is the one that the proxy names."""

import httpx
import pytest

from api.limits import ApiLimits
from tests.clients.running import Running

pytestmark = pytest.mark.xdist_group("clients")

REGISTER = {"query": 'mutation { register(name: "Somebody") { token } }'}


def is_admitted(service: Running, caller: str) -> bool:
    """Whether a newcomer gets a token, who comes by way of a proxy on this machine."""
    headers = {"x-forwarded-for": caller}
    answer = httpx.post(f"{service.url}/graphql", json=REGISTER, headers=headers, trust_env=False).json()
    assert "errors" not in answer or answer["errors"][0]["extensions"]["code"] == "RATE_LIMITED"
    return "errors" not in answer


def test_newcomers_are_counted_by_the_address_that_the_proxy_names(service: Running) -> None:
    many = int(ApiLimits().newcomers_burst) * 2
    assert not all(is_admitted(service, "203.0.113.7") for _ in range(many))
    assert is_admitted(service, "203.0.113.8")
