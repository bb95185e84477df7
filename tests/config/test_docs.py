"""What the documents name exists: links, files, make targets, commands, tasks, settings and demo logins."""

import importlib
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.management.commands.demo import PASSWORD, PLAYERS, STAFF

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOP = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._")
MADE_AT_RUN_TIME = re.compile(r"^var/|[<*…]")
each_page = pytest.mark.parametrize(
    "page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES]
)


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


@each_page
def test_relative_links_exist(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
    missing = [link for link in links if ":" not in link and not (page.parent / link).exists()]
    assert missing == []


@each_page
def test_named_files_exist(page: Path) -> None:
    files = [
        span.partition("::")[0]
        for span in spans(page.read_text())
        if re.fullmatch(rf"(?:{TOP})/[\w./:-]+", span) and not MADE_AT_RUN_TIME.search(span)
    ]
    assert [file for file in files if not (ROOT / file).exists()] == []


@each_page
def test_named_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z][a-z-]*)", page.read_text(), re.MULTILINE))
    assert named <= targets


@each_page
def test_named_commands_exist(page: Path) -> None:
    named = re.findall(r"manage\.py ([a-z_]+)|make manage ARGS=\"?([a-z_]+)", page.read_text())
    assert {one or other for one, other in named} <= set(get_commands())


@each_page
def test_named_tasks_exist(page: Path) -> None:
    for module, task in re.findall(r"`(\w+\.tasks)\.(\w+)`", page.read_text()):
        assert hasattr(importlib.import_module(module), task), task


_OFF_IN_PRODUCTION = {"DEBUG", "DEMO_PROVIDER_ENABLED"}  # read only to refuse them there


def test_every_setting_is_on_the_page_of_the_configuration() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    code = "".join(path.read_text() for path in (ROOT / "config").rglob("*.py"))
    read = set(re.findall(r"\benv(?:\.\w+)?\(\s*[\"']([A-Z_]+)[\"']", code)) - _OFF_IN_PRODUCTION
    launched = {"HOST", "HISTORY_DAYS", "CHROMIUM"}  # read by launch, which stands alone
    assert told == read | launched


def test_the_demo_logins_are_on_the_first_page() -> None:
    page = (ROOT / "README.md").read_text()
    assert set(re.findall(r"[\w.]+@demo\.ligalo", page)) == {*PLAYERS, *STAFF}
    assert f"`{PASSWORD}`" in page
