"""The generated files of both kits are fresh and complete, and what the kits need is typed."""

import subprocess
import sys

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_schema,
    parse,
    visit,
)

from clients.generate.__main__ import generated
from clients.generate.model import OPERATIONS, SDL, load
from tests.docs.pages import ROOT


def test_they_are_what_the_generator_writes_now() -> None:
    files = generated()
    assert len(files) == 4
    stale = [str(path.relative_to(ROOT)) for path, text in files.items() if path.read_text() != text]
    assert stale == [], "run `make kits`"


def test_every_command_is_in_the_kits() -> None:
    schema = build_schema(SDL.read_text())
    assert schema.mutation_type is not None
    sent = {each.root for each in load().operations if each.kind == "mutation"}
    assert set(schema.mutation_type.fields) - sent == set()


LEFT_OUT = {"Query": {"node"}}
"""What the kits leave to operations of the caller's own: what caches of other libraries need."""


def test_everything_that_can_be_read_is_in_the_kits_or_left_out_on_purpose() -> None:
    schema = build_schema(SDL.read_text())
    selected = {(parent, node.name.value) for node, _, parent in visited_fields(schema)}
    for name in ("Query", "Subscription", "Mutation"):
        fields = schema.type_map[name].fields  # type: ignore[attr-defined]
        read = {each for parent, each in selected if parent == name}
        missing = {each for each, field in fields.items() if field.deprecation_reason is None} - read
        assert missing == LEFT_OUT.get(name, set()), name


def test_every_sentence_has_the_language_of_the_client() -> None:
    schema = build_schema(SDL.read_text())
    without = [
        f"{parent}.{node.name.value}"
        for node, definition, parent in visited_fields(schema)
        if "locale" in definition.args and "locale" not in {each.name.value for each in node.arguments or ()}
    ]
    assert without == []
    assert sum(each.has_sentences for each in load().operations) > 20


def visited_fields(schema: GraphQLSchema) -> list[tuple[FieldNode, GraphQLField, str]]:
    """Every field of the kits' operations, with its definition and the type that has it."""
    fields: list[tuple[FieldNode, GraphQLField, str]] = []
    types = TypeInfo(schema)

    class Fields(Visitor):
        def enter_field(self, node: FieldNode, *_: object) -> None:
            definition, parent = types.get_field_def(), types.get_parent_type()
            if definition is not None and parent is not None:
                fields.append((node, definition, parent.name))

    visit(parse(OPERATIONS.read_text()), TypeInfoVisitor(types, Fields()))
    return fields


def test_every_input_is_typed() -> None:
    schema = build_schema(SDL.read_text())
    inputs = {name for name, type_ in schema.type_map.items() if isinstance(type_, GraphQLInputObjectType)}
    assert {each.name for each in load().inputs} == inputs


def test_the_kit_in_python_is_strictly_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    done = subprocess.run(
        command, cwd=ROOT / "clients/python", capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
