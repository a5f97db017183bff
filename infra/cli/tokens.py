"""`emberlog token`: principals and their tokens. A token is printed once, to the person who asked, and never logged."""

from rich.console import Console

from infra.cli.problems import NOT_THERE, USAGE, Problem
from services.ports import Principals, Role

ROLES: tuple[Role, ...] = ("player", "arbiter", "admin")
NAME_CHARS_MAX = 40


async def create(principals: Principals, name: str, roles: list[str], out: Console, errors: Console) -> None:
    """Make a principal. On stdout stands the token alone, so that a script can take it."""
    called = name.strip()
    if not 1 <= len(called) <= NAME_CHARS_MAX:
        raise Problem(f"A name has 1 to {NAME_CHARS_MAX} characters.", USAGE)
    given = frozenset(role for role in ROLES if role in roles)
    principal, token = await principals.create(called, given)
    errors.print(
        f"{principal.name} is principal {principal.id}"
        + (f" with the role {', '.join(sorted(given))}" if given else "")
        + ". The token is shown this once:",
        markup=False,
    )
    out.print(token, markup=False, soft_wrap=True)


async def revoke(principals: Principals, principal_id: str, out: Console) -> None:
    """Make a principal's tokens useless."""
    if not await principals.revoke(principal_id):
        raise Problem(f"No token of a principal {principal_id} is in force here.", NOT_THERE)
    out.print(
        f"The tokens of {principal_id} are revoked; it takes effect everywhere within fifteen seconds.", markup=False
    )
