"""Refused commands are stored for good, so each principal has an allowance of them: in each game, and in all together.

It limits refusals alone. A command that the rules allow is always taken, and a command id that was answered before gets
its first answer, also when nothing of the allowance is left. Each process counts for itself.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from services.errors import TooManyRefusals
from services.ports import Append, EventLog


class Allowance(NamedTuple):
    """So many refusals at once, and so many more each second."""

    burst: int
    per_second: float


IN_ONE_GAME: Final = Allowance(burst=200, per_second=1.0)
"""For each principal and game; the refused openings of a principal count as one game."""
IN_ALL: Final = Allowance(burst=1_000, per_second=5.0)
BUCKETS_MAX: Final = 20_000
"""Principals and games that a process counts. The least recently refused ones begin anew."""


@dataclass(slots=True)
class _Bucket:
    """What is left, at a time by the monotonic clock (seconds)."""

    left: float
    at: float


class RefusalLimits:
    """The allowances of this process."""

    def __init__(self, log: EventLog, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._monotonic = monotonic
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()

    async def admit(self, refused: Append) -> None:
        """Counts a refused command before it is stored. Raises TooManyRefusals, unless it is stored already."""
        spent: list[_Bucket] = []
        for game_id, allowance in (refused.game_id, IN_ONE_GAME), ("", IN_ALL):
            bucket = self._filled((refused.principal, game_id), allowance)
            if bucket.left < 1:
                for other in spent:
                    other.left += 1
                if await self._log.command(refused.game_id, refused.command_id) is not None:
                    return
                wait_ms = math.ceil((1 - bucket.left) / allowance.per_second * 1_000)
                raise TooManyRefusals(allowance.burst, wait_ms)
            bucket.left -= 1
            spent.append(bucket)

    def _filled(self, key: tuple[str, str], allowance: Allowance) -> _Bucket:
        now = self._monotonic()
        bucket = self._buckets.setdefault(key, _Bucket(allowance.burst, now))
        bucket.left = min(bucket.left + (now - bucket.at) * allowance.per_second, allowance.burst)
        bucket.at = now
        self._buckets.move_to_end(key)
        while len(self._buckets) > BUCKETS_MAX:
            self._buckets.popitem(last=False)
        return bucket
