"""Viewers as people name them: `--as` with a seat's number, `spectator` or `arbiter`."""

from collections.abc import Sequence

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, viewer_named
from infra.cli.problems import ExitCode, Problem
from services.ports import Principal
from services.reads.horizon import VisibleGame
from services.reads.look import Look


def viewer_of(name: str | None) -> Viewer | None:
    """The viewer that `--as` names. None: the caller's own."""
    viewer = None if name is None else viewer_named(name)
    if viewer is None and name is not None:
        raise Problem(f"--as takes a seat's number (from 0), `spectator` or `arbiter`, not “{name}”.", ExitCode.USAGE)
    return viewer


def permitted_viewer(look: Look, principal: Principal | None, game: VisibleGame, name: str | None) -> Viewer:
    """The viewer that `--as` names, or the caller's own. Raises unless the caller may view the game so."""
    viewer, seats = viewer_of(name), len(game.state.seats)
    if viewer is not None and viewer >= seats:
        raise Problem(f"This game has seats 0 to {seats - 1}; there is no seat {viewer}.", ExitCode.NOT_THERE)
    return look.viewer(principal, game, viewer)


def viewer_in_words(viewer: Viewer, names: Sequence[str]) -> str:
    """A viewer in words; `names` are those of the seats."""
    if viewer == ARBITER:
        return "the arbiter"
    return "a spectator" if viewer == SPECTATOR else f"{names[viewer]} (seat {viewer})"
