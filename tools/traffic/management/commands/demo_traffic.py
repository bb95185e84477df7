"""`manage.py demo_traffic`: bots play on a demo running on this machine, for some minutes or until Ctrl-C."""

import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError
from django.test import Client

from accounts.models.users import State
from casino.models import Participant
from journal.management.english_commands import EnglishCommand
from tables.models import Table
from tools.traffic.bots import Bot, LiveBot, Role, make_bot
from wallet.money.values import BASE_CURRENCY

_TELL_SECONDS = 10.0
_LONGEST, _MOST = 24 * 60, 50
_LIVE_SHARE, _MOST_LIVE = 3, 5
"""One bot in so many sits at a live table, and no more than have a box there."""


class Command(EnglishCommand):
    """Play as players of the demo's history, in new sessions; money moves only at the tables."""

    help = "Play at the demo on this machine with several bots, for some minutes or until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000/")
        parser.add_argument("--players", type=int, default=8)
        parser.add_argument("--minutes", type=float, default=10)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Sign in the bots, let them play, and print their progress."""
        if not settings.DEMO_PROVIDER_ENABLED:
            raise CommandError("Bots play at the demo only: DEMO_PROVIDER_ENABLED is off.")
        if not (1 <= options["players"] <= _MOST and 0 < options["minutes"] <= _LONGEST):
            raise CommandError(f"--players is 1 to {_MOST}, --minutes up to {_LONGEST}.")
        address, over = _address(options["url"]), threading.Event()
        roles = list(choose_roles(options["players"]))
        if not roles:
            raise CommandError(
                "Nobody of the demo's history can play: run `make run` in a new demo."
            )
        bots = [make_bot(address, role, number, over) for number, role in enumerate(roles)]
        self._play(bots, over, time.monotonic() + options["minutes"] * 60)

    def _play(self, bots: Sequence[Bot | LiveBot], over: threading.Event, until: float) -> None:
        for bot in bots:
            bot.start()
        try:
            while time.monotonic() < until and any(bot.is_alive() for bot in bots):
                bots[0].join(min(_TELL_SECONDS, max(until - time.monotonic(), 0)))
                self._tell(bots)
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        finally:
            over.set()
        for bot in bots:
            bot.join()
        self._tell(bots)
        if why := next((bot.why for bot in bots if not bot.rounds and bot.why), ""):
            raise CommandError(f"A bot could not play: {why}")

    def _tell(self, bots: Sequence[Bot | LiveBot]) -> None:
        playing = sum(bot.is_alive() for bot in bots)
        self.stdout.write(f"{playing} bots play, {sum(bot.rounds for bot in bots)} rounds")


def _address(url: str) -> tuple[str, int]:
    """Return the demo's host and port. Raises CommandError for any other machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        here = False
    if parts.scheme != "http" or not here:
        raise CommandError(
            f"Bots play at this machine only: {url} is not http at a loopback address."
        )
    return host, parts.port or 80


def choose_roles(count: int) -> Iterator[Role]:
    """Sign in players of the history who may play: some at a live table, the others at their private ones."""
    found = Participant.objects.filter(
        player__email__endswith="@history.example",
        player__state=State.ACTIVE,
        place__table__status=Table.Status.OPEN,
    ).select_related("player", "place__table")
    found = found.order_by("player__email")
    live = found.filter(place__player=None, currency=BASE_CURRENCY)
    together = list(live[: min(count // _LIVE_SHARE, _MOST_LIVE)])
    for box, participant in enumerate(together, 1):
        yield _sign_in(participant, box)
    for participant in found.exclude(place__player=None)[: count - len(together)]:
        yield _sign_in(participant)


def _sign_in(participant: Participant, box: int = 0) -> Role:
    client, name = Client(), settings.SESSION_COOKIE_NAME
    client.force_login(participant.player)
    return Role(participant.place.table.slug, {name: client.cookies[name].value}, box)
