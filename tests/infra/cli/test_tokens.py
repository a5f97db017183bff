"""What `emberlog token` prints, and how it ends."""

import pytest

from infra.cli.app import run
from infra.cli.commands.tokens import create, issue, list_of, revoke
from infra.cli.problems import ExitCode, Problem
from services.principals import hash_of
from services.tokens import Tokens
from services.world import World
from tests.api.memory import memory_world
from tests.fakes import FakeRevocations
from tests.infra.cli.test_person import console, printed


@pytest.fixture
def memory() -> World:
    return memory_world()


async def test_a_created_token_is_printed_alone_and_lasts_the_days_that_were_named(memory: World) -> None:
    out, errors = console(), console()
    await create(memory.principals, "Ada", ["arbiter"], out, errors, 90)
    token = printed(out).strip()
    assert token not in printed(errors) and "lasts 90 days" in printed(errors)
    ada = await memory.principals.by_token(token)
    assert ada is not None and ada.arbiter and ada.expires_us is not None


async def test_who_lost_a_token_is_issued_another(memory: World) -> None:
    ada, first = await memory.principals.create("Ada", frozenset())
    out, errors = console(), console()
    await issue(memory.principals, ada.id, out, errors, 30)
    issued = await memory.principals.by_token(printed(out).strip())
    assert issued is not None and issued.id == ada.id and issued.token_id != ada.token_id
    assert await memory.principals.living([hash_of(first)]), "the one they had stays"
    with pytest.raises(Problem) as nobody:
        await issue(memory.principals, "p_nobody", out, errors, 30)
    assert nobody.value.code == ExitCode.NOT_THERE


@pytest.mark.rules("GAME-TOKEN-02")
async def test_tokens_are_listed_without_secrets(memory: World) -> None:
    ada, first = await memory.principals.create("Ada", frozenset())
    tokens = Tokens(memory.tokens, memory.revocations, memory.now_us, memory.entropy)
    made = await tokens.make(ada, label="my bot", scopes=["play"], game_id=None, days=None)
    code = (await tokens.make_recovery(ada)).code
    out = console()
    await list_of(memory, ada.id, out)
    lines = printed(out)
    assert made.token.id in lines and "read,play  “my bot”" in lines and "used never" in lines
    assert "recovery code, until" in lines
    assert not any(secret in lines for secret in (first, made.secret, code))
    await revoke(memory, ada.id, out)
    await list_of(memory, ada.id, out)
    assert printed(out).endswith("They have no token that has not ended.\n")
    with pytest.raises(Problem):
        await list_of(memory, "p_nobody", out)


@pytest.mark.rules("GAME-TOKEN-03")
async def test_one_token_is_revoked_and_every_process_hears_of_it(memory: World) -> None:
    ada, first = await memory.principals.create("Ada", frozenset())
    out = console()
    await revoke(memory, ada.token_id, out)
    assert await memory.principals.by_token(first) is None
    assert isinstance(memory.revocations, FakeRevocations) and memory.revocations.announced == [ada.token_id]
    for gone in (ada.token_id, "p_nobody"):
        with pytest.raises(Problem) as wrong:
            await revoke(memory, gone, out)
        assert wrong.value.code == ExitCode.NOT_THERE


@pytest.mark.parametrize("days", ["0", "401"])
def test_a_token_lasts_one_to_four_hundred_days(days: str) -> None:
    assert run(["token", "create", "Ada", "--days", days]) == ExitCode.USAGE
