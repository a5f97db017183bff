"""Questions and commands over connections that break: asked again, word for word, until there is an answer. Plays nothing."""

import asyncio
import random
from collections import Counter
from typing import Any

import httpx

TRIES_MAX = 400


class Asker:
    """Speaks to the API at `url`. `lost`: how often a connection went before the answer came, by the error's name."""

    def __init__(self, url: str, dice: random.Random) -> None:
        self._url = url
        self._dice = dice
        self._http = httpx.AsyncClient(
            timeout=10, trust_env=False, verify=False
        )  # no TLS on loopback: no certificates to load
        self.lost: Counter[str] = Counter()

    async def __aenter__(self) -> "Asker":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def ask(self, document: str, *, token: str | None = None, **variables: Any) -> dict[str, Any]:
        """The data of the answer; an AssertionError with what was said if it is not one."""
        return (await self.insist(document, token=token, **variables))[0]

    async def insist(self, document: str, *, token: str | None = None, **variables: Any) -> tuple[dict[str, Any], int]:
        """The same, and how often it was asked in vain before: each time it may have been carried out, or not."""
        sent = {"query": document, "variables": variables}
        for tries in range(TRIES_MAX):
            try:
                answer = await self._http.post(f"{self._url}/graphql", json=sent, headers=bearing(token))
            except httpx.TransportError as error:
                self.lost[type(error).__name__] += 1
                await asyncio.sleep(self._dice.uniform(0.02, 0.2))
                continue
            assert answer.status_code == httpx.codes.OK, answer.text
            said = answer.json()
            assert "errors" not in said, said["errors"]
            return dict(said["data"]), tries
        raise AssertionError(f"no answer in {TRIES_MAX} tries")


def bearing(token: str | None) -> dict[str, str]:
    """The header that says who asks."""
    return {} if token is None else {"authorization": f"Bearer {token}"}
