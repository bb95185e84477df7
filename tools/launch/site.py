"""`make run`: the database and its preparation, web, workers, beat, dealer and streams, until stopped."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tools.launch import environment, keys, layout, lock, packages, postgres, static
from tools.launch.console import Console, Refusal
from tools.launch.definitions import load_installation
from tools.launch.environment import Urls
from tools.launch.processes import Child, Household, ProgramFailed, run_to_end, spawn

ANSWER_SECONDS = 60
HISTORY_DAYS = "60"
OWNERS_COMMANDS = ("seed_history", "demo_history")


@dataclass(frozen=True)
class Address:
    """The web's address: HOST and PORT, default 127.0.0.1 and 8000."""

    host: str = field(default_factory=lambda: os.environ.get("HOST") or "127.0.0.1")
    port: str = field(default_factory=lambda: os.environ.get("PORT") or "8000")

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/"

    def require_free(self) -> None:
        """Raise Refusal if the port is not a valid number or cannot be bound."""
        highest = 65535
        if not self.port.isdecimal() or not 0 < int(self.port) <= highest:
            raise Refusal(f"PORT must be a number from 1 to {highest}, not {self.port!r}.")
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, int(self.port)))
            except OSError as error:
                reason = f"{self.host}:{self.port} cannot be used ({error.strerror})"
                raise Refusal(f"{reason}: choose another, as in: make run PORT=8001") from error


def run(console: Console, _rest: list[str]) -> int:
    """Set everything up and serve until a signal arrives or a process ends by itself."""
    address, home = Address(), Household()
    layout.make_folders()
    with lock.hold_lock():
        lock.end_leftovers()
        address.require_free()
        environment.require_broker()
        try:
            packages.ensure(console, packages.RUNTIME)
            urls = _database(console, home)
            logins = _prepare(console, urls)
            _serve(console, home, urls, address)
            _announce(console, address, logins)
            return _until_one_dies(console, home)
        finally:
            if home.children:
                names = ", ".join(child.name for child in reversed(home.children))
                console.say(f"Stopping: {names} …")
            home.stop(console.say)


def setup(console: Console, _rest: list[str]) -> int:
    """Do everything that `run` does before it serves."""
    home = Household()
    layout.make_folders()
    with lock.hold_lock():
        lock.end_leftovers()
        try:
            packages.ensure(console, packages.RUNTIME)
            _prepare(console, _database(console, home))
        finally:
            home.stop(console.say)
    return 0


def manage(console: Console, rest: list[str]) -> int:
    """Run `manage.py` with the application's role, or the owner's for OWNERS_COMMANDS.

    The database is started if needed.
    """
    with _database_up(console) as urls:
        command = [str(layout.PYTHON), "manage.py", *rest]
        owns = bool(rest) and rest[0] in OWNERS_COMMANDS
        told = (
            environment.owner_environment(urls)
            if owns
            else environment.serving_environment(urls, "manage")
        )
        return subprocess.run(command, check=False, cwd=layout.ROOT, env=told).returncode


@contextmanager
def _database_up(console: Console) -> Iterator[Urls]:
    """Yield the database's URLs; the embedded server is started if it is not running."""
    home = Household()
    layout.make_folders()
    packages.ensure(console, packages.RUNTIME)
    server = None if environment.given_urls(os.environ) else _server(console)
    if server and postgres.is_running(server):
        yield environment.embedded_urls(server)
        return
    with lock.hold_lock():
        try:
            yield _database(console, home)
        finally:
            home.stop(console.say)


def _server(console: Console) -> postgres.Server:
    return postgres.place_server(console, layout.SITE_PACKAGES / layout.BINARIES, layout.POSTGRES)


def _database(console: Console, home: Household) -> Urls:
    if given := environment.given_urls(os.environ):
        console.say("Database: the server of DATABASE_URL")
        return given
    server = _server(console)
    superuser = keys.load_or_create_secret(layout.SECRETS / "postgres.password")
    postgres.end_leftover(server)
    if not server.data.exists():
        with console.step(f"Making the embedded database in {server.folder}"):
            postgres.initialise(server, superuser)
        set_seals_aside(console)
    with console.step("Starting the embedded database"):
        process = postgres.start(server)
        home.add("database", process, end=signal.SIGINT, seconds=postgres.STOP_SECONDS)
        lock.record_children(child.process.pid for child in home.children)
        urls = environment.embedded_urls(server)
        postgres.ensure_owner(
            server, superuser, keys.load_or_create_secret(layout.SECRETS / "owner.password")
        )
    return urls


