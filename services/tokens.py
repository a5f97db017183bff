"""Tokens of one's own: list them, make narrower ones, renew and revoke them; and the code by which people come back.

A token that no other token made is *first-hand*: it came by `register`, from the organiser or by a recovery code. Only
such a token renews itself for longer than it lasts now, and only such a token makes a recovery code (GAME-TOKEN-04).
"""

import base64
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Protocol

from domain.game.texts import clean_title
from services.ports import Clock, Entropy, Revocations
from services.principals import (
    ACTING,
    DAY_US,
    DAYS_MAX,
    RECOVERY_PREFIX,
    TOKEN_PREFIX,
    Principal,
    Scope,
    TokenKind,
    hash_of,
)

DAYS_DEFAULT: Final = 90
RECOVERY_DAYS: Final = 800
TOKENS_MAX: Final = 50
"""How many tokens that have not ended a principal has at most."""
MADE_A_DAY_MAX: Final = 100
"""How many tokens a principal makes in a day at most, whether they were revoked or not: their rows stay."""
GRACE_US: Final = 600_000_000
"""How long a used recovery code gives another token while the one it gave was never used: the answer may be lost."""
WITHOUT_GAME: Final[frozenset[Scope]] = frozenset({"keys", "admin"})
"""Scopes that a token for one game cannot have: they reach beyond it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token, without its secret. Times are in microseconds since 1970 (UTC).

    `label`: what its principal calls it. `game_id`: the one game it is for; None for all. `lasts_us`: for how long it
    was made, and may be renewed. `renewed_us`: when it got the secret that it has now; None for the first one.
    `used_on`: the day of last use (UTC). `made_by`: the id of the token that made it; "" for a first-hand one.
    """

    id: str
    principal_id: str
    kind: TokenKind
    label: str
    scopes: frozenset[Scope]
    game_id: str | None
    made_us: int
    expires_us: int
    lasts_us: int
    renewed_us: int | None = None
    used_on: date | None = None
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token with its secret, which nobody can read later. `principal`: whose it is, as they come by it."""

    principal: Principal
    token: Token
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """A recovery code that was not used, without the code. What it gives has these scopes."""

    id: str
    principal_id: str
    scopes: frozenset[Scope]
    made_us: int
    expires_us: int


@dataclass(frozen=True, slots=True)
class NewRecovery:
    """A recovery code, which nobody can read later."""

    recovery: Recovery
    code: str = field(repr=False)


class TokenStore(Protocol):
    """The tokens beside their principals. It stores hashes of secrets (`hash_of`), and knows no secret.

    A *living* token was neither revoked nor has it ended, and its person was not erased.
    """

    async def of(self, principal_id: str) -> Sequence[Token]:
        """The living tokens of a principal, the newest first."""
        ...

    async def token(self, token_id: str) -> Token | None:
        """A living token by its id."""
        ...

    async def add(self, token: Token, secret_hash: bytes, *, living_max: int, made_max: int) -> bool:
        """Adds a token. Returns False if its principal has `living_max` already, or has made `made_max` in a day.

        Raises NoSuchToken if the token that makes it has just ended, or its person was erased.
        """
        ...

    async def renew(self, token_id: str, secret_hash: bytes, *, renewed_us: int, expires_us: int) -> bool:
        """Gives a living token another secret and another end. Returns False if it lives no longer."""
        ...

    async def revoke_each(self, token_ids: Collection[str]) -> Sequence[str]:
        """Revokes tokens. Returns the ids of those that were living."""
        ...

    async def recovery(self, principal_id: str) -> Recovery | None:
        """The principal's recovery code that can still be used."""
        ...

    async def put_recovery(self, recovery: Recovery, code_hash: bytes) -> None:
        """Adds a recovery code. It takes the place of the principal's earlier one."""
        ...

    async def revoke_recovery(self, principal_id: str) -> bool:
        """Revokes the principal's recovery code. Returns False if there was none."""
        ...

    async def recover(self, code_hash: bytes, token: Token, secret_hash: bytes) -> Principal | None:
        """Uses a recovery code up: adds `token` for its principal and with its scopes, which `token` does not name.

        None for a code that is unknown, used, revoked or over, or whose person was erased. A used code gives another
        token, for `GRACE_US` and as long as the first was never used; then the first is revoked.
        """
        ...


class ScopeMissing(Exception):
    """The caller's token is not for this. `needs`: the scope; None where it is for another game."""

    def __init__(self, needs: Scope | None) -> None:
        super().__init__(
            "Your token is for one game, and this is not part of it." if needs is None else _not_for(needs)
        )
        self.needs = needs


class ScopeTooWide(Exception):
    """The token would do more, or last longer, than the one that makes it (GAME-TOKEN-04)."""


