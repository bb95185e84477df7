"""Two machines of the restore rehearsal, and the site's programs on them."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tools.launch import layout, postgres
from tools.launch.processes import run_to_end
from tools.rehearsals.backed_up import Machine
from tools.rehearsals.report import Drill, print_progress

PYTHON: Final = str(layout.PYTHON)

_FOLDERS: Final = {
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
class Rehearsal:
    """Both machines, the repository, the escrow of the keys, and what the drill found."""

    folder: Path
    seed: int
    seconds: float
    first: Machine
    second: Machine
    drill: Drill
    secrets: Mapping[str, str] = field(default_factory=dict)

    def environment(self, machine: Machine, *, owner: bool = False) -> dict[str, str]:
        """Return the environment of the site's processes on a machine."""
        hidden = ("DATABASE_URL", "DATABASE_APP_URL", "LIGALO_TEST_RUN", "CELERY_BROKER_URL")
        server, home = machine.server, machine.folder / "site"
        role, name = postgres.OWNER, postgres.DATABASE
        application = server.url(f"{role}_app", self.secrets["application"], name)
        own = {"DATABASE_URL": server.url(role, self.secrets["owner"], name)} if owner else {}
        return {
            **{key: value for key, value in os.environ.items() if key not in hidden},
            **own,
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "DATABASE_APP_URL": application,
            "SECRET_KEY": self.secrets["django"],
            "DEMO_PROVIDER_SECRET": self.secrets["provider"],
            "SEED_KEY_FILE": str(home / "keys" / "seed.key"),
            "IDENTITY_KEY_FILE": str(home / "keys" / "identity.key"),
            "REHEARSAL_STOP": str(self.folder / "stop"),
            **{name: str(home / folder) for name, folder in _FOLDERS.items()},
        }

    def manage(self, machine: Machine, *words: str, owner: bool = False) -> list[str]:
        """Run a manage.py command on a machine and return its output. Raises ProgramFailed."""
        line = [PYTHON, "-W", "ignore", "manage.py", *words]
        return run_to_end(
            line, folder=layout.ROOT, environment=self.environment(machine, owner=owner)
        )

    def ask(self, machine: Machine, *words: str) -> dict[str, Any]:
        """Run a command of `inside` on a machine and return its document. Raises ProgramFailed."""
        line = [PYTHON, "-W", "ignore", "-m", "tools.rehearsals.inside", *words]
        said = run_to_end(line, folder=layout.ROOT, environment=self.environment(machine))
        found: dict[str, Any] = json.loads(said[-1])
        return found

    def require(self, what: str, *, holds: bool) -> None:
        """Note a problem unless something holds."""
        print_progress(f"{what}: {'yes' if holds else 'NO'}")
        if not holds:
            self.drill.problems.append(f"not so: {what}")
