"""What lines, refusals and messages say in English, for tests that read sentences."""

from domain.engine.message import Message
from domain.engine.refusal import Refused
from domain.engine.ruleset import Line
from services.languages import ENGLISH, line_text, refusal_text, render


def english(words: Line | Refused | Message | str, ruleset: str = "", *, locale: str = ENGLISH) -> str:
    """Returns the sentence, with placeholders for seats. `ruleset`: the scope of a refusal or a message; "" for the
    game's own. `locale`: another language than English."""
    match words:
        case Line():
            return line_text(words, locale)
        case Refused():
            return refusal_text(words, ruleset, locale)
        case Message() | str():
            return render(ruleset or "game", words, locale)
