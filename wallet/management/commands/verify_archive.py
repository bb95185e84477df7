"""`manage.py verify_archive`: compare the archive with its records, and old blocks with their seals."""

from typing import Any

from django.core.management.base import CommandError

from journal.management.english_commands import EnglishCommand
from wallet.archive.models import ArchivedMonth
from wallet.archive.services.verifying import verify_archive


class Command(EnglishCommand):
    """Print what is wrong; exit 1 if anything is."""

    help = "Read every file of the archive: digests, sums, carried balances, and the sealed blocks of detached months."

    def handle(self, *_args: Any, **_options: Any) -> None:
        findings = verify_archive()
        if findings:
            raise CommandError("\n".join(map(str, findings)))
        self.stdout.write(f"{ArchivedMonth.objects.count()} months are as they were archived.")
