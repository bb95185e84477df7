"""Parser and checks of `docs/sources.md`: what it names must exist in the program, the rule sets and the examples."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from blackjack.presets import PRESETS
from blackjack.rules import FIELDS, Rules, RulesError

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "sources.md"
EXAMPLES = Path(__file__).parent
KINDS = ("tested", "site", "not yet", "n/a", "differs")
COLUMNS, DIFFERENCE_COLUMNS = 4, 3

_ID = re.compile(r"00[0-4]-(?:[0-9]+|G)(?:\.[0-9]+)+[a-z]?")
_SPAN = re.compile(r"`([^`]+)`")
_PART = re.compile(r"\*([a-z ]+)\*")
_VALUE = re.compile(r"(\S+) = (\S+)")


class Row(NamedTuple):
    """A statement: its id, its text, what implements it, and its kinds."""

    statement: str
    says: str
    carried_by: str
    kinds: tuple[str, ...]


def problems(text: str, examples: Mapping[str, frozenset[str]]) -> list[str]:
    """Return all problems of the page, given the ids that each module of examples names."""
    rows = rows_of(text)
    return [
        *_wrong_rows(text, rows),
        *_wrong_spans(text),
        *_wrong_examples(rows, examples),
        *_wrong_differences(text, rows),
        *_wrong_parts(text, rows),
        *_nowhere(text),
    ]


def rows_of(text: str) -> list[Row]:
    """Return the statements of the documents' tables."""
    cells = [cell for cell in _cells(text) if len(cell) == COLUMNS]
    return [
        Row(statement, says, carried_by, tuple(kinds.split(", ")))
        for statement, says, carried_by, kinds in cells
    ]


def ids_named_by_examples() -> dict[str, frozenset[str]]:
    """Return the ids in each module of examples, by module name."""
    modules = sorted(EXAMPLES.glob("test_source_*.py"))
    return {module.stem: frozenset(_ids_in(ast.parse(module.read_text()))) for module in modules}


def _ids_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from [node.value] if _ID.fullmatch(node.value) else []


def _cells(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| 00")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _wrong_rows(text: str, rows: list[Row]) -> Iterator[str]:
    for cell in _cells(text):
        if len(cell) not in (COLUMNS, DIFFERENCE_COLUMNS) or not all(cell):
            yield f"{cell[0]}: a row has three or four cells"
    seen: set[str] = set()
    for row in rows:
        if not _ID.fullmatch(row.statement):
            yield f"{row.statement}: is no id"
        if row.statement in seen:
            yield f"{row.statement}: stands there twice"
        seen.add(row.statement)
        yield from _wrong_kinds(row)


def _wrong_kinds(row: Row) -> Iterator[str]:
    for kind in row.kinds:
        if kind not in KINDS:
            yield f"{row.statement}: {kind!r} is no kind"
    if {"tested", "site"} & set(row.kinds) and not _SPAN.search(row.carried_by):
        yield f"{row.statement}: nothing is named that carries it"


def _wrong_spans(text: str) -> Iterator[str]:
    rows = {row.statement for row in rows_of(text)}
    for span in dict.fromkeys(_SPAN.findall(text)):
        if not (span in rows or span in KINDS or exists(span)):
            yield f"{span}: does not exist"


def exists(span: str) -> bool:
    """Return whether the span is an existing field, rule set, value, file, test or part of the program."""
    value = _VALUE.fullmatch(span)
    if value is not None:
        return _holds(*value.groups())
    if span in FIELDS or span in PRESETS:
        return True
    if "::" in span:
        file, _, test = span.partition("::")
        return test in _tests_in(ROOT / file)
    if "/" in span:
        return (ROOT / span).exists()
    return "." in span and _is_part(span)


def _holds(name: str, text: str) -> bool:
    """Return whether a rule set has the value or, for a field alone, whether the value is allowed."""
    value = _read(text)
    if name in FIELDS:
        return _is_allowed(name, value)
    preset, *path = name.split(".")
    found: object = PRESETS[preset].to_dict() if preset in PRESETS else None
    for step in path:
        found = found.get(step, Ellipsis) if isinstance(found, dict) else Ellipsis
    return bool(path) and type(found) is type(value) and found == value


def _is_allowed(field: str, value: object) -> bool:
    try:
        Rules.from_dict({field: value})
    except RulesError:
        return False
    return True


def _read(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


@cache
def _tests_in(file: Path) -> frozenset[str]:
    if not file.is_file():
        return frozenset()
    nodes = ast.parse(file.read_text()).body
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef))


def _is_part(name: str) -> bool:
    """Return whether a dotted name is a module or an object in one."""
    steps = name.split(".")
    if not (ROOT / steps[0] / "__init__.py").is_file():
        return False
    found: object = import_module(steps[0])
    for place, step in enumerate(steps[1:], 1):
        module = ".".join(steps[: place + 1])
        if not hasattr(found, step) and hasattr(found, "__path__") and find_spec(module):
            found = import_module(module)
        elif hasattr(found, step):
            found = getattr(found, step)
        else:
            return False
    return True


def _wrong_examples(rows: list[Row], examples: Mapping[str, frozenset[str]]) -> Iterator[str]:
    listed = {row.statement for row in rows if "tested" in row.kinds}
    named = {statement for ids in examples.values() for statement in ids}
    yield from (f"{statement}: has no example" for statement in sorted(listed - named))
    yield from (f"{statement}: is not listed as tested" for statement in sorted(named - listed))
    for module, ids in examples.items():
        document = module.removeprefix("test_source_")[:3]
        yield from (
            f"{statement}: does not belong in {module}"
            for statement in sorted(ids)
            if statement[:3] != document
        )


def _wrong_differences(text: str, rows: list[Row]) -> Iterator[str]:
    marked = [row.statement for row in rows if "differs" in row.kinds]
    told = [cell[0] for cell in _cells(text) if len(cell) == DIFFERENCE_COLUMNS]
    if marked != told:
        yield f"differences: {sorted(set(marked) ^ set(told)) or 'are in another order'}"


def _wrong_parts(text: str, rows: list[Row]) -> Iterator[str]:
    """Yield each pending statement without a part of the product, and each part without a pending statement."""
    parts = {line.split("*")[1] for line in text.splitlines() if line.startswith("| *")}
    waiting = {
        row.statement: _PART.findall(row.carried_by) for row in rows if "not yet" in row.kinds
    }
    yield from (
        f"{statement}: no part brings it"
        for statement in waiting
        if not parts & {*waiting[statement]}
    )
    named = {part for found in waiting.values() for part in found}
    yield from (f"{part}: is no part that is waited for" for part in sorted(parts ^ named))


def _nowhere(text: str) -> Iterator[str]:
    """Yield fields that the page does not name, and values of a rule set that differ from the house's and are missing."""
    spans = set(_SPAN.findall(text))
    words = {word for span in spans for word in re.split(r"[. ]", span)}
    yield from (f"{field}: is nowhere on the page" for field in FIELDS if field not in words)
    own = PRESETS["ligalo"]
    for preset, rules in PRESETS.items():
        for field in FIELDS:
            name = f"{preset}.{field}"
            differs = getattr(rules, field) != getattr(own, field)
            if differs and not any(span.startswith((f"{name} ", f"{name}.")) for span in spans):
                yield f"{name}: is nowhere on the page"
