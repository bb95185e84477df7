"""`manage.py deal_tables`: dealer process of the live tables."""

import signal
from threading import Event
from typing import Any

import psycopg

from casino.live.services.dealers import run_dealer
from internals.postgresql.direct import direct_parameters
from journal.management.english_commands import EnglishCommand
from journal.services.heartbeats import DEALER, RegularHeartbeat
from push.listening import Listener
from restores.services.watching import try_watch_server


class Command(EnglishCommand):
    """Advance live tables whose deadline has passed, until SIGTERM or SIGINT. Any number may run, on any machine."""

    help = "Move the live tables whose clocks have run out, until stopped; any number may run."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.check(tags=["release"], databases=["default"])
        stop = Event()
        try_watch_server()  # the dealer's loop waits while the installation is closed
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        heartbeat = RegularHeartbeat(DEALER)
        with Listener(direct_parameters()) as listener:

            def wait(seconds: float) -> None:
                heartbeat.write_if_due()
                try:
                    listener.wait(seconds)
                except psycopg.Error:
                    stop.wait(seconds)  # the dealer's own connection reports the failure

            run_dealer(stop, wait)
