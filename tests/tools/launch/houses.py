"""Copy of the project in its own folder, and its `make run` as a user starts it."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from threading import Timer

from tests.fixtures.ports import free_port
from tools.launch.layout import ROOT, VENV

START_SECONDS = 120
_LEFT_OUT = {".git", ".venv", "var", "tests", "docs"}


class House:
    """The project copied to `folder`, using the packages of this environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for entry in ROOT.iterdir():
            if entry.name not in _LEFT_OUT and not entry.name.startswith("."):
                # Keeps modification times, so compiled files stay valid.
                subprocess.run(["cp", "-Rp", str(entry), str(folder)], check=True)
        (folder / ".venv").symlink_to(VENV)
        self.bytecode = _share_bytecode(folder)
        self.port = free_port()
        self.opened: Open | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def environment(self, **more: str) -> dict[str, str]:
        hidden = ("DATABASE_URL", "DATABASE_APP_URL", "CELERY_BROKER_URL", "LIGALO_TEST_RUN")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        few = {"HISTORY_DAYS": "1"}
        return {**kept, "PORT": str(self.port), **few, **self.bytecode, **more}

    def launch(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the launcher to its end."""
        return subprocess.run(
            [sys.executable, "-m", "tools.launch", *(arguments or ("run",))],
            check=False,
            cwd=self.folder,
            env=self.environment(**more),
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
        )

    def open(self, **more: str) -> "Open":
        """Start `run` and wait until it reports that it is open."""
        self.opened = Open(self, self.environment(**more))
        return self.opened

    def change_a_static_file(self) -> None:
        """Change a static file, as a new version of the project does."""
        with (self.folder / "static" / "css" / "site.css").open("a", encoding="utf-8") as sheet:
            sheet.write("/* another version */\n")

    def processes(self) -> dict[int, str]:
        """Return process id and command line of all processes that run in this folder or name it."""
        entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        found = {int(entry.name): _about(entry) for entry in entries}
        mark = str(self.folder)
        return {pid: line for pid, line in found.items() if mark in line and pid != os.getpid()}


def _share_bytecode(folder: Path) -> dict[str, str]:
    """Let the copy use this checkout's bytecode if it has a separate cache folder, else write none."""
    here = os.environ.get("PYTHONPYCACHEPREFIX")
    if here is None:
        return {"PYTHONDONTWRITEBYTECODE": "1"}
    kept = folder.parent / "bytecode"
    copy = kept / folder.relative_to("/")
    copy.parent.mkdir(parents=True)
    copy.symlink_to(Path(here) / ROOT.relative_to("/"))
    return {"PYTHONPYCACHEPREFIX": str(kept)}


def _about(process: Path) -> str:
    """Return command line and folder of a process; empty if it has ended or is a zombie."""
    try:
        state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return "" if state == "Z" else f"{command} {(process / 'cwd').readlink()}"
    except OSError:
        return ""


class Open:
    """A launcher that is serving."""

    def __init__(self, house: House, environment: dict[str, str]) -> None:
        self.house = house
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.launch", "run"],
            cwd=house.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.read_to("Stop: Ctrl-C")

    def read_to(self, mark: str) -> None:
        """Read the output up to the line with `mark`; kill the launcher after START_SECONDS without it."""
        assert self.process.stdout
        deadline = Timer(START_SECONDS, self.process.kill)
        deadline.start()
        try:
            for line in self.process.stdout:
                self.said.append(line.rstrip())
                if mark in line:
                    return
        finally:
            deadline.cancel()
        raise AssertionError("\n".join(self.said))

    def get(self) -> int:
        """Return the status code of the home page."""
        with urllib.request.urlopen(self.house.url) as answer:  # noqa: S310  # our own address
            return int(answer.status)

    def read(self) -> str:
        """Return the home page."""
        with urllib.request.urlopen(self.house.url) as answer:  # noqa: S310  # our own address
            return str(answer.read().decode())

    def end(self, number: signal.Signals) -> int:
        """Send a signal to the launcher alone, as a service manager does, and return its exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the launcher to end, and return its exit status."""
        assert self.process.stdout
        with self.process.stdout as rest:
            self.said += [line.rstrip() for line in rest]
        return self.process.wait(60)
