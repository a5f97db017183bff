"""Principals: the persons and programs that the service knows, and how far the tokens reach by which they come."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, Protocol

Role = Literal["player", "arbiter", "admin"]
Scope = Literal["read", "play", "host", "keys", "arbitrate", "admin"]
"""What a token may be used for. A role that somebody has counts only where their token has its scope."""

SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "host", "keys", "arbitrate", "admin")
PLAYER_SCOPES: Final[frozenset[Scope]] = frozenset({"read", "play", "host", "keys"})
ACTING: Final[frozenset[Scope]] = frozenset({"play", "host", "arbitrate"})
"""Scopes that include `read`: who may act may see what they act on."""

TOKEN_PREFIX: Final = "emb_"
"""Every token begins with it, so that one that leaked can be searched for."""
RECOVERY_PREFIX: Final = "emr_"
"""Every recovery code begins with it, for the same reason."""

DAY_US: Final = 86_400_000_000
DAYS_MAX: Final = 400
"""How long a token lasts at most, and one that no other token made."""

TokenKind = Literal["registered", "issued", "recovered", "personal"]
"""How a token came to be: by `register`; from the organiser's terminal; by a recovery code; made by another token."""


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated person or program, as far as their token reaches (GAME-TOKEN-01).

    `token_id`: the token they came by; it gives nobody access. `scopes`: what the token is for; `game_id`:
    the one game that it is for; None for all. `expires_us`: its end, in microseconds since 1970 (UTC); None for the
    service's own principals, which have no token.
    """

    id: str
    name: str
    roles: frozenset[Role]
    token_id: str = ""
    scopes: frozenset[Scope] = frozenset(SCOPES)
    game_id: str | None = None
    expires_us: int | None = None

    @property
    def arbiter(self) -> bool:
        """Whether this principal may see and decide everything in games they do not play in."""
        return "arbiter" in self.roles and "arbitrate" in self.scopes


def scopes_of(roles: Collection[Role]) -> frozenset[Scope]:
    """Everything that these roles allow: the scopes of a token that reaches as far as its principal."""
    more: set[Scope] = set()
    if "arbiter" in roles:
        more.add("arbitrate")
    if "admin" in roles:
        more.add("admin")
    return PLAYER_SCOPES | more


def in_game(principal: Principal | None, game_id: str) -> Principal | None:
    """The caller as a reader of a game; None where their token does not reach: there they are a spectator
    (GAME-TOKEN-01)."""
    if principal is None or "read" not in principal.scopes or principal.game_id not in (None, game_id):
        return None
    return principal


def recorded_token(token_id: str, command_id: str) -> str:
    """How the log says by which token a command came: "" for none.

    Who knows the id of the token can compute it. Nobody else learns the id from it, or whether two commands came by one
    token: records of finished games are public, and tokens are for auditors alone (GAME-KEPT-02).
    """
    if not token_id:
        return ""
    return "c_" + hashlib.sha256(f"emberlog.token|{token_id}|{command_id}".encode()).hexdigest()


def hash_of(secret: str) -> bytes:
    """The SHA-256 of a token or a recovery code, which is stored instead of it. It has 256 random bits, so a plain hash
    is enough."""
    return hashlib.sha256(secret.encode()).digest()


class Principals(Protocol):
    """The principals. Only hashes of their tokens are stored."""

    async def by_token(self, token: str) -> Principal | None:
        """Whose token it is, and how far it reaches. None: it is unknown, revoked or ended, or its person was
        erased."""
        ...

    async def living(self, hashes: Collection[bytes]) -> frozenset[bytes]:
        """Those of some tokens, by `hash_of`, with which `by_token` would return somebody now."""
        ...

    async def create(
        self, name: str, roles: frozenset[Role], *, kind: TokenKind = "issued", days: int = DAYS_MAX
    ) -> tuple[Principal, str]:
        """Creates a principal. Returns it with its token, which cannot be read again later."""
        ...

    async def issue(self, principal_id: str, *, days: int = DAYS_MAX) -> tuple[Principal, str] | None:
        """Another token of a principal, as wide as their roles allow, for one who has lost theirs. None: nobody has
        this id, or they were erased."""
        ...

    async def revoke(self, principal_id: str) -> bool:
        """Revokes the principal's tokens and recovery codes. Returns False when there is no such principal."""
        ...
