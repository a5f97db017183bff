"""The mutations of one's own tokens. None of them is a command: nothing of it stands in the log of a game."""

from collections.abc import Sequence
from typing import cast

import strawberry

from api.auth import unknown_token
from api.graphql.account.me import Me, RecoveryNode, Scope, TokenNode
from api.graphql.fields import Info, field, mutation
from api.graphql.scalars import canonical_id
from api.problems import Problem
from domain.engine.refusal import Refused
from domain.game.texts import TITLE_CHARS_MAX
from services import tokens
from services.ports import Principal
from services.principals import Scope as ScopeWord

RECOVERY_PAGE = "/recover"


@strawberry.type(description="A token with its secret, which the service shows this once. It stores a hash only.")
class NewToken:
    made: strawberry.Private[tokens.NewToken]
    caller: strawberry.Private[Principal]
    token: str = strawberry.field(
        description="The secret. Send it as `Authorization: Bearer ...`; whoever has it acts in its principal's name."
    )

    @field("Everything about it but the secret.", TokenNode)
    def details(self) -> tokens.Token:
        return self.made.token

    @field("Its principal. After `recover` as they come by the new token, else as they sent the request.", Me)
    def me(self) -> Principal:
        return self.caller


@strawberry.type(description="A recovery code, which the service shows this once. It stores a hash only.")
class NewRecoveryCode:
    made: strawberry.Private[tokens.NewRecovery]
    code: str = strawberry.field(
        description="The secret. Whoever has it gets a token of its principal by `recover`, once."
    )

    @field(
        "The address of the page that takes the code, below the address of the service. The code stands behind `#`, "
        "which browsers send to nobody."
    )
    def path(self) -> str:
        return f"{RECOVERY_PAGE}#{self.code}"

    @field("Everything about it but the code.", RecoveryNode)
    def details(self) -> tokens.Recovery:
        return self.made.recovery


@strawberry.type(
    description="Tokens that were revoked. The service refuses them, and closes what was opened with them."
)
class RevokedTokens:
    caller: strawberry.Private[Principal]
    ids: list[strawberry.ID] = strawberry.field(description="Their ids. Tokens that had ended before are not named.")

    @field("The caller, with the tokens that are left.", Me)
    def me(self) -> Principal:
        return self.caller


@strawberry.type
class TokenMutations:
    """Makes, renews and revokes tokens of the caller, and the code by which they come back without one."""

    @mutation(
        "Make a token that may do less than the caller's own, for a program or another device. Needs the scope `KEYS`. "
        "It has no scope that the caller's token lacks, and does not last longer: else `SCOPE_TOO_WIDE` "
        "(GAME-TOKEN-04). With `gameId` it acts in that game alone. `days`: 1 to 400; left out: 90, or fewer if the "
        "caller's own ends before.",
        NewToken,
    )
    async def make_token(
        self,
        info: Info,
        label: str,
        scopes: list[Scope],
        game_id: strawberry.ID | None = None,
        days: int | None = None,
    ) -> NewToken:
        caller, services = await _living_caller(info), info.context.services
        game = None if game_id is None else canonical_id(game_id)
        if game is not None and await services.look.game(caller, game) is None:
            raise Problem("UNKNOWN_GAME", "There is no such game.", gameId=game)
        chosen = [cast(ScopeWord, each.value) for each in scopes]
        try:
            made = await services.tokens.make(caller, label=label, scopes=chosen, game_id=game, days=days)
        except Refused:
            text = f"A label has at most {TITLE_CHARS_MAX} printable characters and does not look empty."
            raise Problem("BAD_NAME", text, max=TITLE_CHARS_MAX) from None
        return NewToken(made=made, caller=caller, token=made.secret)

    @mutation(
        "Give a token of the caller's a new secret; left out, the one that this request came by. The old secret ends "
        "at once, with the connections made with it. A token that no other token made then lasts as long as it did at "
        "first (GAME-TOKEN-06). Needs the scope `KEYS`.",
        NewToken,
    )
    async def renew_token(self, info: Info, id: strawberry.ID | None = None) -> NewToken:
        caller = await _living_caller(info)
        renewed = await info.context.services.tokens.renew(caller, None if id is None else _token_id(id))
        info.context.forget([renewed.token.id])
        return NewToken(made=renewed, caller=caller, token=renewed.secret)

    @mutation(
        "Revoke one of the caller's tokens; with the role and the scope of an admin, anybody's (GAME-TOKEN-02). Needs "
        "the scope `KEYS`.",
        RevokedTokens,
    )
    async def revoke_token(self, info: Info, id: strawberry.ID) -> RevokedTokens:
        return _revoked(info, await info.context.services.tokens.revoke(await _living_caller(info), _token_id(id)))

    @mutation(
        "Revoke all tokens of the caller but the one that this request came by. Needs the scope `KEYS`.", RevokedTokens
    )
    async def revoke_other_tokens(self, info: Info) -> RevokedTokens:
        return _revoked(info, await info.context.services.tokens.revoke_others(await _living_caller(info)))

    @mutation(
        "Make a code by which the caller comes back if all their tokens are lost (GAME-TOKEN-07). It takes the place "
        "of an earlier one. Needs the scope `KEYS`, and a token that no other token made: else `SCOPE_TOO_WIDE`.",
        NewRecoveryCode,
    )
    async def make_recovery_code(self, info: Info) -> NewRecoveryCode:
        made = await info.context.services.tokens.make_recovery(await _living_caller(info))
        return NewRecoveryCode(made=made, code=made.code)

    @mutation("Revoke the caller's recovery code, if there is one. Needs the scope `KEYS`.", Me)
    async def revoke_recovery_code(self, info: Info) -> Principal:
        caller = await _living_caller(info)
        await info.context.services.tokens.revoke_recovery(caller)
        return caller

    @mutation(
        "Use a recovery code up, without a token: a new token of the same principal, as wide as the one that made the "
        "code. `NO_SUCH_RECOVERY` for a code that is wrong, used, revoked or over. If the answer is lost, send it "
        "once more within ten minutes. Until the new token is used, the code gives another one in its place.",
        NewToken,
    )
    async def recover(self, info: Info, code: str) -> NewToken:
        info.context.admit()
        made = await info.context.services.tokens.recover(code)
        info.context.forget([made.principal.id])
        return NewToken(made=made, caller=made.principal, token=made.secret)


def _token_id(id: strawberry.ID) -> str:
    return str(id).replace("\0", " ")  # no id has a NUL, and Postgres takes none


def _caller(info: Info) -> Principal:
    principal = info.context.principal
    if principal is None:
        raise Problem("NOT_AUTHENTICATED", "You are a spectator, who has no tokens. Send one: `Authorization: Bearer`.")
    return principal


async def _living_caller(info: Info) -> Principal:
    """The caller by a token that has not ended: callers are cached for some seconds, and what is done here lasts."""
    caller, own = _caller(info), info.context.token_hash
    if own not in await info.context.services.world.principals.living([own]):
        raise unknown_token()
    return caller


def _revoked(info: Info, ids: Sequence[str]) -> RevokedTokens:
    info.context.forget(ids)
    return RevokedTokens(caller=_caller(info), ids=[strawberry.ID(id) for id in ids])
