"""The dice of the tests: ids of commands, and with them of games, and the secrets that games' draws rest on.

Thrown anew for every test and for every wider fixture, by the name of each: so a test gets the same games alone, after others
and on any worker. `EMBERLOG_TEST_SEED` varies all of them. What a process of its own draws (tests/clients/running.py) is not
thrown here; the simulation and the continuity tests have a seed of their own. Decides nothing but chance.
"""

import os
import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SEED: Final = "EMBERLOG_TEST_SEED"
USUAL: Final = "ember"
_DICE: Final = random.Random()


def seed() -> str:
    """The word that this run's chance hangs on."""
    return os.environ.get(SEED) or USUAL


def throw_anew(name: str) -> None:
    """From here on what comes hangs on `name` and the seed of the run, and on nothing before."""
    _DICE.seed(f"{seed()} {name}")


@contextmanager
def thrown_apart(name: str) -> Iterator[None]:
    """The same for as long as the block lasts; afterwards it goes on where it was."""
    before = _DICE.getstate()
    throw_anew(name)
    try:
        yield
    finally:
        _DICE.setstate(before)


def new_id() -> str:
    """A version 4 UUID."""
    return str(uuid.UUID(int=_DICE.getrandbits(128), version=4))


def new_secret() -> bytes:
    """32 bytes, in the place of the service's entropy."""
    return _DICE.randbytes(32)
