"""Joins the pages' JavaScript modules into one script, for an engine that loads no modules.

It knows the forms of import and export that the pages use, and raises for any other. Nothing is executed here.
"""

import posixpath
import re
from collections.abc import Callable, Container
from typing import Final

Read = Callable[[str], str]
"""The text of a module by its path, with slashes. Raises KeyError when there is none."""

_NAME: Final = r"[A-Za-z_$][\w$]*"
_IMPORT: Final = re.compile(r"^import\s+([^'\";]+?)\s+from\s+'([^']+)';[^\n]*$", re.MULTILINE)
_FORWARD: Final = re.compile(r"^export\s+\{([^}]*)\}\s+from\s+'([^']+)';[^\n]*$", re.MULTILINE)
_LIST: Final = re.compile(r"^export\s+\{([^}]*)\};[^\n]*$", re.MULTILINE)
_DECLARED: Final = re.compile(rf"^export\s+((?:async\s+)?function\*?|const|class)\s+({_NAME})", re.MULTILINE)
_DEFAULT: Final = re.compile(rf"^export\s+default\s+((?:async\s+)?function|class)\s+({_NAME})", re.MULTILINE)
_UNKNOWN: Final = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


def linked(entry: str, read: Read) -> str:
    """A script whose value is an object with what the module `entry` exports.

    Modules that import each other may call functions of each other, once all of them stand. Raises ValueError for an
    import of something that is not a relative path, and for forms that it does not know.
    """
    parts: dict[str, str] = {}
    _link(entry, read, parts, ())
    body = "\n".join(parts.values())
    return f"(() => {{ 'use strict'; const modules = {{}};\n{body}\nreturn modules[{entry!r}]; }})()"


def _link(path: str, read: Read, parts: dict[str, str], above: tuple[str, ...]) -> None:
    """Adds a module to `parts`, after those that it imports."""
    if path in parts or path in above:
        return
    try:
        text = read(path)
    except KeyError:
        raise ValueError(f"there is no module {path}") from None
    for each in imported(path, text):
        _link(each, read, parts, (*above, path))
    text = text.replace("import.meta.url", repr(f"/{path}"))  # no drawing asks for its address; a helper beside it may
    parts[path] = joined(path, text, frozenset(above))


def imported(path: str, text: str) -> list[str]:
    """The paths of the modules that a module imports when it is loaded."""
    return [_beside(path, named[1]) for named in (*_IMPORT.findall(text), *_FORWARD.findall(text))]


def exported_names(path: str, text: str) -> list[str]:
    """What a module exports, with `default` for what has no name outside."""
    return list(_split(path, text)[1])


def _beside(path: str, name: str) -> str:
    if not name.startswith("."):
        raise ValueError(f"{path} imports {name}, which is no path")
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def joined(path: str, text: str, later: frozenset[str] = frozenset()) -> str:
    """One module as a function that runs at once and puts what it exports into `modules`. That never changes:
    `export let` is a form that raises. `later`: the modules that stand after this one, because they import it."""
    text, exports = _split(path, text, later)
    named = ", ".join(_named(name, value) for name, value in exports.items())
    return f"modules[{path!r}] = (() => {{\n{text}\nreturn {{ {named} }}; }})();"


def taken(path: str, text: str, there: Container[str]) -> tuple[str, list[str]]:
    """A module that takes what it imports of the modules `there` out of a table `modules`, and those it needs."""
    needed: list[str] = []

    def bound(match: re.Match[str]) -> str:
        source = _beside(path, match[2])
        if source not in there:
            return match[0]
        needed.append(source)
        return _bound(match[1], source, frozenset())

    return _IMPORT.sub(bound, text), needed


def _split(path: str, text: str, later: frozenset[str] = frozenset()) -> tuple[str, dict[str, str]]:
    """The body of a module without imports and exports, and what it exports: the name outside, the value inside."""
    exports: dict[str, str] = {}

    def forwarded(match: re.Match[str]) -> str:
        source = f"modules[{_beside(path, match[2])!r}]"
        exports.update({outer: f"{source}.{inner}" for inner, outer in _pairs(match[1])})
        return ""

    def listed(match: re.Match[str]) -> str:
        exports.update({outer: inner for inner, outer in _pairs(match[1])})
        return ""

    def declared(match: re.Match[str]) -> str:
        exports[match[2]] = match[2]
        return f"{match[1]} {match[2]}"

    def by_default(match: re.Match[str]) -> str:
        exports["default"] = match[2]
        return f"{match[1]} {match[2]}"

    text = _IMPORT.sub(lambda match: _bound(match[1], _beside(path, match[2]), later), text)
    text = _LIST.sub(listed, _FORWARD.sub(forwarded, text))
    text = _DECLARED.sub(declared, _DEFAULT.sub(by_default, text))
    unknown = _UNKNOWN.search(text)
    if unknown is not None:
        raise ValueError(f"{path} has an import or export of an unknown form: {unknown[0]}")
    return text, exports


def _bound(clause: str, path: str, later: frozenset[str]) -> str:
    """The declarations that an import clause makes; of a module that stands later, functions that call its own."""
    source, made = f"modules[{path!r}]", []
    names = re.search(r"\{([^}]*)\}", clause)
    if path in later and names is not None and names[0] == clause.strip():
        calls = [f"{outer} = (...all) => {source}.{inner}(...all)" for inner, outer in _pairs(names[1])]
        return f"const {', '.join(calls)};"
    if names is not None:
        made += [_named(inner, outer) for inner, outer in _pairs(names[1])]
    rest = clause if names is None else clause.replace(names[0], "")
    for part in filter(None, (each.strip() for each in rest.split(","))):
        if part.startswith("* as "):
            return f"const {part.removeprefix('* as ')} = {source};"
        made.append(f"default: {part}")
    return f"const {{ {', '.join(made)} }} = {source};"


def _named(name: str, value: str) -> str:
    """A part of an object, as short as JavaScript takes it."""
    return name if name == value else f"{name}: {value}"


def _pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c` as pairs of the name there and the name here."""
    pairs = []
    for each in filter(None, (name.strip() for name in names.split(","))):
        inner, _, outer = each.partition(" as ")
        pairs.append((inner.strip(), (outer or inner).strip()))
    return pairs


__all__ = ["Read", "exported_names", "imported", "joined", "linked", "taken"]
