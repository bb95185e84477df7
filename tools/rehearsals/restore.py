"""`make rehearse-restore`: a server under load, a disaster, and its restore to one second before, on another machine.

PostgreSQL 15 and pgBackRest are unpacked from Debian's packages; nothing is installed. The restored
installation starts closed, is checked, and is released by two people; no old seed deals again.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tools.launch import keys, layout, postgres, system_user
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, StopRequested, run_to_end, spawn, stop_signals
from tools.rehearsals.backed_up import Machine, uses_queue_maximum
from tools.rehearsals.bounds import Deadline, unprivileged_account, used_gigabytes, working_folder
from tools.rehearsals.packages import BACKUP, unpack_packages
from tools.rehearsals.report import Drill, exit_status, format_table, print_drill, print_progress
from tools.rehearsals.restored_site import PYTHON, Rehearsal

DISK: Final = 3.0  # gigabytes
CLOSED: Final = "closed_after_restore"


def main(arguments: list[str]) -> int:
    """Rehearse once; the table goes to stdout, progress to stderr."""
    parser = argparse.ArgumentParser(prog="make rehearse-restore", description=__doc__)
    parser.add_argument("--seed", type=int, help="repeat a rehearsal's random load and times")
    parser.add_argument("--seconds", type=float, default=40.0, help="load before the disaster")
    parser.add_argument("--keep", action="store_true", help="leave the folder behind")
    asked = parser.parse_args(arguments)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    try:
        with stop_signals():
            drill = _rehearse(seed, asked.seconds, keep=asked.keep)
    except StopRequested:
        return 130
    except (Refusal, ProgramFailed, TimeoutError) as refusal:
        print(f"Lígalo: {refusal}", file=sys.stderr)
        return 1
    print_drill(drill)
    print(format_table([drill]))
    return exit_status([drill])


def _rehearse(seed: int, seconds: float, *, keep: bool) -> Drill:
    console = Console()
    account, packages = unprivileged_account(console), unpack_packages(console, BACKUP)
    with working_folder("restore", account, gigabytes=DISK, keep=keep) as folder:
        repository = folder / "repository"
        repository.mkdir()
        system_user.change_owner(repository, account)
        word = os.urandom(24).hex()
        machines = [
            Machine(folder / name, repository, packages, account, word) for name in ("m1", "m2")
        ]
        names = ("owner", "application", "django", "provider", "escrow")
        secrets = {name: os.urandom(24).hex() for name in names}
        drill = Drill("restore to a point in time")
        own = Rehearsal(folder, seed, seconds, machines[0], machines[1], drill, secrets)
        try:
            _run(own)
        finally:
            for machine in machines:
                machine.stop()
        drill.note += f"; {used_gigabytes(folder):.2f} GB of disk"
    return drill


def _run(own: Rehearsal) -> None:
    deadline = Deadline(1800)
    _install(own)
    _back_up(own)
    until, known = _load_until_disaster(own)
    began = time.monotonic()
    _restore(own, until)
    deadline.check("restore")
    _check_closed(own)
    _check_records(own, until)
    _release(own, known)
    own.drill.down.append(time.monotonic() - began)


def _install(own: Rehearsal) -> None:
    print_progress("installing: PostgreSQL 15 with pgBackRest, the site's database, keys in escrow")
    machine = own.first
    machine.prepare()
    machine.initialise()
    machine.start()
    postgres.ensure_owner(machine.server, machine.superuser, own.secrets["owner"])
    home = machine.folder / "site"
    for name in ("keys", "seals", "documents", "person-keys", "exports", "celery", "static"):
        (home / name).mkdir(parents=True, exist_ok=True)
    for name in ("seed.key", "identity.key"):
        keys.load_or_create_key_file(home / "keys" / name)
    (home / "documents" / "sample").write_text("a document\n")
    own.manage(machine, "prepare_database", "--verbosity=0", owner=True)
    escrow = own.folder / "escrow"
    escrow.mkdir(mode=0o700)
    files = [str(home / "keys" / name) for name in ("seed.key", "identity.key")]
    _use_escrow(own, "seal", str(escrow / "keys.sealed"), *files)


def _back_up(own: Rehearsal) -> None:
    machine = own.first
    own.require(
        "pgBackRest's queue maximum is unset", holds=not uses_queue_maximum(machine.configuration)
    )
    machine.backrest("stanza-create")
    began = time.monotonic()
    machine.backrest("--type=full", "backup")
    seconds, size = time.monotonic() - began, machine.backup_size() / 1e6
    own.drill.note = f"base backup {seconds:.0f} s, {size:.1f} MB"
    own.manage(machine, "record_backup", "backup")


def _load_until_disaster(own: Rehearsal) -> tuple[datetime, dict[str, Any]]:
    """Play, copy the files, drop a table, stop the server. Returns the restore point and what was known last."""
    machine, chance = own.first, random.Random(own.seed)  # noqa: S311  # repeatable, no secret
    book = own.folder / "book"
    line = [
        PYTHON,
        "-W",
        "ignore",
        "-m",
        "tools.rehearsals.inside",
        "play",
        str(book),
        str(own.seed),
    ]
    process = spawn(
        line, folder=layout.ROOT, environment=own.environment(machine), stdout=subprocess.PIPE
    )
    with process:
        if process.stdout is None or not process.stdout.readline():
            raise RuntimeError("the load did not start")
        seconds = own.seconds * (0.75 + chance.random() / 2)
        time.sleep(seconds / 2)
        _copy_files(own)
        time.sleep(seconds / 2)
        known = own.ask(machine, "facts")
        own.require("WAL has been archived", holds=bool(machine.value(_ARCHIVED)))
        disaster = datetime.now(UTC)
        with machine.administrator() as connection:
            connection.execute("DROP TABLE wallet_entry CASCADE")
            connection.execute("SELECT pg_switch_wal()")
        print_progress(f"disaster at {disaster:%H:%M:%S.%f}: a table was dropped")
        (own.folder / "stop").touch()
        process.wait()
    machine.backrest("check")
    machine.stop()
    return disaster - timedelta(seconds=1), known


_ARCHIVED: Final = "SELECT last_archived_time IS NOT NULL FROM pg_stat_archiver"


def _copy_files(own: Rehearsal) -> None:
    """Copy documents, settings, versions and seals beside the database's backup; no keys."""
    archive = own.folder / "repository-of-files" / "files.tar.gz"
    archive.parent.mkdir()
    site = own.first.folder / "site"
    (site / "settings.env").write_text("DJANGO_SETTINGS_MODULE=config.settings.dev\n")
    shutil.copy(layout.ROOT / "requirements.txt", site / "requirements.txt")
    names = ("documents", "seals", "settings.env", "requirements.txt")
    run_to_end(
        ["tar", "--create", "--gzip", f"--file={archive}", *names],
        folder=site,
        environment=os.environ,
    )


