"""What a token may do that reaches less far than its principal: the whole matrix, through narrower tokens.

No field has a row of its own here. A token that does not reach into a game reads what a spectator reads; one that only
reads reads what its principal does, and sends nothing.
"""

import copy
import dataclasses
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import httpx
import pytest

from services.principals import DAY_US, Scope, hash_of
from services.tokens import Token
from tests.api.conftest import serving
from tests.dice import new_id, new_secret
from tests.permissions.asking import Asking, Now, callers
from tests.permissions.documents import Json
from tests.permissions.expected import Matrix, matrix
from tests.permissions.scenes import Cast, staged

MATRIX: Final[Matrix] = matrix()
OWN: Final = frozenset({"Query.me()"})
"""Rows that are about the caller and not about a game."""
BEFORE: Final = frozenset({"NOT_YOUR_SEAT", "VIEWER_NOT_ALLOWED"})
"""Answers that come before that of a scope: they say less."""


async def narrowed(each: Asking, *scopes: Scope, game: str | None = None) -> Asking:
    """The same caller by a narrower token of theirs."""
    principal = each.cast.principals[each.caller]
    now_us, secret = time.time_ns() // 1_000, f"emb_{new_secret().hex()}"
    [*_, maker] = await each.cast.world.tokens.of(principal.id)
    token = Token(
        id=f"t_{new_id()}", made_by=maker.id, principal_id=principal.id, kind="personal", label="", scopes=frozenset(scopes),
        game_id=game, made_us=now_us, expires_us=now_us + DAY_US, lasts_us=DAY_US,
    )  # fmt: skip
    assert await each.cast.world.tokens.add(token, hash_of(secret), living_max=1_000, made_max=1_000)
    cast: Cast = copy.copy(each.cast)
    cast.tokens = {**cast.tokens, each.caller: secret}
    return dataclasses.replace(each, cast=cast)


@asynccontextmanager
async def everybody(phase: str) -> AsyncIterator[dict[str, Asking]]:
    cast = await staged(phase)
    now = Now(cast)
    async with serving(now.served()) as served, httpx.AsyncClient(timeout=30, trust_env=False, verify=False) as http:
        yield {each.caller: each for each in callers(served, http, cast, now, phase)}


async def sent(each: Asking) -> Json:
    """What comes of every mutation that concerns a game or opens one."""
    rows = [row for row in MATRIX.rows if row.kind in ("command", "opening")]
    return {str(row): await each.send(row) for row in rows}


async def read(each: Asking) -> Json:
    return {name: word for name, word in (await each.reads(MATRIX)).items() if name not in OWN}


@pytest.mark.rules("GAME-TOKEN-01")
@pytest.mark.parametrize("phase", ["running", "delayed"])
async def test_where_a_token_does_not_reach_its_principal_is_a_spectator(phase: str) -> None:
    async with everybody(phase) as everyone:
        spectator = await read(everyone["anonymous"])
        for each in (everyone["player"], everyone["arbiter"]):
            elsewhere = await narrowed(each, "read", "play", "host", "arbitrate", game=new_id())
            for narrow in (await narrowed(each, "keys"), elsewhere):
                assert await read(narrow) == spectator
                assert set((await sent(narrow)).values()) <= {"NOT_IN_SCOPE"} | BEFORE
                for viewing in MATRIX.viewings:
                    if viewing.as_ and viewing.as_ != "{kind: SPECTATOR}":
                        assert await narrow.follow(viewing) == "VIEWER_NOT_ALLOWED"


@pytest.mark.rules("GAME-TOKEN-01")
@pytest.mark.parametrize("phase", ["running", pytest.param("open", marks=pytest.mark.campaign)])
async def test_a_token_that_only_reads_reads_everything_and_sends_nothing(phase: str) -> None:
    async with everybody(phase) as everyone:
        for name in ("player", "host"):
            each = everyone[name]
            reader = await narrowed(each, "read")
            assert await read(reader) == await read(each)
            outcomes = await sent(reader)
            assert set(outcomes.values()) <= {"NOT_IN_SCOPE", "VIEWER_NOT_ALLOWED"}, outcomes


@pytest.mark.rules("GAME-TOKEN-01", "GAME-ROLE-03")
async def test_without_its_scope_the_role_of_an_arbiter_counts_for_nothing() -> None:
    async with everybody("delayed") as everyone:
        mere = await narrowed(everyone["arbiter"], "read", "play", "host", "keys")
        assert await read(mere) == await read(everyone["stranger"])
