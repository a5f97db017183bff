"""Rules of the rulebook, and the resolver of everything that cites rules."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import strawberry

from api.graphql.fields import Info, field, replaced, resolved
from api.graphql.lists.games import RuleGameConnection, list_rule_games
from api.graphql.paging import (
    ERRATA_DEFAULT,
    ERRATA_MAX,
    RULE_GAMES_DEFAULT,
    RULES_DEFAULT,
    RULES_MAX,
    PageInfo,
    forward_info,
    forward_page,
    list_page,
)
from api.graphql.scalars import Cursor
from api.problems import Problem
from domain.engine.errata import Erratum
from services.rulebook import Rule

T = TypeVar("T")


class Citing(Protocol):
    """A line, a refusal, an option: anything that cites rules by their ids, the most telling first."""

    @property
    def rules(self) -> tuple[str, ...]: ...


async def _games(
    root: strawberry.Parent[Rule], info: Info, first: int = RULE_GAMES_DEFAULT, after: Cursor | None = None
) -> RuleGameConnection:
    return await list_rule_games(info.context.services, list_page(first, after), root.id)


@strawberry.type(name="Erratum", description="A numbered correction of a rule (GAME-VERSION-03).")
class ErratumNode:
    """Declares the fields only: resolvers return the domain's `Erratum`."""

    id: strawberry.ID
    since: int = strawberry.field(
        name="sinceVersion", description="The first version of the ruleset in which it holds."
    )
    rule: strawberry.ID = strawberry.field(description="The id of the rule that it corrects.")
    before: str = strawberry.field(description="What games of earlier versions are played by.")
    after: str = strawberry.field(description="What games of later versions are played by.")


def _page(root: strawberry.Parent[Rule]) -> str:
    return root.page


def _errata(root: strawberry.Parent[Rule]) -> tuple[Erratum, ...]:
    return root.errata


@strawberry.type(name="Rule", description="A rule as the rulebook states it.")
class RuleNode:
    """Declares the fields only: resolvers return the rulebook's `Rule`."""

    id: strawberry.ID
    ruleset: str = resolved(_page, "The id of its ruleset, or `game` for the rules of every game, as `rules` takes it.")
    page: str = replaced(_page, "Rule.ruleset")
    title: str = strawberry.field(description="The heading it stands under.")
    text: str
    source: str = strawberry.field(
        description="Where it comes from: the printed rulebooks, a public page, or a ruling."
    )
    reconstructed: bool = strawberry.field(
        description="Whether this project decided any of it because the printed rules are silent or contradictory."
    )
    errata: list[ErratumNode] = resolved(
        _errata, "Its corrections, the oldest first. `text` has the words after all of them, unless a version is given."
    )
    games: RuleGameConnection = resolved(
        _games,
        "The games in which it fired, as far as everybody may know; at most 100 a page. Sandboxes are left out.",
    )


@strawberry.type(name="ErratumEdge", description="One correction in a page of them.")
class ErratumEdge:
    erratum: strawberry.Private[Erratum]
    cursor: Cursor = strawberry.field(description="The id of the correction; give it as `after` to read on.")

    @field("The correction, its rule and both wordings.", ErratumNode)
    def node(self) -> Erratum:
        return self.erratum


@strawberry.type(name="ErratumConnection", description="Corrections of rules, the oldest first.")
class ErratumConnection:
    edges: list[ErratumEdge]
    page_info: PageInfo
    total_count: int


def erratum_connection(errata: Sequence[Erratum], first: int | None, after: Cursor | None) -> ErratumConnection:
    """A page of corrections. The cursor of one is its id. Raises Problem BAD_PAGE, BAD_CURSOR."""
    size = forward_page(first, ERRATA_DEFAULT, ERRATA_MAX)
    page, has_more = _page_after([each.id for each in errata], errata, size, after)
    ids = [erratum.id for erratum in page]
    return ErratumConnection(
        edges=[ErratumEdge(erratum=erratum, cursor=erratum.id) for erratum in page],
        page_info=forward_info(ids, after=after, has_next_page=has_more),
        total_count=len(errata),
    )


@strawberry.type(name="RuleEdge")
class RuleEdge:
    rule: strawberry.Private[Rule]
    cursor: Cursor

    @field("Its text, heading and source.", RuleNode)
    def node(self) -> Rule:
        return self.rule


@strawberry.type(name="RuleConnection", description="Rules in the order of the rulebook.")
class RuleConnection:
    edges: list[RuleEdge]
    page_info: PageInfo
    total_count: int


def rule_connection(rules: Sequence[Rule], first: int | None, after: Cursor | None) -> RuleConnection:
    """A page of rules. The cursor of a rule is its id. Raises Problem BAD_PAGE, BAD_CURSOR."""
    size = forward_page(first, RULES_DEFAULT, RULES_MAX)
    page, has_more = _page_after([each.id for each in rules], rules, size, after)
    return RuleConnection(
        edges=[RuleEdge(rule=rule, cursor=rule.id) for rule in page],
        page_info=forward_info([rule.id for rule in page], after=after, has_next_page=has_more),
        total_count=len(rules),
    )


def cited(info: Info, ids: tuple[str, ...]) -> list[Rule]:
    """The rules with these ids, in this order. A rule that no page states has its id and nothing else."""
    book = info.context.services.rulebook
    return [book.rule(id) or Rule(id, "", "", "", "", False) for id in ids]


def cited_rules(root: strawberry.Parent[Citing], info: Info) -> list[Rule]:
    """The resolver of `rules`, for every type whose object cites rules."""
    return cited(info, root.rules)


def _page_after(ids: Sequence[str], entries: Sequence[T], size: int, after: Cursor | None) -> tuple[Sequence[T], bool]:
    """The entries after the one with the id `after`, and whether there are more. Raises Problem BAD_CURSOR."""
    if after is not None and after not in ids:
        raise Problem("BAD_CURSOR", "No entry of this list has this id.")
    start = 0 if after is None else ids.index(after) + 1
    return entries[start : start + size], start + size < len(entries)
