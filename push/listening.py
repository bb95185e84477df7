"""LISTEN for announced versions, on a dedicated connection."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Self

import psycopg
from psycopg import sql

from push.notifier import CHANNEL

_KNOWN: Final = ("dbname", "user", "password", "host", "port", "options", "connect_timeout")
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
    """Wait for any announcement; reconnects after an error."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = _own(parameters)
        self._connection: psycopg.Connection[Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._close()

    def wait(self, seconds: float) -> None:
        """Return at an announcement or after `seconds`. Raises `psycopg.Error`."""
        try:
            if self._connection is None:
                self._connection = psycopg.connect(**self._parameters, autocommit=True)
                self._connection.execute(_LISTEN)
            for _notice in self._connection.notifies(timeout=seconds, stop_after=1):
                return
        except psycopg.Error:
            self._close()
            raise

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _own(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the connection parameters that a listening connection needs."""
    return {name: parameters[name] for name in _KNOWN if parameters.get(name)}
