"""The size of a document, judged in one pass over it before anything else reads it: tokens, then levels, aliases and
selections.

The pass needs no schema, so unknown types and fields cannot disturb it. A fragment is measured once, and counts as
often as it is used. Sums stop at `SATURATED`, so a fragment bomb is a large number and nothing more.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from graphql import (
    ArgumentNode,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    ListValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    ValueNode,
)

from api.limits import ApiLimits

SATURATED: Final = 1_000_000_000
"""What larger sums are written as."""

NESTING_MAX: Final = 80
"""How many fields and fragments may be within one another, before a walk over them would need too much stack."""

TOKEN_CHARS: Final = 16
"""So many characters count as a token at least. Documents with much indentation have half of it."""

_TOKEN: Final = re.compile(
    r'"""(?:\\"""|[^"]|"(?!""))*(?:"""|\Z)'  # a block string, also one without an end
    r'|"(?:\\.|[^"\\\n\r])*"?'
    r"|\#[^\n\r]*"
    r"|[_A-Za-z][_0-9A-Za-z]*"
    r"|-?[0-9][0-9.eE+-]*"
    r"|\.\.\."
    r"|[^\s,\ufeff]"
)


class Size(NamedTuple):
    """How large a part of a document is, with everything that its fragments stand for.

    `levels`: of fields within fields. `aliases`: of every field, those of introspection among them. `selections`:
    fields, fragments, arguments, directives and the values in them.
    """

    levels: int
    aliases: int
    selections: int

    def beside(self, other: "Size") -> "Size":
        """The size of two parts beside each other."""
        return Size(
            max(self.levels, other.levels),
            min(self.aliases + other.aliases, SATURATED),
            min(self.selections + other.selections, SATURATED),
        )


NOTHING: Final = Size(0, 0, 0)


class NestedTooDeep(Exception):
    """Fields and fragments of a document are within one another beyond `NESTING_MAX`."""


def count_tokens(query: str, most: int) -> int:
    """The tokens of a document, comments included; any number above `most` is `most + 1`.

    It agrees with GraphQL's own lexer on every text that is GraphQL, and costs a fraction of it. A text that has more
    than `TOKEN_CHARS` characters a token has more tokens than it seems: long ones take time to read, too.
    """
    count = len(query) // TOKEN_CHARS
    if count > most:
        return most + 1
    return max(count, _lexed_tokens(query, most))


def _lexed_tokens(query: str, most: int) -> int:
    count = 0
    for _ in _TOKEN.finditer(query):
        count += 1
        if count > most:
            break
    return count


def size_of(document: DocumentNode) -> Size:
    """The size of all operations of a document together, and of the fragments that none of them uses.

    Raises NestedTooDeep.
    """
    return _Measure(document).document()


def too_large(size: Size, limits: ApiLimits) -> GraphQLError | None:
    """Why a document of this size is refused; None if it is not."""
    for code, requested, most, unit in (
        ("TOO_DEEP", size.levels, limits.depth_max, "levels"),
        ("TOO_MANY_ALIASES", size.aliases, limits.aliases_max, "aliases"),
        ("TOO_MANY_SELECTIONS", size.selections, limits.selections_max, "selections"),
    ):
        if requested > most:
            text = f"This operation has {_number(requested)} {unit}; at most {most} are allowed."
            return refusal(code, text, requested, most)
    return None


def refusal(code: str, text: str, requested: int, most: int) -> GraphQLError:
    """The error that refuses an operation which asks for too much."""
    return GraphQLError(text, extensions={"code": code, "requested": requested, "max": most})


def _number(count: int) -> str:
    return f"over {SATURATED}" if count >= SATURATED else str(count)


class _Measure:
    """Measures one document: each fragment once."""

    def __init__(self, document: DocumentNode) -> None:
        self._document = document
        self._fragments: Mapping[str, FragmentDefinitionNode] = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._sizes: dict[str, Size] = {}

    def document(self) -> Size:
        total = NOTHING
        for node in self._document.definitions:
            if isinstance(node, OperationDefinitionNode):
                variables = sum(1 + _values(each.default_value) for each in node.variable_definitions or ())
                total = total.beside(self._selected(node.selection_set, 0))
                total = total.beside(Size(0, 0, 1 + variables + _directives(node.directives)))
        for name in self._fragments:
            if name not in self._sizes:
                total = total.beside(self._fragment(name, 0))
        return total

    def _selected(self, selected: SelectionSetNode | None, nesting: int) -> Size:
        if nesting > NESTING_MAX:
            raise NestedTooDeep
        total = NOTHING
        for node in () if selected is None else selected.selections:
            total = total.beside(self._selection(node, nesting))
        return total

    def _selection(self, node: SelectionNode, nesting: int) -> Size:
        own = 1 + _directives(node.directives)
        match node:
            case FieldNode():
                inner = self._selected(node.selection_set, nesting + 1)
                own += sum(map(_argument, node.arguments or ()))
                return Size(inner.levels + 1, inner.aliases + (node.alias is not None), inner.selections + own)
            case FragmentSpreadNode():
                inner = self._fragment(node.name.value, nesting + 1)
            case InlineFragmentNode():
                inner = self._selected(node.selection_set, nesting + 1)
            case _:
                inner = NOTHING
        return inner._replace(selections=inner.selections + own)

    def _fragment(self, name: str, nesting: int) -> Size:
        known = self._sizes.get(name)
        if known is None:
            self._sizes[name] = NOTHING  # a fragment within itself: validation reports it
            fragment = self._fragments.get(name)
            if fragment is not None:
                size = self._selected(fragment.selection_set, nesting)
                self._sizes[name] = size._replace(selections=size.selections + 1 + _directives(fragment.directives))
            known = self._sizes[name]
        return known


def _directives(directives: tuple[DirectiveNode, ...] | None) -> int:
    return sum(1 + sum(map(_argument, node.arguments or ())) for node in directives or ())


def _argument(node: ArgumentNode) -> int:
    return _values(node.value)


def _values(node: ValueNode | None) -> int:
    """How many values are in one. The parser limits how deep they are within one another."""
    return 0 if node is None else sum(1 for _ in _each_value(node))


def _each_value(node: ValueNode) -> Iterator[ValueNode]:
    rest = [node]
    while rest:
        value = rest.pop()
        yield value
        match value:
            case ListValueNode(values=values):
                rest += values
            case ObjectValueNode(fields=fields):
                rest += [each.value for each in fields]
