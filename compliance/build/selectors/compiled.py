"""Compiled files that Python would load instead of their sources, and that differ from them.

Python trusts a compiled file whose header names the source's time and size, or that asks for no comparison. Each such file
is compared with what its source compiles to now.
"""

import hashlib
import importlib.util
import os
import re
import sys
import warnings
from collections.abc import Iterator
from importlib.machinery import SourcelessFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

_TAG: Final = re.escape(sys.implementation.cache_tag or "")
_NAME: Final = re.compile(rf"(.+)\.{_TAG}(?:\.opt-([12]))?\.pyc")
_SKIPPED: Final = frozenset({"var", "tests", "node_modules"})


def find_foreign_code(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each compiled file below a folder that Python would use and its source does not compile to."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _list_compiled(folder)
        if not _is_of_its_source(path)
    }


def _list_compiled(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if one[0] != "." and one not in _SKIPPED)
        if place.endswith("__pycache__"):
            yield from (Path(place, name) for name in sorted(files) if _NAME.fullmatch(name))


def _is_of_its_source(path: Path) -> bool:
    """Return whether the file is what its source compiles to, or one that Python ignores."""
    found = _NAME.fullmatch(path.name)
    source = path.parent.parent / f"{found[1] if found else ''}.py"
    content = path.read_bytes()
    if not source.is_file() or not _would_be_used(content, source):
        return True
    level = int(found[2] or 0) if found else 0
    try:
        # as the import system reads it, without running it
        code = SourcelessFileLoader("compared", str(path)).get_code("compared")
        return code is not None and code == _compile(source, code.co_filename, level)
    except (ImportError, ValueError, EOFError, TypeError, SyntaxError):
        return False


def _would_be_used(content: bytes, source: Path) -> bool:
    if content[:4] != importlib.util.MAGIC_NUMBER:
        return False
    if int.from_bytes(content[4:8], "little"):
        return True  # compared with a hash of the source, or with nothing
    stat = source.stat()
    said = (int.from_bytes(content[8:12], "little"), int.from_bytes(content[12:16], "little"))
    return said == (int(stat.st_mtime) & 0xFFFFFFFF, stat.st_size & 0xFFFFFFFF)


def _compile(source: Path, name: str, level: int) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(source.read_bytes(), name, "exec", dont_inherit=True, optimize=level)
