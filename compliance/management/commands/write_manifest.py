"""`manage.py write_manifest FILE`: the manifest of a release, without a database."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from compliance.build.selectors.manifest import format_manifest, hash_product_files
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Write the SHA-256 of every file of the product; `verify_build --adopt` takes it into use."""

    help = "Write the manifest of this release to a file, without a database."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own shape of this attribute

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        found = hash_product_files(settings.BASE_DIR)
        options["file"].write_text(format_manifest(found), encoding="utf-8")
        self.stdout.write(f"{options['file']}: {len(found)} files")
