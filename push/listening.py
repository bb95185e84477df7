"""LISTEN for announced versions, on a dedicated connection."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Final, Self

import psycopg
from psycopg import sql

from push.notifier import CHANNEL

_KNOWN: Final = ("dbname", "user", "password", "host", "port", "options", "connect_timeout")
GATHER_SECONDS: Final = 0.1
"""Announcements that follow the first so soon wake a waiting process only once."""

_LISTEN: Final = sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL))


async def listen(parameters: Mapping[str, Any], announce: Callable[[int, int], None]) -> None:
    """Call `announce` for every notified version. Raises `psycopg.Error` when the connection is lost.

    `parameters` are those of Django's connection.
    """
    connection = await psycopg.AsyncConnection.connect(**_own(parameters), autocommit=True)
    async with connection:
        await connection.execute(_LISTEN)
        async for notice in connection.notifies():
            place, version = notice.payload.split()
            announce(int(place), int(version))


class Listener:
    """Wait for any announcement, as dealers do; reconnects after an error."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = _own(parameters)
        self._connection: psycopg.Connection[Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._close()

    def wait(self, seconds: float) -> None:
        """Return soon after an announcement, at most after `seconds`. Raises `psycopg.Error`."""
        ends = monotonic() + seconds
        try:
            if self._connection is None:
                self._connection = psycopg.connect(**self._parameters, autocommit=True)
                self._connection.execute(_LISTEN)
            for _notice in self._connection.notifies(timeout=seconds, stop_after=1):
                pass
            if (left := ends - monotonic()) > 0:
                self._gather(self._connection, min(left, GATHER_SECONDS))
        except psycopg.Error:
            self._close()
            raise

    @staticmethod
    def _gather(connection: psycopg.Connection[Any], seconds: float) -> None:
        """Take all announcements of some seconds."""
        for _notice in connection.notifies(timeout=seconds):
            pass

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _own(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the connection parameters that a listening connection needs."""
    return {name: parameters[name] for name in _KNOWN if parameters.get(name)}
