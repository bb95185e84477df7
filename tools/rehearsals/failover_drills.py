"""The drills of a failover rehearsal: what each breaks, and how it is repaired."""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tools.faults.stage import Stage
from tools.rehearsals.cluster import Cluster
from tools.rehearsals.failover_load import PrivatePlayer
from tools.rehearsals.failover_site import ReplicatedCasino
from tools.rehearsals.nodes import Node
from tools.rehearsals.processes import kill_pids

PROCESS_LIMIT: Final = 30.0
MACHINE_LIMIT: Final = 45.0
GIVES_UP_SECONDS: Final = 120.0
STEADY_SECONDS: Final = 3.0
POLL: Final = 0.1
_WAITS_FOR_STANDBY: Final = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@dataclass
class Rehearsal:
    """The running cluster and site, with the dice of the kill schedule."""

    cluster: Cluster
    site: ReplicatedCasino
    stage: Stage
    dice: Random
    seen: tuple[int, int, int] = (0, 0, 0)
    lost: int = 0
    doubled: int = 0
    repairs: list[Callable[[], None]] = field(default_factory=list)

    def supervise(self) -> None:
        """Start what has died."""
        self.cluster.supervise()
        self.site.supervise()

    def sleep(self, seconds: float) -> None:
        """Let the load run and start what has died."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.supervise()
            time.sleep(POLL)

    def await_flow(self) -> None:
        """Wait until bets are acknowledged in each of three seconds. Raises TimeoutError."""
        limit = time.monotonic() + GIVES_UP_SECONDS
        while not PrivatePlayer.answers.flows(STEADY_SECONDS):
            if time.monotonic() > limit:
                raise TimeoutError(f"no bets are acknowledged; {self.cluster.members()}")
            self.supervise()
            time.sleep(POLL)

    def leader(self) -> Node:
        """Return the primary's machine. Raises TimeoutError."""
        found = self.cluster.leader()
        if found is None:
            raise TimeoutError("there is no primary")
        return found


@dataclass(frozen=True)
class DrillPlan:
    """A drill: what it breaks, how long its effect may take to show, and its limit in seconds."""

    name: str
    act: Callable[[Rehearsal], None]
    watch: float
    limit: float


def kill_primary(rehearsal: Rehearsal) -> None:
    """SIGKILL to all of the primary's PostgreSQL processes."""
    rehearsal.leader().kill_postgres()


def kill_etcd_leader(rehearsal: Rehearsal) -> None:
    """SIGKILL to the etcd member that leads."""
    _etcd_leader(rehearsal.cluster).etcd.kill()


def _etcd_leader(cluster: Cluster) -> Node:
    """Return the machine whose etcd leads. Raises TimeoutError."""
    for node in cluster.nodes:
        line = [str(cluster.packages.program("etcdctl")), "endpoint", "status", "-w", "simple"]
        line += ["--endpoints", node.ports["etcd"].listen]
        environment = {**cluster.packages.environment(), "ETCDCTL_API": "3"}
        told = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
        fields = told.stdout.split(", ")
        if len(fields) > 4 and fields[4] == "true":  # noqa: PLR2004  # endpoint, id, version, size, is leader
            return node
    raise TimeoutError("no etcd leads")


def kill_pgbouncer(rehearsal: Rehearsal) -> None:
    """SIGKILL to PgBouncer."""
    rehearsal.cluster.front["pgbouncer"].kill()


def kill_redis(rehearsal: Rehearsal) -> None:
    """SIGKILL to Redis, the queue and the cache."""
    rehearsal.cluster.front["redis"].kill()


def cut_primary(rehearsal: Rehearsal) -> None:
    """Cut the primary's machine off from all others; it comes back after the drill."""
    rehearsal.cluster.set_network([rehearsal.leader().name])
    rehearsal.repairs.append(rehearsal.cluster.set_network)


