"""Players at the site through its proxy, in threads, and what each request got."""

import http.client
import random
import re
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Final, Self

import psycopg

from tools.faults.site import Browser, Page, SiteForm

TABLE: Final = "/table/ligalo/"
PATIENCE: Final = 60.0  # seconds until a request counts as unanswered
PAUSE: Final = 0.1  # seconds between two requests of a player
_FAILED: Final = 400
_HEADING: Final = re.compile(r"<h1[^>]*>([^<]*)")
_LOOK: Final = 0.05  # seconds between two looks at the locks
_WAITING: Final = """
    SELECT count(*), coalesce(extract(epoch FROM max(clock_timestamp() - query_start)), 0)
    FROM pg_stat_activity WHERE wait_event_type = 'Lock'
"""


@dataclass
class Phase:
    """Requests of a phase of the upgrade."""

    name: str
    requests: int = 0
    longest: float = 0.0
    failures: list[str] = field(default_factory=list)


@dataclass
class Answers:
    """What all requests got, by phase."""

    phases: list[Phase] = field(default_factory=lambda: [Phase("old code")])
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def failures(self) -> list[str]:
        """All failed requests."""
        return [one for phase in self.phases for one in phase.failures]

    @property
    def passed(self) -> bool:
        """True if there were requests in every phase and none failed."""
        return not self.failures and all(one.requests for one in self.phases)

    def begin(self, name: str) -> None:
        """Begin a phase."""
        with self.lock:
            self.phases.append(Phase(name))

    def note(self, seconds: float, failure: str = "") -> None:
        """Note a request."""
        with self.lock:
            phase = self.phases[-1]
            phase.requests += 1
            phase.longest = max(phase.longest, seconds)
            if failure:
                phase.failures.append(failure)

    def table(self) -> str:
        """Return the phases as a Markdown table."""
        rows = ["| phase | requests | failed | longest answer |", "| --- | --- | --- | --- |"]
        rows += [
            f"| {one.name} | {one.requests} | {len(one.failures)} | {one.longest:.2f} s |"
            for one in self.phases
        ]
        return "\n".join(rows)

    def line(self) -> str:
        """Return the whole result in one line, and the first failures."""
        requests = sum(one.requests for one in self.phases)
        longest = max(one.longest for one in self.phases)
        verdict = "passed" if self.passed else "FAILED"
        text = f"{verdict}: upgrade: {requests} requests, {len(self.failures)} failed, longest answer {longest:.2f} s"
        return "\n".join((text, *self.failures[:5]))


class Traffic:
    """Players who have signed in, and play until the end of the block."""

    def __init__(self, address: tuple[str, int], players: int, password: str, seed: int) -> None:
        self.result = Answers()
        self._stop = threading.Event()
        people = [_sign_in(Browser(address, PATIENCE), n, password) for n in range(players)]
        self._threads = [
            threading.Thread(target=self._play, args=(browser, n, _chance(seed, n)))
            for n, browser in enumerate(people)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _play(self, browser: Browser, number: int, chance: random.Random) -> None:
        while not self._stop.wait(PAUSE * (0.5 + chance.random())):
            page = self._ask(browser, None)
            if page is not None and (form := _next_form(page, number)) is not None:
                self._ask(browser, form)

    def _ask(self, browser: Browser, form: SiteForm | None) -> Page | None:
        """Send a form or get the table; a conflict is an answer, any other error is a failure."""
        began, failure, page = time.monotonic(), "", None
        what = f"POST {form.action}" if form else f"GET {TABLE}"
        try:
            page = browser.post(form) if form else browser.get(TABLE)
            if page.status >= _FAILED and page.status != http.client.CONFLICT:
                failure = f"{what}: {page.status} {_heading(page)}"
        except (OSError, http.client.HTTPException) as error:
            failure = f"{what}: {type(error).__name__}"
        self.result.note(time.monotonic() - began, failure)
        return page


def _heading(page: Page) -> str:
    found = _HEADING.search(page.text)
    return " ".join((found[1] if found else page.text[:80]).split())


def _chance(seed: int, number: int) -> random.Random:
    return random.Random(f"{seed} {number}")  # noqa: S311  # repeatable, no secret


def _sign_in(browser: Browser, number: int, password: str) -> Browser:
    page = browser.get("/account/login/")
    form = next(one for one in page.forms.values() if "password" in one.fields)
    form.fields |= {"login": f"p{number}@rehearsal.test", "password": password}
    status = browser.post(form).status
    if status not in {HTTPStatus.FOUND, HTTPStatus.SEE_OTHER}:
        raise RuntimeError(f"player {number} cannot sign in: status {status}")
    return browser


def _next_form(page: Page, number: int) -> SiteForm | None:
    """Return the bet or the decision that the table offers, filled in."""
    forms = page.forms
    if "bet" in forms:
        form = forms["bet"]
        form.fields["stake-1"] = "1.00"
        if "salt_text" in form.fields:
            form.fields["salt_text"] = f"words of player {number}"
        return form
    if "actions" not in forms:
        return None
    form = forms["actions"]
    offered = [value for name, value in form.buttons if name == "action"]
    form.fields["action"] = "decline" if "decline" in offered else "stand"
    return form


class LockSampler:
    """Looks at the server's lock waits until the end of the block."""

    def __init__(self, url: str) -> None:
        self.url, self.samples, self.waits, self.longest = url, 0, 0, 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not self._stop.wait(_LOOK):
                row = connection.execute(_WAITING).fetchone()
                self.samples += 1
                if row and row[0]:
                    self.waits += 1
                    self.longest = max(self.longest, float(row[1]))
