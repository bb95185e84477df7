"""Debian packages: installed as root on Debian, or unpacked in a folder."""

import os
import shutil
import tempfile
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end


def may_install() -> bool:
    """Return whether this is Debian and the user is root."""
    system = Path("/etc/os-release")
    lines = system.read_text().splitlines() if system.exists() else []
    return os.geteuid() == 0 and "ID=debian" in lines and shutil.which("apt-get") is not None


def install_package(console: Console, package: str) -> None:
    """Install a package; print a line if that fails, since the caller can do without."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    arguments = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    for command in (["apt-get", "update"], arguments):
        try:
            run_to_end(command, folder=layout.ROOT, environment=quiet, each_line=console.detail)
        except ProgramFailed as error:
            console.say(f"{' '.join(command[:2])} failed: {error}")
            return


def find_program(console: Console, name: str, package: str) -> Path:
    """Return a program from PATH, or from its Debian package, unpacked in var/debian without root. Raises Refusal."""
    if installed := shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        return Path(installed)
    unpacked = layout.VAR / "debian" / package
    if not unpacked.exists():
        with console.step(f"Unpacking {package} (apt-get download)"):
            _unpack(package, unpacked)
    found = next((file for file in unpacked.rglob(f"*bin/{name}") if file.is_file()), None)
    if found is None:
        raise Refusal(f"{name} is not there, and the package {package} does not contain it.")
    return found


def _unpack(package: str, target: Path) -> None:
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        try:
            run_to_end(["apt-get", "download", package], folder=here, environment=os.environ)
            for file in here.glob("*.deb"):
                run_to_end(
                    ["dpkg", "-x", str(file), str(target)], folder=here, environment=os.environ
                )
        except (ProgramFailed, OSError) as error:
            shutil.rmtree(target, ignore_errors=True)
            raise Refusal(f"{package} could not be fetched from Debian: {error}") from error
