"""GraphQL documents that cost much: the known ones, and random ones from the whole schema, each below 64 KB."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_required_argument,
)

from api.graphql.schema import SCHEMA
from tests.permissions.documents import fields_of, selection

BYTES_MAX: Final = 60_000
SDL: Final = SCHEMA._schema
_TYPE: Final = "kind name ofType { kind name ofType { kind name ofType { kind name } } }"
INTROSPECTION: Final = f"""{{ types {{ kind name description fields {{ name description type {{ {_TYPE} }}
  args {{ name type {{ {_TYPE} }} defaultValue }} }} inputFields {{ name type {{ {_TYPE} }} }} enumValues {{ name }}
  possibleTypes {{ name }} }} }}"""
SMALL_INTROSPECTION: Final = "{ types { name fields { name type { name } } } }"
SMALL: Final = f"fragment S on __Schema {SMALL_INTROSPECTION}"
REFUSED: Final = frozenset({"1,300 type names", "introspection under 500 aliases", "a cycle of fragments"})
"""Documents that must be refused, however cheap they are made: the published limits forbid them."""

Json = dict[str, Any]


def many(text: str, times: int, prefix: str = "a") -> str:
    """A field under that many aliases."""
    return " ".join(f"{prefix}{number}: {text}" for number in range(times))


def known(game: str) -> dict[str, Json]:
    """The costly requests that were tried on the first edition, and their relatives. `game`: a long one that is over."""
    one = f'game(id: "{game}")'
    views = many("viewJson", 190)
    chain = " ".join(f"fragment F{at} on Query {{ ...F{at + 1} ...F{at + 1} }}" for at in range(60))
    documents = {
        "introspection under 500 aliases": f"{{ {many('__schema { ...S }', 500)} }} {SMALL}",
        "introspection under 60 aliases": f"{{ {many('__schema { ...S }', 60)} }} fragment S on __Schema {INTROSPECTION}",
        "one introspection of everything": f"{{ __schema {INTROSPECTION} }}",
        "types by name": "{ "
        + many('__type(name: "Game") { ...T }', 350)
        + " } fragment T on __Type { fields { name args { name } } }",
        "1,300 type names": f"{{ {many('__typename', 1_300)} }}",
        "highlights under 90 aliases": _spread(one, "highlights", 90),
        "highlights under 30 aliases": _spread(one, "highlights", 30),
        "refusals under 12 aliases": _spread(one, "refusals", 12),
        "150 lists of games": "{ "
        + many("games(first: 1) { edges { node { id ruleset title phase version turn seats watchers } } }", 150)
        + " }",
        "300 inline fragments": "{ " + "... on Query { rulesets { id title } } " * 300 + "}",
        "300 inline fragments around fields": f"{{ {one} {{ "
        + "... on Game { seats { seat name } turn } " * 300
        + "} }",
        "3,000 times one field": "{ " + "__typename " * 3_000 + "}",
        "the rulebooks under 15 aliases": "{ "
        + many("rulesets { ...F }", 15)
        + f" }} fragment F on Ruleset {{ rules{_below('Ruleset', 'rules')} }}",
        "components under 100 aliases": f"{{ {many('rulesets { components }', 100)} }}",
        "500 steps with views": f"{{ {one} {{ steps(first: 500) {{ edges {{ node {{ viewJson patch view {{ json }} }} }} }} }} }}",
        "190 views": f"{{ {one} {{ {views} }} }}",
        "whys": f"{{ {one} {{ {many('why(step: 200) { steps { viewJson } draws { outcome } }', 60)} }} }}",
        "tracks": f"{{ {one} {{ {many('scoreTracks(from: 1, to: 500) { version points { seat source banked ifOver } }', 100)} }} }}",
        "a chain of fragments that doubles": f"{{ ...F0 }} {chain} fragment F60 on Query {{ __typename }}",
        "a cycle of fragments": "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "600 fragments that nobody uses": "{ __typename } "
        + " ".join(f"fragment U{at} on Query {{ __typename }}" for at in range(600)),
        "2,000 directives": "{ " + "__typename @include(if: true) @skip(if: false) " * 1_000 + "}",
        "800 directives on one field": "{ __typename " + "@include(if: true) " * 800 + "}",
        "deep braces": "{ a " * 10_000,
        "deep lists": "{ rules(ruleset: " + "[" * 20_000 + "]" * 20_000 + ") { id } }",
        "deep objects": "mutation { submit(commandJson: " + "{a: " * 9_000 + "1" + "}" * 9_000 + ") { __typename } }",
        "a wide object": "query($j: JSON) { game(id: $j) { id } }",
        "60 KB of comments": "{ __typename }" + "\n# nothing" * 5_900,
        "60 KB of commas": "{ __typename" + "," * 59_000 + "}",
        "60 KB of one name": "{ " + "x" * 59_000 + " }",
        "60 KB in a string": '{ rule(id: "' + "\\u00e9" * 9_500 + '") { id } }',
        "1,500 unknown fields": f"{{ {many('nothing', 1_500)} }}",
        "1,500 arguments": "{ rule(" + " ".join(f"a{at}: 1" for at in range(1_500)) + ") { id } }",
        "1,000 variables": "query(" + " ".join(f"$v{at}: Int" for at in range(1_000)) + ") { __typename }",
        "500 operations": " ".join(f"query Q{at} {{ __typename }}" for at in range(500)),
        "a byte order mark": "\ufeff{ __typename }",
        "characters of no language": "{ \u202e\u0000\ufffe }",
        "conflicting fields": "{ " + " ".join(f"x: {name}" for name in ("me { id }", "rulesets { id }") * 300) + " }",
        "nested conflicting fields": f"{{ {' '.join(f'{one} {{ seats {{ x: name x: bot }} }}' for _ in range(150))} }}",
        "a comment that looks like a log": "# \u001b[31m\r\nFORGED by an attacker\r\n{ nothing }",
    }
    requests: dict[str, Json] = {name: {"query": text} for name, text in documents.items()}
    requests["a wide object"]["variables"] = {"j": {f"k{at}": at for at in range(5_000)}}
    requests["big variables"] = {"query": "query($t: ID!) { game(id: $t) { id } }", "variables": {"t": "é" * 25_000}}
    requests["deep variables"] = {"query": "{ __typename }", "variables": {"a": _nested(400)}}
    requests["a long operation name"] = {"query": "{ __typename }", "operationName": "n" * 55_000}
    return {name: each for name, each in requests.items() if len(json.dumps(each).encode()) <= 65_536}


def _spread(game: str, field: str, times: int) -> str:
    """A field of a game under aliases, with everything below it in one fragment: few tokens for much work."""
    type_ = get_named_type(fields_of("Game")[field].type)
    below = selection(type_)
    return f"{{ {game} {{ {many(field + ' { ...F }', times)} }} }} fragment F on {type_.name}{below}"


def _below(type_name: str, field: str) -> str:
    """Everything below a field, with the words of the rules."""
    return selection(fields_of(type_name)[field].type).replace("{ id }", "{ id text }")


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


class Fuzzer:
    """Writes random operations, some valid and some not quite, with everything that GraphQL has."""

    def __init__(self, dice: random.Random, values: Mapping[str, str]) -> None:
        self._dice = dice
        self._values = values
        self._left = 0
        self._fragments: list[str] = []
        self._aliases = 0

    def requests(self) -> Iterator[Json]:
        """Requests without end; about one in four has variables that the operation does not name."""
        while True:
            query = self.document()
            variables = {f"v{at}": self._json(3) for at in range(self._dice.randrange(4))}
            yield {"query": query, "variables": variables if self._dice.random() < 0.5 else None}

    def document(self, *, weights: tuple[int, int, int] = (12, 1, 1)) -> str:
        """One document below the limit of a request's size. `weights`: of queries, mutations and subscriptions."""
        self._left, self._fragments, self._aliases = self._dice.choice((40, 200, 900, 3_000)), [], 0
        kind = self._dice.choices(("query", "mutation", "subscription"), weights)[0]
        root = {"query": SDL.query_type, "mutation": SDL.mutation_type, "subscription": SDL.subscription_type}[kind]
        assert root is not None
        body = self._selection(root, self._dice.randint(2, 12))
        text = " ".join((f"{kind} {body}", *self._fragments))
        if self._dice.random() < 0.05:
            text = text[: self._dice.randrange(len(text))]
        return text if len(text.encode()) < BYTES_MAX else "{ __typename }"

    def _selection(self, type_: Any, depth: int) -> str:
        parts: list[str] = []
        for _ in range(self._dice.choice((1, 2, 4, 12, 60))):
            if self._left <= 0:
                break
            self._left -= 1
            parts.append(self._part(type_, depth))
        return "{ " + (" ".join(parts) or "__typename") + " }"

    def _part(self, type_: Any, depth: int) -> str:
        luck = self._dice.random()
        if luck < 0.08 and depth > 1:
            return f"... on {type_.name} {self._selection(type_, depth - 1)}"
        if luck < 0.14 and depth > 1:
            name = f"F{len(self._fragments)}"
            self._fragments.append("")
            self._fragments[int(name[1:])] = f"fragment {name} on {type_.name} {self._selection(type_, depth - 1)}"
            return f"...{name} ...{name}"
        if luck < 0.2:
            return self._aliased("__typename")
        fields: dict[str, GraphQLField] = dict(getattr(type_, "fields", {}))
        if isinstance(type_, GraphQLObjectType) and type_ is SDL.query_type and luck < 0.3:
            return self._aliased(f"__schema {SMALL_INTROSPECTION}")
        if not fields:
            return "__typename"
        return self._field(*self._dice.choice(list(fields.items())), depth)

    def _field(self, name: str, field: GraphQLField, depth: int) -> str:
        inner = get_named_type(field.type)
        if is_composite_type(inner) and depth <= 1:
            return self._aliased("__typename")
        given = [
            f"{each}: {self._value(argument.type, each)}"
            for each, argument in field.args.items()
            if self._is_given(argument)
        ]
        below = f" {self._selection(inner, depth - 1)}" if is_composite_type(inner) else ""
        directive = " @include(if: true)" if self._dice.random() < 0.03 else ""
        return self._aliased(f"{name}{f'({chr(44).join(given)})' if given else ''}{directive}{below}")

    def _is_given(self, argument: GraphQLArgument) -> bool:
        return is_required_argument(argument) or self._dice.random() < 0.3

    def _aliased(self, text: str) -> str:
        self._aliases += 1
        return f"a{self._aliases}: {text}" if self._dice.random() < 0.6 else text

    def _value(self, type_: Any, name: str) -> str:
        if isinstance(type_, GraphQLNonNull):
            return self._value(type_.of_type, name)
        if isinstance(type_, GraphQLList):
            return f"[{self._value(type_.of_type, name)}]"
        if name in self._values and self._dice.random() < 0.8:
            return self._values[name]
        if isinstance(type_, GraphQLEnumType):
            return self._dice.choice(list(type_.values))
        if isinstance(type_, GraphQLInputObjectType):
            chosen = self._dice.sample(list(type_.fields.items()), 1)
            return "{" + ", ".join(f"{each}: {self._value(field.type, each)}" for each, field in chosen) + "}"
        return self._scalar(type_.name)

    def _scalar(self, name: str) -> str:
        match name:
            case "Int":
                return str(self._dice.choice((0, 1, -1, 7, 100, 500, 2**31 - 1, 2**31)))
            case "Boolean":
                return "true"
            case "JSON":
                return self._dice.choice(("null", '"x"', "[]", "{}", '{type: "great_fire.KeepHand"}', "1e300"))
            case _:
                return json.dumps(self._dice.choice(("", "great_fire", "game", "é\u202e\\" * 20, "x" * 5_000)))

    def _json(self, depth: int) -> Any:
        match self._dice.randrange(4 if depth else 2):
            case 0:
                return self._dice.randrange(10**9)
            case 1:
                return "".join(self._dice.choices("aé\u202e\u0000\U0001f525\n", k=self._dice.randrange(200)))
            case 2:
                return [self._json(depth - 1) for _ in range(self._dice.randrange(20))]
            case _:
                return {str(at): self._json(depth - 1) for at in range(self._dice.randrange(20))}
