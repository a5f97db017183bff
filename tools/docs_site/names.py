"""The Sphinx extension of the site: types, fields, codes and rules are objects with anchors of their own. The search
finds them by name, and wherever a document names one there is a link."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from docutils import nodes
from graphql import GraphQLArgument, GraphQLField, GraphQLInputField, NullValueNode, get_named_type
from sphinx import addnodes
from sphinx.addnodes import desc_signature, pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.directives import ObjectDescription
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

from api.problems import CODES
from domain.engine.errata import Erratum
from tools.docs_site.rule_pages import all_errata, all_rules
from tools.docs_site.schema_pages import coordinates, fields_of, own_types

RULE_ID: Final = re.compile(r"(?<![\w-])[A-Z]{2,5}(?:-[A-Z0-9]+)+(?:\.\d+|[a-z])?(?![\w-])")


class ApiDomain(Domain):
    """Everything with a name that a client or a player meets. `objects`: name -> (kind, page, anchor)."""

    name = "api"
    label = "Emberlog"
    object_types: ClassVar[dict[str, ObjType]] = {
        "type": ObjType("type of the schema", "name"),
        "field": ObjType("field of the schema", "name"),
        "code": ObjType("code", "name"),
        "rule": ObjType("rule", "name"),
        "erratum": ObjType("erratum", "name"),
    }
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}

    def note(self, kind: str, name: str, anchor: str) -> None:
        """Remember where an object is described. Raises ValueError for a second description."""
        page = self.env.current_document.docname
        before = self.data["objects"].get(name)
        if before is not None and before[1:] != (page, anchor):
            raise ValueError(f"{name} is described in {before[1]} and in {page}")
        self.data["objects"][name] = (kind, page, anchor)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for name, (kind, page, anchor) in self.data["objects"].items():
            yield name, name, kind, page, anchor, 0 if kind in {"type", "rule"} else 1

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        place = self.data["objects"].get(target)
        return place and make_refnode(builder, fromdocname, place[1], place[2], contnode, target)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        return []

    def clear_doc(self, docname: str) -> None:
        for name in [name for name, place in self.data["objects"].items() if place[1] == docname]:
            del self.data["objects"][name]

    def merge_domaindata(self, docnames: set[str], otherdata: dict[str, Any]) -> None:
        for name, place in otherdata["objects"].items():
            if place[1] in docnames:
                self.data["objects"][name] = place


def domain_of(env: BuildEnvironment) -> ApiDomain:
    """The domain of this build."""
    domain = env.get_domain("api")
    assert isinstance(domain, ApiDomain)
    return domain


def reference_to(name: str, content: nodes.Node) -> pending_xref:
    """A link to an object; an unknown name is an error of the build."""
    options = {"refdomain": "api", "reftype": "name", "reftarget": name, "refexplicit": True, "refwarn": True}
    return pending_xref("", content, **options)


# ---- directives: where an object is described


class PageOfType(SphinxDirective):
    """Marks the page of a type: `{api:page} Game`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        domain_of(self.env).note("type", name, name)
        return [nodes.target("", "", ids=[name])]


class Entry(ObjectDescription[str]):
    """An object with a signature and a description. The anchor is its name."""

    kind = ""

    def handle_signature(self, sig: str, signode: desc_signature) -> str:
        signode += addnodes.desc_name(sig, sig.rpartition(".")[2] if self.kind == "code" else sig)
        return sig

    def add_target_and_index(self, name: str, sig: str, signode: desc_signature) -> None:
        signode["ids"].append(name)
        domain_of(self.env).note(self.kind, name, name)

    def _object_hierarchy_parts(self, sig_node: desc_signature) -> tuple[str, ...]:
        return ()

    def _toc_entry_name(self, sig_node: desc_signature) -> str:
        return ""


class Code(Entry):
    """A code of the catalogue: `{api:code} RATE_LIMITED`."""

    kind = "code"


class Field(Entry):
    """A field, an input field or a value of an enum: `{api:field} Game.steps`."""

    kind = "field"

    def handle_signature(self, sig: str, signode: desc_signature) -> str:
        owner, _, name = sig.partition(".")
        signode += addnodes.desc_name(name, name)
        field = fields_of(own_types()[owner]).get(name)
        if field is None:
            return sig
        if isinstance(field, GraphQLField) and field.args:
            signode["multi_line_parameter_list"] = True
            parameters = addnodes.desc_parameterlist(multi_line_parameter_list=True, multi_line_trailing_comma=False)
            for argument, each in field.args.items():
                parameter = addnodes.desc_parameter("", "", addnodes.desc_sig_name(argument, argument))
                parameter += _typed(each)
                parameters += parameter
            signode += parameters
        signode += _typed(field)
        return sig


