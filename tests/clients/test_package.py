"""The client as its users install it: the wheel, what it needs, what it holds."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from email.message import Message
from email.parser import Parser
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

from ligalo_client import Ligalo
from ligalo_client.client import VERSION
from tests.clients.values import SCHEMAS
from tests.config.test_repository import imported_when_run
from tools.launch.client import DOCUMENT, FOLDER, GENERATED, build_wheel, compare_code, read_tree
from tools.launch.console import Console
from tools.launch.layout import ROOT

PACKAGE = FOLDER / "ligalo_client"


def build(target: Path) -> ZipFile:
    """Return the wheel that `make client` builds."""
    assert build_wheel(Console(), [str(target)]) == 0
    (built,) = target.iterdir()
    return ZipFile(built)


@pytest.mark.programs
def test_the_wheel_holds_the_package_and_needs_httpx_and_attrs_alone(tmp_path: Path) -> None:
    wheel = build(tmp_path / "wheel")
    sources = {f"ligalo_client/{name}" for name in read_tree(PACKAGE)}
    held = set(wheel.namelist())
    assert sources | {"ligalo_client/py.typed"} <= held
    information = f"ligalo_client-{VERSION}.dist-info"
    assert {name.partition("/")[0] for name in held} == {"ligalo_client", information}

    metadata = read_metadata(wheel)
    assert metadata.get_payload() == (FOLDER / "README.md").read_text()
    assert (metadata["Name"], metadata["Version"]) == ("ligalo-client", VERSION)
    assert not {"Author", "License", "License-Expression"} & set(metadata.keys())
    required = metadata.get_all("Requires-Dist") or []
    always = {re.split(r"[<>=]", one)[0] for one in required if "extra ==" not in one}
    assert always == {"attrs", "httpx"}

    installed = tmp_path / "installed"
    wheel.extractall(installed)
    program = f"import sys; sys.path.insert(0, {str(installed)!r}); import ligalo_client; print(ligalo_client.__file__)"
    isolated = [sys.executable, "-I", "-c", program]
    said = subprocess.run(isolated, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert said.stdout.startswith(str(installed))


def read_metadata(wheel: ZipFile) -> Message:
    text = wheel.read(f"ligalo_client-{VERSION}.dist-info/METADATA").decode()
    return Parser().parsestr(text)


def test_the_package_imports_httpx_and_attrs_alone() -> None:
    owners = packages_distributions()
    foreign = {
        name
        for path in PACKAGE.rglob("*.py")
        for name in imported_when_run(ast.parse(path.read_text()))
        if name in owners and name != "ligalo_client"
    }
    assert {owner for name in foreign for owner in owners[name]} == {"attrs", "httpx"}


def test_imports_of_the_readme_exist() -> None:
    text = (FOLDER / "README.md").read_text()
    blocks = [ast.parse(one) for one in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]
    asked = {
        (node.module, name.name)
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    }
    assert len(asked) > 3
    assert [one for one in asked if not hasattr(import_module(one[0]), one[1])] == []


def test_the_generated_part_has_every_operation_and_model() -> None:
    text = DOCUMENT.read_text()
    operations = set(re.findall(r'"operationId": "(\w+)"', text))
    assert len(operations) > 60
    assert {name for name in operations if not callable(getattr(Ligalo, name, None))} == set()
    models = {path.stem for path in (GENERATED / "models").glob("*.py")}
    assert len(models) >= len(SCHEMAS)


def test_the_check_finds_missing_changed_and_added_files(tmp_path: Path) -> None:
    made = Path(shutil.copytree(GENERATED, tmp_path / "made"))
    assert compare_code(Console(), made) == 0
    for change in (
        made / "models" / "money.py",
        made / "models" / "of_next_year.py",
    ):
        before = change.read_bytes() if change.exists() else None
        change.write_text("")
        assert compare_code(Console(), made) == 1
        change.unlink() if before is None else change.write_bytes(before)
    (made / "client.py").unlink()
    assert compare_code(Console(), made) == 1


def test_the_versions_agree() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    product = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == product["version"] == VERSION


def test_every_generated_change_takes_a_key_of_its_own() -> None:
    """The idempotency key is never a required argument."""
    keyed = [
        path
        for path in (GENERATED / "api").rglob("*.py")
        if "idempotency_key: str | None = None" in path.read_text()
    ]
    assert len(keyed) == DOCUMENT.read_text().count('"name": "Idempotency-Key"')
