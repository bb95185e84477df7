"""What import-linter can't see: selectors hold no words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

APPS = [
    path.parent
    for path in sorted(Path(__file__).parents[2].glob("*/__init__.py"))
    if path.parent.name != "tests"
]
TRANSLATION = "django.utils.translation"


def modules(layer: str) -> Iterator[Path]:
    for app in APPS:
        for path in app.rglob("*.py"):
            if layer in path.relative_to(app).with_suffix("").parts:
                yield path


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_no_selector_makes_words(app: Path) -> None:
    """Words and templates phrase what a selector returns; `get_language` is a value."""
    texts = {
        f"{path}: {name}"
        for path in modules("selectors")
        if path.is_relative_to(app)
        for name in imported(path)
        if name.startswith(TRANSLATION) and "gettext" in name
    }
    assert texts == set()


QUERIES = {
    "objects",
    "_default_manager",
    "_base_manager",
    "select_related",
    "values_list",
    "in_bulk",
}


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_no_words_query(app: Path) -> None:
    """Selectors fetch, words phrase."""
    queries = {
        f"{path}:{node.lineno}: {node.attr}"
        for path in modules("words")
        if path.is_relative_to(app)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in QUERIES
    }
    assert queries == set()
