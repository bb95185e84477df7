"""`manage.py check_ledger`: reconciliation of the ledger, by hand or on a schedule."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from casino.reconciliation.selectors.lines import list_line_names
from casino.reconciliation.services import check_ledger
from journal.management.english_commands import EnglishCommand
from wallet.ledger.selectors.reconciliation import BrokenLine
from wallet.ledger.services.seal_files import written_blocks


class Command(EnglishCommand):
    """Check every line of the ledger: exit code 0 if all hold, else 1 with the first rows that break one.

    Part of `casino` because some lines compare the ledger with rounds.
    """

    help = "Check every line of the ledger; exit 1 and name the first rows that break one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object at the end")
        parser.add_argument(
            "--seals", type=Path, metavar="DIR", help="a copy of the seals' files, compared as well"
        )
        parser.add_argument(
            "--since-proved",
            action="store_true",
            help="read only what came since a check of everything passed, as the hourly one does",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        found: list[BrokenLine] = []
        copy: Path | None = options["seals"]
        if copy is not None and not written_blocks(copy):
            raise CommandError(f"There is no line of a seal under {copy}.")

        def tell(line: BrokenLine) -> None:
            found.append(line)
            said = f"BROKEN {line}" if line.rows else f"ok     {line.line}"
            told = self.stderr if options["json"] else self.stdout
            told.write(said)
            for row in line.accepted:
                told.write(f"accepted {line.line}: {row}")

        since_proved: bool = options["since_proved"]
        broken = check_ledger(tell, copy, since_proved=since_proved)
        if options["json"]:
            lines = [
                {
                    "line": one.line,
                    "rows": one.rows,
                    "first": list(one.first),
                    "accepted": list(one.accepted),
                }
                for one in found
            ]
            self.stdout.write(
                json.dumps({"passed": not broken, "lines": lines}, ensure_ascii=False)
            )
        if broken:
            raise CommandError(
                f"{len(broken)} of {len(list_line_names(since_proved=since_proved))} lines of the ledger are broken."
            )
