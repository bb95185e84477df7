"""The processes of an installation, as deploy/processes.toml defines them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.launch import layout

FILE = layout.ROOT / "deploy" / "processes.toml"
OWNER = "prepare"
"""The process with the owner's URL."""

CHECK = "check"


@dataclass(frozen=True)
class Process:
    """One process: Python's arguments, the folders it writes to (below the state's folder), its port.

    `watches`: it serves nobody and is started by itself, not with the others.
    """

    name: str
    description: str
    command: tuple[str, ...]
    folders: tuple[str, ...]
    port: int | None = None
    once: bool = False
    watches: bool = False
    stop_seconds: int = 20
    files: int = 4096

    @property
    def unit(self) -> str:
        return f"ligalo-{self.name}.service"


@dataclass(frozen=True)
class Installation:
    """User, folders, environment and processes."""

    user: str
    uid: int
    code: Path
    state: Path
    secrets: Path
    environment: Mapping[str, str]
    secret_files: Mapping[str, str]
    owner_secret_files: Mapping[str, str]
    processes: Mapping[str, Process]

    @property
    def folders(self) -> list[str]:
        """All folders below the state's folder, sorted."""
        return sorted({name for one in self.processes.values() for name in one.folders})

    @property
    def serving(self) -> list[Process]:
        return [one for one in self.processes.values() if not (one.once or one.watches)]

    def secrets_of(self, process: Process) -> Mapping[str, str]:
        """Return the settings that name a secret file of this process, with the file's name."""
        own = self.owner_secret_files if process.name == OWNER else {}
        return {**self.secret_files, **own}


def load_installation(file: Path = FILE) -> Installation:
    """Read the definitions."""
    given: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    for name in ("code", "state", "secrets"):
        given[name] = Path(given[name])
    given["processes"] = {name: _process(name, told) for name, told in given["processes"].items()}
    return Installation(**given)


def _process(name: str, told: Mapping[str, Any]) -> Process:
    lists = {key: tuple(told[key]) for key in ("command", "folders")}
    return Process(**{**told, **lists}, name=name)
