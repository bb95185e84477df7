"""Layer rules that import-linter cannot check."""

import ast
from collections import defaultdict
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
    """Words and templates phrase what a selector returns. `get_language` returns a value and is allowed."""
    texts = {
        f"{path}: {name}"
        for path in modules("selectors")
        if path.is_relative_to(app)
        for name in imported(path)
        if name.startswith(TRANSLATION) and "gettext" in name
    }
    assert texts == set()


def test_packages_of_sql_hold_no_code() -> None:
    """The contracts leave these packages out."""
    assert {path for path in modules("sql") if path.name != "__init__.py"} == set()


OF_VIEWS = {"django.http.HttpRequest", "django.urls.reverse", "django.urls.reverse_lazy"}
BELOW_VIEWS = ("models", "values", "selectors", "services", "words")


@pytest.mark.parametrize("layer", BELOW_VIEWS)
def test_nothing_below_views_takes_a_request_or_builds_an_address(layer: str) -> None:
    """A page and an API must be able to share these layers."""
    found = {
        f"{path}: {name}" for path in modules(layer) for name in imported(path) if name in OF_VIEWS
    }
    assert found == set()


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
    """Selectors query, words phrase."""
    queries = {
        f"{path}:{node.lineno}: {node.attr}"
        for path in modules("words")
        if path.is_relative_to(app)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in QUERIES
    }
    assert queries == set()


# Value types of the engine share names with the models that store them (`deal.Deal`,
# `models.Deal`). Django finds a `Command` by its module.
SHARED = {"Bet", "Deal", "Shoe", "Command"}


def test_a_class_has_a_name_of_its_own() -> None:
    """`tools` is left out: no app imports it."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for app in APPS:
        for path in app.rglob("*.py"):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and app.name != "tools":
                    places[node.name].append(str(path))
    taken = {name: at for name, at in places.items() if len(at) > 1 and not name.startswith("_")}
    assert {name: at for name, at in taken.items() if name not in SHARED | {"Migration"}} == {}
