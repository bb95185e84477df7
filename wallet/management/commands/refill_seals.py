"""`manage.py refill_seals`: rewrite seals that were lost outside the database."""

from typing import Any

from journal.management.english_commands import EnglishCommand
from wallet.ledger.services.seals import refill_seal_files


class Command(EnglishCommand):
    """Print the blocks written; an event records them."""

    help = (
        "Write the seals that are in no file under LEDGER_SEALS, from the database. Only where no copy of the files"
        " is left: what a copy has, bring back from there, and check_ledger --seals compares it."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        written = refill_seal_files()
        for seal in written:
            self.stdout.write(f"block {seal.number}: written anew")
        self.stdout.write(f"{len(written)} blocks were in no file.")
