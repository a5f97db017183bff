"""A client whose connections break: it repeats a request unchanged until there is an answer."""

import asyncio
import random
from collections import Counter
from typing import Any

import httpx

TRIES_MAX = 400


class RetryingClient:
    """A client of the API at `url`. `lost`: how many connections broke before the answer, by the error's name."""

    def __init__(self, url: str, dice: random.Random) -> None:
        self._url = url
        self._dice = dice
        self._http = httpx.AsyncClient(
            timeout=10, trust_env=False, verify=False
        )  # no TLS on loopback: no certificates to load
        self.lost: Counter[str] = Counter()

    async def __aenter__(self) -> "RetryingClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def ask(self, document: str, *, token: str | None = None, **variables: Any) -> dict[str, Any]:
        """The data of the answer. Raises AssertionError if the answer holds errors."""
        return (await self.ask_counting_retries(document, token=token, **variables))[0]

    async def ask_counting_retries(
        self, document: str, *, token: str | None = None, **variables: Any
    ) -> tuple[dict[str, Any], int]:
        """The data, and the number of lost answers before it.

        Each of those requests may have been carried out, or not.
        """
        sent = {"query": document, "variables": variables}
        for tries in range(TRIES_MAX):
            try:
                answer = await self._http.post(f"{self._url}/graphql", json=sent, headers=bearing(token))
            except httpx.TransportError as error:
                self.lost[type(error).__name__] += 1
                await asyncio.sleep(self._dice.uniform(0.02, 0.2))
                continue
            assert answer.status_code == httpx.codes.OK, answer.text
            data = answer.json()
            assert "errors" not in data, data["errors"]
            return dict(data["data"]), tries
        raise AssertionError(f"no answer in {TRIES_MAX} tries")


def bearing(token: str | None) -> dict[str, str]:
    """The header that names the principal."""
    return {} if token is None else {"authorization": f"Bearer {token}"}
