"""A clock that stops until a test moves it."""

SECOND_US = 1_000_000


class Clock:
    """Microseconds since 1970; `services.ports.Clock`."""

    def __init__(self) -> None:
        self.now_us = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.now_us

    def pass_seconds(self, seconds: float) -> None:
        self.now_us += round(seconds * SECOND_US)
