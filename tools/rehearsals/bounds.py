"""Bounds of a rehearsal: disk, time, and a folder that is removed at the end."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.launch import system_user
from tools.launch.console import Console, Refusal
from tools.launch.system_user import Account

_GIGABYTE = 1_000_000_000


def require_disk(folder: Path, gigabytes: float) -> None:
    """Raise Refusal unless this much disk is free."""
    free = shutil.disk_usage(folder).free / _GIGABYTE
    if free < gigabytes:
        raise Refusal(f"{folder} needs {gigabytes:.0f} GB of free disk; it has {free:.1f} GB.")


def used_gigabytes(folder: Path) -> float:
    """Return the disk space that a folder's files occupy; files that vanish meanwhile count nothing."""
    total = 0
    for parent, _folders, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(parent, name)).st_blocks * 512  # noqa: PTH118  # many files
            except FileNotFoundError:
                continue
    return total / _GIGABYTE


@dataclass(frozen=True)
class Deadline:
    """The end of a rehearsal's or a step's time."""

    seconds: float
    began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds left, 0 at least."""
        return max(0.0, self.began + self.seconds - time.monotonic())

    @property
    def is_over(self) -> bool:
        return self.left == 0.0

    def check(self, what: str) -> None:
        """Raise TimeoutError with `what` after the end."""
        if self.is_over:
            raise TimeoutError(f"{what}: not within {self.seconds:.0f} s")


def unprivileged_account(console: Console) -> Account | None:
    """Return the system user for a rehearsal's programs if we are root, which PostgreSQL refuses."""
    return system_user.ensure(console) if os.geteuid() == 0 else None


@contextmanager
def working_folder(
    name: str, account: Account | None, *, gigabytes: float, keep: bool = False
) -> Iterator[Path]:
    """Yield a new folder of the account with this much free disk; remove it at the end unless `keep`."""
    folder = Path(tempfile.mkdtemp(prefix=f"ligalo-{name}-"))
    folder.chmod(0o755)
    system_user.change_owner(folder, account)
    try:
        require_disk(folder, gigabytes)
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
