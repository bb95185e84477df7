"""`manage.py play_test_deals`: the test player, which plays a deal of play money every TEST_PLAYER_SECONDS."""

import logging
import signal
import sys
import time
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.management.base import CommandError
from prometheus_client import start_http_server

from accounts.models.users import User
from config.metrics.serving import parse_bind
from config.test_player.measures import FAILURES, REGISTRY, DealFailed
from journal.management.english_commands import EnglishCommand
from journal.services.alive import leave_sign_of_life
from tables.models import Table
from wallet.money.values import PLAY_MONEY

if TYPE_CHECKING:
    from config.test_player.player import TestPlayer

GLANCE: Final = 10.0
"""Seconds between two looks at the table, so that the seat stays taken."""

_NEEDED: Final = ("SITE", "EMAIL", "PASSWORD", "TABLE")
_log = logging.getLogger(__name__)


class Command(EnglishCommand):
    """Plays until SIGTERM or SIGINT. Its metrics are at TEST_PLAYER_METRICS_BIND. One in the whole installation."""

    help = "Play a deal of play money a minute, as a player would, and measure it."

    def handle(self, *_args: Any, **_options: Any) -> None:
        require_settings()
        require_test_account()
        player = make_player()
        try:
            host, port = parse_bind(settings.TEST_PLAYER_METRICS_BIND)
            server, _thread = start_http_server(port, host, REGISTRY)
        except (ValueError, OSError) as error:
            raise CommandError(f"TEST_PLAYER_METRICS_BIND {error}") from error
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        try:
            play_until(stop, player)
        finally:
            server.shutdown()
            server.server_close()


def require_settings() -> None:
    """Raise CommandError for what is not set."""
    missing = [name for name in _NEEDED if not getattr(settings, f"TEST_PLAYER_{name}")]
    if missing:
        names = ", ".join(f"TEST_PLAYER_{name}" for name in missing)
        raise CommandError(f"Set {names} (docs/operations/watching.md)")


def require_test_account() -> None:
    """Raise CommandError unless the account is marked, and the table is a live one for play money only."""
    marked = User.objects.filter(
        email=settings.TEST_PLAYER_EMAIL.lower(), is_staff=False, is_test_account=True
    )
    if not marked.exists():
        raise CommandError(
            f"{settings.TEST_PLAYER_EMAIL} is no account that is marked as a test account"
        )
    table = Table.objects.filter(slug=settings.TEST_PLAYER_TABLE, kind=Table.Kind.LIVE).first()
    if table is None or list(table.currencies) != [PLAY_MONEY]:
        raise CommandError(f"{settings.TEST_PLAYER_TABLE} is no live table for play money only")


def make_player() -> "TestPlayer":
    """Return the player, which knows the product by the client in clients/python alone."""
    clients = str(settings.BASE_DIR / "clients" / "python")
    if clients not in sys.path:
        sys.path.append(clients)
    from config.test_player.player import TestPlayer  # noqa: PLC0415  # needs the path above

    return TestPlayer(
        settings.TEST_PLAYER_SITE,
        settings.TEST_PLAYER_EMAIL,
        settings.TEST_PLAYER_PASSWORD,
        settings.TEST_PLAYER_TABLE,
    )


def play_until(stop: Event, player: "TestPlayer") -> None:
    """Play a deal every TEST_PLAYER_SECONDS until `stop` is set; a failure is counted and the next deal is tried."""
    while not stop.is_set():
        begun = time.monotonic()
        play_one(player)
        leave_sign_of_life()
        while (
            not stop.is_set()
            and (left := begun + settings.TEST_PLAYER_SECONDS - time.monotonic()) > 0
        ):
            stop.wait(min(left, GLANCE))
            player.keep_seat()
            leave_sign_of_life()


def play_one(player: "TestPlayer") -> None:
    """Play one deal and count its failure."""
    try:
        player.play_deal()
    except DealFailed as failure:
        FAILURES.labels(failure.step).inc()
        _log.warning("The test deal failed at the step %s", failure.step, exc_info=True)
        player.forget_session()
