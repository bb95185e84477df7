"""`manage.py set_gaming_day --zone America/Caracas --start 6 --from 2027-01-01 --reason …`: set the operator's day."""

from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser

from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal
from journal.selectors.gaming_days import read_rules
from reports.services.gaming_days import change_gaming_day


class Command(EnglishCommand):
    """Without --from, print the settings. A change takes effect on a future day and is an event."""

    help = "Show the operator's time zone and gaming day, or change them from a future day on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--zone", help="a name of the tz database, such as America/Caracas")
        parser.add_argument("--start", type=int, help="the hour at which a day begins, 0 to 23")
        parser.add_argument("--from", dest="from_day", type=date.fromisoformat, help="YYYY-MM-DD")
        parser.add_argument("--reason", default="", help="why, for the journal")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Apply a change if a day is given, then print every setting."""
        if options["from_day"] is not None:
            self._change(options)
        for rule in read_rules():
            self.stdout.write(f"from {rule.from_day}: {rule.start_hour:02d}:00 {rule.zone}")

    def _change(self, options: dict[str, Any]) -> None:
        last = read_rules()[-1]
        hour = last.start_hour if options["start"] is None else options["start"]
        try:
            change_gaming_day(
                options["zone"] or last.zone, hour, options["from_day"], reason=options["reason"]
            )
        except Refusal as error:
            raise CommandError(str(error)) from error
