"""Static files: collected again when a file, a package or a setting has changed."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.launch import layout, packages
from tools.launch.console import Console

_STAMP = layout.VAR / "static.sha256"
_COLLECTED = layout.STATIC / "staticfiles.json"  # written last


def ensure(console: Console, collect: Callable[[], object]) -> None:
    """Collect the files if outdated; an interrupted run leaves no stamp."""
    wanted = _fingerprint()
    if _COLLECTED.exists() and _STAMP.exists() and _STAMP.read_text() == wanted:
        return
    _STAMP.unlink(missing_ok=True)
    with console.step("Collecting the static files"):
        collect()
    _STAMP.write_text(wanted)


def _fingerprint() -> str:
    found = hashlib.sha256(sys.version.encode())
    for file in sorted(_sources()):
        found.update(f"{file.relative_to(layout.ROOT)}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def _sources() -> Iterator[Path]:
    for folder in ("static", "config"):
        yield from (
            file
            for file in (layout.ROOT / folder).rglob("*")
            if file.is_file() and file.suffix != ".pyc"
        )
    yield layout.ROOT / packages.RUNTIME
