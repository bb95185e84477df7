"""The build that is here now: everything that is hashed, by kind and name."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings

from builds.values import PartKind
from compliance.build.selectors.catalogue import hash_database_parts
from compliance.build.selectors.compiled import find_foreign_code
from compliance.build.selectors.configured import hash_settings
from compliance.build.selectors.interpreter import hash_interpreter
from compliance.build.selectors.manifest import hash_product_files
from compliance.build.selectors.packages import PackageParts, package_folders, read_lock

Parts = dict[str, dict[str, str]]
Report = Callable[[int, int], object]
"""Is told how many of the steps are done, and how many there are."""
_LOCK: Final = "requirements.txt"


def find_release_parts(report: Report = lambda _done, _all: None) -> Parts:
    """Return what a release consists of, without a database: files, packages, interpreter."""
    return _run(list(_steps_of_a_release()), report)


def find_build(report: Report = lambda _done, _all: None) -> Parts:
    """Return everything of the build that is here now. About five queries."""
    return _run([*_steps_of_a_release(), _find_settings, hash_database_parts], report)


def _run(steps: list[Callable[[], Mapping[str, Mapping[str, str]]]], report: Report) -> Parts:
    parts: Parts = {}
    for n, step in enumerate(steps):
        report(n, len(steps))
        for kind, found in step().items():
            parts.setdefault(kind, {}).update(found)
    return {kind: found for kind, found in parts.items() if found}


def _steps_of_a_release() -> Iterator[Callable[[], Mapping[str, Mapping[str, str]]]]:
    root = Path(settings.BASE_DIR)
    lock = root / _LOCK
    locked = read_lock(lock) if lock.is_file() else {}
    yield lambda: {PartKind.FILE: hash_product_files(root)}
    yield partial(_find_compiled, root)
    yield lambda: {PartKind.INTERPRETER: hash_interpreter()}
    for folder in package_folders():
        yield partial(_find_packages, folder, locked)
        yield partial(_find_compiled, folder)


def _find_packages(folder: Path, locked: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    return PackageParts(folder, locked).parts


def _find_compiled(folder: Path) -> Mapping[str, Mapping[str, str]]:
    return {PartKind.COMPILED: find_foreign_code(folder)}


def _find_settings() -> Mapping[str, Mapping[str, str]]:
    return {PartKind.SETTING: hash_settings()}
