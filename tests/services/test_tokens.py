"""What principals may do with their tokens, and what a token may do in a game."""

from dataclasses import replace

import msgspec
import pytest

from domain.engine.refusal import Refused
from domain.game import GameState
from domain.game.terms import Delay, Terms
from services.commands.answers import Accepted, Answer, NotInScope, RefusedAnswer
from services.principals import DAY_US, DAYS_MAX, PLAYER_SCOPES, Principal, Scope
from services.reads.horizon import outside
from services.tokens import (
    RECOVERY_DAYS,
    TOKENS_MAX,
    NewToken,
    NoSuchRecovery,
    NoSuchToken,
    ScopeMissing,
    ScopeTooWide,
    Tokens,
    TooManyTokens,
)
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id, new_secret
from tests.fakes import FakePrincipals, FakeRevocations, FakeTokens
from tests.services.clock import Clock
from tests.services.game_driver import JUDGE, GameDriver, seated_game

DAY_SECONDS = 86_400


class Stage:
    """Tokens in memory with a clock of their own."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.principals = FakePrincipals(self.clock)
        self.revocations = FakeRevocations()
        self.tokens = Tokens(FakeTokens(self.principals), self.revocations, self.clock, new_secret)

    async def person(self, name: str = "Ada", *roles: str) -> Principal:
        return (await self.principals.create(name, frozenset(roles), kind="registered"))[0]  # type: ignore[arg-type]

    async def made(
        self, caller: Principal, *scopes: Scope, game: str | None = None, days: int | None = None
    ) -> NewToken:
        return await self.tokens.make(caller, label="bot", scopes=scopes, game_id=game, days=days)

    async def works(self, new: NewToken) -> bool:
        return await self.principals.by_token(new.secret) == new.principal


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.mark.rules("GAME-TOKEN-04")
async def test_a_token_makes_none_that_may_do_more(stage: Stage) -> None:
    ada = await stage.person()
    manager = (await stage.made(ada, "read", "keys")).principal
    for scopes in (("play",), ("read", "host"), ("arbitrate",), ("admin",), ()):
        with pytest.raises(ScopeTooWide):
            await stage.made(manager, *scopes)  # type: ignore[arg-type]
    with pytest.raises(ScopeTooWide, match="ARBITRATE"):
        await stage.made(ada, "arbitrate")
    reader = await stage.made(manager, "read")
    assert await stage.works(reader) and reader.token.made_by == manager.token_id
    with pytest.raises(ScopeMissing) as missing:
        await stage.made(reader.principal, "read")
    assert missing.value.needs == "keys"


@pytest.mark.rules("GAME-TOKEN-04")
async def test_a_token_makes_none_that_lasts_longer(stage: Stage) -> None:
    ada = await stage.person()
    weekly = (await stage.made(ada, "read", "keys", days=7)).principal
    for days in (0, -1, 8, DAYS_MAX + 1):
        with pytest.raises(ScopeTooWide, match="1 to 7 days"):
            await stage.made(weekly, "read", days=days)
    assert (await stage.made(weekly, "read", days=7)).token.expires_us == weekly.expires_us
    assert (await stage.made(weekly, "read")).token.expires_us == weekly.expires_us
    assert (await stage.made(ada, "read")).token.lasts_us == 90 * DAY_US
    stage.clock.pass_seconds(6 * DAY_SECONDS + 1)
    with pytest.raises(ScopeTooWide, match="1 to 1 days"):
        await stage.made(weekly, "read", days=2)
    assert (await stage.made(weekly, "read", days=1)).token.expires_us == weekly.expires_us


@pytest.mark.rules("GAME-TOKEN-01", "GAME-TOKEN-04")
async def test_a_token_for_one_game_manages_no_tokens(stage: Stage) -> None:
    ada = await stage.person("Ada", "admin")
    game = new_id()
    for scope in ("keys", "admin"):
        with pytest.raises(ScopeTooWide, match="one game"):
            await stage.made(ada, scope, game=game)  # type: ignore[arg-type]
    player = await stage.made(ada, "play", game=game)
    assert player.token.scopes == {"read", "play"}, "who may act may see what they act on"
    assert player.principal.game_id == game


@pytest.mark.rules("GAME-TOKEN-02")
async def test_one_lists_and_revokes_ones_own_tokens_and_an_admin_anybodys(stage: Stage) -> None:
    ada, eve = await stage.person(), await stage.person("Eve")
    admin = await stage.person("Adam", "admin")
    mere = (await stage.made(admin, "keys")).principal
    first, second = await stage.made(ada, "read"), await stage.made(ada, "play")
    assert {token.id for token in await stage.tokens.of(ada)} == {ada.token_id, first.token.id, second.token.id}
    for stranger in (eve, mere):
        with pytest.raises(NoSuchToken):
            await stage.tokens.revoke(stranger, first.token.id)
    with pytest.raises(ScopeMissing):
        await stage.tokens.of(first.principal)
    assert await stage.works(first)
    assert await stage.tokens.revoke(ada, first.token.id) == [first.token.id]
    assert stage.revocations.announced == [first.token.id]
    assert not await stage.works(first)
    with pytest.raises(NoSuchToken):
        await stage.tokens.revoke(ada, first.token.id)
    assert await stage.tokens.revoke(admin, second.token.id) == [second.token.id]


@pytest.mark.rules("GAME-TOKEN-02")
async def test_all_other_tokens_are_revoked_at_once(stage: Stage) -> None:
    ada, eve = await stage.person(), await stage.person("Eve")
    others = [(await stage.made(ada, "read")).token.id for _ in range(2)]
    assert set(await stage.tokens.revoke_others(ada)) == set(others)
    assert [token.id for token in await stage.tokens.of(ada)] == [ada.token_id]
    assert [token.id for token in await stage.tokens.of(eve)] == [eve.token_id]
    assert await stage.tokens.revoke_others(ada) == []


async def test_one_has_only_so_many_tokens(stage: Stage) -> None:
    ada = await stage.person()
    for _ in range(TOKENS_MAX - 1):
        await stage.made(ada, "read")
    with pytest.raises(TooManyTokens):
        await stage.made(ada, "read")
    await stage.tokens.revoke_others(ada)
    await stage.made(ada, "read")


async def test_a_label_is_cleaned_like_a_title(stage: Stage) -> None:
    ada = await stage.person()
    with pytest.raises(Refused):
        await stage.tokens.make(ada, label="\u200b", scopes=["read"], game_id=None, days=None)
    made = await stage.tokens.make(ada, label=" «my bot» ", scopes=["read"], game_id=None, days=None)
    assert made.token.label == "my bot"


@pytest.mark.rules("GAME-TOKEN-06")
async def test_a_first_hand_token_renews_itself_and_another_does_not_outlast_its_maker(stage: Stage) -> None:
    ada = await stage.person()
    weekly = await stage.made(ada, "read", "keys", days=7)
    stage.clock.pass_seconds(100 * DAY_SECONDS)
    renewed = await stage.tokens.renew(ada, None)
    assert renewed.token.id == ada.token_id and renewed.token.lasts_us == DAYS_MAX * DAY_US
    assert await stage.works(renewed) and renewed.secret not in repr(renewed)
    assert await stage.principals.by_token(f"emb_{1:043x}") is None, "the old secret has ended"
    with pytest.raises(NoSuchToken):
        await stage.tokens.renew(renewed.principal, weekly.token.id)

    weekly = await stage.made(renewed.principal, "read", "keys", days=7)
    stage.clock.pass_seconds(6 * DAY_SECONDS)
    own = await stage.tokens.renew(weekly.principal, None)
    assert own.token.expires_us == weekly.token.expires_us, "by itself it gets another secret, and no more time"
    by_ada = await stage.tokens.renew(renewed.principal, weekly.token.id)
    assert by_ada.token.expires_us > weekly.token.expires_us
    with pytest.raises(ScopeTooWide):
        await stage.tokens.renew(own.principal, ada.token_id)


@pytest.mark.rules("GAME-TOKEN-07")
async def test_a_recovery_code_brings_somebody_back_once(stage: Stage) -> None:
    ada = await stage.person()
    stranger = await stage.made(ada, "read", "keys")
    with pytest.raises(ScopeTooWide):
        await stage.tokens.make_recovery(stranger.principal)
    first, second = await stage.tokens.make_recovery(ada), await stage.tokens.make_recovery(ada)
    assert second.code not in repr(second)
    with pytest.raises(NoSuchRecovery):
        await stage.tokens.recover(first.code)  # the second took its place
    stage.clock.pass_seconds((RECOVERY_DAYS - 1) * DAY_SECONDS)
    back = await stage.tokens.recover(second.code)
    assert (back.principal.id, back.token.scopes) == (ada.id, PLAYER_SCOPES)
    assert await stage.works(back) and back.token.lasts_us == DAYS_MAX * DAY_US
    with pytest.raises(NoSuchRecovery):
        await stage.tokens.recover(second.code)
    third = await stage.tokens.make_recovery(back.principal)
    assert await stage.tokens.recovery(back.principal) == third.recovery
    assert await stage.tokens.revoke_recovery(back.principal)
    with pytest.raises(NoSuchRecovery):
        await stage.tokens.recover(third.code)


@pytest.mark.rules("GAME-TOKEN-07")
async def test_a_recovery_code_ends(stage: Stage) -> None:
    ada = await stage.person()
    code = (await stage.tokens.make_recovery(ada)).code
    stage.clock.pass_seconds(RECOVERY_DAYS * DAY_SECONDS)
    with pytest.raises(NoSuchRecovery):
        await stage.tokens.recover(code)


# ---------------------------------------------------------------- in a game


@pytest.fixture
def world() -> World:
    return memory_world()


def with_scopes(principal: Principal, *scopes: Scope, game: str | None = None) -> Principal:
    return replace(principal, scopes=frozenset(scopes), game_id=game)


def needs(answer: Answer) -> Scope | None:
    assert isinstance(answer, NotInScope), answer
    return answer.needs


@pytest.mark.rules("GAME-TOKEN-01")
async def test_each_command_needs_the_scope_of_what_its_sender_does_it_as(world: World) -> None:
    driver = await seated_game(world, begin=False)
    ann, ben, game, seating = driver.players[0], driver.players[1], driver.game_id, driver.seating
    seat = driver.seat_of(ben)
    before = len(await world.log.commands(game))
    for principal in (with_scopes(ann, "read", "play"), with_scopes(ann, "read", "keys")):
        assert needs(await seating.begin(principal, game, new_id())) == "host"
        assert needs(await seating.abandon(principal, game, new_id())) == "host"
        assert needs(await seating.leave(principal, game, new_id(), seat=seat)) == "host"
        assert needs(await seating.seat_bot(principal, game, new_id(), seat=seat, bot="")) == "host"
    host = with_scopes(ben, "read", "host")
    assert needs(await seating.leave(host, game, new_id(), seat=seat)) == "play"
    assert needs(await seating.take(host, game, new_id(), seat=None, name="", share="")) == "play"
    assert len(await world.log.commands(game)) == before, "none of them is stored"
    assert isinstance(await seating.begin(with_scopes(ann, "read", "host"), game, new_id()), Accepted)
    assert needs(await seating.resign(host, game, new_id())) == "play"
    assert needs(await seating.seat_bot(host, game, new_id(), seat=seat, bot="")) == "play"
    assert isinstance(await seating.resign(with_scopes(ben, "read", "play"), game, new_id()), Accepted)


@pytest.mark.rules("GAME-TOKEN-01", "GAME-ROLE-03")
async def test_an_arbiter_acts_and_sees_as_one_only_with_the_scope(world: World) -> None:
    driver = await seated_game(world)
    game, seat, seating = driver.game_id, driver.to_act(), driver.seating
    mere = with_scopes(JUDGE, "read", "play", "host", "keys")
    assert outside(mere, replaced_delay(driver)) and not outside(JUDGE, replaced_delay(driver))
    assert needs(await seating.call_time(mere, game, new_id(), seat=seat)) == "arbitrate"
    assert needs(await seating.seat_bot(mere, game, new_id(), seat=seat, bot="")) == "arbitrate"
    assert needs(await seating.abandon(mere, game, new_id())) == "arbitrate"
    refused = await seating.call_time(driver.players[0], game, new_id(), seat=seat)
    assert isinstance(refused, RefusedAnswer) and refused.code == "not_an_arbiter", "the rules answer those without it"
    assert isinstance(await seating.abandon(with_scopes(JUDGE, "read", "arbitrate"), game, new_id()), Accepted)


def replaced_delay(driver: GameDriver) -> GameState:
    return msgspec.structs.replace(driver.state, terms=Terms(delay=Delay(steps=10)))


@pytest.mark.rules("GAME-TOKEN-01")
async def test_a_token_for_one_game_acts_there_alone(world: World) -> None:
    here, elsewhere = await seated_game(world), await seated_game(world)
    player = here.principal(here.to_act())
    bound = with_scopes(player, "read", "play", "host", game=here.game_id)
    seating = here.seating
    assert needs(await seating.resign(bound, elsewhere.game_id, new_id())) is None
    assert needs(await seating.resign(bound, new_id(), new_id())) is None
    opened = await seating.open(bound, new_id(), ruleset=here.state.ruleset, seats=2, options={}, title="")
    assert needs(opened) is None, "it opens no other game"
    reader = with_scopes(player, "read", "keys")
    opened = await seating.open(reader, new_id(), ruleset=here.state.ruleset, seats=2, options={}, title="")
    assert needs(opened) == "host"
    assert isinstance(await seating.resign(bound, here.game_id, new_id()), Accepted)


@pytest.mark.rules("GAME-TOKEN-01", "GAME-PLAY-03")
async def test_a_repeated_command_is_answered_only_to_a_token_that_could_send_it(world: World) -> None:
    driver = await seated_game(world)
    player, id = driver.players[1], new_id()
    assert isinstance(await driver.seating.resign(player, driver.game_id, id), Accepted)
    assert needs(await driver.seating.resign(with_scopes(player, "read"), driver.game_id, id)) == "play"
    repeated = await driver.seating.resign(player, driver.game_id, id)
    assert isinstance(repeated, Accepted) and repeated.is_repeat
