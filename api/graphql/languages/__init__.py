"""The languages in which the API tells what happened and what the rules say."""

from typing import Annotated, Final, TypeAlias

import strawberry

from api.delivery.catalogues import address_of
from api.graphql.fields import field
from api.problems import Problem
from services.languages import ENGLISH, LOCALES, UnknownLocale, catalogue, locale_of, scopes

DEFAULT_LOCALE: Final = ENGLISH

LocaleArgument: TypeAlias = Annotated[
    str,
    strawberry.argument(
        description="The language of the sentence, as a language tag such as `de` or `fr-CA`. `Query.languages` lists "
        "the languages there are."
    ),
]


def locale_of_argument(locale: str) -> str:
    """The locale of the catalogues for what a client wrote. Raises Problem UNKNOWN_LOCALE."""
    try:
        return locale_of(locale)
    except UnknownLocale as unknown:
        raise Problem("UNKNOWN_LOCALE", str(unknown), languages=list(LOCALES)) from None


@strawberry.type(name="Catalogue", description="What one scope says in one language: a ruleset, or every game.")
class CatalogueNode:
    scope: str = strawberry.field(description="The id of a ruleset, or `game` for what every game says.")
    locale: strawberry.Private[str]

    @field("Its messages in the syntax of Project Fluent, as they are in the source of the service.")
    def source(self) -> str:
        return catalogue(self.scope, self.locale).text

    @field("Where the service has the same text as a file. The address changes with the text, so store it for good.")
    def address(self) -> str:
        return address_of(catalogue(self.scope, self.locale))


@strawberry.type(name="Language", description="A language in which the service tells what happens.")
class LanguageNode:
    locale: str = strawberry.field(description="Its tag, which every argument `locale` takes.")
    name: str = strawberry.field(description="What the language calls itself, for a menu.")

    @field("What the game and every ruleset say in it, for clients that want to build sentences themselves.")
    def catalogues(self) -> list[CatalogueNode]:
        return [CatalogueNode(scope=scope, locale=self.locale) for scope in scopes()]


def languages() -> list[LanguageNode]:
    """Every language of the service, English first."""
    return [LanguageNode(locale=locale, name=name) for locale, name in LOCALES.items()]
