"""What the domain says, in the languages of the readers: messages rendered with the catalogues of each scope.

A scope is a ruleset, or `game` for what every game says. English is the first language: stored texts are English.
"""

from services.languages.catalogues import ENGLISH, GAME, LOCALES, Catalogue, UnknownLocale, catalogue, locale_of, scopes
from services.languages.named import NamedLine, NamedMessage, NamedRefusal
from services.languages.render import Untold, bundle, line_text, refusal_text, render

__all__ = [
    "ENGLISH",
    "GAME",
    "LOCALES",
    "Catalogue",
    "NamedLine",
    "NamedMessage",
    "NamedRefusal",
    "UnknownLocale",
    "Untold",
    "bundle",
    "catalogue",
    "line_text",
    "locale_of",
    "refusal_text",
    "render",
    "scopes",
]