def set_seals_aside(console: Console) -> None:
    """Put the seals and markers of a deleted database away: beside a new one, they would say that it lost writes."""
    if given := os.environ.get("LEDGER_SEALS"):
        console.say(f"The database is new: the site starts closed unless {given} is empty.")
        return
    if not layout.SEALS.is_dir() or not any(layout.SEALS.iterdir()):
        return
    aside = layout.SEALS.with_name(f"{layout.SEALS.name}-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    layout.SEALS.rename(aside)
    console.say(f"The database is new: the seals of the one before are now in {aside}.")


def _prepare(console: Console, urls: Urls) -> list[str]:
    """Prepare roles, tables, rights, static files and demo data; return the demo's logins."""
    with console.step("Preparing the database: roles, migrations, rights"):
        _manage("prepare_database", environment.owner_environment(urls))
    serving = environment.serving_environment(urls, "manage")
    words = ("--no-input", "--clear", "--verbosity=0")
    static.ensure(console, lambda: _manage("collectstatic", serving, *words))
    with console.step("Making the demo data"):
        logins = _manage("demo", serving)
    _write_history(console, urls)
    return logins


def _write_history(console: Console, urls: Urls) -> None:
    """Write days of history into a new demo; one with rounds is kept as it is."""
    days = os.environ.get("HISTORY_DAYS") or HISTORY_DAYS
    if days == "0":
        return
    line = _program("demo_history", "--if-empty", "--judge-later", "--days", days)
    with console.step("Writing the demo's history"):
        told = environment.owner_environment(urls)
        said = _finish("demo_history", line, told, each_line=console.detail)
    console.say(f"History: {said[-1]}")


def _manage(command: str, told: dict[str, str], *arguments: str) -> list[str]:
    return _finish(command, _program(command, *arguments), told)


def _program(command: str, *arguments: str) -> list[str]:
    return [str(layout.PYTHON), "-W", "ignore", "manage.py", command, *arguments]


def _finish(
    command: str,
    line: list[str],
    told: dict[str, str],
    each_line: Callable[[str], None] = lambda _line: None,
) -> list[str]:
    try:
        return run_to_end(line, folder=layout.ROOT, environment=told, each_line=each_line)
    except ProgramFailed as error:
        file = layout.LOGS / f"{command}.txt"
        file.write_text("\n".join(error.lines) + "\n")
        reason = str(error).removeprefix("CommandError: ")
        raise Refusal(f"{command} failed: {reason} (all of it: {file})") from error


def programs() -> dict[str, list[str]]:
    """Return the arguments of the serving processes by name."""
    return {one.name: [*one.command] for one in load_installation().serving}


def _serve(console: Console, home: Household, urls: Urls, address: Address) -> None:
    bind = f"[{address.host}]" if ":" in address.host else address.host
    with console.step("Starting the workers, beat, the dealer, the streams and the web"):
        for name, arguments in programs().items():
            told = {
                **environment.serving_environment(urls, name),
                "WEB_BIND": f"{bind}:{address.port}",
            }
            with (layout.LOGS / f"{name}.console").open("wb") as errors:
                process = spawn(
                    [layout.PYTHON, *arguments],
                    folder=layout.ROOT,
                    environment=told,
                    # the demo prints its e-mails on the web's console
                    stdout=sys.stdout.fileno() if name == "web" else errors,
                    stderr=errors,
                )
            home.add(name, process)
            lock.record_children(child.process.pid for child in home.children)
        _await_answer(home, address)


def _await_answer(home: Household, address: Address) -> None:
    """Wait for the first page. Raises Refusal naming the process that died."""
    limit = time.monotonic() + ANSWER_SECONDS
    while (status := _status(address)) is None and time.monotonic() < limit:
        if dead := home.wait_for_ended(seconds=0.1):
            raise Refusal(_obituary(dead))
    broken = 500
    if status is None or status >= broken:
        told = f"status {status}" if status else "nothing"
        raise Refusal(f"The web answers {told} at {address.url}; see {layout.LOGS / 'web.log'}")


def _status(address: Address) -> int | None:
    """Return the status of the first page; None while nothing listens."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared, not bound
    host = anywhere.get(address.host, address.host)
    connection = http.client.HTTPConnection(host, int(address.port), timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        return connection.getresponse().status
    except (ConnectionError, http.client.BadStatusLine):
        return None
    finally:
        connection.close()


def _announce(console: Console, address: Address, logins: list[str]) -> None:
    lock.write_note(f"process {os.getpid()}, {address.url}")
    console.say(f"Lígalo is open: {address.url}")
    for line in logins:
        print(f"           {line}")
    print(f"           Logs: {layout.LOGS}   Stop: Ctrl-C", flush=True)


def _obituary(dead: Child) -> str:
    """Describe which process ended, its status and its last output."""
    status = dead.process.wait()
    console = layout.LOGS / f"{dead.name}.console"
    lines = console.read_text(errors="replace").splitlines() if console.exists() else []
    last = next((line for line in reversed(lines) if line.strip()), "nothing")
    return f"The {dead.name} ended by itself (status {status}); it said: {last}"


def _until_one_dies(console: Console, home: Household) -> int:
    dead = home.wait_for_ended()
    if dead:
        console.say(_obituary(dead))
    return 1
