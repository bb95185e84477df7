"""One database machine of a rehearsal: etcd, Patroni with PostgreSQL, and its part of the network."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Final

from tools.launch import layout, system_user
from tools.launch.system_user import Account
from tools.rehearsals.packages import Unpacked, debian_python
from tools.rehearsals.processes import Program, kill_pids

FILES: Final = layout.ROOT / "deploy" / "failover"
_SERVICES: Final = ("postgres", "rest", "etcd", "peer")


def fill_file(
    name: str, target: Path, values: Mapping[str, object], account: Account | None
) -> Path:
    """Write a file of deploy/failover with its placeholders filled, readable by the account alone."""
    text = Template((FILES / name).read_text()).substitute(values)
    target.write_text(text)
    target.chmod(0o600)
    system_user.change_owner(target, account)
    return target


@dataclass(frozen=True)
class Ports:
    """Ports of one service: where it listens, and the proxy's port that others use."""

    own: int
    public: int

    @property
    def listen(self) -> str:
        return f"127.0.0.1:{self.own}"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.public}"


@dataclass
class Node:
    """A machine: its programs and ports. `has_data` is False for one that only votes."""

    name: str
    folder: Path
    network: Path
    packages: Unpacked
    account: Account | None
    ports: dict[str, Ports]
    has_data: bool = True
    is_lost: bool = False
    programs: list[Program] = field(default_factory=list)

    @classmethod
    def make(
        cls,
        name: str,
        network: Path,
        packages: Unpacked,
        account: Account | None,
        ports: Sequence[int],
        *,
        has_data: bool,
    ) -> "Node":
        """Create the node's folder; `ports` are eight free ones."""
        folder = network / name
        for each in (folder, folder / "s"):
            each.mkdir(mode=0o700)
            system_user.change_owner(each, account)
        pairs = {
            service: Ports(*ports[2 * place : 2 * place + 2])
            for place, service in enumerate(_SERVICES)
        }
        return cls(name, folder, network, packages, account, pairs, has_data)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def prepare(self, nodes: Sequence["Node"], secrets: Mapping[str, str], state: str) -> None:
        """Write the node's files and define its programs. `state` is etcd's: new or existing."""
        self.programs = [self._proxy(), self._etcd(nodes, state)]
        if self.has_data:
            self.programs.append(self._patroni(nodes, secrets))

    def _program(self, name: str, line: Sequence[str | Path]) -> Program:
        environment = {**self.packages.environment(), "HOME": str(self.folder)}
        return Program(f"{self.name}-{name}", line, self.folder, environment, self.account)

    def _proxy(self) -> Program:
        pairs = [f"{ports.public}:{ports.own}" for ports in self.ports.values()]
        line = [sys.executable, str(Path(__file__).with_name("proxy.py")), "--node", self.name]
        line += ["--folder", str(self.network), "--pairs", *pairs]
        environment = {"PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"}
        # It reads which process has which connection, so it runs as the rehearsal does.
        return Program(f"{self.name}-proxy", line, self.folder, environment)

    def _etcd(self, nodes: Sequence["Node"], state: str) -> Program:
        members = ",".join(f"{each.name}=http://{each.ports['peer'].address}" for each in nodes)
        values = {
            "NAME": self.name,
            "DATA": self.folder / "etcd",
            "MEMBERS": members,
            "STATE": state,
            "CLIENT_LISTEN": self.ports["etcd"].listen,
            "CLIENT_ADDRESS": self.ports["etcd"].address,
            "PEER_LISTEN": self.ports["peer"].listen,
            "PEER_ADDRESS": self.ports["peer"].address,
        }
        file = fill_file("etcd.yml", self.folder / "etcd.yml", values, self.account)
        return self._program("etcd", [self.packages.program("etcd"), "--config-file", file])

    def _patroni(self, nodes: Sequence["Node"], secrets: Mapping[str, str]) -> Program:
        values = {
            "NAME": self.name,
            "REST_LISTEN": self.ports["rest"].listen,
            "REST_ADDRESS": self.ports["rest"].address,
            "ETCD_HOSTS": ",".join(each.ports["etcd"].address for each in nodes),
            "POSTGRES_LISTEN": self.ports["postgres"].listen,
            "POSTGRES_ADDRESS": self.ports["postgres"].address,
            "DATA": self.data,
            "BINARIES": self.packages.program("postgres").parent,
            "PGPASS": self.folder / "pgpass",
            "SOCKETS": self.folder / "s",
            "NETWORK": "127.0.0.1/32",
            "WATCHDOG": '"off"',
            **{f"{name.upper()}_PASSWORD": text for name, text in secrets.items()},
        }
        file = fill_file("patroni.yml", self.folder / "patroni.yml", values, self.account)
        program = self._program(
            "patroni", [debian_python(), self.packages.program("patroni"), file]
        )
        program.stop_seconds = 40
        return program

    @property
    def patroni(self) -> Program:
        return self.programs[2]

    @property
    def etcd(self) -> Program:
        return self.programs[1]

    def start(self) -> None:
        """Start the machine's programs, after a loss too."""
        self.is_lost = False
        for program in self.programs:
            if not program.runs:
                program.start()

    def lose(self) -> None:
        """Send SIGKILL to everything on the machine, its network too."""
        self.is_lost = True
        for program in self.programs:
            program.kill()
        self.kill_postgres()

    def kill_postgres(self) -> None:
        """Send SIGKILL to all of the machine's PostgreSQL processes."""
        kill_pids([*self.postgres_pids(), *self.postgres_pids()])

    def postgres_pids(self) -> list[int]:
        """Return PostgreSQL's processes: all that work in its data folder, the postmaster first."""
        found = [pid for pid in _all_pids() if _works_in(pid, self.data)]
        return sorted(found, key=lambda pid: (pid != self._postmaster(), pid))

    def _postmaster(self) -> int:
        with suppress(OSError, ValueError, IndexError):
            return int((self.data / "postmaster.pid").read_text().splitlines()[0])
        return 0

    def sessions(self) -> dict[int, str]:
        """Return the first processes of the machine's sessions, with its name."""
        pids = [program.pid for program in self.programs if program.runs]
        if postmaster := self._postmaster():
            pids.append(postmaster)
        return dict.fromkeys(pids, self.name)

    def stop(self) -> None:
        """Stop the programs in order: Patroni first, which stops PostgreSQL."""
        for program in reversed(self.programs):
            program.stop()
        self.kill_postgres()


def _all_pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _works_in(pid: int, folder: Path) -> bool:
    try:
        return (Path("/proc") / str(pid) / "cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False
