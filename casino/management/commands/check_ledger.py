"""`manage.py check_ledger`: the reconciliation by hand and by schedule."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.selectors.reconciliation import names_of_lines
from casino.services.reconciliation import check_ledger
from wallet.reconciliation import BrokenLine


class Command(BaseCommand):
    """Exits 0 with a line for each line that holds, 1 naming the first rows that break one.

    It stands here and not in the wallet because two lines tie the ledger to the game's rounds.
    """

    help = "Check every line of the ledger; exit 1 and name the first rows that break one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --json."""
        parser.add_argument("--json", action="store_true", help="one JSON object at the end")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, tell each line as it is checked, and fail if anything is broken."""
        found: list[BrokenLine] = []

        def tell(line: BrokenLine) -> None:
            found.append(line)
            said = f"BROKEN {line}" if line.rows else f"ok     {line.line}"
            (self.stderr if options["json"] else self.stdout).write(said)

        broken = check_ledger(tell)
        if options["json"]:
            lines = [
                {"line": one.line, "rows": one.rows, "first": list(one.first)} for one in found
            ]
            self.stdout.write(
                json.dumps({"passed": not broken, "lines": lines}, ensure_ascii=False)
            )
        if broken:
            raise CommandError(
                f"{len(broken)} of {len(names_of_lines())} lines of the ledger are broken."
            )
