"""Debian packages unpacked into a cache folder: nothing is installed, no daemon starts, no root.

apt works with lists and archives of its own in that folder, so the system's are not changed.
Dependencies that this machine already has are not downloaded again. The folder is
REHEARSAL_PACKAGES, /var/cache/ligalo/packages for root, or ~/.cache/ligalo/packages.
"""

import fcntl
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end
from tools.rehearsals.bounds import require_disk

POSTGRESQL: Final = ("postgresql-15", "postgresql-client-15")
ETCD: Final = ("etcd-server", "etcd-client")
CLUSTER: Final = (
    *POSTGRESQL,
    *ETCD,
    "patroni",
    "python3-etcd",
    "pgbouncer",
    "haproxy",
    "redis-server",
    "redis-tools",
)
BACKUP: Final = (*POSTGRESQL, "pgbackrest")
MONITORING: Final = ("prometheus",)

_DISK: Final = 2.0  # gigabytes free before anything is downloaded
_UNNEEDED: Final = frozenset(
    {
        "libllvm14",
        "systemd",
        "systemd-sysv",
        "dbus",
        "cron",
        "logrotate",
        "fonts-glyphicons-halflings",
    }
)
"""Dependencies for JIT, services and web pages, which no rehearsal uses."""


@dataclass(frozen=True)
class Unpacked:
    """The folder in which packages are unpacked as if it were `/`."""

    folder: Path

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def binaries(self) -> list[Path]:
        """Folders with programs."""
        usr = self.root / "usr"
        found = [usr / "bin", usr / "sbin", self.root / "bin", self.root / "sbin"]
        return [usr / "lib" / "postgresql" / "15" / "bin", *found]

    def program(self, name: str) -> Path:
        """Return the path of a program, unpacked or else the system's. Raises Refusal."""
        for folder in self.binaries:
            if (folder / name).exists():
                return folder / name
        if found := shutil.which(name):
            return Path(found)
        raise Refusal(f"No package provides the program {name}.")

    def environment(self) -> dict[str, str]:
        """Return a minimal environment in which the unpacked programs find their libraries and modules."""
        return {
            "PATH": os.pathsep.join([*map(str, self.binaries), os.defpath, "/usr/sbin", "/sbin"]),
            "LD_LIBRARY_PATH": os.pathsep.join(map(str, self._libraries())),
            "PYTHONPATH": str(self.root / "usr" / "lib" / "python3" / "dist-packages"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LC_ALL": "C.UTF-8",
        }

    def _libraries(self) -> list[Path]:
        architecture = f"{os.uname().machine}-linux-gnu"
        return [self.root / "usr" / "lib" / architecture, self.root / "lib" / architecture]


def debian_python() -> Path:
    """Return Debian's own Python, for which its packages' modules are compiled. Raises Refusal."""
    python = Path("/usr/bin/python3")
    if not python.exists():
        raise Refusal("Debian's python3 is missing: apt-get install python3")
    return python


def cache_folder() -> Path:
    """Return the folder of the packages."""
    if given := os.environ.get("REHEARSAL_PACKAGES"):
        return Path(given)
    if os.geteuid() == 0:
        return Path("/var/cache/ligalo/packages")
    return Path.home() / ".cache" / "ligalo" / "packages"


def unpack_packages(console: Console, names: Sequence[str]) -> Unpacked:
    """Unpack packages and the dependencies that this machine lacks, once. Raises Refusal."""
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise Refusal("Rehearsals take their programs from Debian's packages: run them on Debian.")
    unpacked = Unpacked(cache_folder())
    for folder in ("debs", "root", "done", "apt/lists/partial", "apt/cache/archives/partial"):
        (unpacked.folder / folder).mkdir(parents=True, exist_ok=True)
    with _lock(unpacked.folder):
        missing = [name for name in names if not (unpacked.folder / "done" / name).exists()]
        if missing:
            with console.step(f"Unpacking {', '.join(missing)} into {unpacked.folder}"):
                _unpack(unpacked, missing)
    return unpacked


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Let one process at a time change the folder."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _unpack(unpacked: Unpacked, names: list[str]) -> None:
    require_disk(unpacked.folder, _DISK)
    debs = unpacked.folder / "debs"
    try:
        _apt(unpacked, "update")
        _apt(unpacked, "download", *_needed(unpacked, names))
        for deb in sorted(debs.glob("*.deb")):
            _run(unpacked, "dpkg", "-x", str(deb), str(unpacked.root))
            deb.unlink()
    except ProgramFailed as error:
        raise Refusal(f"The packages could not be unpacked: {error}") from error
    for name in names:
        (unpacked.folder / "done" / name).touch()


def _needed(unpacked: Unpacked, names: list[str]) -> list[str]:
    """Return the packages and those of their dependencies that are not installed."""
    said = _apt(unpacked, "install", "--simulate", "--no-install-recommends", *names)
    added = [line.split()[1] for line in said if line.startswith("Inst ")]
    return sorted({*names, *added} - _UNNEEDED)


def _apt(unpacked: Unpacked, *arguments: str) -> list[str]:
    own = unpacked.folder / "apt"
    places = [f"Dir::State::lists={own}/lists", f"Dir::Cache={own}/cache", "Debug::NoLocking=1"]
    options = [word for place in places for word in ("-o", place)]
    user = ["-o", "APT::Sandbox::User=root"] if os.geteuid() == 0 else []
    return _run(unpacked, "apt-get", "-q", *options, *user, *arguments)


def _run(unpacked: Unpacked, *line: str) -> list[str]:
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    return run_to_end(line, folder=unpacked.folder / "debs", environment=quiet)


if __name__ == "__main__":
    print(unpack_packages(Console(), sys.argv[1:]).root)
