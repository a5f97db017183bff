"""The client: one caller of one service."""

import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

import httpx

from emberlog_client import operations as ops
from emberlog_client.backoff import Allowance, Backoff
from emberlog_client.connection import Connection
from emberlog_client.request import Operation, Request, Staleness
from emberlog_client.rulings import Rulings
from emberlog_client.schema import Scope

USUAL_URL: Final = "http://127.0.0.1:8000"


class Client(Rulings):
    """One caller of the service at `url`, a spectator without a token.

    Without arguments it takes `EMBERLOG_URL` and `EMBERLOG_TOKEN` from the environment. Use it as an async context
    manager. `locale` is the language of every sentence about a game, such as `de`; English if it is left out. `http`
    replaces the connections, for tests and for proxies of your own.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        locale: str | None = None,
        backoff: Backoff | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.url = (url or os.environ.get("EMBERLOG_URL") or USUAL_URL).rstrip("/")
        token = token or os.environ.get("EMBERLOG_TOKEN")
        super().__init__(Connection(self.url, token, backoff or Backoff(), http, locale))

    def __repr__(self) -> str:
        return f"Client({self.url!r}{'' if self._connection.token is None else ', token=...'})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self._connection.close()

    @property
    def token(self) -> str | None:
        """The token, to store it. Whoever has it acts in your name."""
        return self._connection.token

    @property
    def locale(self) -> str | None:
        """The language of every sentence about a game. You may change it: what you ask for from then on is in it."""
        return self._connection.locale

    @locale.setter
    def locale(self, locale: str | None) -> None:
        self._connection.locale = locale

    @property
    def allowance(self) -> Allowance | None:
        """What the last answer to a query or a command said about costs. Streams have an allowance of their own."""
        return self._connection.allowance

    @property
    def staleness(self) -> Staleness | None:
        """How old the last answer to a query or a command may be, where the service reads a replica of its database.

        None: it is of its moment. Read it before your next request, which replaces it."""
        return self._connection.staleness

    async def register(self, name: str) -> ops.Me:
        """Become a new player. From here on this client has the new player's token: store `client.token`."""
        player = await self.run(ops.register(name=name))
        self._connection.token = player.token
        return player.me

    async def tokens(self) -> Sequence[ops.Token]:
        """Your tokens, the newest first."""
        caller = await self.run(ops.tokens())
        return caller.tokens if caller is not None else ()

    async def current_token(self) -> ops.Token | None:
        """The token of this client: what it may be used for, and when it ends. None for a spectator."""
        caller = await self.run(ops.current_token())
        return None if caller is None else caller.current_token

    async def make_token(
        self, label: str, scopes: Sequence[Scope | str], *, game: str | None = None, days: int | None = None
    ) -> ops.NewToken:
        """A token that may do less than your own, for a program or another device. Its `token` is shown this once."""
        return await self.run(ops.make_token(label=label, scopes=list(scopes), game_id=game, days=days))

    async def renew_token(self, id: str | None = None) -> ops.NewToken:
        """Give one of your tokens a new secret, which is shown this once; this client's own if `id` is left out. From
        here on the client has its own new one: store `client.token`. Streams that are open go on with it.

        If the answer is lost, so is the secret, and this raises Unreachable: have a recovery code, or another token."""
        async with self._connection.renewal:
            made = await self.run(ops.renew_token(id=id))
            if made.details.is_current:
                self._connection.token = made.token
        return made

    async def revoke_token(self, token: str) -> None:
        """Revoke one of your tokens, by its id."""
        await self.run(ops.revoke_token(id=token))

    async def revoke_other_tokens(self) -> Sequence[str]:
        """Revoke all your tokens but this client's; their ids."""
        return (await self.run(ops.revoke_other_tokens())).ids

    async def make_recovery_code(self) -> ops.NewRecoveryCode:
        """A code by which you come back if all your tokens are lost. It is shown this once, and replaces an earlier
        one. `recovery_link` makes an address of it for people."""
        return await self.run(ops.make_recovery_code())

    def recovery_link(self, made: ops.NewRecoveryCode) -> str:
        """The address of the page that takes a recovery code. Whoever opens it acts in your name."""
        return f"{self.url}{made.path}"

    async def recovery_code(self) -> ops.RecoveryCode | None:
        """Your recovery code without the code itself; None if there is none that can be used."""
        caller = await self.run(ops.my_recovery_code())
        return None if caller is None else caller.recovery_code

    async def revoke_recovery_code(self) -> None:
        """Revoke your recovery code, if there is one."""
        await self.run(ops.revoke_recovery_code())

    async def recover(self, code: str) -> ops.Me:
        """Come back with a recovery code. From here on this client has a new token: store `client.token`."""
        made = await self.run(ops.recover(code=code))
        self._connection.token = made.token
        return made.me

    async def query(self, document: str, root: str, /, **variables: object) -> Any:
        """The field `root` of an operation of your own, as JSON. It is sent once more when no answer came, so give
        commands their id as a variable `commandId`. A variable `$locale` that you leave out is the client's own."""
        repeatable = not document.lstrip().startswith("mutation") or "commandId" in variables
        return await self.run(_own(document, root, variables, repeatable=repeatable))

    def subscribe(
        self,
        document: str,
        root: str,
        /,
        *,
        cursor: Callable[[Any], str],
        after: str | None = None,
        **variables: object,
    ) -> AsyncIterator[Any]:
        """The results of a subscription of your own with a variable `$after`. `cursor` reads that of a result."""
        return self._connection.stream(_own(document, root, variables, repeatable=True), cursor, after)


def _own(document: str, root: str, variables: Mapping[str, object], *, repeatable: bool) -> Request[Any]:
    operation = Operation(f"{root} of the caller's own", root, document, repeatable, "$locale" in document)
    return Request(operation, variables, lambda data: data)
