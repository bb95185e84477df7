# mypy: allow-subclassing-any
"""Connections handed over from web processes to the stream process; a site on one port needs no proxy.

A web worker that has read the head of a stream request sends it with the connection's descriptor
over a Unix socket. The stream process passes both to its server as if it had accepted the
connection itself; the worker is free at once.

Relies on uvicorn: `Server.startup`, `Server.server_state`, `Server.lifespan.state`,
`Config.http_protocol_class`.
"""

import asyncio
import socket
from pathlib import Path
from typing import Any, Final

import uvicorn

_LONGEST: Final = 65_536  # maximum bytes of a request head


def hand_over(path: str, head: bytes, connection: socket.socket) -> bool:
    """Send a connection and its request head to the process listening at `path`; return False if none does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
        try:
            way.connect(path)
            socket.send_fds(way, [head], [connection.fileno()])
        except OSError:
            return False
    return True


class StreamServer(uvicorn.Server):
    """Uvicorn server that also serves the connections handed over at `path`."""

    def __init__(self, config: uvicorn.Config, path: str) -> None:
        super().__init__(config)
        self._path = path
        self._way: socket.socket | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as uvicorn does, then accept handed-over connections."""
        await super().startup(sockets)
        if self._path:
            self._way = _bound(self._path)
            asyncio.get_running_loop().add_reader(self._way, self._take, self._way)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting handed-over connections, then shut down as uvicorn does."""
        if self._way is not None:
            asyncio.get_running_loop().remove_reader(self._way)
            self._way.close()
        await super().shutdown(sockets)

    def _take(self, way: socket.socket) -> None:
        head, descriptors, _flags, _address = socket.recv_fds(way, _LONGEST, 1)
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.settimeout(0)
            task = asyncio.get_running_loop().create_task(self._attach(connection, head))
            task.add_done_callback(asyncio.Task.result)

    async def _attach(self, connection: socket.socket, head: bytes) -> None:
        protocol: Any = self.config.http_protocol_class(  # type: ignore[call-arg]  # takes the same three arguments as uvicorn's own
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
        protocol.data_received(head)


def _bound(path: str) -> socket.socket:
    Path(path).unlink(missing_ok=True)
    way = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    way.bind(path)
    Path(path).chmod(0o600)
    way.settimeout(0)
    return way
