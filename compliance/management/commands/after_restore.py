"""`manage.py after_restore`: prepares a restored installation for its release."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from blackjack.public_log import line_hash, read_line
from blackjack.strict_json import MalformedError
from compliance.restores.services.preparing import LogHead, newest_record_time, prepare_release
from journal.management.english_commands import EnglishCommand
from restores.models import Preparation
from restores.refusals import NothingToPrepare
from restores.services.watching import close_by_hand


class Command(EnglishCommand):
    """End all play, retire open shoes and list payments to compare; two people then release the installation."""

    help = (
        "After a restore: cancel open rounds, retire open shoes, list payments to compare with the"
        " providers. Play stays closed until two people release it at /staff/restores/."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--public-log",
            type=Path,
            metavar="FILE",
            help="a mirror of the public log, as JSON lines: the log goes on after its last line",
        )
        parser.add_argument(
            "--close",
            metavar="REASON",
            help="close the installation first, for a restore that it has not detected",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["close"]:
            close_by_hand({"reason": options["close"]})
        head = _read_head(options["public_log"]) if options["public_log"] else None
        known = newest_record_time()
        try:
            self._report(prepare_release(head))
        except NothingToPrepare as error:
            raise CommandError(
                "The installation is open. If it was restored, run: after_restore --close REASON"
            ) from error
        self.stdout.write(f"The records end at {known:%Y-%m-%d %H:%M:%S} UTC." if known else "")

    def _report(self, done: Preparation) -> None:
        self.stdout.write(f"{done.rounds} rounds cancelled, their stakes returned")
        self.stdout.write(f"{done.wagers} bets for the next deal returned")
        self.stdout.write(f"{done.shoes} shoes retired, new ones announced")
        self.stdout.write(f"{len(done.payments)} payments to compare with their providers")
        for line in done.payments:
            self.stdout.write("  " + ", ".join(f"{key} {value}" for key, value in line.items()))
        self.stdout.write("Two people release the installation at /staff/restores/.")


def _read_head(path: Path) -> LogHead:
    try:
        text = path.read_text(encoding="utf-8").splitlines()[-1]
        line = read_line(json.loads(text), "line")
    except (OSError, ValueError, IndexError, MalformedError) as error:
        raise CommandError(f"{path} is no mirror of the public log: {error}") from error
    if line_hash(line) != line["hash"]:
        raise CommandError(f"{path}: the last line has been changed")
    return LogHead(int(line["n"]), str(line["hash"]))
