"""What the preview of a link says about a game in a few words, for spectators, in the languages of the catalogues."""

from collections.abc import Sequence

from domain.engine.message import Message
from domain.engine.viewer import seat_name, seat_of, with_names
from domain.game.view import GameView
from services.languages import ENGLISH, GAME, render


def where(view: GameView, locale: str = ENGLISH) -> str:
    """How far a game is, in a few words."""
    return render(GAME, _where(view), locale)


def _where(view: GameView) -> Message:
    match view.phase:
        case "open":
            return Message("preview-open", {"taken": sum(seat.taken for seat in view.seats), "seats": len(view.seats)})
        case "abandoned":
            return Message("preview-closed")
        case "over":
            return Message("preview-over")
    if view.turn:
        return Message("preview-turn", {"turn": view.turn, "step": view.version})
    return Message("preview-set-up", {"step": view.version})


def standing(names: Sequence[str], points: Sequence[int | None], phase: str, locale: str = ENGLISH) -> str:
    """Who leads or has won, in a sentence; who plays, while all have the same. Empty while nobody plays."""
    known = [(number, seat) for seat, number in enumerate(points) if number is not None]
    if not known or len({number for number, _ in known}) == 1:
        if phase == "open" or not any(names):
            return ""
        message = Message("preview-players", {"seats": tuple(range(len(names)))})
        return with_names(render(GAME, message, locale), names)
    best = max(number for number, _ in known)
    first = tuple(seat for number, seat in known if number == best)
    rest = [each for each in sorted(known, key=lambda each: -each[0]) if each[0] != best]
    others = ", ".join(f"{seat_name(seat_of(seat))} {number}" for number, seat in rest)
    key = "preview-won" if phase == "over" else "preview-leads"
    message = Message(key, {"seats": first, "count": len(first), "points": best, "others": others})
    return with_names(render(GAME, message, locale), names)


__all__ = ["standing", "where"]
