"""`emberlog token`: principals and their bearer tokens, from the organiser's terminal.

A token is printed once and never logged.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console

from infra.cli.commands.person import PrincipalId, stored_name
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.servers import open_use_cases
from infra.settings import Settings
from services.ports import Principals, Role
from services.principals import DAYS_MAX, SCOPES
from services.tokens import Token
from services.world import World

ROLES: tuple[Role, ...] = ("player", "arbiter", "admin")
TOKEN_ID = "t_"

Days = Annotated[
    int, typer.Option("--days", min=1, max=DAYS_MAX, help="How long the token lasts; its owner may renew it.")
]


def token_create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the principal.")],
    role: Annotated[
        list[str],
        typer.Option("--role", help=f"One of {', '.join(ROLES)}; repeat it for several. Players need none."),
    ] = [],  # noqa: B006  typer copies it
    days: Days = DAYS_MAX,
) -> None:
    """Create a principal and print its token, this once. Standard output has the token and nothing else.

    Examples: `emberlog token create "Ada"`, `emberlog token create "League judge" --role arbiter --days 90`
    """
    for each in role:
        if each not in ROLES:
            raise Problem(f"There is no role “{each}”. The roles are {', '.join(ROLES)}.", ExitCode.USAGE)

    cleaned = stored_name(name)

    async def create_token() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await create(use_cases.world.principals, cleaned, role, out, errors, days)

    asyncio.run(create_token())


def token_issue(principal: PrincipalId, days: Days = DAYS_MAX) -> None:
    """Print another token of a principal, this once: for a person who has lost theirs.

    The tokens they had stay. `emberlog token list` shows them, and `emberlog token revoke` ends them.

    Example: `emberlog token issue p_4f0c9be1d2a37e55`
    """

    async def issue_token() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await issue(use_cases.world.principals, principal, out, errors, days)

    asyncio.run(issue_token())


def token_list(principal: PrincipalId) -> None:
    """List the tokens of a principal that have not ended: id, scopes, end, day of last use, label. No secret is stored.

    Example: `emberlog token list p_4f0c9be1d2a37e55`
    """

    async def list_tokens() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await list_of(use_cases.world, principal, out)

    asyncio.run(list_tokens())


def token_revoke(
    id: Annotated[
        str, typer.Argument(metavar="ID", help="Of a principal, for all their tokens; or of one token (`t_...`).")
    ],
) -> None:
    """Revoke all tokens of a principal with their recovery code, or one token. Their name stays, and so do their
    commands in the log.

    `emberlog person erase` also deletes what they are called.

    Examples: `emberlog token revoke p_4f0c9be1d2a37e55`, `emberlog token revoke t_0d9be1f0c2a37e55`
    """

    async def revoke_tokens() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await revoke(use_cases.world, id, out)

    asyncio.run(revoke_tokens())


async def create(
    principals: Principals, name: str, roles: list[str], out: Console, errors: Console, days: int = DAYS_MAX
) -> None:
    """Create a principal. Prints only the token on `out`, so that a script can read it."""
    chosen = frozenset(role for role in ROLES if role in roles)
    principal, token = await principals.create(name, chosen, days=days)
    errors.print(
        f"{principal.name} is principal {principal.id}"
        + (f" with the role {', '.join(sorted(chosen))}" if chosen else "")
        + f". The token lasts {days} days, and is printed only this once:",
        markup=False,
    )
    out.print(token, markup=False, soft_wrap=True)


async def issue(principals: Principals, principal_id: str, out: Console, errors: Console, days: int) -> None:
    """Issue another token. Prints only the token on `out`."""
    issued = await principals.issue(principal_id, days=days)
    if issued is None:
        raise _nobody(principal_id)
    principal, token = issued
    errors.print(f"A token of {principal.name} for {days} days, printed only this once:", markup=False)
    out.print(token, markup=False, soft_wrap=True)


async def list_of(world: World, principal_id: str, out: Console) -> None:
    """Print the tokens of a principal, a line each."""
    if await world.names.person(principal_id) is None:
        raise _nobody(principal_id)
    tokens = await world.tokens.of(principal_id)
    for line in _lines(tokens):
        out.print(line, markup=False, soft_wrap=True)
    recovery = await world.tokens.recovery(principal_id)
    if recovery is not None:
        out.print(f"They have a recovery code, until {_day(recovery.expires_us)}.", markup=False)


async def revoke(world: World, id: str, out: Console) -> None:
    """Revoke all tokens of a principal, or one token."""
    if id.startswith(TOKEN_ID):
        if not await world.tokens.revoke_each([id]):
            raise Problem(f"There is no token {id} here, or it has ended.", ExitCode.NOT_THERE)
        text = f"The token {id} is revoked. Every process refuses it within fifteen seconds."
    else:
        if not await world.principals.revoke(id):
            raise _nobody(id)
        text = f"The tokens of {id} are revoked. Every process refuses them within fifteen seconds."
    await world.revocations.announce([id])
    out.print(text, markup=False)


def _lines(tokens: Sequence[Token]) -> list[str]:
    if not tokens:
        return ["They have no token that has not ended."]
    return [
        f"{token.id}  {token.kind:<10}  until {_day(token.expires_us)}  used {token.used_on or 'never':<10}  "
        f"{','.join(scope for scope in SCOPES if scope in token.scopes)}"
        + (f"  game {token.game_id}" if token.game_id else "")
        + (f"  “{token.label}”" if token.label else "")
        for token in tokens
    ]


def _day(time_us: int) -> str:
    return datetime.fromtimestamp(time_us // 1_000_000, UTC).strftime("%Y-%m-%d")


def _nobody(principal_id: str) -> Problem:
    return Problem(f"There is no principal {principal_id} here.", ExitCode.NOT_THERE)
