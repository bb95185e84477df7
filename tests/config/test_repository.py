"""Repository conventions that no linter checks."""

import ast
import gettext
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tools.launch.checks import APPS
from tools.launch.client import GENERATED
from tools.launch.layout import ROOT

LISTS = ("requirements", "requirements-dev")
_REGISTRY = re.compile(
    r"pypi\.org|pythonhosted|deb\.debian|npmjs|--(index-url|find-links|trusted-host)"
)
_EXCEPTION = re.compile(r"#\s*(noqa|type: ignore)")
_REASONED = re.compile(
    r"# (noqa: [A-Z]+\d+(, ?[A-Z]+\d+)*|type: ignore\[[a-z-, ]+\])\s+(?![A-Z]+\d)\S"
)
_MADE = {"var", "__pycache__"}  # generated folders
_PICTURES = {".png", ".mo"}


def committed() -> list[Path]:
    """Return every file of the project apart from generated folders, images and compiled catalogues."""
    found: list[Path] = []
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [
            name for name in inside if name not in _MADE and (name[0] != "." or name == ".ci")
        ]
        found += [Path(folder, name) for name in names if Path(name).suffix not in _PICTURES]
    return found


def test_no_conflict_was_committed() -> None:
    marks = re.compile(r"^\s*(<{7}|>{7}) ", re.MULTILINE)
    assert [path for path in committed() if marks.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("name", LISTS)
def test_every_direct_package_has_its_reason(name: str) -> None:
    for line in (ROOT / f"{name}.in").read_text().splitlines():
        if line and not line.startswith(("#", "-r ")):
            assert re.fullmatch(r"[a-z0-9-]+(\[[a-z,-]+\])?([~=<>]=?\S+)?\s+# \S.*", line), line


@pytest.mark.parametrize("name", LISTS)
def test_every_pinned_package_has_hashes(name: str) -> None:
    text = (ROOT / f"{name}.txt").read_text()
    pinned = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE | re.IGNORECASE)[1:]

    assert len(pinned) > 20
    for package in pinned:
        assert re.match(r"[\w.-]+==\S+ \\\n\s+--hash=sha256:[0-9a-f]{64}", package), package[:80]


def test_both_lists_agree() -> None:
    runtime, development = (
        dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / f"{name}.txt").read_text(), re.MULTILINE))
        for name in LISTS
    )

    assert runtime.items() <= development.items()


def test_the_product_runs_without_the_packages_of_development() -> None:
    text = (ROOT / "requirements.txt").read_text()
    pinned = set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))
    owners = packages_distributions()
    foreign = {
        f"{path.relative_to(ROOT)} imports {name}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if not path.is_relative_to(ROOT / "tools" / "benchmarks")  # run by developers only
        for name in imported_when_run(ast.parse(path.read_text()))
        if name in owners
        and not {owner.lower().replace("_", "-") for owner in owners[name]} & pinned
    }

    assert foreign == set()


def imported_when_run(tree: ast.AST) -> Iterator[str]:
    """Yield the top-level packages of all imports outside `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
        yield from imported_when_run(node)


def test_no_file_names_a_registry_or_this_machine() -> None:
    for path in committed():
        if path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            assert not _REGISTRY.search(text), path
            assert str(ROOT) + "/" not in text, path


def test_every_exception_of_the_linter_has_its_reason() -> None:
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    listed = {
        *rules["ignore"],
        *(rule for each in rules["per-file-ignores"].values() for rule in each),
    }
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    reasons = {
        match[1] for line in lines if (match := re.search(r'"([A-Z]+[0-9]*)",?\]?\s+# \S', line))
    }

    assert listed == reasons & listed
    for path, number, line in _exceptions():
        assert _REASONED.search(line), f"{path}:{number}: {line.strip()}"


def _exceptions() -> Iterator[tuple[Path, int, str]]:
    for path in committed():
        if path.suffix == ".py" and path != Path(__file__) and not path.is_relative_to(GENERATED):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if _EXCEPTION.search(line):
                    yield path, number, line


def test_make_alone_lists_every_target() -> None:
    listed = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert "run" in targets
    assert [line.split()[1] for line in listed.splitlines()] == targets


def test_the_launcher_runs_on_an_old_python() -> None:
    source = (ROOT / "tools" / "launch" / "__main__.py").read_text()

    ast.parse(source, feature_version=(3, 7))  # SyntaxError if Python 3.7 cannot parse it
    assert (ROOT / "tools" / "launch" / "__init__.py").read_text() == ""


def test_the_compiled_texts_are_those_of_the_catalogue() -> None:
    catalogues = list((ROOT / "locale").rglob("*.po"))

    assert catalogues
    for catalogue in catalogues:
        with catalogue.with_suffix(".mo").open("rb") as compiled:
            found = gettext.GNUTranslations(compiled)._catalog  # type: ignore[attr-defined]  # no public way to list all messages
        found.pop("", None)
        written = translations(catalogue.read_text())
        assert found == written
        assert len(written) > 50


def translations(text: str) -> dict[str | tuple[str, int], str]:
    """Parse a .po file into a map of message to translation, keyed as gettext keys them.

    Fuzzy and empty entries are left out.
    """
    found: dict[str | tuple[str, int], str] = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#~")]
        fields = _fields(lines)
        if not fields.get("msgid") or any("fuzzy" in line for line in lines if line[:2] == "#,"):
            continue
        context = f"{fields['msgctxt']}\x04" if "msgctxt" in fields else ""
        for field, value in fields.items():
            if value and (plural := re.fullmatch(r"msgstr\[(\d)\]", field)):
                found[context + fields["msgid"], int(plural[1])] = value
            elif value and field == "msgstr":
                found[context + fields["msgid"]] = value
    return found


def _fields(lines: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    field = ""
    for line in lines:
        if match := re.fullmatch(r'(?:(msg\S+) )?(".*")', line):
            field = match[1] or field
            fields[field] = fields.get(field, "") + ast.literal_eval(match[2])
    return fields
