"""What every store of tokens and recovery codes does, the fake and Postgres alike."""

import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from services.principals import DAY_US, SCOPES, Principal, hash_of
from services.tokens import Recovery, Token
from tests.dice import new_id, new_secret
from tests.infra.postgres.conftest import TokensUnderTest

MANY = 1_000


def now_us() -> int:
    return time.time_ns() // 1_000


def token_of(principal: Principal, **more: object) -> Token:
    made_us = now_us()
    token = Token(
        id=f"t_{new_id()}",
        principal_id=principal.id,
        kind="personal",
        label="my bot",
        scopes=frozenset({"read", "play"}),
        game_id=None,
        made_us=made_us,
        expires_us=made_us + DAY_US,
        lasts_us=DAY_US,
        made_by=principal.token_id,
    )
    return replace(token, **more)  # type: ignore[arg-type]


def new_code(principal: Principal, **more: object) -> tuple[Recovery, str]:
    made_us = now_us()
    recovery = Recovery(
        id=f"r_{new_id()}",
        principal_id=principal.id,
        scopes=frozenset({"read", "keys"}),
        made_us=made_us,
        expires_us=made_us + DAY_US,
    )
    return replace(recovery, **more), new_secret().hex()  # type: ignore[arg-type]


async def added(tokens: TokensUnderTest, token: Token) -> str:
    secret = f"emb_{new_secret().hex()}"
    assert await tokens.store.add(token, hash_of(secret), living_max=MANY, made_max=MANY)
    return secret


async def test_a_token_comes_back_as_it_was_added_and_leads_to_its_principal(tokens: TokensUnderTest) -> None:
    ada, first = await tokens.principals.create("Ada", frozenset({"arbiter"}), kind="registered", days=7)
    game = new_id()
    token = token_of(ada, game_id=game)
    secret = await added(tokens, token)
    assert await tokens.store.token(token.id) == token
    came = await tokens.principals.by_token(secret)
    assert came == Principal(
        ada.id, "Ada", frozenset({"arbiter"}), token.id, frozenset({"read", "play"}), game, token.expires_us
    )
    assert not came.arbiter, "the role counts only with its scope"
    newest, oldest = await tokens.store.of(ada.id)
    assert (newest.id, newest.used_on) == (token.id, datetime.now(UTC).date())
    assert (oldest.id, oldest.kind, oldest.made_by) == (ada.token_id, "registered", "")
    assert oldest.lasts_us == 7 * DAY_US and oldest.scopes == {*SCOPES} - {"admin"}
    assert await tokens.principals.by_token(first) == ada
    assert await tokens.store.of("p_nobody") == []
    assert await tokens.store.token("t_none") is None


async def test_who_lost_a_token_is_issued_another_unless_they_were_erased(tokens: TokensUnderTest) -> None:
    ada, first = await tokens.principals.create("Ada", frozenset({"admin"}))
    issued = await tokens.principals.issue(ada.id, days=3)
    assert issued is not None and issued[1] != first
    assert await tokens.principals.by_token(issued[1]) == issued[0]
    assert (issued[0].id, issued[0].name, "admin" in issued[0].scopes) == (ada.id, "Ada", True)
    assert len(await tokens.store.of(ada.id)) == 2
    assert await tokens.principals.issue("p_nobody") is None
    await tokens.names.erase(ada.id)
    assert await tokens.principals.issue(ada.id) is None


async def test_a_revoked_token_is_nobodys_and_is_revoked_once(tokens: TokensUnderTest) -> None:
    ada, first = await tokens.principals.create("Ada", frozenset())
    token = token_of(ada)
    secret = await added(tokens, token)
    both = frozenset({hash_of(first), hash_of(secret)})
    assert await tokens.principals.living([*both, hash_of("other")]) == both
    assert await tokens.store.revoke_each([token.id, "t_none"]) == [token.id]
    assert await tokens.store.revoke_each([token.id]) == []
    assert await tokens.principals.by_token(secret) is None
    assert await tokens.principals.living(both) == {hash_of(first)}
    assert [each.id for each in await tokens.store.of(ada.id)] == [ada.token_id]
    assert not await tokens.store.renew(token.id, bytes(32), renewed_us=now_us(), expires_us=now_us() + DAY_US)


async def test_a_token_that_has_ended_is_nobodys(tokens: TokensUnderTest) -> None:
    ada, _ = await tokens.principals.create("Ada", frozenset())
    just_over = token_of(ada, expires_us=now_us())
    secret = await added(tokens, just_over)
    assert await tokens.principals.by_token(secret) is None
    assert await tokens.store.token(just_over.id) is None
    assert await tokens.principals.living([hash_of(secret)]) == frozenset()


