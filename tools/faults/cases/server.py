"""Faults of the server's connections, clock and disk."""

import ctypes
import os
import subprocess
from itertools import pairwise
from pathlib import Path

import psycopg

from tools.faults.house import set_euro_rate
from tools.faults.ledger import renew_connection
from tools.faults.moves import build_deposit, build_exchange_at_rate, record_and_send
from tools.faults.play import run_casino
from tools.faults.record import read_books
from tools.faults.server import Administrator, Clocked
from tools.faults.stage import Stage, wait_until
from wallet.ledger.models import Transfer
from wallet.money.values import Money

PLAYERS = 4
FAKETIME = Path("/usr/lib")  # …/<machine>/faketime/libfaketime.so.1 on Debian
BACK = ("-1h", "-1d", "-40d")
_CLONE_NEWNS = 0x00020000
DISK_SLACK = 12 * 1024 * 1024  # bytes left free: less than a WAL segment


def cut_connections(stage: Stage) -> None:
    """Terminate every connection of the application many times per second."""
    times, cuts = max(20, round(stage.seconds * 4)), 0
    with stage.movers(), stage.database.administrator() as administrator:
        stage.tell("connections are cut")
        for _ in range(times):
            stage.go_on("", 1 / times)
            cuts += _cut(administrator)
    if not cuts:
        stage.result.problems.append("no connection was there to be cut")
    stage.result.note = f"{cuts} connections cut"


def cut_under_site(stage: Stage) -> None:
    """Terminate the site's connections; its pool replaces them."""
    times, cuts = max(8, round(stage.seconds)), 0
    with (
        run_casino(stage) as house,
        house.players(PLAYERS) as people,
        stage.database.administrator() as administrator,
    ):
        stage.tell("the site's connections are cut")
        for _ in range(times):
            stage.go_on("", 1 / times)
            cuts += _cut(administrator)
    rounds = sum(person.rounds for person in people)
    if not cuts or not rounds:
        stage.result.problems.append("no connection was cut in play")
    stage.result.note = f"{cuts} connections cut, {rounds} rounds played"


def _cut(administrator: Administrator) -> int:
    return len(
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
    )


def clock(stage: Stage) -> None:
    """Set the server's clock back by an hour, a day and forty days under load, and correct it again.

    At each offset one player exchanges money at a rate that was approved before the clock went
    back.
    """
    library = next(FAKETIME.glob("*/faketime/libfaketime.so.1"), None)
    if library is None:
        stage.result.not_run = "libfaketime is not installed (on Debian: apt install libfaketime)"
        return
    hand = stage.folder / "clock"
    _turn(hand, "+0")
    environment = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(hand)}
    environment |= {"FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    server = stage.database.server
    stage.database.stop()
    stage.database.server = Clocked(server.binaries, server.folder, server.account, environment)
    stage.database.start()
    renew_connection()
    changer, book = stage.players(1)[0], stage.book("changer")
    set_euro_rate()
    record_and_send(book, build_deposit(changer, 1_000_000))
    with stage.movers():
        for offset in ("+0", *BACK, "+0"):
            before = read_books(stage.books).acknowledged
            _turn(hand, offset)
            stage.go_on(f"the server's clock at {offset}", 1 / (len(BACK) + 2))
            record_and_send(book, build_exchange_at_rate(changer, Money(10_000, "USD"), "EUR"))
            if read_books(stage.books).acknowledged == before:
                stage.result.problems.append(f"nothing was acknowledged with the clock at {offset}")
    times = list(Transfer.objects.order_by("id").values_list("created_at", flat=True))
    back = sum(later < earlier for earlier, later in pairwise(times))
    if (max(times) - min(times)).days < 39:  # noqa: PLR2004  # set back by forty days
        stage.result.problems.append("the clock did not go back")
    stage.result.note = (
        f"set back by 1 h, 1 day, 40 days; {back} transfers older than the one before"
    )


def _turn(hand: Path, offset: str) -> None:
    fresh = hand.with_suffix(".new")
    fresh.write_text(offset + "\n")
    fresh.chmod(0o644)
    fresh.replace(hand)


def disk_full(stage: Stage) -> None:
    """Fill the small in-memory file system of the ledger's server under load, twice.

    It is mounted in a namespace of this process: nothing is left over. PostgreSQL stops when the
    disk is full and recovers with free space.
    """
    data, database = stage.database.server.data, stage.database
    database.stop()
    why_not = _small_disk(data)
    if why_not:
        stage.result.not_run = why_not
        return
    ballast, falls, errors = data / "ballast", 0, 0
    database.start()
    renew_connection()
    with stage.movers():
        for number in range(2):
            stage.go_on(f"the disk has room, time {number + 1}", 1 / 4)
            _fill(ballast)
            errors += _use_up_log(stage)
            falls += 1
            stage.go_on("  the disk is full", 1 / 4)
            ballast.unlink()
            database.await_end()
            database.start()
        stage.go_on("  room again, recovered", 1 / 4)
    if not errors:
        stage.result.problems.append("the disk did not get full")
    stage.result.note = f"filled {falls} times: the server stopped and recovered"


def _small_disk(data: Path) -> str:
    """Mount a tmpfs of 192 MB over the data folder and copy the data into it; return the reason if impossible."""
    if os.geteuid() != 0:
        return "a small disk can be mounted by root only"
    kept = data.with_name("data.kept")
    data.rename(kept)
    data.mkdir()
    if ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNS):
        return "this machine allows no mount namespace"
    owner = f"uid={kept.stat().st_uid},gid={kept.stat().st_gid},mode=0700,size=192m"
    try:
        subprocess.run(["mount", "--make-rprivate", "/"], check=True, capture_output=True)
        mount = ["mount", "-t", "tmpfs", "-o", owner, "tmpfs", str(data)]
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return "this machine allows no mount of a small disk"
    subprocess.run(["cp", "-a", f"{kept}/.", str(data)], check=True)
    return ""


def _fill(ballast: Path) -> None:
    """Leave less room than the next WAL segment needs."""
    free = os.statvfs(ballast.parent)
    size = free.f_bavail * free.f_frsize - DISK_SLACK
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(size, 1))


def _use_up_log(stage: Stage) -> int:
    """Switch WAL segments until the server needs one that has no room."""

    def failed() -> bool:
        try:
            with stage.database.administrator() as administrator:
                administrator.execute("SELECT pg_switch_wal()")
        except psycopg.Error:
            return True
        return False

    return int(wait_until(failed, "a full disk"))
