"""`manage.py write_manifest FILE`: the manifest of a release, without a database."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from builds.values import PartKind
from compliance.build.selectors.found_build import find_release_parts
from compliance.build.selectors.manifest import format_manifest
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Write the SHA-256 of every file, package and part of the interpreter; `verify_build --register` compares with it."""

    help = "Write the manifest of this release to a file, without a database."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own shape of this attribute

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        found = find_release_parts()
        options["file"].write_text(format_manifest(found), encoding="utf-8")
        files, packages = len(found[PartKind.FILE]), len(found.get(PartKind.PACKAGE, {}))
        self.stdout.write(f"{options['file']}: {files} files, {packages} packages")
