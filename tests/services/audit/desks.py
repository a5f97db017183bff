"""A desk over a game in memory, for somebody."""

from domain.engine.viewer import seat_of
from infra.rulebook import read_rulebook
from services.audit.ports import LedgerChoice
from services.audit.reports.report import Desk
from services.log.replay import Histories
from services.log.signed_tree import NoTree
from services.ports import Principal
from services.reads.horizon import VisibleGame
from services.reads.look import Look
from tests.services.game_driver import GameDriver

RULEBOOK = read_rulebook()


async def visible_to(driver: GameDriver, principal: Principal | None) -> VisibleGame:
    """The game as somebody sees it."""
    visible = await Look(driver.world, Histories(driver.world)).game(principal, driver.game_id)
    assert visible is not None
    return visible


async def desk_of(driver: GameDriver, principal: Principal | None) -> Desk:
    """The audit desk as this principal meets it."""
    return Desk(driver.world, NoTree(), RULEBOOK, principal, await visible_to(driver, principal))


def everything(visible: VisibleGame, **choice) -> LedgerChoice:
    """All commands that somebody may know, or fewer."""
    return LedgerChoice(up_to=visible.version, **choice)


FIRST, SECOND = seat_of(0), seat_of(1)
