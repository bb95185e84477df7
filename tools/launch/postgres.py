"""The embedded PostgreSQL: a wheel's binaries, our own data folder, passwords from initdb on.

It listens on a Unix socket only: no port, no network access.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tools.launch import keys, system_user
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end, spawn
from tools.launch.system_user import Account

SUPERUSER = "postgres"
OWNER = "ligalo"
DATABASE = "ligalo"
AWAY = Path("/var/lib/ligalo")  # for root, if the project is in a private home
START_SECONDS = 60
STOP_SECONDS = 30
_SOCKET = ".s.PGSQL.5432"
_LONGEST_SOCKET = 107  # bytes, on Linux
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "max_connections": "100",
    "log_min_error_statement": "panic",  # statements contain values; a log must contain no secrets
    "timezone": "UTC",
}
# For a server that lives as long as a test run.
THROWAWAY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "scram_iterations": "1",  # its passwords are random per run, and many connections are opened
}
_BOOTSTRAP = """
SELECT 'CREATE ROLE {owner}' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{owner}') \\gexec
ALTER ROLE {owner} LOGIN NOSUPERUSER CREATEDB CREATEROLE PASSWORD '{password}';
SELECT 'CREATE DATABASE {database} OWNER {owner}'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '{database}') \\gexec
"""


@dataclass(frozen=True)
class Server:
    """Paths of a server, and the user who runs it (None: the current user)."""

    binaries: Path
    folder: Path
    account: Account | None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    @property
    def socket(self) -> Path:
        """The socket's folder: beside the data, or under /tmp if that path is too long."""
        beside = self.folder / "socket"
        if len(os.fsencode(beside / _SOCKET)) <= _LONGEST_SOCKET:
            return beside
        return Path("/tmp") / f"ligalo-{_mark(self.folder)}"  # noqa: S108  # its owner and mode are checked

    def url(self, role: str, password: str, database: str) -> str:
        """Return the libpq URL of a database."""
        host = quote(str(self.socket), safe="")
        return f"postgresql://{role}:{quote(password, safe='')}@/{database}?host={host}"

    def environment(self) -> dict[str, str]:
        """Return a minimal environment."""
        return {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}

    def tool(self, name: str, *arguments: str, **more: str) -> list[str]:
        """Run one of PostgreSQL's programs and return its output lines. Raises ProgramFailed."""
        return run_to_end(
            [self.binaries / name, *arguments],
            folder=self.folder,
            environment={**self.environment(), **more},
            account=self.account,
        )


