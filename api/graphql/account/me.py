"""Who the caller is, and the tokens they have."""

import enum
from collections.abc import Sequence
from datetime import date, datetime

import strawberry

from api.graphql.fields import Info, resolved
from api.graphql.scalars import time_of
from services import tokens
from services.ports import Principal
from services.principals import SCOPES
from services.principals import Scope as ScopeWord


@strawberry.enum(
    name="Scope",
    description="What a token may be used for. Where it has not the scope of something, its principal is a spectator "
    "there, or is answered `NOT_IN_SCOPE` (GAME-TOKEN-01).",
)
class Scope(enum.Enum):
    READ = strawberry.enum_value("read", description="See games as one's own seat, host or arbiter.")
    PLAY = strawberry.enum_value("play", description="Take seats and play them. It includes `READ`.")
    HOST = strawberry.enum_value("host", description="Open, fork, begin and close games. It includes `READ`.")
    KEYS = strawberry.enum_value("keys", description="List, make, renew and revoke tokens, and the recovery code.")
    ARBITRATE = strawberry.enum_value(
        "arbitrate", description="Act and see as an arbiter, for those who have that role. It includes `READ`."
    )
    ADMIN = strawberry.enum_value("admin", description="Revoke anybody's tokens, for those who have the role `admin`.")


@strawberry.enum(name="TokenKind", description="How a token came to be.")
class TokenKind(enum.Enum):
    REGISTERED = strawberry.enum_value("registered", description="By `register`, with a new player.")
    ISSUED = strawberry.enum_value("issued", description="By the organiser of the service, at a terminal.")
    RECOVERED = strawberry.enum_value("recovered", description="By a recovery code.")
    PERSONAL = strawberry.enum_value(
        "personal", description="By another token of the same principal, with `makeToken`."
    )


def scope_list(scopes: frozenset[ScopeWord]) -> list[Scope]:
    """Scopes in the order of the schema."""
    return [Scope(each) for each in SCOPES if each in scopes]


def _scopes(root: strawberry.Parent[tokens.Token]) -> list[Scope]:
    return scope_list(root.scopes)


def _kind(root: strawberry.Parent[tokens.Token]) -> TokenKind:
    return TokenKind(root.kind)


def _made_at(root: strawberry.Parent[tokens.Token]) -> datetime:
    return time_of(root.made_us)


def _expires_at(root: strawberry.Parent[tokens.Token]) -> datetime:
    return time_of(root.expires_us)


def _renewed_at(root: strawberry.Parent[tokens.Token]) -> datetime | None:
    return None if root.renewed_us is None else time_of(root.renewed_us)


def _made_by(root: strawberry.Parent[tokens.Token]) -> strawberry.ID | None:
    return strawberry.ID(root.made_by) if root.made_by else None


def _is_current(root: strawberry.Parent[tokens.Token], info: Info) -> bool:
    principal = info.context.principal
    return principal is not None and principal.token_id == root.id


@strawberry.type(
    name="Token", description="A token of the caller's, without its secret, which is shown once when it is made."
)
class TokenNode:
    """Declares the fields only: resolvers return `services.tokens.Token`."""

    id: strawberry.ID = strawberry.field(
        description="No secret: it names the token in `revokeToken`, and stands in the log beside its commands."
    )
    kind: TokenKind = resolved(_kind, "How it came to be.")
    label: str = strawberry.field(description="What its principal calls it; may be empty.")
    scopes: list[Scope] = resolved(_scopes, "Everything that it may be used for.")
    game_id: strawberry.ID | None = strawberry.field(
        description="The one game that it is for: elsewhere its principal is a spectator. Null: it is for all games."
    )
    made_at: datetime = resolved(_made_at, "When the service made it; renewing does not change that.")
    made_by: strawberry.ID | None = resolved(
        _made_by, "The id of the token that made it; null for one that no other token made."
    )
    renewed_at: datetime | None = resolved(_renewed_at, "When it got its present secret; null for the first one.")
    used_on: date | None = strawberry.field(description="The day it was last used, in UTC; null if it never was.")
    expires_at: datetime = resolved(_expires_at, "When it ends. `renewToken` moves that.")
    is_current: bool = resolved(_is_current, "Whether this request came by it.")


def _recovery_made_at(root: strawberry.Parent[tokens.Recovery]) -> datetime:
    return time_of(root.made_us)


def _recovery_expires_at(root: strawberry.Parent[tokens.Recovery]) -> datetime:
    return time_of(root.expires_us)


@strawberry.type(
    name="RecoveryCode",
    description="A recovery code that was made and not used, without the code itself (GAME-TOKEN-07).",
)
class RecoveryNode:
    """Declares the fields only: resolvers return `services.tokens.Recovery`."""

    id: strawberry.ID = strawberry.field(description="Names the code; it is not the code, and no secret.")
    made_at: datetime = resolved(_recovery_made_at, "When it was made. It took the place of any earlier one.")
    expires_at: datetime = resolved(_recovery_expires_at, "Until when it can be used.")


@strawberry.enum(
    name="Role", description="What a principal is to all games of the service. There may be more roles one day."
)
class RoleNode(enum.Enum):
    PLAYER = strawberry.enum_value("player", description="Opens games, and plays in them.")
    ARBITER = strawberry.enum_value(
        "arbiter", description="Sees and settles games in which they have no part (GAME-ROLE-03)."
    )
    ADMIN = strawberry.enum_value("admin", description="Runs the service; this gives no rights within a game.")


def _roles(root: strawberry.Parent[Principal]) -> list[RoleNode]:
    return [RoleNode(role) for role in sorted(root.roles)]


async def _token(root: strawberry.Parent[Principal], info: Info) -> tokens.Token | None:
    return await info.context.services.tokens.current(root)


async def _tokens(root: strawberry.Parent[Principal], info: Info) -> Sequence[tokens.Token]:
    return await info.context.services.tokens.of(root)


async def _recovery_code(root: strawberry.Parent[Principal], info: Info) -> tokens.Recovery | None:
    return await info.context.services.tokens.recovery(root)


@strawberry.type(name="Me", description="The caller, by the token of the request.")
class Me:
    """Declares the fields only: resolvers return `Principal`."""

    id: strawberry.ID
    name: str
    roles: list[RoleNode] = resolved(_roles)
    current_token: TokenNode | None = resolved(
        _token, "The token that this request came by; null if it has just ended.", TokenNode | None
    )
    tokens: list[TokenNode] = resolved(
        _tokens,
        "All tokens of the caller that have not ended, the newest first; at most 50. Needs the scope `KEYS` "
        "(GAME-TOKEN-02).",
        list[TokenNode],
    )
    recovery_code: RecoveryNode | None = resolved(
        _recovery_code,
        "The caller's recovery code if there is one that can still be used. Needs the scope `KEYS`.",
        RecoveryNode | None,
    )