class NoSuchToken(Exception):
    """The caller has no such token, or it has ended."""


class TooManyTokens(Exception):
    """The caller has, or has made in a day, as many tokens as one may."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"One principal has at most {limit} tokens. Revoke one that you do not need.")
        self.limit = limit


class NoSuchRecovery(Exception):
    """This recovery code gives no token."""


def _not_for(scope: Scope) -> str:
    return f"Your token has not the scope {scope.upper()}, which this needs."


@dataclass(frozen=True)
class Tokens:
    """What principals do with their tokens. A caller needs the scope `keys` for everything but `current`."""

    store: TokenStore
    revocations: Revocations
    now_us: Clock
    entropy: Entropy

    async def current(self, caller: Principal) -> Token | None:
        """The token that the caller came by; None if it has just ended."""
        return await self.store.token(caller.token_id)

    async def of(self, caller: Principal) -> Sequence[Token]:
        """All tokens of the caller that have not ended, the newest first (GAME-TOKEN-02)."""
        _check_keys(caller)
        return await self.store.of(caller.id)

    async def make(
        self, caller: Principal, *, label: str, scopes: Collection[Scope], game_id: str | None, days: int | None
    ) -> NewToken:
        """Makes a token for the caller. `game_id`: the one game it is for. `days` None: 90, or fewer if the caller's
        own token ends before.

        Raises ScopeMissing, NoSuchToken, ScopeTooWide, TooManyTokens, and Refused for a label that is not taken.
        """
        _check_keys(caller)
        await self._own(caller, caller.token_id)  # the caller may be cached: a token that has ended makes none
        chosen = _widened(scopes)
        _check_scopes(caller, chosen, game_id)
        now_us = self.now_us()
        expires_us = _end(caller, now_us, days)
        token = Token(
            id=self._id("t_"),
            principal_id=caller.id,
            kind="personal",
            label=clean_title(label),
            scopes=chosen,
            game_id=game_id,
            made_us=now_us,
            expires_us=expires_us,
            lasts_us=expires_us - now_us,
            made_by=caller.token_id,
        )
        secret = self._secret(TOKEN_PREFIX)
        if not await self.store.add(token, hash_of(secret), living_max=TOKENS_MAX, made_max=MADE_A_DAY_MAX):
            raise TooManyTokens(TOKENS_MAX)
        return NewToken(_as(caller, token), token, secret)

    async def renew(self, caller: Principal, token_id: str | None) -> NewToken:
        """Gives a token of the caller (None: the one they came by) a new secret; the old one ends at once.

        A first-hand token renews itself for as long as it was made for. Any other ends with the caller's at the latest.
        Raises ScopeMissing, NoSuchToken, ScopeTooWide.
        """
        _check_keys(caller)
        own = await self._own(caller, caller.token_id)
        token = own if token_id in (None, own.id) else await self._own(caller, str(token_id))
        _check_scopes(caller, token.scopes, token.game_id)
        if own.kind == "personal" and token.kind != "personal":  # whose new secret could renew itself
            raise ScopeTooWide("A token that was made by another token renews none that no other token made.")
        now_us = self.now_us()
        expires_us = now_us + token.lasts_us
        first_hand = token.id == caller.token_id and token.kind != "personal"
        if caller.expires_us is not None and not first_hand:
            expires_us = min(expires_us, caller.expires_us)
        secret = self._secret(TOKEN_PREFIX)
        if not await self.store.renew(token.id, hash_of(secret), renewed_us=now_us, expires_us=expires_us):
            raise NoSuchToken
        await self.revocations.announce([token.id])
        renewed = await self._own(caller, token.id)
        return NewToken(_as(caller, renewed), renewed, secret)

    async def revoke(self, caller: Principal, token_id: str) -> Sequence[str]:
        """Revokes a token of the caller; an admin's, anybody's. Returns its id. Raises ScopeMissing, NoSuchToken."""
        _check_keys(caller)
        if not _is_admin(caller):
            await self._own(caller, token_id)
        revoked = await self.store.revoke_each([token_id])
        if not revoked:
            raise NoSuchToken
        await self.revocations.announce(revoked)
        return revoked

    async def revoke_others(self, caller: Principal) -> Sequence[str]:
        """Revokes all tokens of the caller but the one they came by. Returns their ids. Raises ScopeMissing."""
        await self._own(caller, caller.token_id)
        revoked: list[str] = []
        for _ in range(MADE_A_DAY_MAX):  # one of them may have made another meanwhile
            others = [token.id for token in await self.of(caller) if token.id != caller.token_id]
            if not others:
                break
            revoked += await self.store.revoke_each(others)
        await self.revocations.announce(revoked)
        return revoked

    async def recovery(self, caller: Principal) -> Recovery | None:
        """The caller's recovery code that can still be used, without the code. Raises ScopeMissing."""
        _check_keys(caller)
        return await self.store.recovery(caller.id)

    async def make_recovery(self, caller: Principal) -> NewRecovery:
        """Makes a recovery code, which takes the place of an earlier one. Raises ScopeMissing, ScopeTooWide."""
        _check_keys(caller)
        token = await self._own(caller, caller.token_id)
        if token.kind == "personal":
            raise ScopeTooWide("A token that was made by another token makes no recovery code.")
        now_us = self.now_us()
        recovery = Recovery(
            id=self._id("r_"),
            principal_id=caller.id,
            scopes=token.scopes,
            made_us=now_us,
            expires_us=now_us + RECOVERY_DAYS * DAY_US,
        )
        code = self._secret(RECOVERY_PREFIX)
        await self.store.put_recovery(recovery, hash_of(code))
        return NewRecovery(recovery, code)

    async def revoke_recovery(self, caller: Principal) -> bool:
        """Revokes the caller's recovery code. Returns whether there was one. Raises ScopeMissing."""
        _check_keys(caller)
        return await self.store.revoke_recovery(caller.id)

    async def recover(self, code: str) -> NewToken:
        """Uses a recovery code up: a new token of the same principal. Raises NoSuchRecovery."""
        now_us = self.now_us()
        token = Token(
            id=self._id("t_"),
            principal_id="",
            kind="recovered",
            label="",
            scopes=frozenset(),
            game_id=None,
            made_us=now_us,
            expires_us=now_us + DAYS_MAX * DAY_US,
            lasts_us=DAYS_MAX * DAY_US,
        )
        secret = self._secret(TOKEN_PREFIX)
        principal = await self.store.recover(hash_of(code), token, hash_of(secret))
        made = None if principal is None else await self.store.token(principal.token_id)
        if principal is None or made is None:
            raise NoSuchRecovery
        return NewToken(principal, made, secret)

    async def _own(self, caller: Principal, token_id: str) -> Token:
        token = await self.store.token(token_id)
        if token is None or token.principal_id != caller.id:
            raise NoSuchToken
        return token

    def _secret(self, prefix: str) -> str:
        return prefix + base64.urlsafe_b64encode(self.entropy()).rstrip(b"=").decode()

    def _id(self, prefix: str) -> str:
        return prefix + self.entropy()[:8].hex()


