"""`manage.py check_ledger`: the reconciliation by hand and by schedule."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from wallet.reconciliation import broken_lines, lines


class Command(BaseCommand):
    """Exits 0 with a line for each line that holds, 1 naming the first rows that break one."""

    help = "Check every line of the ledger; exit 1 and name the first rows that break one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check, tell, and fail if anything is broken."""
        broken = {line.line: line for line in broken_lines()}
        for name in lines():
            self.stdout.write(f"BROKEN {broken[name]}" if name in broken else f"ok     {name}")
        if broken:
            raise CommandError(f"{len(broken)} of {len(lines())} lines of the ledger are broken.")
