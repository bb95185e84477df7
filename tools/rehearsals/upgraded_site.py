"""The site of the upgrade rehearsal: old and new code on one database, processes replaced one by one."""

import os
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

from tools.faults.site import Browser
from tools.launch import layout, postgres
from tools.launch.processes import run_to_end
from tools.rehearsals.backed_up import Machine
from tools.rehearsals.packages import Unpacked
from tools.rehearsals.processes import Program, Programs, await_port

WARM_PAGES: Final = ("/", "/account/login/")
GOOD_ANSWERS: Final = 5  # in a row, before a new web takes players
QUICK: Final = 2.0  # seconds for all pages of a look
WARM_SECONDS: Final = 120.0
WEBS: Final = ("web1", "web2")
OTHERS: Final = ("worker", "dealer", "beat")
PYTHON: Final = str(layout.PYTHON)
_CELERY: Final = ("-m", "celery", "--app", "config.celery", "--quiet")
_QUEUES: Final = "celery,long,files,webhooks"
_FOLDERS: Final = {
    "SEED_KEY_FILE": "seed.key",
    "IDENTITY_KEY_FILE": "identity.key",
    "LEDGER_SEALS": "seals",
    "DOCUMENTS": "documents",
    "PERSON_KEYS": "person-keys",
    "EXPORTS": "exports",
    "ARCHIVE": "archive",
    "CELERY_FOLDER": "celery",
    "STATIC_ROOT": "static",
    "BUILD_MANIFEST": "manifest.txt",
}


@dataclass
class Upgrade:
    """The folder with the old code, the database, the ports, and the programs that run."""

    folder: Path
    old: Path
    machine: Machine
    packages: Unpacked
    programs: Programs
    ports: Mapping[str, int]
    secrets: Mapping[str, str]
    running: dict[str, Program] = field(default_factory=dict)

    def environment(self, name: str, *, owner: bool = False) -> dict[str, str]:
        """Return the environment of a process of the site."""
        hidden = ("DATABASE_URL", "DATABASE_APP_URL", "LIGALO_TEST_RUN", "CELERY_BROKER_URL")
        server, site = self.machine.server, self.folder / "site"
        role, database = postgres.OWNER, postgres.DATABASE
        own = {"DATABASE_URL": server.url(role, self.secrets["owner"], database)} if owner else {}
        bind = {"WEB_BIND": f"127.0.0.1:{self.ports[name]}"} if name in WEBS else {}
        folders = {key: str(site / value) for key, value in _FOLDERS.items()}
        return {
            **{key: value for key, value in os.environ.items() if key not in hidden},
            **own,
            **bind,
            **folders,
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "DATABASE_APP_URL": server.url(f"{role}_app", self.secrets["application"], database),
            "SECRET_KEY": self.secrets["django"],
            "DEMO_PROVIDER_SECRET": self.secrets["provider"],
            "WEB_WORKERS": "1",
            "WATCH_WORKERS": "false",
        }

    def manage(self, code: Path, *words: str, owner: bool = False) -> None:
        """Run a manage.py command of the old or the new code. Raises ProgramFailed."""
        line = [PYTHON, "-W", "ignore", "manage.py", *words]
        run_to_end(line, folder=code, environment=self.environment("manage", owner=owner))

    def start(self, name: str, code: Path) -> None:
        """Start a process of the site; the web is awaited until it answers as usual."""
        program = Program(
            name, _line(name, self.folder), self.folder, self.environment(name), working_folder=code
        )
        self.running[name] = self.programs.start(program)
        if name in WEBS:
            await_port(program, self.ports[name], 180)
            warm_up(self.ports[name])

    def replace(self, name: str, code: Path) -> None:
        """Stop a process gracefully and start it with other code; a web leaves the proxy before."""
        if name in WEBS:
            self.tell_proxy(name, "drain")
            time.sleep(1)
        self.running[name].stop()
        self.programs.started.remove(self.running[name])
        self.start(name, code)
        if name in WEBS:
            self.tell_proxy(name, "ready")

    def tell_proxy(self, name: str, state: str) -> None:
        """Set the state of a web at the proxy."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.folder / "proxy.sock"))
            control.sendall(f"set server webs/{name} state {state}\n".encode())
            if answer := control.recv(4096).strip():
                raise RuntimeError(answer.decode())


def _line(name: str, folder: Path) -> list[str]:
    beat = ["--schedule", str(folder / "site" / "celery" / "beat"), "--pidfile="]
    worker = ["worker", "--concurrency=1", "--without-gossip", "--without-mingle"]
    lines = {
        "worker": [*_CELERY, *worker, "--hostname=worker@rehearsal", f"--queues={_QUEUES}"],
        "beat": [*_CELERY, "beat", *beat],
        "dealer": ["-W", "ignore", "manage.py", "deal_tables"],
    }
    web = ["-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
    return [PYTHON, *lines.get(name, web)]


def warm_up(port: int) -> None:
    """Ask a new web for pages until it answers quickly: its first answers load code and open connections.

    Raises TimeoutError.
    """
    browser, good = Browser(("127.0.0.1", port), WARM_SECONDS), 0
    limit = time.monotonic() + WARM_SECONDS
    while good < GOOD_ANSWERS:
        if time.monotonic() > limit:
            raise TimeoutError(f"the web at port {port} does not get ready")
        began = time.monotonic()
        answers = [browser.get(path).status for path in WARM_PAGES]
        is_good = set(answers) == {HTTPStatus.OK} and time.monotonic() - began < QUICK
        good = good + 1 if is_good else 0
