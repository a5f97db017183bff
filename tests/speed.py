"""How slow this machine is now: bounds on processor time are those of an idle one, and say so by a ratio in one run.

Processor time is no constant: beside a busy neighbour on the same core everything takes half as long again, or twice.
"""

import json
import time
from typing import Final

IDLE_SECONDS: Final = 0.0056
"""What `_work` takes on the machine on which the bounds were set, when nothing else runs."""
ROUNDS: Final = 9
SLOWNESS_MAX: Final = 4.0
"""A machine that is slower yet is no place for bounds."""


def _work() -> int:
    """Some of everything that answers are made of: names, mappings, texts, calls."""
    rows = [{"id": f"row-{at}", "values": [at, at * at % 97, None], "text": "x" * (at % 50)} for at in range(1_500)]
    text = json.dumps(rows)
    return sum(len(row["text"]) + row["values"][1] for row in sorted(json.loads(text), key=lambda row: str(row["id"])))


def slowness() -> float:
    """How many times as long as on an idle machine some work takes now; at least 1."""
    took = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        _work()
        took.append(time.thread_time() - begun)
    return min(max(sorted(took)[ROUNDS // 2] / IDLE_SECONDS, 1.0), SLOWNESS_MAX)