def _typed(each: GraphQLField | GraphQLInputField | GraphQLArgument) -> list[nodes.Node]:
    """The type of a field or an argument, with a link to it, and the default."""
    kind, declared = each.type, each.ast_node
    name = get_named_type(kind).name
    before, _, after = str(kind).partition(name)
    linked: nodes.Node = addnodes.desc_sig_keyword_type(name, name)
    if name in own_types():
        linked = reference_to(name, linked)
    parts = [addnodes.desc_sig_punctuation("", ": "), nodes.Text(before), linked, nodes.Text(after)]
    usual = getattr(declared, "default_value", None)
    if usual is not None and not isinstance(usual, NullValueNode):
        text = usual.loc.source.body[usual.loc.start : usual.loc.end]
        parts.append(addnodes.desc_sig_literal_string("", f" = {text}"))
    return parts


# ---- transforms: rules get anchors, and names become links


class RuleAnchors(SphinxTransform):
    """On the pages of the rules: an anchor for each rule, and its errata behind it."""

    default_priority = 300

    def apply(self, **kwargs: object) -> None:
        if not self.env.current_document.docname.startswith("rules/"):
            return
        for strong in list(self.document.findall(nodes.strong)):
            match = RULE_ID.match(strong.astext())
            paragraph = strong.parent
            if (
                match
                and match[0] in all_rules()
                and not "".join(each.astext() for each in paragraph[: paragraph.index(strong)])
            ):
                self._anchor(match[0], paragraph)
        for title in list(self.document.findall(nodes.title)):
            match = RULE_ID.match(title.astext())
            if match and match[0] in all_rules():
                title.parent["ids"].insert(0, match[0])
                domain_of(self.env).note("rule", match[0], match[0])

    def _anchor(self, id: str, paragraph: nodes.Element) -> None:
        if id in domain_of(self.env).data["objects"]:
            return  # it is cited in bold
        cell = paragraph.parent
        place = cell.parent if isinstance(cell, nodes.entry) else paragraph
        place["ids"].append(id)
        place["classes"].append("rule")
        domain_of(self.env).note("rule", id, id)
        last = cell.parent[-1] if isinstance(cell, nodes.entry) else None
        link = nodes.reference(
            "", "¶", internal=True, refuri=f"#{id}", classes=["headerlink"], reftitle=f"Link to {id}"
        )
        paragraph += link
        for erratum in all_rules()[id].errata:
            note = self._note(erratum)
            if last is not None:
                last += note
            else:
                paragraph.parent.insert(paragraph.parent.index(paragraph) + 1, note)

    def _note(self, erratum: Erratum) -> nodes.Element:
        note = nodes.paragraph("", "", nodes.strong("", erratum.id), ids=[erratum.id], classes=["erratum"])
        note += nodes.Text(f": corrected since version {erratum.since}. Before: {erratum.before}")
        domain_of(self.env).note("erratum", erratum.id, erratum.id)
        return note


class Links(SphinxTransform):
    """In all pages: a rule's id, and a literal that is a type, a field or a code, become links."""

    default_priority = 310

    def apply(self, **kwargs: object) -> None:
        page = self.env.current_document.docname
        own = page.rpartition("/")[2] if page.startswith("schema/") else ""
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext()
            if name != own and name in names() and not within(literal):
                literal.replace_self(reference_to(name, literal.deepcopy()))
        known = all_rules().keys() | all_errata().keys()
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, nodes.literal | nodes.raw | nodes.comment) and not within(text):
                pieces = list(_pieces(text.astext(), known - self._own(text)))
                if len(pieces) > 1:
                    text.parent.replace(text, pieces)

    def _own(self, text: nodes.Text) -> set[str]:
        """The id of the rule that this text belongs to: it does not link to itself."""
        place: nodes.Element | None = text.parent
        while place is not None:
            own = (
                {id for id in place.get("ids", ()) if RULE_ID.fullmatch(id)}
                if not isinstance(place, nodes.section)
                else set()
            )
            if own:
                return own
            place = place.parent
        return set()


def names() -> frozenset[str]:
    """What a literal may name: types, fields and codes."""
    return coordinates() | own_types().keys() | CODES.keys()


def within(node: nodes.Node) -> bool:
    """Whether a node is part of a link, a heading, a signature or a block of code."""
    place = node.parent
    while place is not None:
        if isinstance(place, nodes.reference | nodes.title | nodes.literal_block | desc_signature | pending_xref):
            return True
        place = place.parent
    return False


def _pieces(text: str, known: set[str]) -> Iterator[nodes.Node]:
    at = 0
    for match in RULE_ID.finditer(text):
        if match[0] in known:
            if at < match.start():
                yield nodes.Text(text[at : match.start()])
            yield reference_to(match[0], nodes.inline("", match[0], classes=["rule-id"]))
            at = match.end()
    if at < len(text):
        yield nodes.Text(text[at:])


ApiDomain.directives = {"page": PageOfType, "field": Field, "code": Code}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain and the transforms; Sphinx calls it."""
    app.add_domain(ApiDomain)
    app.add_transform(RuleAnchors)
    app.add_transform(Links)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
