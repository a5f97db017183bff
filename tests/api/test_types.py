"""The types made from the rulesets' Structs have the same content as the exact JSON, for every ruleset."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import pytest
import strawberry
from graphql import (
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from api.graphql.scalars import CONFIG
from api.graphql.schema import SCHEMA
from api.graphql.structs.convert import Converter, union_of
from api.names import field_name, renamed_fields
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.game_client import SUBMIT, open_game
from tests.dice import new_id
from tests.game.toy import TOY

COMMANDS = 60


def selection(type_: Any) -> str:
    """Everything of a type, of a rule its id. No field of a union's member needs an alias: one name has one type in all
    of them."""
    named = get_named_type(type_)
    if named.name == "Rule":
        return "{ id }"
    if isinstance(named, GraphQLObjectType):
        return "{ " + " ".join(f"{name} {selection(f.type)}" for name, f in named.fields.items()) + " }"
    if isinstance(named, GraphQLUnionType):
        parts = []
        for member in named.types:
            parts.append(f"... on {member.name} {selection(member)}")
        return "{ __typename " + " ".join(parts) + " }"
    return ""


def untyped(type_: Any, displayed: Any) -> Any:
    """A typed answer back in the words of the exact JSON."""
    if displayed is None:
        return None
    if isinstance(type_, GraphQLNonNull):
        return untyped(type_.of_type, displayed)
    if isinstance(type_, GraphQLList):
        named = get_named_type(type_)
        if named.name.endswith("Entry"):
            assert isinstance(named, GraphQLObjectType)
            value = named.fields["value"].type
            return {str(entry["key"]): untyped(value, entry["value"]) for entry in displayed}
        return [untyped(type_.of_type, each) for each in displayed]
    if isinstance(type_, GraphQLUnionType):
        member = next(each for each in type_.types if each.name == displayed["__typename"])
        return untyped(member, {name: value for name, value in displayed.items() if name != "__typename"})
    if type_.name == "Rule":
        return displayed["id"]
    if isinstance(type_, GraphQLObjectType):
        own = {new: old.partition(".")[2] for old, new in renamed_fields().items() if old.startswith(f"{type_.name}.")}
        return {
            own.get(name, snake(name)): untyped(type_.fields[name].type, value) for name, value in displayed.items()
        }
    assert is_leaf_type(type_)
    if isinstance(type_, GraphQLEnumType):
        return type_.values[displayed].value
    return displayed


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", list(CURRENT))
async def test_typed_views_and_commands_say_what_the_exact_json_says(served: Served, ask: Ask, ruleset: str) -> None:
    client = await open_game(served, ask, ruleset=ruleset)
    view_type = SCHEMA._schema.type_map[f"{camel(ruleset, first=True)}View"]
    commands = SCHEMA._schema.type_map["RulesetCommand"]
    own = [name for name in SCHEMA._schema.type_map if name.startswith(camel(ruleset, first=True))]
    assert isinstance(commands, GraphQLUnionType)
    some = " ".join(f"... on {member.name} {selection(member)}" for member in commands.types if member.name in own)
    request = f"""query($g: ID!, $as: ViewerInput) {{ game(id: $g) {{ viewJson(as: $as)
      view(as: $as) {{ position {{ ... on {view_type.name} {selection(view_type)} }} }} }} }}"""
    legal = f"query($g: ID!) {{ game(id: $g) {{ legal {{ json command {{ __typename {some} }} }} }} }}"
    for _ in range(COMMANDS):
        by = await client.acting()
        game = (await ask(request, by=by, g=client.game))["game"]
        compare(untyped(view_type, game["view"]["position"]), game["view"]["position"], game["viewJson"]["position"])
        offered = (await ask(legal, by=by, g=client.game))["game"]["legal"]
        for each in offered[:20]:
            assert untyped(commands, each["command"]) == each["json"]
        chosen = client.chance.choice(offered)["json"]
        kind, name = chosen["type"].split(".")
        fields = {name_of(kind, name, key): value for key, value in chosen.items() if key not in ("type", "seat")}
        typed = {camel(kind): {name[0].lower() + name[1:]: fields or "YES"}}
        answer = await ask(SUBMIT, by=by, game=client.game, id=new_id(), command=typed)
        assert answer["answer"]["__typename"] == "CommandAccepted", (typed, answer)
        if (await client.mine(None))["phase"] == "OVER":
            break


def name_of(ruleset: str, command: str, field: str) -> str:
    """A field of a command as the schema names it."""
    return field_name(f"{camel(ruleset, first=True)}{command}", field)


def compare(typed: Any, displayed: Any, exact: Any) -> None:
    """The fields of a view say what the exact JSON says; those of the interface are there in every ruleset."""
    if "turn_number" in exact:
        assert displayed["turn"] == exact["turn_number"]
    assert {name: typed[name] for name in exact if name != "turn_number"} == {
        name: value for name, value in exact.items() if name != "turn_number"
    }
    assert typed.keys() - exact.keys() <= {"turn", "to_act", "options", "outcome"}
    assert {"phase", "turn", "toAct", "options", "outcome", "seats"} <= displayed.keys()


def camel(name: str, *, first: bool = False) -> str:
    head, *rest = name.split("_")
    return (head.capitalize() if first else head) + "".join(word[:1].upper() + word[1:] for word in rest)


# ---------------------------------------------------------------- shapes no ruleset has yet


Mood = Literal["calm", "wild"]


class Leaf(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Leaf"):
    size: int


class Knot(msgspec.Struct, frozen=True, tag_field="type", tag="toy.Knot"):
    """Holds others of its kind."""

    inside: tuple["Knot | Leaf", ...]


class Everything(msgspec.Struct, frozen=True):
    """One field of each shape."""

    mood: Mood
    unnamed: Literal["a b", "c"]
    number: Literal[1, 2]
    maybe: Leaf | None
    either: Knot | Leaf
    counts: Mapping[str, int]
    by_seat: Mapping[int, tuple[Leaf, ...]]
    free: Mapping[str, Any]
    pair: tuple[int, int]
    odd: tuple[int, str]
    words: tuple[str, ...] | None


class Raw(msgspec.Struct, frozen=True):
    """Shows bytes, which means nothing to anybody."""

    raw: bytes


EVERYTHING = Everything(
    "wild",
    "a b",
    2,
    None,
    Knot((Leaf(1), Knot(()))),
    {"a": 1},
    {3: (Leaf(2),)},
    {"x": [1, None]},
    (1, 2),
    (1, "b"),
    None,
)


def test_every_shape_has_a_type() -> None:
    converter = Converter()
    shape = converter.output(TOY, Everything)

    def displayed() -> object:
        return EVERYTHING

    query = strawberry.type(
        type("Query", (), {"shown": strawberry.field(resolver=displayed, graphql_type=union_of("Shown", [shape]))})
    )
    schema = strawberry.Schema(query, config=CONFIG)
    text = schema.as_str()
    assert "enum ToyMood {\n  calm\n  wild\n}" in text
    type_ = schema._schema.type_map["ToyEverything"]
    result = schema.execute_sync(
        """{ shown { ... on ToyEverything { mood unnamed number maybe { size } counts { key value } free pair odd words
          bySeat { key value { type size } }
          either { ... on ToyKnot { type inside { ... on ToyLeaf { type size } ... on ToyKnot { type } } } } } } }"""
    )
    assert result.errors is None and result.data is not None
    assert result.data["shown"] == {
        "mood": "wild",
        "unnamed": "a b",
        "number": 2,
        "maybe": None,
        "counts": [{"key": "a", "value": 1}],
        "free": {"x": [1, None]},
        "pair": [1, 2],
        "odd": (1, "b"),
        "words": None,
        "bySeat": [{"key": 3, "value": [{"type": "toy.Leaf", "size": 2}]}],
        "either": {"type": "toy.Knot", "inside": [{"type": "toy.Leaf", "size": 1}, {"type": "toy.Knot"}]},
    }
    assert isinstance(type_, GraphQLObjectType)


def test_bytes_have_no_type() -> None:
    with pytest.raises(TypeError, match="bytes"):
        Converter().output(TOY, Raw)


def test_two_structs_of_one_name_are_refused_when_the_schema_is_made() -> None:
    converter = Converter()
    converter.output(TOY, Leaf)
    other = msgspec.defstruct("Leaf", [("size", int)], module=__name__)
    with pytest.raises(TypeError, match="ToyLeaf"):
        converter.output(TOY, other)
