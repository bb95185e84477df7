"""The network of one node: TCP proxies that a rehearsal cuts and delays. A process of its own.

Every address that a node gives to others is a port here. The file `cuts.json` names the nodes that
are cut off and the delay of each; `sessions.json` names the node of each program by its process id.
A cut connection stays open and carries nothing, as behind a broken switch; it is closed when the
network is back.
"""

import argparse
import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OUTSIDE: Final = "outside"
_POLL: Final = 0.05  # seconds between readings of the state
_PIECE: Final = 65_536


@dataclass
class State:
    """What is cut and delayed at the moment."""

    folder: Path
    cut: frozenset[str] = frozenset()
    delays: dict[str, float] | None = None

    def read(self) -> None:
        """Read the files; one that is being replaced is read the next time."""
        with suppress(OSError, ValueError):
            told = json.loads((self.folder / "cuts.json").read_text())
            self.cut, self.delays = frozenset(told["cut"]), told["delays"]

    def sessions(self) -> dict[int, str]:
        """Return the node of each program by the first process of its session."""
        with suppress(OSError, ValueError):
            told = json.loads((self.folder / "sessions.json").read_text())
            return {int(pid): node for pid, node in told.items()}
        return {}


class Link:
    """One connection to a node."""

    def __init__(self, node: str, state: State, port: int) -> None:
        self.node, self.state, self.port = node, state, port
        self.source: str | None = None
        self.was_cut = False

    @property
    def is_cut(self) -> bool:
        """Return whether nothing passes: one end is cut off, and the other is elsewhere."""
        cut = self.state.cut
        if not cut:
            return False
        if self.source is None:
            self.source = find_node(self.port, self.state.sessions())
        found = self.source != self.node and bool(cut & {self.node, self.source})
        self.was_cut = self.was_cut or found
        return found

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes one way until an end closes, or until the network is back after a cut."""
        while piece := await reader.read(_PIECE):
            await asyncio.sleep((self.state.delays or {}).get(self.node, 0))
            while self.is_cut:  # noqa: ASYNC110  # the state comes from a file
                await asyncio.sleep(_POLL)
            if self.was_cut:
                return
            writer.write(piece)
            await writer.drain()


def find_node(port: int, sessions: dict[int, str]) -> str:
    """Return the node whose program has the connection with this local port."""
    inode = _find_inode(port)
    for pid, session in _find_pids(sessions):
        with suppress(OSError):
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                if str(entry.readlink()) == f"socket:[{inode}]":
                    return sessions[session]
    return OUTSIDE


def _find_inode(port: int) -> str:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[1].rpartition(":")[2], 16) == port and fields[9] != "0":
            return fields[9]
    return ""


def _find_pids(sessions: dict[int, str]) -> list[tuple[int, int]]:
    """Return these processes and their children, each with the first one.

    Only few are looked at: the proxies carry the heartbeats of etcd meanwhile.
    """
    found = [(pid, pid) for pid in sessions]
    for pid in sessions:
        with suppress(OSError):
            told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            found += [(int(child), pid) for child in told.split()]
    return found


async def _serve(node: str, state: State, listen: int, target: int) -> None:
    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = Link(node, state, int(writer.get_extra_info("peername")[1]))
        with suppress(OSError):
            while link.is_cut:  # noqa: ASYNC110  # as above
                await asyncio.sleep(_POLL)
            if not link.was_cut:
                there, back = await asyncio.open_connection("127.0.0.1", target)
                try:
                    await _carry(link, (reader, writer), (there, back))
                finally:
                    back.close()
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", listen)
    await server.serve_forever()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _carry(link: Link, client: Ends, server: Ends) -> None:
    ways = [
        asyncio.create_task(link.pass_on(client[0], server[1])),
        asyncio.create_task(link.pass_on(server[0], client[1])),
    ]
    _done, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    await asyncio.gather(*ways, return_exceptions=True)


async def _follow(state: State) -> None:
    while True:
        state.read()
        await asyncio.sleep(_POLL)


async def run(node: str, folder: Path, pairs: list[tuple[int, int]]) -> None:
    """Serve until killed."""
    state = State(folder)
    await asyncio.gather(_follow(state), *(_serve(node, state, *pair) for pair in pairs))


def main(arguments: list[str]) -> None:
    """Run the proxies of a node: `--pairs LISTEN:TARGET …`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--pairs", nargs="+", required=True)
    asked = parser.parse_args(arguments)
    pairs = [(int(pair.partition(":")[0]), int(pair.partition(":")[2])) for pair in asked.pairs]
    asyncio.run(run(asked.node, asked.folder, pairs))


if __name__ == "__main__":
    main(sys.argv[1:])
