"""Generated clients need no alias: in the members of a union or interface, one name has types that merge.

The rule is GraphQL's own for fields of one name in one selection: the same nullability and lists, and the same type for
leaves; what is below objects has to merge in the same way.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from graphql import (
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)

from tests.docs.pages import ROOT


def clashes(schema: GraphQLSchema) -> list[str]:
    """Fields of one name that two members of a union or interface have with types that do not merge."""
    some: dict[str, None] = {}
    for name, type_ in schema.type_map.items():
        if is_abstract_type(type_):
            some.update(dict.fromkeys(_between(schema, schema.get_possible_types(type_), name, set())))
    return list(some)


def _between(
    schema: GraphQLSchema, members: Iterable[GraphQLObjectType], at: str, known: set[tuple[str, str]]
) -> Iterator[str]:
    for one, other in combinations(members, 2):
        if (one.name, other.name) in known:
            continue
        known.add((one.name, other.name))
        for field in one.fields.keys() & other.fields.keys():
            here, there = one.fields[field].type, other.fields[field].type
            yield from _clash(schema, here, there, f"{at}: {one.name}.{field} and {other.name}.{field}", known)


def _clash(schema: GraphQLSchema, here: Any, there: Any, at: str, known: set[tuple[str, str]]) -> Iterator[str]:
    one, other = get_named_type(here), get_named_type(there)
    leaves = is_leaf_type(one) or is_leaf_type(other)
    if _wrapping(here) != _wrapping(there) or (leaves and one is not other):
        yield at
    elif not leaves:
        members = {each.name: each for named in (one, other) for each in _objects(schema, named)}
        yield from _between(schema, members.values(), at, known)


def _objects(schema: GraphQLSchema, type_: Any) -> Iterable[GraphQLObjectType]:
    return schema.get_possible_types(type_) if is_abstract_type(type_) else (type_,)


def _wrapping(type_: Any) -> str:
    """The lists and non-nulls round a type."""
    if is_non_null_type(type_):
        return f"{_wrapping(type_.of_type)}!"
    return f"[{_wrapping(type_.of_type)}]" if is_list_type(type_) else ""


def test_no_client_needs_an_alias() -> None:
    assert clashes(build_schema((ROOT / "docs" / "schema.graphql").read_text())) == []


@pytest.mark.parametrize(
    ("one", "other", "merge"),
    [
        ("Int!", "Int!", True),
        ("Int", "Int!", False),
        ("Int!", "String!", False),
        ("[Int!]!", "Int!", False),
        ("A1!", "B1!", False),
        ("A2!", "B2!", True),
        ("E!", "String!", False),
    ],
)
def test_what_merges(one: str, other: str, merge: bool) -> None:
    schema = build_schema(f"""
      enum E {{ X }} type A1 {{ x: Int }} type B1 {{ x: String }} type A2 {{ x: Int }} type B2 {{ x: Int y: String }}
      type A {{ f: {one} }} type B {{ f: {other} }} union U = A | B type Query {{ u: U }}""")
    assert (clashes(schema) == []) is merge
