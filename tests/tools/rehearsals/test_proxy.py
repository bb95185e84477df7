"""The network of a rehearsal's node: passes, cuts, comes back."""

import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools.launch.processes import reap, send_signal, spawn
from tools.rehearsals import proxy
from tools.rehearsals.processes import free_ports, listens

NODE = "n1"


def tell(folder: Path, *cut: str) -> None:
    fresh = folder / "cuts.new"
    fresh.write_text(json.dumps({"cut": cut, "delays": {}}))
    fresh.replace(folder / "cuts.json")


def echo(server: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _address = server.accept()
            threading.Thread(target=repeat, args=[connection], daemon=True).start()


def repeat(connection: socket.socket) -> None:
    with suppress(OSError), connection:
        while piece := connection.recv(100):
            connection.sendall(piece)


@pytest.fixture
def public(tmp_path: Path) -> Iterator[int]:
    """The public port of a node that echoes."""
    (port,) = free_ports(1)
    tell(tmp_path)
    (tmp_path / "sessions.json").write_text("{}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=echo, args=[server], daemon=True).start()
        pair = f"{port}:{server.getsockname()[1]}"
        line = [sys.executable, proxy.__file__, "--node", NODE, "--folder", str(tmp_path)]
        process = spawn([*line, "--pairs", pair], folder=tmp_path, environment=os.environ)
        try:
            wait_until(lambda: listens(port), "the proxy does not listen")
            yield port
        finally:
            send_signal(process, signal.SIGKILL)
            reap(process, seconds=10)


def answers(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
        return connection.recv(1) == b"x"
    except OSError:
        return False


def connect(port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    connection.settimeout(0.5)
    return connection


def test_a_cut_connection_is_silent_and_ends_when_the_network_is_back(
    public: int, tmp_path: Path
) -> None:
    with connect(public) as old:
        old.settimeout(10)
        assert answers(old)
        tell(tmp_path, NODE)
        old.settimeout(0.3)
        wait_until(lambda: not answers(old), "the connection is not cut")
        with connect(public) as new:
            assert not answers(new)
        tell(tmp_path)
        old.settimeout(10)
        wait_until(lambda: old.recv(100) == b"", "the cut connection does not end")
    wait_until(lambda: fresh_answers(public), "the network is not back")


def fresh_answers(port: int) -> bool:
    with connect(port) as connection:
        connection.settimeout(10)
        return answers(connection)


def test_a_node_reaches_itself_while_it_is_cut_off(public: int, tmp_path: Path) -> None:
    with connect(public) as other:
        tell(tmp_path, NODE)
        wait_until(lambda: not answers(other), "the node is not cut off")
    (tmp_path / "sessions.json").write_text(json.dumps({os.getpid(): NODE}))
    assert fresh_answers(public)


def test_the_node_of_a_connection_is_that_of_its_program() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    with server, connect(server.getsockname()[1]) as connection:
        port = connection.getsockname()[1]
        assert proxy.find_node(port, {os.getpid(): "n2"}) == "n2"
        assert proxy.find_node(port, {}) == proxy.OUTSIDE
