"""Installed packages: every file is hashed again and compared with the RECORD of its package."""

import csv
import hashlib
import json
import os
import re
import sys
import sysconfig
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

from builds.values import PartKind
from compliance.build.selectors.manifest import hash_product_files

_OF_THE_INSTALLER: Final = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"})
"""Files of `*.dist-info` that name the place or time of the installation."""
_LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
_MISSING: Final = "0" * 64


def package_folders() -> list[Path]:
    """Return the folders that packages are imported from: all of `sys.path` but the product and the standard library."""
    own = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    own |= {folder / "lib-dynload" for folder in own}
    code = Path(__file__).resolve().parents[3]
    found = [Path(one).resolve() for one in sys.path if one]
    return [
        one
        for one in dict.fromkeys(found)
        if one.is_dir()
        and one not in own
        and not code.is_relative_to(one)
        and not one.is_relative_to(code / "clients")
    ]


def read_lock(path: Path) -> dict[str, str]:
    """Return the versions of the lock file by normalised name."""
    return {_normalise(name): version for name, version in _LOCKED.findall(path.read_text("utf-8"))}


def _normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


class PackageParts:
    """Parts of the packages in one folder: the packages, and files that should not be there."""

    def __init__(self, folder: Path, locked: Mapping[str, str]) -> None:
        self._folder, self._locked = folder, locked
        self._known: set[str] = set()
        self.parts: dict[str, dict[str, str]] = {}
        for one in distributions(path=[str(folder)]):
            self._add_package(one)
        for path in self._find_strays():
            self._add(PartKind.STRAY, path, _hash_file(folder / path))

    def _add(self, kind: PartKind, name: str, digest: str) -> None:
        self.parts.setdefault(kind, {})[name] = digest

    def _add_package(self, package: Distribution) -> None:
        name, digest = _normalise(package.name), hashlib.sha256()
        for path, said in sorted(_read_record(package)):
            found = self._verify(path, said)
            if not _is_of_the_installer(path):
                digest.update(f"{found} {_place(path)}\n".encode())
        title = f"{name} {package.version}"
        self._add(PartKind.PACKAGE, title, digest.hexdigest())
        if self._locked.get(name) != package.version:
            self._add(PartKind.UNLOCKED, title, _hash_text(self._locked.get(name, "")))
        if (source := _find_editable(package)) is not None:
            self._add(PartKind.EDITABLE, title, _hash_folder(source))

    def _verify(self, path: str, said: str) -> str:
        """Return the SHA-256 of a file of a package; scripts without their first line, which names the interpreter's place."""
        file = Path(os.path.normpath(self._folder / path))
        self._known.add(str(file))
        if not said:  # RECORD itself, and files compiled by the installer
            return _hash_file(file) if path.endswith("RECORD") else ""
        content = file.read_bytes() if file.is_file() else None
        found = hashlib.sha256(content).hexdigest() if content is not None else _MISSING
        if found != urlsafe_b64decode(f"{said.partition('=')[2]}=").hex():
            self._add(PartKind.ALTERED, _place(path), found)
        is_script = content is not None and path.startswith("..") and content.startswith(b"#!")
        return (
            hashlib.sha256(content.partition(b"\n")[2]).hexdigest()
            if is_script and content
            else found
        )

    def _find_strays(self) -> Iterator[str]:
        """Yield files that no RECORD names. Compiled ones beside a source are verified by themselves."""
        for place, folders, files in os.walk(self._folder):
            is_cache = place.endswith("__pycache__")
            folders.sort()
            for name in sorted(files):
                path = os.path.join(place, name)  # noqa: PTH118  # for each of tens of thousands of files
                if path not in self._known and not (is_cache and name.endswith(".pyc")):
                    yield os.path.relpath(path, self._folder)


def _read_record(package: Distribution) -> Iterator[tuple[str, str]]:
    """Yield paths and hashes. A package without a RECORD has no line: all of its files are strays."""
    for line in csv.reader((package.read_text("RECORD") or "").splitlines()):
        if line:
            yield line[0], line[1]


def _is_of_the_installer(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    is_metadata = folder.endswith(".dist-info") and name in _OF_THE_INSTALLER
    return is_metadata or path.endswith(".pyc")


def _place(path: str) -> str:
    """Return a path without the way out of the folder, which depends on the installation."""
    return re.sub(r"^(\.\./)+", "", path)


def _find_editable(package: Distribution) -> Path | None:
    told = json.loads(package.read_text("direct_url.json") or "{}")
    if not told.get("dir_info", {}).get("editable"):
        return None
    return Path(str(told["url"]).removeprefix("file://"))


def _hash_folder(folder: Path) -> str:
    files = hash_product_files(folder) if folder.is_dir() else {}
    return _hash_text(json.dumps(files, sort_keys=True))


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
