"""Rehearsal of two shards: 10,000 two-step transfers between two ledgers, with kills at every step."""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Final
from uuid import UUID, uuid4

from tools.benchmarks import servers
from tools.benchmarks.servers import APP, SETTINGS, Bench
from tools.launch import postgres
from tools.launch.processes import reap, send_signal
from tools.rehearsals.processes import kill_pids
from tools.rehearsals.report import Drill, exit_status, format_table, print_drill, print_progress
from tools.shards.audit import audit
from tools.shards.transfer import TABLES, Connection, Transfer, run_transfer
from tools.shards.worker import Client, Resolver, Shards, connect

_PLAYERS: Final = 100
_CLIENTS: Final = 4
_MEASURED: Final = 300
_POOR: Final = 2_000_000_000
"""Units; some transfers ask for more than a player has."""


@contextmanager
def run_shards() -> Iterator[tuple[Bench, Bench]]:
    """Start both servers with the product's tables, players, and the tables of the prototype."""
    with ExitStack() as stack:
        home, other = (stack.enter_context(servers.run_server(name)) for name in ("home", "other"))
        for bench in (home, other):
            servers.add_members(bench, _PLAYERS)
            with bench.connect() as owner:
                owner.execute(TABLES.format(role=APP).encode())
        yield home, other


def make_transfers(count: int, randomness: random.Random) -> list[Transfer]:
    """Return transfers of a few dollars; one in a hundred is of more money than the player has."""
    return [
        Transfer(
            UUID(int=randomness.getrandbits(128), version=4),
            1 + randomness.randrange(_PLAYERS),
            1 + randomness.randrange(_PLAYERS),
            _POOR * 10 if randomness.random() < 0.01 else randomness.randrange(10_000, 500_000),  # noqa: PLR2004  a hundredth
        )
        for _ in range(count)
    ]


class Crashes:
    """Kills a server's processes from time to time and starts it again."""

    def __init__(self, benches: tuple[Bench, Bench], randomness: random.Random) -> None:
        self._benches = benches
        self._random = randomness
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self.count = 0
        self.down: list[float] = []

    def crash(self) -> None:
        """Kill one server with all its processes, start it, and wait until it serves."""
        bench = self._random.choice(self._benches)
        began = time.monotonic()
        pid = int((bench.server.data / "postmaster.pid").read_text().split()[0])
        _kill(pid)
        (bench.server.data / "postmaster.pid").unlink(missing_ok=True)
        self._running[bench.database] = postgres.start(bench.server, SETTINGS)
        connect(bench.url(APP)).close()
        self.down.append(time.monotonic() - began)
        self.count += 1

    def stop(self) -> None:
        for process in self._running.values():
            send_signal(process, signal.SIGINT)
            reap(process, seconds=60)


def _kill(pid: int) -> None:
    """Kill a server and its backends, which have sessions of their own, and wait until they have left its memory."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    family = [pid, *map(int, children)]
    kill_pids(family)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)  # its socket's lock names it until it is reaped
    while any(_is_running(one) for one in family):
        time.sleep(0.01)  # polls


def _is_running(pid: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def rehearse(count: int, seed: int, kills: int, crashes: int) -> Drill:
    """Run the transfers with kills and return what happened."""
    randomness = random.Random(seed)  # noqa: S311  not for secrets
    transfers = make_transfers(count, randomness)
    with run_shards() as benches:
        home, other = benches
        shards = Shards(home.url(APP), other.url(APP), kills)
        print_progress("Measuring without kills")
        note = measure(home, other)
        crash = Crashes(benches, randomness)
        clients = [
            Client(shards, transfers[part::_CLIENTS], seed + part) for part in range(_CLIENTS)
        ]
        resolver = Resolver(shards, seed + _CLIENTS)
        try:
            _watch(clients, resolver, crash, len(transfers), crashes)
            _wait_until_resolved(home, resolver)
        finally:
            for client in clients:
                client.stop()
            resolver.stop()
        deaths = sum(one.deaths for one in clients) + resolver.deaths
        answers = _answers(clients, transfers)
        with (
            connect(home.url(postgres.OWNER)) as first,
            connect(other.url(postgres.OWNER)) as second,
        ):
            found = audit(first, second, transfers, answers)
        crash.stop()
    return Drill(
        f"two shards, {count} transfers, seed {seed}",
        acknowledged=found.confirmed + found.released,
        lost=found.lost,
        doubled=found.doubled,
        refused=found.untouched,
        unanswered=len(transfers) - len(answers),
        down=crash.down,
        problems=found.problems,
        note=f"{deaths} processes and {crash.count} servers killed; {found.released} released; {note}",
    )


def _watch(
    clients: list[Client], resolver: Resolver, crash: Crashes, count: int, crashes: int
) -> None:
    """Restart what was killed until every client is done; crash a server after equal parts of the work."""
    shown = 0
    while sum(one.ensure_alive() for one in clients):  # each is asked
        resolver.ensure_alive()
        done = sum(one.done.value for one in clients)
        if crash.count < crashes and done >= count * (crash.count + 1) / (crashes + 1):
            crash.crash()
        if done >= shown + count // 20:
            shown = done
            print_progress(f"{done} of {count} transfers")
        time.sleep(0.005)  # polls processes


def _wait_until_resolved(home: Bench, resolver: Resolver) -> None:
    deadline = time.monotonic() + 120
    with connect(home.url(postgres.OWNER)) as owner:
        while owner.execute(
            "SELECT count(*) FROM transit.outgoing WHERE state = 'reserved'"
        ).fetchone() != (0,):
            resolver.ensure_alive()
            if time.monotonic() > deadline:
                return  # the audit reports them
            time.sleep(0.05)  # polls


def _answers(clients: list[Client], transfers: list[Transfer]) -> dict[UUID, str]:
    return {
        transfer.id: one.answers[place].decode()
        for part, one in enumerate(clients)
        for place, transfer in enumerate(transfers[part::_CLIENTS])
        if one.answers[place] != b"\0"
    }


def measure(home: Bench, other: Bench) -> str:
    """Return the median milliseconds of a two-step transfer and of one stake and its settlement at one shard."""
    with connect(home.url(APP)) as first, connect(other.url(APP)) as second:
        two = [
            _time(lambda: run_transfer(first, second, Transfer(uuid4(), 1, 1, 10_000)))
            for _ in range(_MEASURED)
        ]
        one = [_time(lambda: _stake_and_settle(first)) for _ in range(_MEASURED)]
    return f"two-step {1000 * median(two):.1f} ms, stake and settlement at one shard {1000 * median(one):.1f} ms"


def _stake_and_settle(shard: Connection) -> None:
    name = uuid4()
    for kind, received in (("bet", None), ("settle", 0)):
        shard.execute(
            "SELECT post(%s, %s, p_player => 1, p_currency => 'USD', p_amount => 10000,"
            " p_received => %s, p_round => %s)",
            [uuid4(), kind, received, name],
        )


def _time(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.shards", description=__doc__)
    parser.add_argument("--transfers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--kills", type=int, default=40, help="of a thousand steps")
    parser.add_argument("--crashes", type=int, default=6, help="of whole servers")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    drill = rehearse(given.transfers, given.seed, given.kills, given.crashes)
    print_drill(drill)
    print(format_table([drill]))
    return exit_status([drill])


if __name__ == "__main__":
    sys.exit(main())