def _mark(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def place_server(console: Console, binaries: Path, folder: Path) -> Server:
    """Choose the server's user and folder, and create it; modes of existing folders are not changed.

    Normal users run it in `folder`. Root runs it as a system user; if that user cannot reach
    `folder` or the binaries, as in a private home, they are placed under /var/lib/ligalo. Raises
    Refusal.
    """
    if os.geteuid() != 0:
        return make_folders(Server(binaries, folder, None))
    if (folder / "data").exists():
        who = system_user.find_account((folder / "data").stat().st_uid)
    else:
        who = system_user.ensure(console)
    away = AWAY / _mark(folder)
    reachable = system_user.can_enter(who, folder.parent) and not (away / "server").exists()
    if reachable and system_user.can_enter(who, binaries / "postgres"):
        return make_folders(Server(binaries, folder, who))
    if not reachable:
        console.say(f"{who.name} cannot enter {folder.parent}: the database stands in {away}")
        folder = away / "server"
    return make_folders(Server(_copied(binaries, away), folder, who))


def _copied(binaries: Path, away: Path) -> Path:
    """Copy the server's programs and libraries to where the system user can run them."""
    package, copy = binaries.parent.parent, away / "programs"
    for folder in (away.parent, away):
        if not folder.exists():
            folder.mkdir(parents=True)
            folder.chmod(0o755)
    stamp = copy / "source"
    about = f"{binaries} {(binaries / 'postgres').stat().st_mtime_ns}"
    if not stamp.exists() or stamp.read_text() != about:
        shutil.rmtree(copy, ignore_errors=True)
        libraries = package.with_name(f"{package.name}.libs")  # located relative to the programs
        shutil.copytree(libraries, copy / libraries.name, symlinks=True)
        install = binaries.parent.relative_to(package.parent)
        shutil.copytree(binaries.parent, copy / install, symlinks=True)
        subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
        stamp.write_text(about)
    return copy / binaries.relative_to(package.parent)


def make_folders(server: Server) -> Server:
    """Create the server's folders for its user. Raises Refusal if they belong to another user."""
    for folder in (server.folder, server.socket):
        if not folder.exists():
            folder.mkdir(mode=0o700)
            system_user.change_owner(folder, server.account)
    uid = server.account.uid if server.account else os.geteuid()
    for folder in (server.folder, server.socket, server.data):
        if folder.exists() and folder.stat().st_uid != uid:
            raise Refusal(f"{folder} belongs to another user: start as the user who made it.")
    return server


_LOCALE = ("--locale-provider=builtin", "--locale=C.UTF-8")  # PostgreSQL 17 or later


def initialise(server: Server, password: str, locale: Sequence[str] = _LOCALE) -> None:
    """Create the data folder atomically, with a password for the superuser. Raises ProgramFailed."""
    fresh, word = server.folder / "data.new", server.folder / ".password"
    shutil.rmtree(fresh, ignore_errors=True)
    keys.write_secret(word, password)
    system_user.change_owner(word, server.account)
    try:
        server.tool(
            "initdb",
            f"--pgdata={fresh}",
            f"--username={SUPERUSER}",
            f"--pwfile={word}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            *locale,
        )
    finally:
        word.unlink()
    fresh.rename(server.data)


def start(server: Server, settings: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start the server and wait until it accepts connections. Raises Refusal."""
    options = [f"--{key}={value}" for key, value in {**_SETTINGS, **(settings or {})}.items()]
    arguments = ["-D", str(server.data), "-k", str(server.socket), *options]
    with server.log.open("ab") as log:
        process = spawn(
            [server.binaries / "postgres", *arguments],
            folder=server.folder,
            environment=server.environment(),
            account=server.account,
            end=signal.SIGINT,
            stdout=log,
            stderr=log,
        )
    try:
        _await_ready(server, process)
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
    return process


def _await_ready(server: Server, process: subprocess.Popen[bytes]) -> None:
    limit = time.monotonic() + START_SECONDS
    while _status(server, process.pid) != "ready":
        if process.poll() is not None or time.monotonic() > limit:
            raise Refusal(f"PostgreSQL did not start; its last line: {_last_line(server.log)}")
        time.sleep(0.02)  # the pid file is its only signal


def _status(server: Server, pid: int) -> str:
    lines = _pid_file(server)
    full = 8  # lines of the pid file once it has a status line
    return lines[-1].strip() if len(lines) >= full and lines[0] == str(pid) else ""


def _pid_file(server: Server) -> list[str]:
    try:
        return (server.data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def _last_line(file: Path) -> str:
    lines = file.read_text(errors="replace").splitlines()
    return lines[-1] if lines else "none"


def is_running(server: Server) -> bool:
    """Return whether a server of this folder is running, whoever started it."""
    lines = _pid_file(server)
    return bool(lines and lines[0].isdigit() and _serves(int(lines[0]), server))


def end_leftover(server: Server) -> None:
    """Stop a server of this folder whose launcher was killed; SIGQUIT after STOP_SECONDS."""
    lines = _pid_file(server)
    pid = int(lines[0]) if lines and lines[0].isdigit() else 0
    limit = time.monotonic() + STOP_SECONDS
    while pid and _serves(pid, server):
        os.kill(pid, signal.SIGINT if time.monotonic() < limit else signal.SIGQUIT)
        time.sleep(0.1)  # polling: it is not our child


def _serves(pid: int, server: Server) -> bool:
    try:
        return (Path("/proc") / str(pid) / "cwd").resolve(strict=True) == server.data.resolve()
    except OSError:
        return False


def ensure_owner(server: Server, superuser_password: str, owner_password: str) -> None:
    """Create the owner role and its database if missing, and set the password. Raises Refusal."""
    script = _BOOTSTRAP.format(owner=OWNER, password=owner_password, database=DATABASE)
    file = server.folder / ".bootstrap.sql"
    keys.write_secret(file, script)
    system_user.change_owner(file, server.account)
    try:
        server.tool(
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--set=ON_ERROR_STOP=1",
            f"--host={server.socket}",
            f"--username={SUPERUSER}",
            "--dbname=postgres",
            f"--file={file}",
            PGPASSWORD=superuser_password,
        )
    except ProgramFailed as error:
        raise Refusal(f"The embedded database refused its set-up: {error}") from error
    finally:
        file.unlink()
