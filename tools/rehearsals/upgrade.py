"""`make rehearse-upgrade`: the last release is upgraded under load, old and new code side by side, without a failed request.

The old release runs from a worktree of its recorded commit, with the packages of this one, on
PostgreSQL 15 behind HAProxy. Migrations run first, while only old code serves; then one process
after another is replaced.
"""

import argparse
import os
import random
import re
import sys
import time
from pathlib import Path
from typing import Final

from tools.launch import keys, layout, postgres, system_user
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, StopRequested, run_to_end, stop_signals
from tools.rehearsals.backed_up import Machine
from tools.rehearsals.bounds import unprivileged_account, working_folder
from tools.rehearsals.packages import POSTGRESQL, unpack_packages
from tools.rehearsals.processes import (
    Program,
    await_port,
    free_ports,
    running_programs,
)
from tools.rehearsals.report import print_progress
from tools.rehearsals.traffic import LockSampler, Traffic
from tools.rehearsals.upgraded_site import OTHERS, PYTHON, WEBS, Upgrade

DISK: Final = 2.0  # gigabytes
_HASH: Final = re.compile(r"[0-9a-f]{40}")
_PEOPLE: Final = """
import os, sys, django
django.setup()
from uuid import uuid4
from accounts.sign_up.services.demo import register_demo_player
from tools.faults.house import create_table
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money
create_table()
for number in range(int(sys.argv[1])):
    person = register_demo_player(f"p{number}@rehearsal.test", sys.argv[2], f"P {number}")
    credit_deposit(person.pk, Money.parse("10000", "USD"), key=uuid4(), provider="demo")
"""
_PROXY: Final = """
global
    stats socket {folder}/proxy.sock mode 600 level admin
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    retries 3
    option redispatch
frontend site
    bind 127.0.0.1:{port}
    default_backend webs
backend webs
    balance roundrobin
{servers}
"""


def find_release() -> str:
    """Return the commit of the newest release in RELEASES. Raises Refusal."""
    file = layout.ROOT / "RELEASES"
    found = _HASH.findall(file.read_text()) if file.exists() else []
    if not found:
        raise Refusal('RELEASES names no commit: give one, as in ARGS="--from COMMIT"')
    return str(found[-1])


def main(arguments: list[str]) -> int:
    """Rehearse once; the result goes to stdout, progress to stderr."""
    parser = argparse.ArgumentParser(prog="make rehearse-upgrade", description=__doc__)
    parser.add_argument("--from", dest="commit", help="the commit of the old release")
    parser.add_argument("--seed", type=int, help="repeat a rehearsal's random load")
    parser.add_argument("--seconds", type=float, default=10.0, help="load in each phase")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--keep", action="store_true", help="leave the folder behind")
    asked = parser.parse_args(arguments)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    try:
        with stop_signals():
            return _rehearse(asked, seed)
    except StopRequested:
        return 130
    except (Refusal, ProgramFailed, TimeoutError) as refusal:
        print(f"Lígalo: {refusal}", file=sys.stderr)
        return 1


def _rehearse(asked: argparse.Namespace, seed: int) -> int:
    console = Console()
    commit = asked.commit or find_release()
    account = unprivileged_account(console)
    packages = unpack_packages(console, (*POSTGRESQL, "haproxy"))
    with working_folder("upgrade", account, gigabytes=DISK, keep=asked.keep) as folder:
        old = folder / "old"
        _git("worktree", "add", "--detach", "--force", str(old), commit)
        machine = Machine(folder / "m", folder / "unused", packages, account, os.urandom(24).hex())
        try:
            with running_programs() as programs:
                ports = dict(zip((*WEBS, "proxy"), free_ports(3), strict=True))
                names = ("owner", "application", "django", "provider")
                secrets = {name: os.urandom(24).hex() for name in names}
                own = Upgrade(folder, old, machine, packages, programs, ports, secrets)
                return _run(own, asked, seed)
        finally:
            machine.stop()
            _git("worktree", "remove", "--force", str(old))


def _git(*words: str) -> None:
    run_to_end(["git", *words], folder=layout.ROOT, environment=os.environ)


def _install(own: Upgrade, players: int, password: str) -> None:
    print_progress("installing the old release")
    machine, site = own.machine, own.folder / "site"
    machine.prepare()
    machine.initialise()
    machine.start(archives=False)
    postgres.ensure_owner(machine.server, machine.superuser, own.secrets["owner"])
    for name in (
        "seals",
        "documents",
        "person-keys",
        "exports",
        "celery/queue",
        "celery/control",
        "static",
    ):
        (site / name).mkdir(parents=True, exist_ok=True)
    for name in ("seed.key", "identity.key"):
        keys.load_or_create_key_file(site / name)
    own.manage(own.old, "prepare_database", "--verbosity=0", owner=True)
    own.manage(own.old, "collectstatic", "--no-input", "--verbosity=0")
    run_to_end(
        [PYTHON, "-W", "ignore", "-c", _PEOPLE, str(players), password],
        folder=own.old,
        environment={**own.environment("people"), "PYTHONPATH": str(own.old)},
    )


def _serve(own: Upgrade) -> None:
    for name in (*WEBS, *OTHERS):
        own.start(name, own.old)
    servers = "\n".join(f"    server {name} 127.0.0.1:{own.ports[name]}" for name in WEBS)
    text = _PROXY.format(folder=own.folder, port=own.ports["proxy"], servers=servers)
    file = own.folder / "haproxy.cfg"
    file.write_text(text)
    system_user.change_owner(file, own.machine.account)
    line: list[str | Path] = [own.packages.program("haproxy"), "-db", "-f", file]
    proxy = Program("proxy", line, own.folder, own.packages.environment())
    await_port(own.programs.start(proxy), own.ports["proxy"])


def _run(own: Upgrade, asked: argparse.Namespace, seed: int) -> int:
    password = os.urandom(12).hex()
    _install(own, asked.players, password)
    _serve(own)
    address = ("127.0.0.1", own.ports["proxy"])
    with (
        LockSampler(own.machine.url) as locks,
        Traffic(address, asked.players, password, seed) as load,
    ):
        time.sleep(asked.seconds)
        load.result.begin("migrations")
        print_progress("migrating with the new code while the old code serves")
        own.manage(layout.ROOT, "prepare_database", "--verbosity=0", owner=True)
        own.manage(layout.ROOT, "collectstatic", "--no-input", "--verbosity=0")
        print_progress("accepting the new build")
        own.manage(layout.ROOT, "verify_build", "--register")
        own.manage(layout.ROOT, "accept_build")
        _phase(load, "old code on the new schema", asked.seconds)
        for name in (*WEBS, *OTHERS):
            print_progress(f"replacing {name}")
            load.result.begin(f"replacing {name}")
            own.replace(name, layout.ROOT)
            time.sleep(asked.seconds / 2)
        _phase(load, "new code", asked.seconds)
    own.manage(layout.ROOT, "check_ledger")
    print(load.result.table())
    print(
        f"locks: waited for in {locks.waits} of {locks.samples} looks, longest {locks.longest:.2f} s"
    )
    print(load.result.line())
    return int(not load.result.passed)


def _phase(load: Traffic, name: str, seconds: float) -> None:
    load.result.begin(name)
    time.sleep(seconds)


if __name__ == "__main__":
    os.chdir(layout.ROOT)
    sys.exit(main(sys.argv[1:]))
