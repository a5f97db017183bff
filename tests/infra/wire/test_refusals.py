"""What the wire refuses is counted by reason, and Prometheus can read it."""

import contextlib
import re
import time

import pytest

from api.problems import CODES
from api.single_flight import SECONDS
from infra.wire.refusals import OTHER, REASONS, Refusals
from tests.infra.wire.conftest import HEALTH, Api, post

ADDRESS_CONNECTIONS_MAX = 50
METRIC = re.compile(r'^emberlog_wire_refusals_total\{reason="(\w+)"\} (\d+)', re.MULTILINE)


def counted(api: Api) -> dict[str, int]:
    """The counter as Prometheus reads it, from an address of its own, and not as it was before this was called."""
    time.sleep(SECONDS + 0.1)
    answer = api.send(b"GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n", "127.0.0.8")
    return {reason: int(times) for reason, times in METRIC.findall(answer.body.decode())}


@pytest.mark.campaign
def test_each_refusal_of_a_request_is_counted_once_and_no_answer_of_a_route_is(api: Api) -> None:
    before = counted(api)
    assert set(before) == set(REASONS), "all reasons are there before the first refusal"
    refused = {
        "bad_request": (b"NONSENSE\r\n\r\n", 400),
        "method_not_allowed": (b"TRACE / HTTP/1.1\r\nhost: a\r\n\r\n", 405),
        "head_too_large": (b"GET / HTTP/1.1\r\nhost: a\r\n" + b"a: b\r\n" * 300 + b"\r\n", 431),
        "address_too_long": (b"GET /" + b"a" * 100_000, 414),
        "too_large": (post(b"{}", length=10**9), 413),
    }
    for data, status in refused.values():
        assert api.send(data).status == status
    assert api.send(b"GET /nothing HTTP/1.1\r\nhost: a\r\n\r\n").status == 404
    assert api.send(post(b"{")).status == 400
    assert counted(api) == {reason: times + (reason in refused) for reason, times in before.items()}


@pytest.mark.campaign
def test_slow_and_silent_clients_and_closed_connections_are_counted(hasty_api: Api) -> None:
    before = counted(hasty_api)
    with contextlib.ExitStack() as stack:
        silent, slow = (stack.enter_context(contextlib.closing(hasty_api.connect())) for _ in range(2))
        slow.send(b"GET / HT")
        assert silent.ended() and slow.ended()
        for _ in range(ADDRESS_CONNECTIONS_MAX + 1):
            newest = stack.enter_context(contextlib.closing(hasty_api.connect("127.0.0.3")))
        newest.send(HEALTH)
        assert newest.answer().status == 200
        after = counted(hasty_api)
    assert after["request_too_slow"] == before["request_too_slow"] + 1
    assert after["closed_for_newer"] == before["closed_for_newer"] + 1
    assert after["silent"] > before["silent"]


def test_nothing_that_a_caller_sends_is_a_reason() -> None:
    refusals = Refusals()
    for code in (*CODES, "FORGED", ""):
        refusals.count(code.lower())
    assert set(refusals.totals()) == set(REASONS)
    assert refusals.totals()[OTHER] >= 2


def test_the_log_has_what_is_new_and_the_metrics_have_the_sums() -> None:
    refusals = Refusals()
    assert not refusals.to_report and refusals.unreported() == ""
    refusals.count("silent")
    refusals.count("silent")
    refusals.count("full")
    assert refusals.to_report and refusals.unreported() == "full 1, silent 2"
    refusals.count("silent")
    assert refusals.unreported() == "silent 1" and not refusals.to_report
    assert (refusals.totals()["silent"], refusals.totals()["full"]) == (3, 1)
