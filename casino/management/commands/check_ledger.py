"""`manage.py check_ledger`: the reconciliation by hand and by schedule."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.selectors.reconciliation import names_of_lines
from casino.services.reconciliation import check_ledger


class Command(BaseCommand):
    """Exits 0 with a line for each line that holds, 1 naming the first rows that break one.

    It stands here and not in the wallet because two lines tie the ledger to the game's rounds.
    """

    help = "Check every line of the ledger; exit 1 and name the first rows that break one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check, tell, and fail if anything is broken."""
        broken = {line.line: line for line in check_ledger()}
        names = names_of_lines()
        for name in names:
            self.stdout.write(f"BROKEN {broken[name]}" if name in broken else f"ok     {name}")
        if broken:
            raise CommandError(f"{len(broken)} of {len(names)} lines of the ledger are broken.")
