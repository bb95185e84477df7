"""Manifest of a release: one line per file with its SHA-256, in the format of `sha256sum --check`.

Parts that are no files of the product stand in lines that `sha256sum` takes for comments: "# package SHA-256  name".
"""

import hashlib
import os
import re
from collections.abc import Iterator
from importlib import machinery
from pathlib import Path
from typing import Final

from builds.values import OF_A_RELEASE, Entries, PartKind
from journal.values.findings import make_finding
from journal.words.findings import describe_finding

_NO_PRODUCT: Final = frozenset({"clients", "docs", "tests", "var", "__pycache__"})
"""Folders that are not part of the product, in addition to hidden ones; their names are no modules."""

_FILES: Final = ("RELEASES", "pyproject.toml", "requirements.txt")
_LINE: Final = re.compile(r"(?:# ([a-z]+) )?([0-9a-f]{64})  (\S.*)")


class ManifestUnreadable(Exception):
    """The manifest is missing or invalid; `finding` says which."""

    def __init__(self, code: str, path: Path, error: OSError | None = None) -> None:
        why = {"why": error.strerror} if error else {}
        self.finding = make_finding(code, file=str(path), **why)
        super().__init__(code)

    def __str__(self) -> str:
        return describe_finding(self.finding)


def list_product_files(root: Path) -> Iterator[str]:
    """Yield the path of every product file relative to `root`, in a fixed order, without compiled files.

    Includes everything Python could import from there: an added module could shadow another.
    """
    with os.scandir(root) as found:
        there = sorted(found, key=lambda one: one.name)
    yield from (one.name for one in there if not one.is_dir() and _counts(one.name))
    for folder in there:
        if folder.is_dir() and folder.name[0] != "." and folder.name not in _NO_PRODUCT:
            yield from _under(root, folder)


def _counts(name: str) -> bool:
    return name in _FILES or name.endswith(tuple(machinery.all_suffixes()))


def _under(root: Path, top: os.DirEntry[str]) -> Iterator[str]:
    if top.is_symlink():
        yield top.name
        return
    for place, folders, files in os.walk(top.path):
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name != "__pycache__" and name not in links)
        for name in sorted([*files, *links]):
            yield (Path(place) / name).relative_to(root).as_posix()


def hash_product_files(root: Path) -> dict[str, str]:
    """Return the SHA-256 of every product file by path; for a symbolic link, the SHA-256 of its target path."""
    return {name: _digest(root / name) for name in list_product_files(root)}


def _digest(path: Path) -> str:
    if path.is_symlink():
        return hashlib.sha256(f"link to {path.readlink()}".encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def format_manifest(parts: Entries) -> str:
    """Return the text of a manifest: files first, then the other parts."""
    return "".join(
        f"{'' if kind == PartKind.FILE else f'# {kind} '}{digest}  {name}\n"
        for kind in OF_A_RELEASE
        for name, digest in sorted(parts.get(kind, {}).items())
    )


def read_manifest(path: Path) -> dict[str, dict[str, str]]:
    """Parse a manifest. Raises ManifestUnreadable."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ManifestUnreadable("manifest_missing", path) from error
    except OSError as error:
        raise ManifestUnreadable("manifest_unread", path, error) from error
    except UnicodeDecodeError as error:
        raise ManifestUnreadable("no_manifest", path) from error
    lines = [_LINE.fullmatch(line) for line in text.splitlines()]
    if not lines or None in lines:
        raise ManifestUnreadable("no_manifest", path)
    parts: dict[str, dict[str, str]] = {}
    for line in lines:
        if line:
            parts.setdefault(_read_kind(line[1], path), {})[line[3]] = line[2]
    return parts


def _read_kind(word: str | None, path: Path) -> PartKind:
    if word not in {None, *OF_A_RELEASE}:
        raise ManifestUnreadable("no_manifest", path)
    return PartKind(word or PartKind.FILE)
