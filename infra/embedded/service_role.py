"""The user that the API and the workers connect as, where Emberlog created the database itself: no superuser, no owner.

A configured database has the user that its address names.
"""

from typing import Final
from urllib.parse import quote, urlsplit, urlunsplit

import asyncpg

from infra.postgres.pool import APP_ROLE, CONNECT_SECONDS_MAX, SIGNER_ROLE
from infra.postgres.trouble import connecting, place, translated

SERVICE_USER: Final = "emberlog_service"
_CREATE: Final = f"CREATE ROLE {SERVICE_USER} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"


async def service_url(owner_url: str, password: str) -> str:
    """The address of the same database for the service's user, who is created if necessary and gets this password.

    Returns the owner's address for a database without tables. The first query then says what to do about that.
    """
    at = place(owner_url)
    with connecting(at):
        connection = await asyncpg.connect(owner_url, timeout=CONNECT_SECONDS_MAX)
    try:
        with translated(at):
            roles = {row[0] for row in await connection.fetch("SELECT rolname FROM pg_roles")}
            if APP_ROLE not in roles:
                return owner_url
            if SERVICE_USER not in roles:
                await connection.execute(_CREATE)
            await connection.execute(f"GRANT {APP_ROLE} TO {SERVICE_USER}")
            if SIGNER_ROLE in roles:
                await connection.execute(f"GRANT {SIGNER_ROLE} TO {SERVICE_USER}")
            await connection.execute(
                await connection.fetchval(f"SELECT format('ALTER ROLE {SERVICE_USER} PASSWORD %L', $1::text)", password)
            )
    finally:
        await connection.close(timeout=CONNECT_SECONDS_MAX)
    parts = urlsplit(owner_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{SERVICE_USER}:{quote(password, safe='')}@{host}"))
