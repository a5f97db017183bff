"""Strawberry's decorators with signatures that a type checker keeps, and what every resolver is given."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import strawberry
from strawberry.types.nodes import FragmentSpread, InlineFragment, SelectedField

from api.services import Context

Info: TypeAlias = strawberry.Info[Context, None]
Selections = Sequence[SelectedField | FragmentSpread | InlineFragment]

F = TypeVar("F", bound=Callable[..., Any])


def field(description: str, graphql_type: object = None) -> Callable[[F], F]:
    """`strawberry.field`. `graphql_type`: the schema's type, where the resolver returns an object of the domain."""
    return cast(Callable[[F], F], strawberry.field(description=description, graphql_type=graphql_type))


def resolved(resolver: Callable[..., object], description: str | None = None, graphql_type: object = None) -> Any:  # noqa: ANN401
    """`strawberry.field` of a class that only declares fields. `resolver`: reads the domain's object that is the
    parent. `graphql_type`: as in `field`."""
    return strawberry.field(resolver=resolver, description=description, graphql_type=graphql_type)


def replaced(resolver: Callable[..., object], by: str) -> Any:  # noqa: ANN401
    """A field that works on though another one has taken its place. `by`: the coordinate of that one."""
    return strawberry.field(
        resolver=resolver, description=f"The same as `{by}`, by its earlier name.", deprecation_reason=f"Use `{by}`."
    )


def mutation(description: str, graphql_type: object) -> Callable[[F], F]:
    """`strawberry.mutation` with a description and a type."""
    return cast(Callable[[F], F], strawberry.mutation(description=description, graphql_type=graphql_type))


def subscription(description: str) -> Callable[[F], F]:
    """`strawberry.subscription` with a description and a type."""
    return cast(Callable[[F], F], strawberry.subscription(description=description))


def selects_any(selections: Selections, names: Collection[str]) -> bool:
    """Whether a field with one of these names is selected at any depth."""
    return any(
        (isinstance(each, SelectedField) and each.name in names) or selects_any(each.selections, names)
        for each in selections
    )
