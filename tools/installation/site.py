"""The product's processes, started from deploy/processes.toml with all paths and ports in one folder."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.installation.servers import HOST, Ports
from tools.launch import keys, layout, secret_files
from tools.launch.console import Console, Refusal
from tools.launch.definitions import Installation, Process, load_installation
from tools.launch.postgres import DATABASE, OWNER, Server
from tools.launch.processes import Household, ProgramFailed, run_to_end, spawn

DEMO = "config.settings.dev"


@dataclass(frozen=True)
class Site:
    """An installation below `folder`, and where it listens."""

    installation: Installation
    folder: Path
    ports: Ports

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def secrets(self) -> Path:
        return self.folder / "secrets"

    def environment(self, process: Process) -> dict[str, str]:
        """Return the whole environment of a process, as its unit gives it."""
        secret_settings = self.installation.secrets_of(process)
        return {
            "PATH": os.defpath,
            "HOME": str(self.folder),
            **self._moved(self.installation.environment),
            **{name: str(self.secrets / file) for name, file in secret_settings.items()},
            "ALLOWED_HOSTS": HOST,
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{self.ports.redis}/0",
            "CACHE_URL": f"redis://127.0.0.1:{self.ports.redis}/1",
            "EMAIL_HOST": "127.0.0.1",
            "ALIVE_FILE": str(self.folder / f"{process.name}.alive"),
            # an installation compiles its code once, in `make packages`; here the first process does
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": os.environ.get("PYTHONPYCACHEPREFIX")
            or str(self.folder / "bytecode"),
        }

    def _moved(self, environment: Mapping[str, str]) -> dict[str, str]:
        changed = {
            str(self.installation.state): str(self.state),
            "127.0.0.1:8000": f"127.0.0.1:{self.ports.web}",
            "127.0.0.1:8001": f"127.0.0.1:{self.ports.streams}",
        }
        moved = dict(environment)
        for name, value in moved.items():
            for old, new in changed.items():
                moved[name] = moved[name].replace(old, new) if old in value else moved[name]
        return moved


def make_site(console: Console, folder: Path, server: Server, ports: Ports) -> Site:
    """Make folders and secrets, with the URLs of the server's two roles."""
    site = Site(load_installation(), folder, ports)
    for name in site.installation.folders:
        (site.state / name).mkdir(parents=True, mode=0o700)
    site.secrets.mkdir(mode=0o700)
    owner = keys.load_or_create_secret(folder / "owner.password")
    application = keys.load_or_create_secret(folder / "application.password")
    urls = {
        "database-url": server.url(OWNER, owner, DATABASE),
        "database-app-url": server.url(f"{OWNER}_app", application, DATABASE),
    }
    for name, url in urls.items():
        keys.write_secret(site.secrets / name, url)
    secret_files.make(console, [str(site.secrets)])
    return site


def run_once(console: Console, site: Site, name: str, *more: str, **told: str) -> None:
    """Run a process of the definitions to its end, or manage.py with its environment. Raises Refusal."""
    process = site.installation.processes[name]
    command = more or process.command
    try:
        lines = run_to_end(
            [layout.PYTHON, "-W", "ignore", *command],
            folder=layout.ROOT,
            environment={**site.environment(process), **told},
        )
    except ProgramFailed as error:
        raise Refusal(f"{' '.join(command)}: {' / '.join(error.lines[-12:])}") from error
    last = next((line for line in reversed(lines) if line.strip()), "done")
    console.say(f"{' '.join(command[:3])}: {last}")


def start_processes(home: Household, site: Site) -> None:
    """Start every serving process."""
    for process in site.installation.serving:
        with (site.folder / f"{process.name}.log").open("wb") as log:
            started = spawn(
                [layout.PYTHON, *process.command],
                folder=layout.ROOT,
                environment=site.environment(process),
                stdout=log,
                stderr=log,
            )
        home.add(process.name, started, seconds=process.stop_seconds)