def _check_keys(caller: Principal) -> None:
    if "keys" not in caller.scopes:
        raise ScopeMissing("keys")


def _is_admin(caller: Principal) -> bool:
    return "admin" in caller.roles and "admin" in caller.scopes


def _widened(scopes: Collection[Scope]) -> frozenset[Scope]:
    """The scopes with those that they include."""
    if not scopes:
        raise ScopeTooWide("Name at least one scope.")
    included: set[Scope] = {"read"} if ACTING & set(scopes) else set()
    return frozenset(scopes) | included


def _check_scopes(caller: Principal, scopes: frozenset[Scope], game_id: str | None) -> None:
    wider = scopes - caller.scopes
    if wider:
        raise ScopeTooWide(f"Your own token has not the scope {_listed(wider)}.")
    if caller.game_id not in (None, game_id):
        raise ScopeTooWide("Your own token is for one game only.")
    if game_id is not None and scopes & WITHOUT_GAME:
        raise ScopeTooWide(f"A token for one game cannot have the scope {_listed(scopes & WITHOUT_GAME)}.")


def _end(caller: Principal, now_us: int, days: int | None) -> int:
    """When a token of so many days ends: with the caller's own at the latest."""
    own_us = now_us + DAYS_MAX * DAY_US if caller.expires_us is None else caller.expires_us
    if days is None:
        return min(now_us + DAYS_DEFAULT * DAY_US, own_us)
    days_left = -(-(own_us - now_us) // DAY_US)
    if not 1 <= days <= min(days_left, DAYS_MAX):
        raise ScopeTooWide(f"A token that yours makes lasts 1 to {min(days_left, DAYS_MAX)} days.")
    return min(now_us + days * DAY_US, own_us)


def _listed(scopes: Collection[Scope]) -> str:
    return ", ".join(sorted(scope.upper() for scope in scopes))


def _as(caller: Principal, token: Token) -> Principal:
    """The caller as they would come by another token of theirs."""
    return Principal(caller.id, caller.name, caller.roles, token.id, token.scopes, token.game_id, token.expires_us)


__all__ = [
    "DAYS_DEFAULT",
    "GRACE_US",
    "TOKENS_MAX",
    "NewRecovery",
    "NewToken",
    "NoSuchRecovery",
    "NoSuchToken",
    "Recovery",
    "ScopeMissing",
    "ScopeTooWide",
    "Token",
    "TokenStore",
    "Tokens",
    "TooManyTokens",
]
