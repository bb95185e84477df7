"""A small installation to verify: a product of two files, a package and an interpreter, in a folder of the test."""

import csv
import hashlib
import sys
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest

from accounts.roles.values import Role
from builds.models import BuildManifest
from builds.values import PartKind
from compliance.build.selectors import interpreter, packages
from compliance.build.selectors.differences import compare_parts
from compliance.build.services.acceptance import decide_acceptance, propose_acceptance
from compliance.build.services.registration import register_build, store_build
from journal.models import Check
from journal.values.findings import make_finding
from tests.accounts.staff import staff

__all__ = ("small_installation",)  # a fixture


@pytest.fixture
def small_installation(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, profile: Any
) -> Path:
    """Return the folder with `product`, `packages` and `python`; nothing is accepted, and no own build is."""
    monkeypatch.setattr(sys, "pycache_prefix", None)  # compiled files lie beside their sources
    root = tmp_path / "product"
    (root / "casino" / "__pycache__").mkdir(parents=True)
    (root / "casino" / "dealing.py").write_text("cards = 52\n")
    (root / "casino" / "__pycache__" / "dealing.pyc").write_text("compiled")
    (root / "manage.py").write_text("run()\n")
    (root / "pyproject.toml").write_text('[project]\nversion = "9.9.9"\n')
    (root / "requirements.txt").write_text("shuffle==1.0 \\\n    --hash=sha256:00\n")
    settings.BASE_DIR, settings.BUILD_MANIFEST = root, tmp_path / "release.txt"
    install(tmp_path / "packages", "shuffle", "1.0", {"shuffle/__init__.py": "riffle = 7\n"})
    library = tmp_path / "python"
    (library / "json").mkdir(parents=True)
    (library / "json" / "__init__.py").write_text("loads = eval\n")
    (library / "python3").write_text("the interpreter")
    monkeypatch.setattr(packages, "package_folders", lambda: [tmp_path / "packages"])
    monkeypatch.setattr(
        "compliance.build.selectors.found_build.package_folders", packages.package_folders
    )
    monkeypatch.setattr(interpreter, "standard_library", lambda: library)
    monkeypatch.setattr(interpreter, "programs", lambda: [library / "python3"])
    profile(own_build_accepted=False)
    return tmp_path


def install(folder: Path, name: str, version: str, files: dict[str, str]) -> None:
    """Install a package as pip does: its files, and a RECORD with their hashes."""
    info = f"{name}-{version}.dist-info"
    files = {**files, f"{info}/METADATA": f"Name: {name}\nVersion: {version}\n"}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    with (folder / info / "RECORD").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerows((path, f"sha256={_hash(text)}", len(text)) for path, text in files.items())
        lines.writerow((f"{info}/RECORD", "", ""))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def accept_build(proposer: Any, decider: Any) -> BuildManifest:
    """Register what is here now, and accept it by two people."""
    made = register_build()
    asked = propose_acceptance(made.pk, acting_user=proposer, reason="release 9.9.9")
    decide_acceptance(asked.pk, approved=True, acting_user=decider, reason="compared")
    return made


def show_a_build() -> BuildManifest:
    """Store a build with a proposal to accept it, and a check that found differences, as pages show them."""
    made = store_build(
        {PartKind.FILE: {"manage.py": "0" * 64}, PartKind.STRAY: {"a.pth": "0" * 64}}
    )
    propose_acceptance(made.pk, acting_user=staff(Role.OPERATOR), reason="release 9.9.9")
    found = [*compare_parts(made.entries, {}), make_finding("build_not_accepted")]
    details = {"files": 1, "packages": 0, "rules": 5, "milliseconds": 7}
    Check.objects.create(
        kind=Check.Kind.BUILD,
        occasion=Check.Occasion.DEMAND,
        passed=False,
        findings=found,
        details=details,
    )
    return made
