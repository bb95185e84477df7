"""`manage.py verify_events`: verify the event chain, and the configured rows against their history."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from journal.management.english_commands import EnglishCommand
from journal.models import Check
from journal.services import chaining, configured_rows, heads
from journal.services.checking import Each
from journal.words.findings import describe_finding


class Command(EnglishCommand):
    """Exit status 0 if every link and every row is correct, else 1 with all findings."""

    help = "Verify the chain over events and history, and configured rows against it; exit 1 and name what does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--heads", type=Path, metavar="DIR", help="a copy of the heads' files, compared as well"
        )
        parser.add_argument(
            "--refill",
            action="store_true",
            help="first write the heads that are in no file, from the database: only where no copy of the files is left",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        copy: Path | None = options["heads"]
        if copy is not None and not list(heads.read_lines(copy)):
            raise CommandError(f"There is no line of a head under {copy}.")
        if options["refill"]:
            for head in heads.refill_heads():
                self.stdout.write(f"head {head.n}: written anew")
        chaining.chain_records()
        holds = [self._chain(copy), self._rows()]
        if not all(holds):
            raise CommandError("Not everything holds.")

    def _chain(self, copy: Path | None) -> bool:
        check = chaining.verify_chain(Check.Occasion.DEMAND, copy=copy, each=self._tell("BROKEN"))
        links = check.details["links"]
        if check.passed:
            self.stdout.write(f"{links} links hold.")
        else:
            self.stdout.write(f"The chain of events does not hold; {links} links were read.")
        return check.passed

    def _rows(self) -> bool:
        check = configured_rows.verify_rows(Check.Occasion.DEMAND, each=self._tell("DIFFERS"))
        tables = check.details["tables"]
        if check.passed:
            self.stdout.write(f"The rows of {tables} tables are what their history says.")
        else:
            self.stdout.write("Configured rows do not match their history.")
        return check.passed

    def _tell(self, word: str) -> Each:
        return lambda one: self.stdout.write(f"{word} {describe_finding(one)}")
