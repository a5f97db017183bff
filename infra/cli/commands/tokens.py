"""`emberlog token create` and `revoke`: principals and their bearer tokens.

A token is printed once and never logged.
"""

import asyncio
from typing import Annotated

import typer
from rich.console import Console

from infra.cli.commands.person import stored_name
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem
from infra.cli.servers import open_use_cases
from infra.settings import Settings
from services.ports import Principals, Role

ROLES: tuple[Role, ...] = ("player", "arbiter", "admin")


def token_create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the principal.")],
    role: Annotated[
        list[str],
        typer.Option("--role", help=f"One of {', '.join(ROLES)}; repeat it for several. Players need none."),
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Create a principal and print its token, this once. Standard output has the token and nothing else.

    Examples: `emberlog token create "Ada"`, `emberlog token create "League judge" --role arbiter`
    """
    for each in role:
        if each not in ROLES:
            raise Problem(f"There is no role “{each}”. The roles are {', '.join(ROLES)}.", ExitCode.USAGE)

    cleaned = stored_name(name)

    async def create_token() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await create(use_cases.world.principals, cleaned, role, out, errors)

    asyncio.run(create_token())


def token_revoke(
    principal: Annotated[str, typer.Argument(metavar="PRINCIPAL", help="The id that `create` printed.")],
) -> None:
    """Revoke all tokens of a principal. Their name stays, and so do their commands in the log.

    `emberlog person erase` also deletes what they are called.
    """

    async def revoke_tokens() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            await revoke(use_cases.world.principals, principal, out)

    asyncio.run(revoke_tokens())


async def create(principals: Principals, name: str, roles: list[str], out: Console, errors: Console) -> None:
    """Create a principal. Prints only the token on `out`, so that a script can read it."""
    chosen = frozenset(role for role in ROLES if role in roles)
    principal, token = await principals.create(name, chosen)
    errors.print(
        f"{principal.name} is principal {principal.id}"
        + (f" with the role {', '.join(sorted(chosen))}" if chosen else "")
        + ". The token is printed only this once:",
        markup=False,
    )
    out.print(token, markup=False, soft_wrap=True)


async def revoke(principals: Principals, principal_id: str, out: Console) -> None:
    """Revoke all tokens of a principal."""
    if not await principals.revoke(principal_id):
        raise Problem(f"There is no principal {principal_id} here.", ExitCode.NOT_THERE)
    out.print(
        f"The tokens of {principal_id} are revoked. Every process refuses them within fifteen seconds.", markup=False
    )
