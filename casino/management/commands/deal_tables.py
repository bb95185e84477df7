"""`manage.py deal_tables`: a dealer of the live tables."""

import signal
from threading import Event
from typing import Any

from casino.live.services.dealers import run_dealer
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Move live tables whose deadline has passed, until SIGTERM or SIGINT. Any number may run, on any machine."""

    help = "Move the live tables whose clocks have run out, until stopped; any number may run."

    def handle(self, *_args: Any, **_options: Any) -> None:
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        run_dealer(stop)
