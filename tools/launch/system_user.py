"""Unprivileged system user for PostgreSQL, which refuses to run as root."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.launch.console import Console, Refusal

NAME = "ligalo-db"


@dataclass(frozen=True)
class Account:
    """A user of the operating system."""

    name: str
    uid: int
    gid: int


def find_account(uid: int) -> Account:
    """Return the user with this uid. Raises KeyError."""
    entry = pwd.getpwuid(uid)
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def ensure(console: Console) -> Account:
    """Return the database's system user; created if missing (root only). Raises Refusal."""
    try:
        return find_account(pwd.getpwnam(NAME).pw_uid)
    except KeyError:
        console.say(f"PostgreSQL does not run as root: making the system user {NAME} for it")
    shell = "/usr/sbin/nologin"
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--shell", shell, NAME]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Refusal(
            f"The system user {NAME} could not be made (useradd): run as a user who is not root."
        ) from error
    return find_account(pwd.getpwnam(NAME).pw_uid)


def can_enter(account: Account, path: Path) -> bool:
    """Return whether the user can reach and enter (or execute) the path."""
    return not subprocess.run(
        ["test", "-x", str(path)],
        check=False,
        cwd="/",
        user=account.uid,
        group=account.gid,
        extra_groups=[],
    ).returncode


def change_owner(path: Path, account: Account | None) -> None:
    """Change the owner of the path; nothing without a user."""
    if account:
        os.chown(path, account.uid, account.gid)