async def test_a_renewed_token_has_another_secret_and_the_old_one_is_nobodys(tokens: TokensUnderTest) -> None:
    ada, first = await tokens.principals.create("Ada", frozenset())
    renewed_us = now_us()
    assert await tokens.store.renew(
        ada.token_id, hash_of("emb_new"), renewed_us=renewed_us, expires_us=renewed_us + 2 * DAY_US
    )
    assert await tokens.principals.by_token(first) is None
    came = await tokens.principals.by_token("emb_new")
    assert came is not None and came.token_id == ada.token_id and came.expires_us == renewed_us + 2 * DAY_US
    token = await tokens.store.token(ada.token_id)
    assert token is not None and (token.renewed_us, token.lasts_us) == (renewed_us, 400 * DAY_US)


async def test_a_principal_has_and_makes_so_many_tokens_and_no_more(tokens: TokensUnderTest) -> None:
    ada, _ = await tokens.principals.create("Ada", frozenset())
    second = token_of(ada)
    assert await tokens.store.add(second, new_secret(), living_max=2, made_max=2)
    third = token_of(ada)
    assert not await tokens.store.add(third, new_secret(), living_max=2, made_max=2)
    await tokens.store.revoke_each([second.id])
    assert await tokens.store.add(third, new_secret(), living_max=2, made_max=2)
    await tokens.store.revoke_each([third.id])
    assert not await tokens.store.add(token_of(ada), new_secret(), living_max=2, made_max=2)
    eve, _ = await tokens.principals.create("Eve", frozenset())
    assert await tokens.store.add(token_of(eve), new_secret(), living_max=2, made_max=2)


async def test_a_recovery_code_gives_one_token_with_its_scopes(tokens: TokensUnderTest) -> None:
    ada, _ = await tokens.principals.create("Ada", frozenset())
    recovery, code = new_code(ada)
    assert await tokens.store.recovery(ada.id) is None
    await tokens.store.put_recovery(recovery, hash_of(code))
    assert await tokens.store.recovery(ada.id) == recovery
    made = token_of(ada, kind="recovered", principal_id="", scopes=frozenset(), made_by="")
    came = await tokens.store.recover(hash_of(code), made, hash_of("emb_back"))
    assert came is not None and (came.id, came.token_id, came.scopes) == (ada.id, made.id, recovery.scopes)
    assert await tokens.store.recovery(ada.id) is None, "it is used up"
    assert await tokens.principals.by_token("emb_back") == came
    later = token_of(ada, kind="recovered")
    assert await tokens.store.recover(hash_of(code), later, hash_of("emb_more")) is None
    assert await tokens.store.recover(hash_of("another"), later, hash_of("emb_more")) is None


async def test_a_recovery_whose_answer_was_lost_may_be_repeated(tokens: TokensUnderTest) -> None:
    ada, _ = await tokens.principals.create("Ada", frozenset())
    recovery, code = new_code(ada)
    await tokens.store.put_recovery(recovery, hash_of(code))
    lost, second = token_of(ada, kind="recovered"), token_of(ada, kind="recovered")
    assert await tokens.store.recover(hash_of(code), lost, hash_of("emb_lost"))
    assert await tokens.store.recover(hash_of(code), second, hash_of("emb_second"))
    assert await tokens.principals.by_token("emb_lost") is None
    assert await tokens.principals.by_token("emb_second") is not None
    assert await tokens.store.recover(hash_of(code), token_of(ada), hash_of("emb_third")) is None


@pytest.mark.parametrize("end", ["replaced", "revoked", "over", "banned", "erased"])
async def test_a_recovery_code_that_has_ended_gives_nothing(tokens: TokensUnderTest, end: str) -> None:
    ada, first = await tokens.principals.create("Ada", frozenset())
    recovery, code = new_code(ada, **({"expires_us": now_us()} if end == "over" else {}))
    await tokens.store.put_recovery(recovery, hash_of(code))
    if end == "replaced":
        await tokens.store.put_recovery(new_code(ada)[0], hash_of("newer"))
    elif end == "revoked":
        assert await tokens.store.revoke_recovery(ada.id)
        assert not await tokens.store.revoke_recovery(ada.id)
    elif end == "banned":
        assert await tokens.principals.revoke(ada.id)
    elif end == "erased":
        assert await tokens.names.erase(ada.id)
        assert await tokens.principals.by_token(first) is None
        assert await tokens.principals.living([hash_of(first)]) == frozenset()
    assert await tokens.store.recover(hash_of(code), token_of(ada), hash_of("emb_back")) is None
    assert await tokens.principals.by_token("emb_back") is None
