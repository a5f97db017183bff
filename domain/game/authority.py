"""The authority by which somebody acts on a game in which they have no seat (GAME-ROLE-04)."""

from typing import Final, Literal

import msgspec

from domain.engine.step import BEFORE_FIRST, Step

SERVICE: Final = "service"
"""The principal of the service, where it acts by itself as an arbiter (GAME-OPEN-02). Its id stands in the log."""

Role = Literal["arbiter"]
"""The roles that decide something in games."""


class Authority(msgspec.Struct, frozen=True):
    """A role, and who gave it.

    `league`: the league in which the role holds; empty: it holds in every game of the service. `grant`: the step of
    that league which gave the role; 0 for a role of the service.
    """

    role: Role
    league: str = ""
    grant: Step = BEFORE_FIRST