def _restore(own: Rehearsal, until: datetime) -> None:
    print_progress(f"restoring to {until:%H:%M:%S.%f} on another machine")
    machine, began = own.second, time.monotonic()
    machine.prepare()
    machine.server.data.mkdir(mode=0o700)
    system_user.change_owner(machine.server.data, machine.account)
    machine.restore(until)
    machine.start()
    machine.await_promotion()
    own.drill.note += f"; restore {time.monotonic() - began:.0f} s"
    site = machine.folder / "site"
    for name in ("person-keys", "exports", "celery", "static"):
        (site / name).mkdir(parents=True, exist_ok=True)
    archive = own.folder / "repository-of-files" / "files.tar.gz"
    run_to_end(["tar", "--extract", f"--file={archive}"], folder=site, environment=os.environ)
    own.require("documents are back", holds=(site / "documents" / "sample").exists())
    own.require("no key is in a backup", holds=not list(own.folder.glob("repository*/**/*.key")))
    _use_escrow(own, "open", str(own.folder / "escrow" / "keys.sealed"), str(site / "keys"))


def _use_escrow(own: Rehearsal, *words: str) -> None:
    environment = {**os.environ, "ESCROW_PASSPHRASE": own.secrets["escrow"]}
    run_to_end([PYTHON, "-m", "restores", *words], folder=layout.ROOT, environment=environment)


def _check_closed(own: Rehearsal) -> None:
    found = own.ask(own.second, "refusals")
    own.require("the installation starts closed", holds=found["open"] is False)
    for name, code in found["codes"].items():
        own.require(f"{name} is refused", holds=code == CLOSED)
        own.drill.refused += code == CLOSED
    own.require("nothing moved", holds=found["moved"] == 0)


def _check_records(own: Rehearsal, until: datetime) -> None:
    machine, drill = own.second, own.drill
    for words in (("check_ledger",), ("verify_events",)):
        own.require(f"{words[0]} passes", holds=_passes(own, *words))
    found = own.ask(machine, "compare", str(own.folder / "book"), until.isoformat())
    drill.acknowledged, drill.lost = found["acknowledged"], found["lost_before"]
    drill.doubled = found["doubled"]
    drill.note += f"; {found['lost_after']} acknowledged after the restore point, lost as expected"
    shoes = own.ask(machine, "verify")
    own.require(f"{shoes['shoes']} revealed shoes verify", holds=not shoes["failed"])


def _passes(own: Rehearsal, *words: str) -> bool:
    try:
        own.manage(own.second, *words)
    except ProgramFailed as error:
        own.drill.problems += error.lines[-4:]
        return False
    return True


def _release(own: Rehearsal, known: Mapping[str, Any]) -> None:
    machine = own.second
    for line in own.manage(machine, "after_restore"):
        print_progress(f"after_restore: {line}")
    found = own.ask(machine, "refusals")
    own.require("still closed before the release", holds=set(found["codes"].values()) == {CLOSED})
    done = own.ask(machine, "release")
    own.require("one person cannot release", holds=done["alone"] == "another_person_needed")
    own.require("two people have released it", holds=done["open"])
    used = own.ask(machine, "again")["commitments"]
    own.require("play goes on", holds=bool(used))
    own.require("no old seed deals again", holds=not set(used) & set(known["commitments"]))
    shoes = own.ask(machine, "verify")
    own.require(f"{shoes['shoes']} revealed shoes verify", holds=not shoes["failed"])
    own.require("check_ledger passes after play", holds=_passes(own, "check_ledger"))
    own.manage(machine, "record_backup", "drill")


if __name__ == "__main__":
    os.chdir(layout.ROOT)
    sys.exit(main(sys.argv[1:]))
