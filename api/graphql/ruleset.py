"""Rulesets and their options, and the types that are made of every ruleset's Structs at import."""

import enum
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
import strawberry
from msgspec import inspect as shape

from api.execution.encode import encoded_value
from api.graphql.fields import Info, resolved
from api.graphql.rule import (
    ErratumConnection,
    RuleConnection,
    RuleNode,
    cited_rules,
    erratum_connection,
    rule_connection,
)
from api.graphql.scalars import Cursor, Json
from domain.engine.options import Option, options_of
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import RULESETS, versions_of


@strawberry.enum(name="OptionKind", description="What kind of value an option takes. There may be more kinds one day.")
class OptionKind(enum.Enum):
    BOOLEAN = strawberry.enum_value("boolean", description="Yes or no, as `true` or `false`.")
    INTEGER = strawberry.enum_value("integer", description="A whole number; `Option.description` has its bounds.")
    STRING = strawberry.enum_value("string", description="Any text that the ruleset takes.")
    CHOICE = strawberry.enum_value("choice", description="Exactly one word or number out of `Option.values`.")
    CHOICES = strawberry.enum_value("choices", description="A list of some of `Option.values`, each at most once.")
    ANY = strawberry.enum_value("any", description="JSON of another shape; `Option.description` says which.")


_OPTION_KINDS: Final[Mapping[type[shape.Type], OptionKind]] = {
    shape.BoolType: OptionKind.BOOLEAN,
    shape.IntType: OptionKind.INTEGER,
    shape.StrType: OptionKind.STRING,
    shape.LiteralType: OptionKind.CHOICE,
    shape.VarTupleType: OptionKind.CHOICES,
}


def _option_kind(root: strawberry.Parent[Option]) -> OptionKind:
    return _OPTION_KINDS.get(type(root.kind), OptionKind.ANY)


@strawberry.type(name="Option", description="An option of a ruleset, fixed when a game is opened.")
class OptionNode:
    """Declares the fields only: resolvers return the domain's `Option`."""

    name: str
    title: str = strawberry.field(description="Its name for people.")
    description: str = strawberry.field(description="What it changes, in one or two sentences.")
    default: Json
    values: Json | None = strawberry.field(description="All values that it allows; null if it allows any of its kind.")
    kind: OptionKind = resolved(_option_kind, "What kind of value it takes; a form has a field for each kind.")
    titles: list[str] | None = strawberry.field(
        name="valueTitles",
        description="Names for people of `values`, in the same order; null if the values need none.",
    )
    rules: list[RuleNode] = resolved(cited_rules, "The rules that say what it does.")


def _options(root: strawberry.Parent[AnyRuleset]) -> tuple[Option, ...]:
    return options_of(root.options)


def _bots(root: strawberry.Parent[AnyRuleset]) -> list[str]:
    return list(root.bots)


def _components(root: strawberry.Parent[AnyRuleset]) -> object:
    return _encoded_components(root.id, root.version)


@cache
def _encoded_components(id: str, version: int) -> msgspec.Raw:
    """The components of a ruleset, encoded once: they never change, and they are large."""
    return msgspec.Raw(encoded_value(RULESETS[id, version].printed()))


@strawberry.type(name="Publication", description="The printed game that a ruleset plays, as far as it is public.")
class PublicationNode:
    designers: list[str] = strawberry.field(description="Who designed the game, as printed.")
    publisher: str | None = strawberry.field(description="Who published it first; null if that is not stated.")
    year: int | None = strawberry.field(description="The year of its first edition; null if that is not stated.")
    age_min: int | None = strawberry.field(description="From which age it is meant, as printed; null if not stated.")
    minutes: list[int] | None = strawberry.field(
        description="How long a game takes in minutes, the least and the most; null if that is not stated."
    )


def _publication(root: strawberry.Parent[AnyRuleset]) -> PublicationNode | None:
    return _published(root.id, root.version)


@cache
def _published(id: str, version: int) -> PublicationNode | None:
    """From the printed components, where `meta` states it itself or in a table of its own. They never change, and to
    print them is dear."""
    meta = RULESETS[id, version].printed().get("meta", {})
    stated = meta.get("publication", meta)
    designers = stated.get("designers") or [stated[name] for name in ("designer",) if name in stated]
    if not designers:
        return None
    minutes = stated.get("minutes")
    return PublicationNode(
        designers=list(designers),
        publisher=stated.get("publisher"),
        year=stated.get("year"),
        age_min=stated.get("age_min"),
        minutes=None if minutes is None else list(minutes),
    )


def _rules(
    root: strawberry.Parent[AnyRuleset], info: Info, first: int | None = None, after: Cursor | None = None
) -> RuleConnection:
    rules = [rule.at(root.version) for rule in info.context.services.rulebook.rules(root.id)]
    return rule_connection(rules, first, after)


def _versions(root: strawberry.Parent[AnyRuleset]) -> tuple[int, ...]:
    return versions_of(root.id)


def _errata(
    root: strawberry.Parent[AnyRuleset], first: int | None = None, after: Cursor | None = None
) -> ErratumConnection:
    return erratum_connection(root.errata, first, after)


@strawberry.type(name="Ruleset", description="The rules of one boxed game, in one version.")
class RulesetNode:
    """Declares the fields only: resolvers return the domain's `Ruleset`."""

    id: strawberry.ID
    title: str
    version: int
    versions: list[int] = resolved(_versions, "All versions that this service can play, the oldest first.")
    errata: ErratumConnection = resolved(
        _errata, "Every correction of the rules up to this version, the oldest first; at most 200 a page."
    )
    seats_min: int
    seats_max: int
    options: list[OptionNode] = resolved(
        _options, "What can be chosen when a game is opened, with the printed defaults."
    )
    bots: list[str] = resolved(_bots, "The names of its bots, the strongest last.")
    publication: PublicationNode | None = resolved(
        _publication, "The printed game: who designed it, for which age, and how long it takes."
    )
    components: Json = resolved(_components, "The printed components: board, cards, counts, each with its source.")
    rules: RuleConnection = resolved(_rules, "Its rules, in the order of the rulebook; at most 500 a page.")
