"""`manage.py check_reports`: compare closed days with the ledger and the rounds."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from journal.management.english_commands import EnglishCommand
from reports.services.checking import LOOKED_AT, FailedCheck, check_reports
from reports.words.findings import LINES, failed_check_text


class Command(EnglishCommand):
    """Prints a line per check; exits 1 and names the first differing rows if any fails."""

    help = "Check the closed days against the ledger; exit 1 and name what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--days`: how many days to recompute."""
        parser.add_argument("--days", type=int, default=LOOKED_AT, help="asked anew, the last ones")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, and fail if anything differs."""
        broken = {one.line: one for one in check_reports(max(1, options["days"]))}
        for code, words in LINES.items():
            found = broken.get(code)
            said = [f"ok     {words}"] if found is None else _broken(found)
            self.stdout.write("\n  ".join(said))
        if broken:
            raise CommandError(f"{len(broken)} of {len(LINES)} lines are broken.")


def _broken(found: FailedCheck) -> list[str]:
    head, *rows = failed_check_text(found)
    return [f"BROKEN {head}", *rows]
