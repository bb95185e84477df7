"""Translatable texts of code and templates, collected as `makemessages` does, but without GNU gettext."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.utils.translation.template import templatize

# function name → positions of context, message and plural
_CALLS: Final = {
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
}
_IN_TEMPLATES: Final = re.compile(
    r"\b(_|n?p?gettext)\(((?:(?:u?'(?:\\.|[^'\\])*'|u?\"(?:\\.|[^\"\\])*\")(?:,\s*)?)+)", re.DOTALL
)
_IN_SCRIPTS: Final = re.compile(r"\bgettext\(")

Key = str | tuple[str, int]
"""Key of a compiled catalogue: the message, after its context if any; for a plural, a tuple with its form."""


def texts_of_code(path: Path) -> Iterator[Key]:
    """Yield the texts of a Python file."""
    tree = ast.parse(path.read_text())
    called = {**_aliases(tree), **{name: name for name in _CALLS}}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (kind := called.get(_name(node.func))):
            yield from _key(kind, [_text(one) for one in node.args])


def texts_of_template(path: Path) -> Iterator[Key]:
    """Yield the texts of a Django template."""
    turned = templatize(path.read_text(), origin=str(path))
    for name, given in _IN_TEMPLATES.findall(turned):
        kind = "gettext" if name == "_" else name
        yield from _key(kind, list(ast.literal_eval(f"({given.rstrip().rstrip(',')},)")))


def _aliases(tree: ast.Module) -> dict[str, str]:
    """Return the gettext function behind each name that the module imports, such as `_` or `gettext_lazy`."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and "translation" in (node.module or ""):
            for one in node.names:
                kind = one.name.removesuffix("_lazy").removesuffix("_noop")
                if kind in _CALLS:
                    found[one.asname or one.name] = kind
    return found


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr.removesuffix("_lazy").removesuffix("_noop")
    return function.id if isinstance(function, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    """Return the value of a string literal, else None: composed strings cannot be collected."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _key(kind: str, given: list[str | None]) -> Iterator[Key]:
    context, message, plural = _CALLS[kind]
    if len(given) <= message or not (said := given[message]):
        return
    full = said if context is None else f"{given[context]}\x04{said}"
    if plural is None:
        yield full
    else:
        yield from ((full, form) for form in (0, 1))


def texts_in(*folders: Path, skip: tuple[str, ...] = ()) -> dict[Key, Path]:
    """Return the texts of all code and templates in these folders, each with a file that contains it."""
    found: dict[Key, Path] = {}
    for path in (path for folder in folders for path in sorted(folder.rglob("*"))):
        if set(skip) & set(path.parts):
            continue
        if path.suffix == ".py":
            found |= dict.fromkeys(texts_of_code(path), path)
        elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
            found |= dict.fromkeys(texts_of_template(path), path)
    return found
