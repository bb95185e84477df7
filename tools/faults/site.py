"""The site's processes as in production, and a minimal browser."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from tools.launch import layout
from tools.launch.processes import reap, send_signal, spawn

START_SECONDS = 180  # a loaded machine takes its time
ANSWER_SECONDS = 20


class Program:
    """A program of the site in a session of its own: the first process and its children."""

    def __init__(
        self, name: str, line: list[str], folder: Path, variables: Mapping[str, str]
    ) -> None:
        self.name, self.line, self.folder, self.variables = name, line, folder, variables
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the program without waiting until it serves."""
        with (self.folder / f"{self.name}.console").open("ab") as console:
            self._process = spawn(
                [layout.PYTHON, *self.line],
                folder=layout.ROOT,
                environment=self.variables,
                stdout=console,
                stderr=console,
            )

    @property
    def first(self) -> int:
        """Pid of the first process. Raises RuntimeError if it was not started."""
        if self._process is None:
            raise RuntimeError(f"{self.name} does not run")
        return self._process.pid

    @property
    def forked(self) -> list[int]:
        """Pids of the session's other processes."""
        return [pid for pid in _session(self.first) if pid != self.first]

    def kill(self, *pids: int) -> None:
        """Send SIGKILL to these processes."""
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if self._process and pid == self._process.pid:
                self._process.wait()

    def await_gone(self, seconds: float) -> bool:
        """Return whether the whole session ends within `seconds`; kill the rest."""
        limit = time.monotonic() + seconds
        while left := _session(self.first):
            if time.monotonic() > limit:
                self.kill(*left)
                return False
            time.sleep(0.05)  # polling: they are not our children
        return True

    @property
    def runs(self) -> bool:
        """True if the first process has not ended."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop the program with SIGTERM, as a deployment does."""
        if self._process:
            send_signal(self._process, signal.SIGTERM)
            reap(self._process, seconds=20)
            self._process = None


def _session(first: int) -> list[int]:
    """Return all processes of the session that `first` leads, without zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == first and fields[0] != "Z":
                    found.append(int(entry.name))
    return sorted(found)


def prepare_web(folder: Path, variables: Mapping[str, str]) -> tuple[Program, tuple[str, int]]:
    """Return the web with production's configuration on a free loopback port, not started yet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address: tuple[str, int] = free.getsockname()
    line = ["-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
    bind = "{}:{}".format(*address)
    return Program("web", line, folder, {**variables, "WEB_BIND": bind}), address


def await_web(address: tuple[str, int]) -> None:
    """Wait until the web answers. Raises TimeoutError."""
    limit = time.monotonic() + START_SECONDS
    while True:
        with suppress(OSError, http.client.HTTPException):
            Browser(address).get("/static/nothing")
            return
        if time.monotonic() > limit:
            raise TimeoutError("the web does not answer")
        time.sleep(0.05)


CELERY = ["-m", "celery", "--app", "config.celery", "--quiet"]


def prepare_worker(folder: Path, variables: Mapping[str, str], name: str = "worker") -> Program:
    """Return a worker like those of `make run`, in one process.

    It also has the faults' tasks, and a queue of its own name besides the usual ones.
    """
    for part in ("celery", "celery/queue", "celery/control"):
        (folder / part).mkdir(exist_ok=True)
    line = [*CELERY, "worker", "--concurrency=1", "--without-gossip", "--without-mingle"]
    line += [
        f"--hostname={name}@local",
        f"--queues=celery,long,files,webhooks,{name}",
        "--include=tools.faults.work",
    ]
    return Program(name, line, folder, variables)


def prepare_beat(folder: Path, variables: Mapping[str, str]) -> Program:
    """Return Celery beat, as in `make run`."""
    line = [*CELERY, "beat", "--schedule", str(folder / "celery" / "beat"), "--pidfile="]
    return Program("beat", line, folder, variables)


def prepare_streams(folder: Path, variables: Mapping[str, str]) -> Program:
    """Return the stream process, as in `make run`."""
    return Program("streams", ["-m", "config.streams"], folder, variables)


def prepare_dealer(folder: Path, variables: Mapping[str, str], name: str) -> Program:
    """Return a dealer of live tables, whose connections have its name."""
    line = ["-W", "ignore", "manage.py", "deal_tables"]
    return Program(name, line, folder, {**variables, "PGAPPNAME": name})


@dataclass
class SiteForm:
    """A form as a browser without scripts would send it: its filled fields and its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


_CHOSEN = {"checkbox", "radio", "submit"}
"""Inputs that are sent only if checked or pressed."""


class FormParser(HTMLParser):
    """Parser for a page's forms, by id or else by number, and the attributes of all elements with an id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, SiteForm] = {}
        self.elements: dict[str, dict[str, str]] = {}
        self._open: SiteForm | None = None
        self._select = ""
        self._elsewhere: list[tuple[str, tuple[str, str]]] = []
        self.feed(page)
        for form, button in self._elsewhere:
            if form in self.found:
                self.found[form].buttons.append(button)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect forms, fields and buttons, and attributes of elements with an id."""
        has = {name: value or "" for name, value in attrs}
        name = has.get("name", "")
        if "id" in has:
            self.elements.setdefault(has["id"], has)
        if tag == "form":
            self._open = SiteForm(has.get("action", ""))
            self.found[has.get("id") or str(len(self.found))] = self._open
        elif tag == "button" and name and "form" in has:
            if "disabled" not in has:
                self._elsewhere.append((has["form"], (name, has.get("value", ""))))
        elif self._open is None:
            return
        elif tag == "input" and name and (has.get("type") not in _CHOSEN or "checked" in has):
            self._open.fields[name] = has.get("value", "")
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in has or self._select not in self._open.fields):
            self._open.fields[self._select] = has.get("value", "")
        elif tag == "button" and name and "disabled" not in has:
            self._open.buttons.append((name, has.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Close the form."""
        if tag == "form":
            self._open = None


@dataclass(frozen=True)
class Page:
    """A response of the site."""

    status: int
    text: str

    @property
    def forms(self) -> dict[str, SiteForm]:
        """The page's forms by id."""
        return FormParser(self.text).found

    @property
    def elements(self) -> dict[str, dict[str, str]]:
        """Attributes of the page's elements by id."""
        return FormParser(self.text).elements


class Browser:
    """Cookies, and one request at a time, each on a new connection."""

    def __init__(self, address: tuple[str, int], seconds: float = ANSWER_SECONDS) -> None:
        self.address, self.seconds = address, seconds
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Page:
        """Return a page. Raises OSError or HTTPException if no complete response arrives."""
        return self._ask("GET", path, None)

    def post(self, form: SiteForm) -> Page:
        """Send a form; redirects are not followed. Raises OSError or HTTPException."""
        return self._ask("POST", form.action, urlencode(form.fields))

    def _ask(self, method: str, path: str, body: str | None) -> Page:
        connection = http.client.HTTPConnection(*self.address, timeout=self.seconds)
        headers = {"Host": "localhost", "Accept-Language": "en"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            self.cookies.update({name: each.value for name, each in SimpleCookie(line).items()})
        return Page(response.status, text)
