"""Scopes of registered apps, and the operations that each of them opens."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class AppScope(models.TextChoices):
    """What a player grants to an app."""

    READ = "read", _("See your account")
    PLAY = "play", _("Bet play money")
    PLAY_REAL = "play:real", _("Bet real money")


READING: Final = frozenset(
    {
        "balances",
        "deposits",
        "deposits/<uuid:reference>",
        "history",
        "history/<uuid:round>",
        "history/<uuid:round>/replay",
        "limits",
        "limits/<str:kind>/<str:period>",
        "me",
        "points",
        "points/history",
        "reality-check",
        "session-plan",
        "shoes/<uuid:shoe>/transcript",
        "statement",
        "withdrawals",
        "withdrawals/<uuid:reference>",
    }
)
"""Addresses whose GET needs `read`."""

PLAYING: Final = frozenset(
    {
        "laboratory/tables",
        "live/<slug:table>",
        "live/<slug:table>/answers",
        "live/<slug:table>/bets",
        "live/<slug:table>/bets/withdraw",
        "live/<slug:table>/client-seed",
        "live/<slug:table>/decisions",
        "live/<slug:table>/early-decisions",
        "live/<slug:table>/seals",
        "live/<slug:table>/seals/open",
        "live/<slug:table>/seats",
        "live/<slug:table>/seats/leave",
        "live/<slug:table>/seats/ready",
        "live/<slug:table>/seats/sit-out",
        "live/<slug:table>/stream",
        "live/<slug:table>/waiting-list",
        "live/<slug:table>/waiting-list/leave",
        "rounds",
        "rounds/<uuid:round>",
        "rounds/<uuid:round>/decisions",
        "rounds/<uuid:round>/hints",
        "shoes/<uuid:shoe>/transcript",
        "tables/<slug:table>/client-seed",
        "tables/<slug:table>/position",
        "tables/<slug:table>/shoes",
        "tables/<slug:table>/shoes/change",
    }
)
"""Addresses that need `play`, or `play:real` at a real-money table, with every method: a first look takes the place."""

WITHOUT_TABLE: Final = frozenset({"laboratory/tables"})
"""Addresses of `PLAYING` that are about no single table."""


def list_app_scopes(route: str, method: str) -> list[AppScope]:
    """Return the scopes of which an app needs one to send this; none if no app may. `route` as in `READING`."""
    reads = [AppScope.READ] if route in READING and method in {"GET", "HEAD"} else []
    return [*reads, *([AppScope.PLAY, AppScope.PLAY_REAL] if route in PLAYING else [])]
