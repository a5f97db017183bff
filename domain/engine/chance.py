"""Chance that anybody can check afterwards: every draw follows from a 32-byte seed, never from a clock or `random`.

A draw is HMAC-SHA256(seed, "emberlog.draw" | step | index | block), read as four 64-bit words. The first word below the
largest multiple of `bound` decides the outcome (rejection sampling: every outcome is equally likely). When all four
are too large, the next block is computed. `step` is the version at which a command is decided; `index` counts the
draws inside it. A version is used once, so a draw number is too. A command decided twice at the same version gets the
same draws.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_DRAW: Final = b"emberlog.draw"
_WORD: Final = 1 << 64
BLOCKS_MAX: Final = 64
"""Blocks tried before a draw gives up; each block fails with a probability below 1/16, so this is never reached."""


class Draw(msgspec.Struct, frozen=True, gc=False):
    """One outcome, `0 <= outcome < bound`, of draw `index` at `step`."""

    step: int
    index: int
    bound: int
    outcome: int


_KEY_MAX: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


class _Draws:
    """The draws of one seed at one step. HMAC is written out (RFC 2104), so that the key is prepared once for all."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, seed: bytes, step: int) -> None:
        assert len(seed) <= _KEY_MAX, "HMAC would hash a longer key first"
        key = seed.ljust(_KEY_MAX, b"\0")
        self._inner = sha256(key.translate(_INNER) + _DRAW + step.to_bytes(8, "big"))
        self._outer = sha256(key.translate(_OUTER))

    def outcomes(self, first: int, bounds: Iterable[int]) -> list[int]:
        """The outcomes of draws in a row, of which `first` is the number of the first one."""
        outcomes: list[int] = []
        inner_copy, outer_copy, from_bytes = self._inner.copy, self._outer.copy, int.from_bytes
        for index, bound in enumerate(bounds, first):
            assert bound > 0, "a draw needs at least one outcome"
            inner, outer = inner_copy(), outer_copy()
            inner.update((index << 32).to_bytes(8, "big"))  # with block 0
            outer.update(inner.digest())
            word = from_bytes(outer.digest()[:8], "big")
            # The usual case is below any limit for this bound.
            outcomes.append(word % bound if word < _WORD - bound else self._fair(index, bound))
        return outcomes

    def _fair(self, index: int, bound: int) -> int:
        """The first word of all blocks that is below the limit, as an outcome."""
        limit = _WORD - _WORD % bound
        for block in range(BLOCKS_MAX):
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(index.to_bytes(4, "big") + block.to_bytes(4, "big"))
            outer.update(inner.digest())
            digest = outer.digest()
            for at in (0, 8, 16, 24):
                word = int.from_bytes(digest[at : at + 8], "big")
                if word < limit:
                    return word % bound
        raise AssertionError("chance gave no outcome")


def draw(seed: bytes, step: int, index: int, bound: int) -> int:
    """The outcome of one draw: a whole number, 0 to `bound` - 1, each equally likely."""
    return _Draws(seed, step).outcomes(index, (bound,))[0]


class Chance:
    """The draws of one command. It records them in `draws`, for golden games and for `verify`."""

    __slots__ = ("_bounds", "_draws", "_outcomes", "_seed", "step")

    def __init__(self, seed: bytes | Callable[[], bytes], step: int) -> None:
        """`seed`: itself, or what computes it once something is drawn."""
        self._seed = seed
        self._draws: _Draws | None = None  # most commands draw nothing
        self._bounds: list[int] = []
        self._outcomes: list[int] = []
        self.step = step

    def __repr__(self) -> str:
        return f"Chance(step={self.step}, draws={len(self._outcomes)})"  # never the seed: reprs end up in logs

    @property
    def draws(self) -> list[Draw]:
        """All draws so far."""
        recorded = zip(self._bounds, self._outcomes, strict=True)
        return [Draw(self.step, index, bound, outcome) for index, (bound, outcome) in enumerate(recorded)]

    def _draw(self, bounds: Sequence[int]) -> list[int]:
        if self._draws is None:
            self._draws = _Draws(self._seed if isinstance(self._seed, bytes) else self._seed(), self.step)
        outcomes = self._draws.outcomes(len(self._outcomes), bounds)
        self._bounds += bounds
        self._outcomes += outcomes
        return outcomes

    def below(self, bound: int) -> int:
        """A whole number, 0 to `bound` - 1."""
        return self._draw((bound,))[0]

    def pick(self, items: Sequence[T]) -> T:
        """Returns one of `items`, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """`items` in a random order (Fisher-Yates from the end; one draw for each place but the first)."""
        order = list(items)
        places = range(len(order) - 1, 0, -1)
        for place, other in zip(places, self._draw(range(len(order), 1, -1)), strict=True) if places else ():
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret with its own prefix, in hex: what is published before the first draw."""
    return hashlib.sha256(b"emberlog.commitment" + secret).hexdigest()


def sandbox_secret(seed: str) -> bytes:
    """The secret of a sandbox whose chance a client developer chose: the same text, the same game (GAME-SAND-02)."""
    return hashlib.sha256(b"emberlog.sandbox" + seed.encode()).digest()


def play_seed(secret: bytes, shares: Sequence[str]) -> bytes:
    """The seed of all draws: the service's secret with every seat's share, so that neither side alone can choose it."""
    joined = b"".join(len(share.encode()).to_bytes(4, "big") + share.encode() for share in shares)
    return hmac.digest(secret, b"emberlog.play" + joined, "sha256")


def salt(secret: bytes, version: int) -> str:
    """16 bytes in hex for an event's body. Without them a hidden card could be guessed from the published hash."""
    return Salts(secret).of(version)


class Salts:
    """The salts of a game's events, of which some are asked for: HMAC is written out, and its key prepared once."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, secret: bytes) -> None:
        assert len(secret) <= _KEY_MAX, "HMAC would hash a longer key first"
        key = secret.ljust(_KEY_MAX, b"\0")
        self._inner = key.translate(_INNER) + b"emberlog.salt"
        self._outer = key.translate(_OUTER)

    def of(self, version: int) -> str:
        """`salt` of the event of this version."""
        return sha256(self._outer + sha256(self._inner + version.to_bytes(8, "big")).digest()).digest()[:16].hex()


def bot_seed(secret: bytes, seat: int) -> bytes:
    """The seed of a bot's own choices: independent of the game's draws, and checkable afterwards like them."""
    return hmac.digest(secret, b"emberlog.bot" + seat.to_bytes(4, "big"), "sha256")
