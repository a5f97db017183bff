"""Principals, their tokens and recovery codes in dictionaries. Tokens are predictable, so that a failing test reads the
same twice."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from services.principals import DAY_US, DAYS_MAX, Principal, Role, TokenKind, hash_of, scopes_of
from services.tokens import GRACE_US, NoSuchToken, Recovery, Token


def machine_now_us() -> int:
    return time.time_ns() // 1_000


@dataclass
class StoredToken:
    """A token as a row has it. `hash`: of the secret that it has now."""

    token: Token
    hash: bytes
    revoked: bool = False


@dataclass
class StoredRecovery:
    """A recovery code as a row has it. `gave`: the id of the token that it gave, at `used_us`."""

    recovery: Recovery
    hash: bytes
    revoked: bool = False
    used_us: int = 0
    gave: str = ""


class FakePrincipals:
    """`principals` and `rows` are public, for tests. `erased`: the ids of principals whose person was erased."""

    def __init__(self, now_us: Callable[[], int] = machine_now_us) -> None:
        self.principals: dict[str, Principal] = {}
        self.rows: dict[str, StoredToken] = {}
        self.codes: dict[str, StoredRecovery] = {}
        self.erased: set[str] = set()
        self.now_us = now_us

    async def by_token(self, token: str) -> Principal | None:
        row = next((row for row in self.rows.values() if row.hash == hash_of(token) and self._lives(row)), None)
        if row is None:
            return None
        row.token = replace(row.token, used_on=datetime.fromtimestamp(self.now_us() // 1_000_000, UTC).date())
        return self.principal_of(row.token)

    async def living(self, hashes: Collection[bytes]) -> frozenset[bytes]:
        return frozenset(row.hash for row in self.rows.values() if row.hash in hashes and self._lives(row))

    async def create(
        self, name: str, roles: frozenset[Role], *, kind: TokenKind = "issued", days: int = DAYS_MAX
    ) -> tuple[Principal, str]:
        id, secret = self._named(name)
        self.principals[id] = Principal(id, name, roles)
        return self._add(id, secret, kind, days)

    async def issue(self, principal_id: str, *, days: int = DAYS_MAX) -> tuple[Principal, str] | None:
        if principal_id not in self.principals or principal_id in self.erased:
            return None
        return self._add(principal_id, f"emb_issued{len(self.rows):037x}", "issued", days)

    def _add(self, id: str, secret: str, kind: TokenKind, days: int) -> tuple[Principal, str]:
        token_id = f"t_{len(self.rows) + 1:016x}"
        made_us = self.now_us()
        token = Token(
            id=token_id,
            principal_id=id,
            kind=kind,
            label="",
            scopes=scopes_of(self.principals[id].roles),
            game_id=None,
            made_us=made_us,
            expires_us=made_us + days * DAY_US,
            lasts_us=days * DAY_US,
        )
        self.rows[token_id] = StoredToken(token, hash_of(secret))
        return self.principal_of(token), secret

    async def revoke(self, principal_id: str) -> bool:
        for row in (*self.rows.values(), *self.codes.values()):
            whose = row.token if isinstance(row, StoredToken) else row.recovery
            row.revoked = row.revoked or whose.principal_id == principal_id
        return principal_id in self.principals

    def living_tokens(self, principal_id: str) -> list[Token]:
        return [row.token for row in self.rows.values() if row.token.principal_id == principal_id and self._lives(row)]

    def principal_of(self, token: Token) -> Principal:
        """Whose token it is, as they come by it."""
        known = self.principals[token.principal_id]
        return Principal(known.id, known.name, known.roles, token.id, token.scopes, token.game_id, token.expires_us)

    def _named(self, name: str) -> tuple[str, str]:
        number = len(self.principals) + 1
        return f"p_{number:016x}", f"emb_{number:043x}"

    def _lives(self, row: StoredToken) -> bool:
        whose = row.token.principal_id
        return not row.revoked and row.token.expires_us > self.now_us() and whose not in self.erased


class FakeTokens:
    """The tokens of some `FakePrincipals`."""

    def __init__(self, principals: FakePrincipals) -> None:
        self._principals = principals

    async def of(self, principal_id: str) -> Sequence[Token]:
        return sorted(self._principals.living_tokens(principal_id), key=lambda token: token.made_us, reverse=True)

    async def token(self, token_id: str) -> Token | None:
        row = self._principals.rows.get(token_id)
        return None if row is None or not self._principals._lives(row) else row.token

    async def add(self, token: Token, secret_hash: bytes, *, living_max: int, made_max: int) -> bool:
        if await self.token(token.made_by) is None:
            raise NoSuchToken
        rows = [row for row in self._principals.rows.values() if row.token.principal_id == token.principal_id]
        since_us = self._principals.now_us() - DAY_US
        made = [row for row in rows if row.token.made_us > since_us and row.token.kind == "personal"]
        if len(self._principals.living_tokens(token.principal_id)) >= living_max or len(made) >= made_max:
            return False
        self._principals.rows[token.id] = StoredToken(token, secret_hash)
        return True

    async def renew(self, token_id: str, secret_hash: bytes, *, renewed_us: int, expires_us: int) -> bool:
        token = await self.token(token_id)
        if token is None:
            return False
        row = self._principals.rows[token_id]
        row.token, row.hash = replace(token, renewed_us=renewed_us, expires_us=expires_us), secret_hash
        return True

    async def revoke_each(self, token_ids: Collection[str]) -> Sequence[str]:
        revoked = [id for id in token_ids if await self.token(id) is not None]
        for id in revoked:
            self._principals.rows[id].revoked = True
        return revoked

    async def recovery(self, principal_id: str) -> Recovery | None:
        row = self._code_of(principal_id)
        return None if row is None else row.recovery

    async def put_recovery(self, recovery: Recovery, code_hash: bytes) -> None:
        await self.revoke_recovery(recovery.principal_id)
        self._principals.codes[recovery.id] = StoredRecovery(recovery, code_hash)

    async def revoke_recovery(self, principal_id: str) -> bool:
        row = self._code_of(principal_id)
        if row is not None:
            row.revoked = True
        return row is not None

    async def recover(self, code_hash: bytes, token: Token, secret_hash: bytes) -> Principal | None:
        row = next((row for row in self._principals.codes.values() if row.hash == code_hash), None)
        if row is None or not self._works(row):
            return None
        if row.gave:
            self._principals.rows[row.gave].revoked = True
        row.used_us, row.gave = row.used_us or self._principals.now_us(), token.id
        own = replace(token, principal_id=row.recovery.principal_id, scopes=row.recovery.scopes)
        self._principals.rows[token.id] = StoredToken(own, secret_hash)
        return self._principals.principal_of(own)

    def _works(self, row: StoredRecovery) -> bool:
        now_us = self._principals.now_us()
        if row.revoked or row.recovery.expires_us <= now_us or row.recovery.principal_id in self._principals.erased:
            return False
        if not row.gave:
            return True
        return now_us - row.used_us < GRACE_US and self._principals.rows[row.gave].token.used_on is None

    def _code_of(self, principal_id: str) -> StoredRecovery | None:
        return next(
            (
                row
                for row in self._principals.codes.values()
                if row.recovery.principal_id == principal_id and not row.gave and self._works(row)
            ),
            None,
        )


class FakeRevocations:
    """Announces to this process alone. `deaf`: loses every announcement."""

    def __init__(self) -> None:
        self._listeners: list[asyncio.Queue[str]] = []
        self.announced: list[str] = []
        self.deaf = False

    async def announce(self, ids: Collection[str]) -> None:
        self.announced += ids
        for queue in () if self.deaf else self._listeners:
            for id in ids:
                queue.put_nowait(id)

    async def announcements(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._listeners.remove(queue)
