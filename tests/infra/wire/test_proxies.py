"""Who is believed about a caller's address, and what a caller is counted by."""

import json

import pytest

from api.addresses import NO_ADDRESS, counted_address
from infra.settings import Settings, SettingsError
from infra.wire.proxies import HOPS_MAX, BelievingApp, Proxies
from tests.infra.wire.conftest import Api, post, serving_apart

NEWCOMERS = {"newcomers_burst": 3, "newcomers_per_second": 0.001}


def registered(api: Api, forwarded: str, number: int, source: str = "127.0.0.1") -> str | None:
    """The code of the problem that another newcomer from this address gets."""
    body = json.dumps({"query": f'mutation {{ register(name: "Ada {number}") {{ token }} }}'}).encode()
    answer = json.loads(api.send(post(body, b"x-forwarded-for: " + forwarded.encode()), source).body)
    return answer["errors"][0]["extensions"]["code"] if "errors" in answer else None


@pytest.mark.campaign
def test_nobody_is_believed_by_default(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # uvicorn's own setting
    with serving_apart(tmp_path, api=NEWCOMERS) as api:
        codes = [registered(api, f"192.0.2.{number}", number) for number in range(5)]
    assert codes == [None, None, None, "RATE_LIMITED", "RATE_LIMITED"]


@pytest.mark.campaign
def test_named_proxies_are_believed_and_others_are_not(tmp_path) -> None:
    with serving_apart(tmp_path, proxies="127.0.0.1, 10.0.0.0/8", api=NEWCOMERS) as api:
        assert [registered(api, f"192.0.2.{number}", number) for number in range(5)] == [None] * 5
        invented = [registered(api, f"203.0.113.{number}, 192.0.2.77", number) for number in range(5)]
        assert invented == [None, None, None, "RATE_LIMITED", "RATE_LIMITED"]
        chained = [registered(api, f"198.51.100.{number}, 10.1.2.3", number) for number in range(5)]
        assert chained == [None] * 5
        other = [registered(api, f"192.0.2.{number}", number, source="127.0.0.7") for number in range(5)]
        assert other == [None, None, None, "RATE_LIMITED", "RATE_LIMITED"]


@pytest.mark.campaign
def test_connections_of_a_proxy_are_those_of_many_people(tmp_path) -> None:
    with serving_apart(tmp_path, proxies="127.0.0.1", connections_per_address_max=3) as api:
        raws = [api.connect() for _ in range(20)]
        try:
            for raw in raws:
                raw.send(b"GET /health HTTP/1.1\r\nhost: a\r\n\r\n")
            assert {raw.answer().status for raw in raws} == {200}
        finally:
            for raw in raws:
                raw.close()


PROXIES = Proxies.parse("127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48")


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("192.0.2.9", "198.51.100.1", "192.0.2.9"),
        (None, "198.51.100.1", None),
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, _hidden, 10.0.0.1", "10.0.0.1"),
        ("127.0.0.1", "10.0.0.2, 10.0.0.1", "10.0.0.2"),
        ("127.0.0.1", "198.51.100.1, " * 50 + "10.0.0.1, " * HOPS_MAX, "127.0.0.1"),
        ("127.0.0.1", "x" * 20_000, "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.5,198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1, 10.0.0.1", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8:2::1]:4711, 2001:db8:1::7", "2001:db8:2::1"),
        ("::ffff:10.0.0.5", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_last_address_that_is_not_a_proxy(peer: str | None, forwarded: str | None, caller: str | None) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    assert PROXIES.caller(peer, headers) == caller


def test_several_headers_are_one_list() -> None:
    headers = [(b"x-forwarded-for", b"203.0.113.5"), (b"host", b"a"), (b"x-forwarded-for", b"198.51.100.1, 10.0.0.1")]
    assert PROXIES.caller("127.0.0.1", headers) == "198.51.100.1"


@pytest.mark.parametrize(
    ("peer", "forwarded", "kind", "scheme"),
    [
        ("192.0.2.9", b"https", "http", "http"),
        ("127.0.0.1", b"gopher", "http", "http"),
        ("127.0.0.1", b"https", "http", "https"),
        ("127.0.0.1", b"http, HTTPS", "http", "https"),
        ("127.0.0.1", b"https", "websocket", "wss"),
    ],
)
async def test_the_scheme_is_what_the_last_proxy_says(peer: str, forwarded: bytes, kind: str, scheme: str) -> None:
    passed = []

    async def app(scope, receive, send) -> None:
        passed.append(scope)

    headers = [(b"x-forwarded-proto", forwarded)]
    scope = {"type": kind, "scheme": "ws" if kind == "websocket" else "http", "client": (peer, 7), "headers": headers}
    await BelievingApp(app, PROXIES)(scope, None, None)
    assert passed[0]["scheme"] == scheme


@pytest.mark.parametrize(
    ("value", "because"),
    [
        ("proxy.example", "“proxy.example” is not an address or a network"),
        ("10.0.0.1/8", "“10.0.0.1/8” is not an address or a network"),
        ("10.0.0.1;10.0.0.2", "is not an address or a network"),
        ("*", "“*” is not an address"),
        ("0.0.0.0/0", "names everybody"),
        ("10.0.0.1, ::/0", "names everybody"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(value: str, because: str) -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_PROXIES must be a comma-separated list") as refused:
        Settings.load({"EMBERLOG_PROXIES": value})
    assert because in str(refused.value)


def test_the_setting_is_a_list() -> None:
    assert Settings.load({}).proxies == Proxies()
    assert str(Settings.load({"EMBERLOG_PROXIES": " 10.0.0.7 ,2001:db8::/32,"}).proxies) == "10.0.0.7, 2001:db8::/32"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        (None, NO_ADDRESS),
        ("", NO_ADDRESS),
        ("testclient", NO_ADDRESS),
        ("1" * 10_000, NO_ADDRESS),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
    ],
)
def test_what_a_caller_is_counted_by(host: str | None, counted: str) -> None:
    assert counted_address(host) == counted
