"""The machines of a rehearsal, and what stands in front of them: HAProxy, PgBouncer, Redis with a replica."""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from tools.launch import postgres, system_user
from tools.launch.environment import Urls
from tools.launch.system_user import Account
from tools.rehearsals.nodes import Node, fill_file
from tools.rehearsals.packages import Unpacked
from tools.rehearsals.processes import Program, await_port, await_true, free_ports
from tools.rehearsals.report import print_progress

VOTERS: Final = 3
HEALTHY_SECONDS: Final = 180.0
_RESTART_SECONDS: Final = 1.0  # as systemd's RestartSec
_ADMIN: Final = "pooladmin"
_FOLLOWERS: Final = """
    SELECT pg_is_in_recovery(), count(*) FILTER (WHERE state = 'streaming'),
           coalesce(bool_or(sync_state = 'sync'), false)
    FROM pg_stat_replication WHERE application_name LIKE 'n%'
"""


@dataclass
class Cluster:
    """Machines and front programs; `is_strict_about` three data nodes unless made with two."""

    folder: Path
    packages: Unpacked
    account: Account | None
    data_nodes: int = 3
    nodes: list[Node] = field(default_factory=list)
    front: dict[str, Program] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=dict)
    dead_since: dict[str, float] = field(default_factory=dict)

    def prepare(self) -> None:
        """Choose ports and passwords, and write all files."""
        names = ("superuser", "replication", "rewind", "owner", "application", _ADMIN)
        self.passwords = {name: secrets.token_hex(16) for name in names}
        ports = free_ports(8 * VOTERS + 4)
        named = ("haproxy", "pgbouncer", "redis", "replica")
        self.ports = dict(zip(named, ports[8 * VOTERS :], strict=True))
        for number in range(VOTERS):
            own = ports[8 * number : 8 * number + 8]
            has_data = number < self.data_nodes
            place = (self.folder, self.packages, self.account)
            self.nodes.append(Node.make(f"n{number + 1}", *place, own, has_data=has_data))
        told = {name: self.passwords[name] for name in ("superuser", "replication", "rewind")}
        for node in self.nodes:
            node.prepare(self.nodes, told, "new")
        self.set_network()
        self._prepare_front()

    @property
    def with_data(self) -> list[Node]:
        return [node for node in self.nodes if node.has_data]

    def _prepare_front(self) -> None:
        front = self.folder / "front"
        front.mkdir(mode=0o700)
        system_user.change_owner(front, self.account)
        servers = "\n".join(
            f"  server {node.name} {node.ports['postgres'].address} check port"
            f" {node.ports['rest'].public}"
            for node in self.with_data
        )
        listen = {"LISTEN": f"127.0.0.1:{self.ports['haproxy']}", "SERVERS": servers}
        haproxy = fill_file("haproxy.cfg", front / "haproxy.cfg", listen, self.account)
        self._add("haproxy", front, "haproxy", "-db", "-f", haproxy)
        users = front / "users.txt"
        app = f"{postgres.OWNER}_app"
        users.write_text(
            f'"{app}" "{self.passwords["application"]}"\n"{_ADMIN}" "{self.passwords[_ADMIN]}"\n'
        )
        users.chmod(0o600)
        system_user.change_owner(users, self.account)
        values = {
            "DATABASE": postgres.DATABASE,
            "PRIMARY_HOST": "127.0.0.1",
            "PRIMARY_PORT": self.ports["haproxy"],
            "LISTEN_HOST": "127.0.0.1",
            "LISTEN_PORT": self.ports["pgbouncer"],
            "USERS": users,
            "ADMIN": _ADMIN,
        }
        pool = fill_file("pgbouncer.ini", front / "pgbouncer.ini", values, self.account)
        self._add("pgbouncer", front, "pgbouncer", pool)
        for name in ("redis", "replica"):
            words = ["--port", str(self.ports[name]), "--save", "", "--appendonly", "no"]
            if name == "replica":
                words += ["--replicaof", "127.0.0.1", str(self.ports["redis"])]
            self._add(name, front, "redis-server", *words, "--bind", "127.0.0.1")

    def _add(self, name: str, folder: Path, program: str, *words: str | Path) -> None:
        line = [self.packages.program(program), *words]
        self.front[name] = Program(name, line, folder, self.packages.environment(), self.account)

    def start(self) -> None:
        """Start everything and wait until the primary has a synchronous standby."""
        for node in self.nodes:
            node.programs[0].start()
            node.programs[1].start()
        for node in self.nodes:
            await_port(node.etcd, node.ports["etcd"].own, 60)
        self.with_data[0].start()  # it becomes the first primary
        await_true(lambda: self.leader() is not None, HEALTHY_SECONDS, "the first primary")
        for node in self.with_data:
            node.start()
        for name in ("haproxy", "pgbouncer", "redis", "replica"):
            self.front[name].start()
        self.await_healthy()
        self.make_roles()

    def make_roles(self) -> None:
        """Create the owner's role and database; the product makes its own role."""
        leader = self.leader()
        if leader is None:
            raise TimeoutError("there is no primary")
        with self.connect(leader) as connection:
            owner, database = Identifier(postgres.OWNER), Identifier(postgres.DATABASE)
            word = Literal(self.passwords["owner"])
            connection.execute(
                SQL("CREATE ROLE {} LOGIN CREATEDB CREATEROLE PASSWORD {}").format(owner, word)
            )
            connection.execute(SQL("CREATE DATABASE {} OWNER {}").format(database, owner))

    def connect(self, node: Node) -> psycopg.Connection[Any]:
        """Return the superuser's connection to a machine itself, past its network."""
        return psycopg.connect(
            host="127.0.0.1",
            port=node.ports["postgres"].own,
            dbname="postgres",
            user="postgres",
            password=self.passwords["superuser"],
            autocommit=True,
            connect_timeout=3,
        )

    def url(self, port: str, role: str, password: str, database: str = postgres.DATABASE) -> str:
        """Return the URL of a front program."""
        secret = self.passwords[password]
        return f"postgresql://{role}:{secret}@127.0.0.1:{self.ports[port]}/{database}"

    @property
    def urls(self) -> Urls:
        """The owner's and the application's direct addresses."""
        owner = self.url("haproxy", postgres.OWNER, "owner")
        return Urls(owner, self.url("haproxy", f"{postgres.OWNER}_app", "application"))

    def environment(self) -> dict[str, str]:
        """Return what tells the product about the pooler, its direct address and Redis."""
        app = f"{postgres.OWNER}_app"
        return {
            "DATABASE_APP_URL": self.url("pgbouncer", app, "application"),
            "DATABASE_DIRECT_URL": self.urls.application,
            "DATABASE_POOLING": "transaction",
            "PGBOUNCER_CONSOLES": self.url("pgbouncer", _ADMIN, _ADMIN, "pgbouncer"),
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "CACHE_URL": f"redis://127.0.0.1:{self.ports['redis']}/1",
        }

    def members(self) -> dict[str, str]:
        """Return each machine's role and state as Patroni shows them, such as `sync_standby streaming`."""
        for node in self.with_data:
            with suppress(OSError, ValueError, urllib.error.URLError):
                address = f"http://{node.ports['rest'].listen}/cluster"
                with urllib.request.urlopen(address, timeout=3) as answer:  # our own
                    told = json.loads(answer.read())
                    return {
                        each["name"]: f"{each['role']} {each['state']}" for each in told["members"]
                    }
        return {}

    def leader(self) -> Node | None:
        """Return the machine whose Patroni says that it is the primary."""
        for node in self.with_data:
            with suppress(OSError, urllib.error.URLError):
                address = f"http://{node.ports['rest'].listen}/primary"
                with urllib.request.urlopen(address, timeout=3):  # as above
                    return node
        return None

    def is_healthy(self) -> bool:
        """Return whether the primary writes and all others follow it, one of them synchronously."""
        self.supervise()
        leader = self.leader()
        if leader is None:
            return False
        with suppress(psycopg.Error), self.connect(leader) as connection:
            row = connection.execute(_FOLLOWERS).fetchone()
            return row is not None and row == (False, self.data_nodes - 1, True)
        return False

    def await_healthy(self) -> None:
        """Wait for `is_healthy`. Raises TimeoutError with what Patroni shows."""
        try:
            await_true(self.is_healthy, HEALTHY_SECONDS, "all machines in order")
        except TimeoutError as error:
            raise TimeoutError(f"{error}; they are {self.members()}") from error

    def supervise(self) -> None:
        """Start what has died, as systemd does, unless its machine is lost."""
        programs = [*self.front.values()]
        programs += [each for node in self.nodes if not node.is_lost for each in node.programs]
        for program in programs:
            if program.runs:
                self.dead_since.pop(program.name, None)
                continue
            since = self.dead_since.setdefault(program.name, time.monotonic())
            if time.monotonic() - since >= _RESTART_SECONDS:
                print_progress(f"{program.name} is started again")
                program.start()

    def set_network(self, cut: Sequence[str] = (), delays: dict[str, float] | None = None) -> None:
        """Cut these machines off, delay the traffic to others."""
        sessions = {pid: name for node in self.nodes for pid, name in node.sessions().items()}
        _replace(self.folder / "sessions.json", sessions)
        _replace(self.folder / "cuts.json", {"cut": [*cut], "delays": delays or {}})

    def slow_syncs(self) -> int:
        """Return how often etcd reported a slow disk."""
        return sum(
            line.count("slow fdatasync") + line.count("took too long")
            for node in self.nodes
            for line in node.etcd.log.read_text(errors="replace").splitlines()
            if node.etcd.log.exists()
        )

    def stop(self) -> None:
        """Stop everything."""
        for program in reversed(self.front.values()):
            program.stop()
        for node in self.nodes:
            if node.has_data and node.programs:
                node.patroni.stop()
        for node in self.nodes:
            node.stop()


def _replace(file: Path, content: object) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(content))
    fresh.replace(file)
