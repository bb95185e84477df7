"""Registered apps in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from api.models import AppConnection, RegisteredApp
from api.values.app_scopes import AppScope
from internals.texts import Text

_MEANINGS: Final[Mapping[AppScope, Text]] = {
    AppScope.READ: _(
        "The app sees your name, your email address, your balances, movements, limits and rounds."
    ),
    AppScope.PLAY: _("The app bets and decides at tables with play money."),
    AppScope.PLAY_REAL: _(
        "The app bets and decides with your balance. It can lose your money while you are not looking."
    ),
}


@dataclass(frozen=True, slots=True)
class ScopeLine:
    """A scope as pages show it."""

    scope: AppScope
    meaning: Text


@dataclass(frozen=True, slots=True)
class AppLine:
    """An app as the back office shows it."""

    app: RegisteredApp
    scopes: Sequence[ScopeLine]
    redirect_uris: Sequence[str]


@dataclass(frozen=True, slots=True)
class ConnectionLine:
    """A connection as its player sees it. `stopped`: the operator has stopped real money for the app."""

    connection: AppConnection
    scopes: Sequence[ScopeLine]
    stopped: bool


def describe_scopes(scopes: Iterable[str]) -> list[ScopeLine]:
    """Return the lines of these scopes, in their order."""
    given = set(scopes)
    return [ScopeLine(one, _MEANINGS[one]) for one in AppScope if one.value in given]


def build_app_line(app: RegisteredApp) -> AppLine:
    """Return the line of an app. Reads `client`."""
    client = app.client
    return AppLine(app, describe_scopes(client.get_scopes()), client.get_redirect_uris())


def build_connection_line(connection: AppConnection) -> ConnectionLine:
    """Return the line of a connection. Reads `app`."""
    real = AppScope.PLAY_REAL.value in connection.scopes
    lines = describe_scopes(connection.scopes)
    return ConnectionLine(connection, lines, real and not connection.app.real_money)
