"""The Python that runs: its program, its library and each module of its standard library."""

import hashlib
import os
import platform
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_NOT_OURS: Final = frozenset({"__pycache__", "dist-packages", "site-packages"})


def standard_library() -> Path:
    return Path(sysconfig.get_path("stdlib")).resolve()


def programs() -> list[Path]:
    """Return the interpreter's program, and its shared library if it has one."""
    library = Path(
        sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or ""
    )
    shared = [library] if library.suffix != ".a" and library.is_file() else []
    return [Path(sys.executable).resolve(), *shared]


def hash_interpreter() -> dict[str, str]:
    """Return the SHA-256 of each program and of each module or package of the standard library."""
    version = platform.python_version()
    found = {f"{one.name} {version}": _hash_file(one) for one in programs()}
    return {**found, **{name: _hash_module(path) for name, path in _list_modules()}}


def _list_modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(standard_library().iterdir()):
        if path.name not in _NOT_OURS:
            yield path.name, path


def _hash_module(path: Path) -> str:
    """Return the SHA-256 of a file, or over all files of a folder but the compiled ones. Links are followed."""
    if path.is_file():
        return _hash_file(path)
    digest = hashlib.sha256()
    for place, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if name not in _NOT_OURS)
        for file in (Path(place, name) for name in sorted(files)):
            content = _hash_file(file) if file.is_file() else "missing"
            digest.update(f"{content} {file.relative_to(path)}\n".encode())
    return digest.hexdigest()


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
