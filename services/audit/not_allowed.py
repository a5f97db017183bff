"""What people are told who may not read something of the audit desk: who may, and why they are not among them.

The pages have these sentences in each language (`desk.*.json`), so they name no game and no seat.
"""

from typing import Final

from domain.engine.viewer import ARBITER, Viewer
from services.authority import authority_of
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import VisibleHead
from services.reads.look import ViewerNotAllowed, private

LEDGER: Final = (
    "Until the game is over its ledger is for arbiters without a part in it, and each seat reads its own commands "
    "(GAME-KEPT-02)."
)
LEDGER_OVER: Final = "The ledger is for arbiters without a part in the game, its host and its seats (GAME-KEPT-02)."
TEMPO: Final = (
    "Tempo is for arbiters without a part in the game, and once it is over for its host and its seats (GAME-KEPT-02)."
)
KNOWLEDGE: Final = (
    "What a seat knew is for that seat, and for arbiters without a part in the game, until the game is over "
    "(GAME-HID-01)."
)
RECEIPTS: Final = "What connections took is for arbiters without a part in the game, and for the seat itself."
UNDONE: Final = (
    "This report has what one seat knew: until the game is over it is for that seat, and for arbiters without a part "
    "in the game."
)
NOT_ME: Final = "This report names tokens: it is for arbiters without a part in the game (GAME-KEPT-02)."
SITE_DOWN: Final = (
    "This report has what came to one seat: it is for that seat, and for arbiters without a part in the game."
)
ENGINE: Final = "This report has what is hidden in the game: until it is over it is for arbiters without a part in it."
SHUFFLE: Final = "The secret of the chance is opened at the end of the game: until then nobody has this report."
PRIVATE: Final = (
    "This game was forked from what somebody knew: at its end it is for its host, and for arbiters without a part in "
    "it (GAME-FORK-03)."
)

_NOBODY: Final = "You sent no token: say who you are first."
_NOT_HERE: Final = "Your token is not for reading this game."
_IN_IT: Final = "You are its host, or have had a seat in it, so you are no arbiter of this game (GAME-ROLE-03)."
_NO_SCOPE: Final = "Your token lacks the scope to arbitrate."


def not_allowed(
    principal: Principal | None, visible: VisibleHead, who: str, viewer: Viewer = ARBITER
) -> ViewerNotAllowed:
    """The answer to somebody who may not. `who`: one of the sentences above."""
    if visible.state.over and private(visible.state) and who != NOT_ME:
        who = PRIVATE
    return ViewerNotAllowed(visible.game_id, viewer, f"{who} {_why(principal, visible)}".strip())


def _why(principal: Principal | None, visible: VisibleHead) -> str:
    reader = in_game(principal, visible.game_id)
    if reader is None:
        return _NOBODY if principal is None else _NOT_HERE
    if "arbiter" not in reader.roles or authority_of(reader, visible.state) is not None:
        return ""
    return _IN_IT if reader.arbiter else _NO_SCOPE
