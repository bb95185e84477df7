"""`make rehearse`: PostgreSQL under Patroni with everything around it, killed under load.

Three machines on loopback, PgBouncer, HAProxy, Redis with a replica, two of each process of the
product, five bets a second. Nothing acknowledged may be lost or counted twice.
"""

import argparse
import os
import secrets
import sys
import time
from random import Random
from typing import Final

from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, StopRequested, stop_signals
from tools.rehearsals.bounds import Deadline, unprivileged_account, used_gigabytes, working_folder
from tools.rehearsals.cluster import Cluster
from tools.rehearsals.packages import CLUSTER, unpack_packages
from tools.rehearsals.product import prepare_product
from tools.rehearsals.report import Drill, exit_status, format_table, print_progress

TRIALS: Final = 20
GIGABYTES: Final = 6.0
MINUTES: Final = 240.0
NAMES: Final = (
    "primary",
    "etcd",
    "pgbouncer",
    "redis",
    "cut",
    "machine",
    "standby",
    "slow",
    "commit",
)
NOT_REHEARSED: Final = (
    "disk loss or a full disk under the primary",
    "clock skew between machines",
    "real networks: asymmetric routes, lost packets, DNS, switches",
    "a watchdog that resets a machine whose Patroni hangs",
    "processors shared by fewer programs: everything here runs on one machine",
)


def main(arguments: list[str]) -> int:
    """Run the drills and print a line for each, then their table."""
    parser = argparse.ArgumentParser(prog="make rehearse", description=__doc__)
    parser.add_argument("--trials", type=int, default=TRIALS, help="trials of each drill")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--nodes", type=int, choices=(2, 3), default=3, help="PostgreSQL machines")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="no trial begins later")
    parser.add_argument("--keep", action="store_true", help="leave data and logs behind")
    asked = parser.parse_args(arguments)
    print(
        f"seed {asked.seed}, {asked.trials} trials, {asked.nodes} PostgreSQL machines", flush=True
    )
    console = Console()
    try:
        with stop_signals():
            packages = unpack_packages(console, CLUSTER)
            account = unprivileged_account(console)
            with working_folder(
                "failover", account, gigabytes=GIGABYTES, keep=asked.keep
            ) as folder:
                cluster = Cluster(folder, packages, account, asked.nodes)
                return _run(cluster, asked)
    except StopRequested:
        return 130
    except (Refusal, ProgramFailed, TimeoutError) as error:
        print_progress(str(error))
        return 1


def _run(cluster: Cluster, asked: argparse.Namespace) -> int:
    began = time.monotonic()
    try:
        print_progress(f"starting the cluster in {cluster.folder}")
        cluster.prepare()
        cluster.start()
        drills = _rehearse(cluster, asked)
        print(format_table(drills))
        print(f"etcd reported a slow disk {cluster.slow_syncs()} times")
        print(f"not rehearsed: {'; '.join(NOT_REHEARSED)}")
        used = used_gigabytes(cluster.folder)
        load = os.getloadavg()[0]
        print(f"{time.monotonic() - began:.0f} s, {used:.1f} GB, load of the machine {load:.1f}")
        return exit_status(drills)
    finally:
        cluster.stop()


def _rehearse(cluster: Cluster, asked: argparse.Namespace) -> list[Drill]:
    folder = cluster.folder / "site"
    folder.mkdir()
    print_progress("preparing the database")
    prepare_product(cluster, folder)
    import django  # noqa: PLC0415  # its settings need the cluster's addresses

    django.setup()
    from tools.rehearsals.failover_trials import Schedule, rehearse  # noqa: PLC0415  # as above

    dice = Random(asked.seed)  # noqa: S311  # a schedule that the seed repeats
    schedule = Schedule(asked.only, asked.trials, Deadline(60 * asked.minutes), GIGABYTES)
    return rehearse(cluster, folder, schedule, dice)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