def lose_primary(rehearsal: Rehearsal) -> None:
    """SIGKILL to everything on the primary's machine; it comes back after the drill."""
    node = rehearsal.leader()
    node.lose()
    rehearsal.repairs.append(node.start)


def lose_standby(rehearsal: Rehearsal) -> None:
    """SIGKILL to everything on a standby's machine; it comes back after the drill."""
    leader = rehearsal.leader()
    node = rehearsal.dice.choice(
        [each for each in rehearsal.cluster.with_data if each is not leader]
    )
    node.lose()
    rehearsal.repairs.append(node.start)


def slow_network(rehearsal: Rehearsal) -> None:
    """Delay everything from and to a standby's machine by 50 ms."""
    leader = rehearsal.leader()
    node = rehearsal.dice.choice(
        [each for each in rehearsal.cluster.with_data if each is not leader]
    )
    rehearsal.cluster.set_network(delays={node.name: 0.05})
    rehearsal.repairs.append(rehearsal.cluster.set_network)


def lose_unconfirmed_commit(rehearsal: Rehearsal) -> None:
    """Cut off the standbys' replication, kill a web in COMMIT, retry with its key, kill the primary.

    The retry meets a primary that has restarted: the commit is visible there, and no standby has
    it. An answer now would be lost with the machine.
    """
    leader = rehearsal.leader()
    others = [each for each in rehearsal.cluster.with_data if each is not leader]
    _stop_receivers(others)
    with rehearsal.cluster.connect(leader) as eyes:
        _await(rehearsal, lambda: (eyes.execute(_WAITS_FOR_STANDBY).fetchone() or (0,))[0] > 0)
    for web in (rehearsal.site.web, rehearsal.site.second):
        web.kill(*web.forked)  # gunicorn starts another worker; the players send their forms again
    rehearsal.sleep(1)
    leader.kill_postgres()
    rehearsal.sleep(3)  # it restarts, and the retries meet it
    leader.lose()
    _let_receivers_go(others)
    rehearsal.repairs.append(leader.start)


def _receivers(nodes: list[Node]) -> list[int]:
    return [pid for node in nodes for pid in node.postgres_pids() if "walreceiver" in _title(pid)]


def _title(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline") as file:  # noqa: PTH123  # a process, not a file
            return file.read()
    except OSError:
        return ""


def _stop_receivers(nodes: list[Node]) -> None:
    for pid in _receivers(nodes):
        subprocess.run(["kill", "-STOP", str(pid)], check=False)


def _let_receivers_go(nodes: list[Node]) -> None:
    kill_pids(_receivers(nodes))


def _await(rehearsal: Rehearsal, found: Callable[[], bool], seconds: float = 20) -> None:
    limit = time.monotonic() + seconds
    while not found():
        if time.monotonic() > limit:
            raise TimeoutError("no commit waits for the standby")
        rehearsal.supervise()
        time.sleep(POLL)


PLANS: Final = {
    "primary": DrillPlan("PostgreSQL of the primary killed", kill_primary, 8, PROCESS_LIMIT),
    "etcd": DrillPlan("etcd's leader killed", kill_etcd_leader, 8, PROCESS_LIMIT),
    "pgbouncer": DrillPlan("PgBouncer killed", kill_pgbouncer, 5, PROCESS_LIMIT),
    "redis": DrillPlan("Redis killed", kill_redis, 5, PROCESS_LIMIT),
    "cut": DrillPlan("primary cut off from the network", cut_primary, 30, MACHINE_LIMIT),
    "machine": DrillPlan("machine of the primary lost", lose_primary, 25, MACHINE_LIMIT),
    "standby": DrillPlan("machine of a standby lost", lose_standby, 15, MACHINE_LIMIT),
    "slow": DrillPlan("50 ms to and from a standby", slow_network, 5, PROCESS_LIMIT),
    "commit": DrillPlan(
        "standbys cut off, web killed in COMMIT, primary lost",
        lose_unconfirmed_commit,
        25,
        MACHINE_LIMIT,
    ),
}
