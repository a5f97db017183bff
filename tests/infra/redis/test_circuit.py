"""A broker that does not answer is left alone for longer and longer, and spoken of once."""

from infra.redis.circuit import PAUSE_SECONDS_FIRST, PAUSE_SECONDS_MAX, Circuit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_new_circuit_lets_calls_through() -> None:
    circuit = Circuit("nothing")
    assert not circuit.away
    assert circuit.wait_seconds == 0


def test_a_failed_call_keeps_the_next_ones_away_until_the_pause_is_over() -> None:
    clock = Clock()
    circuit = Circuit("nothing", clock)
    circuit.failed(ConnectionError())
    assert circuit.away
    clock.now += PAUSE_SECONDS_FIRST - 0.001
    assert circuit.away
    clock.now += 0.001
    assert not circuit.away


def test_pauses_double_up_to_a_limit_and_restart_after_a_success() -> None:
    clock = Clock()
    circuit = Circuit("nothing", clock)
    pauses = []
    for _ in range(8):
        circuit.failed(ConnectionError())
        pauses.append(circuit.wait_seconds)
        clock.now += circuit.wait_seconds
    assert [round(pause, 6) for pause in pauses] == [0.25, 0.5, 1, 2, 4, 5, 5, 5]
    assert pauses[-1] <= PAUSE_SECONDS_MAX
    circuit.worked()
    circuit.failed(ConnectionError())
    assert round(circuit.wait_seconds, 6) == PAUSE_SECONDS_FIRST


def test_it_logs_once_when_redis_goes_and_once_when_it_comes_back(caplog) -> None:
    caplog.set_level("INFO")
    circuit = Circuit("the sweep does it.")
    for _ in range(3):
        circuit.failed(ConnectionError("redis://:password@host"))
    circuit.worked()
    circuit.worked()
    assert [record.message for record in caplog.records] == [
        "Redis does not answer (ConnectionError): the sweep does it.",
        "Redis answers again.",
    ]
