"""References in the documentation: links, files, make targets, commands, tasks, settings, demo logins."""

import importlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.management.commands.demo import PASSWORD, PLAYERS, STAFF

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOP = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._")
TARGETS = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
MADE_AT_RUN_TIME = re.compile(r"^var/|[<*…]")


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def missing_links(page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
    return [link for link in links if ":" not in link and not (page.parent / link).exists()]


def missing_files(page: Path) -> list[str]:
    files = [
        span.partition("::")[0]
        for span in spans(page.read_text())
        if re.fullmatch(rf"(?:{TOP})/[\w./:-]+", span) and not MADE_AT_RUN_TIME.search(span)
    ]
    return [file for file in files if not (ROOT / file).exists()]


def missing_targets(page: Path) -> list[str]:
    named = re.findall(r"(?:`|^)make ([a-z][a-z0-9-]*)", page.read_text(), re.MULTILINE)
    return [target for target in named if target not in TARGETS]


def missing_commands(page: Path) -> list[str]:
    named = re.findall(r"manage\.py ([a-z_]+)|make manage ARGS=\"?([a-z_]+)", page.read_text())
    return sorted({one or other for one, other in named} - set(get_commands()))


def missing_tasks(page: Path) -> list[str]:
    named = re.findall(r"`(\w+\.tasks)\.(\w+)`", page.read_text())
    return [task for module, task in named if not hasattr(importlib.import_module(module), task)]


@pytest.mark.parametrize(
    "missing",
    [missing_links, missing_files, missing_targets, missing_commands, missing_tasks],
)
def test_names_in_documents_exist(missing: Callable[[Path], list[str]]) -> None:
    found = {page.relative_to(ROOT): missing(page) for page in PAGES}
    assert {page: names for page, names in found.items() if names} == {}


_OFF_IN_PRODUCTION = {"DEBUG", "DEMO_PROVIDER_ENABLED"}  # read only to reject them in production


def test_every_setting_is_on_the_page_of_the_configuration() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    code = "".join(path.read_text() for path in (ROOT / "config").rglob("*.py"))
    read = set(re.findall(r"\b_?env(?:\.\w+)?\(\s*[\"']([A-Z_]+)[\"']", code)) - _OFF_IN_PRODUCTION
    launched = {"HOST", "HISTORY_DAYS", "CHROMIUM"}  # read by tools/launch, outside config
    assert told == read | launched


def test_the_demo_logins_are_on_the_first_page() -> None:
    page = (ROOT / "README.md").read_text()
    assert set(re.findall(r"[\w.]+@demo\.ligalo", page)) == {*PLAYERS, *STAFF}
    assert f"`{PASSWORD}`" in page
