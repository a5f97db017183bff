"""Asks /health all the time, as a program of its own: `python -m tests.attacks.prober URL`. A line for each answer: when and ms.

Ends when stdin ends.
"""

import contextlib
import http.client
import sys
import threading
import time
from urllib.parse import urlsplit

PAUSE_SECONDS = 0.02
TIMEOUT_SECONDS = 60.0


def main(url: str) -> None:
    """Asks until stdin ends."""
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    address = urlsplit(url)
    connection: http.client.HTTPConnection | None = None
    while not ended.is_set():
        begun = time.monotonic()
        if connection is None:
            connection = http.client.HTTPConnection(
                address.hostname or "", address.port, timeout=TIMEOUT_SECONDS, source_address=("127.0.0.9", 0)
            )
        try:
            connection.request("GET", "/health")
            status = connection.getresponse()
            status.read()
            word = "ok" if status.status == 200 else str(status.status)
        except (OSError, http.client.HTTPException) as error:
            word = type(error).__name__
            with contextlib.suppress(OSError):
                connection.close()
            connection = None
        now = time.monotonic()
        print(f"{begun:.6f} {(now - begun) * 1000:.2f} {word}", flush=True)
        time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    main(sys.argv[1])
