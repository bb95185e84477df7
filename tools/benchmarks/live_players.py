"""Players at live tables, in a process of their own: each has a page, a stream and a thread."""

import multiprocessing
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final

from tools.benchmarks.live_page import LivePage
from tools.benchmarks.live_stream import Stream
from tools.benchmarks.play_client import Browser, FormRequest, Refused

OK, NOTHING, CONFLICT, INVALID = 200, 204, 409, 422
_TAKEN: Final = (OK, NOTHING, CONFLICT, INVALID)
_SEEN_SECONDS, _POLL_SECONDS, _RENEW_SECONDS = 20.0, 3.0, 480.0
"""Intervals in which a page reports that it is visible, polls without a stream, and renews its ticket (static/js/live/page.js)."""

_LONGEST: Final = 0.5
"""Maximum seconds of one wait, so that the end is noticed."""

_ENDS_SECONDS: Final = 60.0
_NAMES: Final = {"shoe", "nonce", "attempt", "round", "step", "box"}
_REFUSAL: Final = re.compile(r'id="refusal"[^>]*>([^<]+)<')


@dataclass(frozen=True)
class Seated:
    """Session cookies, table and box of a player."""

    cookies: Mapping[str, str]
    slug: str
    box: int


@dataclass(frozen=True)
class Crowd:
    """All players, the site's addresses, and the range of seconds after which they act."""

    web: tuple[str, int]
    streams: tuple[str, int]
    seats: Sequence[Seated]
    thinks: tuple[float, float]


@dataclass
class PlayFigures:
    """Latencies in microseconds by kind of request, refusals by message, and errors, which are failures."""

    took: dict[str, list[int]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def add(self, other: "PlayFigures") -> None:
        """Add another player's figures."""
        for kind, took in other.took.items():
            self.took.setdefault(kind, []).extend(took)
        self.refused += other.refused
        self.errors += other.errors


class Player:
    """A player who watches the page and acts some time after being asked."""

    def __init__(self, crowd: Crowd, seated: Seated, number: int) -> None:
        self.dice = random.Random(number)  # noqa: S311 - random play, not security-relevant
        self.page = LivePage(seated.slug, seated.box, self.dice)
        self.played = PlayFigures()
        self._thinks = crowd.thinks
        self._browser = Browser(crowd.web, seated.cookies)
        self._stream = Stream(crowd.streams, self.dice)
        self._wanted: FormRequest | None = None
        self._known: tuple[str, ...] = ()
        self._acts = self._seen = self._renewed = 0.0

    def play(self, over: threading.Event) -> None:
        """Play until `over` is set; record a failure as an error."""
        try:
            self._open()
            while not over.is_set():
                self._step()
            self._leave()
        except (Refused, OSError, LookupError, ValueError) as error:
            self.played.errors.append(f"{type(error).__name__}: {error}"[:500])
        finally:
            self._browser.close()
            self._stream.close()

    def _open(self) -> None:
        self.page.load(self._timed("page", lambda: self._browser.get(self.page.address)))
        self._seen = self._renewed = time.monotonic()
        self._look_at_own()

    def _leave(self) -> None:
        """Stop betting and finish the current deal."""
        self.page.is_leaving, self._wanted = True, None
        self._look_at_own()
        limit = time.monotonic() + _ENDS_SECONDS
        while self.page.is_playing and time.monotonic() < limit:
            self._step()

    def _step(self) -> None:
        now = time.monotonic()
        until = min(now + _LONGEST, self._acts if self._wanted else now + _LONGEST)
        for event in self._stream.read(self.page.stream, until - now):
            self._shown(event)
        now = time.monotonic()
        if self._wanted and now >= self._acts:
            self._act(self._wanted)
        if now - self._renewed > _RENEW_SECONDS:
            self._renewed = now
            self.page.load(self._browser.get(f"{self.page.address}stream/"))
            self._stream.close()
        if now - self._seen > (_SEEN_SECONDS if self._stream.is_open else _POLL_SECONDS):
            self._seen = now
            self._shown(self._timed("felt", self._ask_for_felt))

    def _shown(self, text: str) -> None:
        """Handle a public fragment."""
        if self.page.show(text):
            self.page.load(self._timed("own", self._ask_for_own))
            self._look_at_own()
        self._take_part()

    def _ask_for_own(self) -> str:
        return self._browser.get_part(f"{self.page.address}own/", self.page.shown_headers)

    def _ask_for_felt(self) -> str:
        return self._browser.get_part(f"{self.page.address}felt/", self.page.shown_headers)

    def _look_at_own(self) -> None:
        """Schedule the next action, once for each question."""
        wanted = self.page.next_request()
        known = _known(wanted)
        if wanted is None or known != self._known:
            self._wanted, self._known = wanted, known
            self._acts = time.monotonic() + self.dice.uniform(*self._thinks)
        self._take_part()

    def _act(self, wanted: FormRequest) -> None:
        self._wanted = None
        self.page.load(self._send(wanted))
        self._look_at_own()

    def _take_part(self) -> None:
        opening = self.page.opening_request()
        if opening is not None:
            self._send(opening)

    def _send(self, asked: FormRequest) -> str:
        text = self._timed(asked.kind, lambda: self._browser.send(asked, _TAKEN))
        if found := _REFUSAL.search(text):
            self.played.refused[f"{asked.kind}: {' '.join(found.group(1).split())}"] += 1
        elif asked.kind in {"open", "seal"} and text:
            self.played.refused[f"{asked.kind}: {text}"] += 1
        return text

    def _timed(self, kind: str, ask: Callable[[], str]) -> str:
        began = time.perf_counter()
        text = ask()
        took = round((time.perf_counter() - began) * 1e6)
        self.played.took.setdefault(kind, []).append(took)
        return text


def _known(wanted: FormRequest | None) -> tuple[str, ...]:
    """Return what identifies a form, to recognise one that was already scheduled."""
    if wanted is None:
        return ()
    return wanted.kind, *(wanted.fields[name] for name in sorted(_NAMES & wanted.fields.keys()))


class RunningCrowd:
    """A crowd that plays in its own process."""

    def __init__(self, process: multiprocessing.process.BaseProcess, way: Connection) -> None:
        self._process, self._way = process, way

    @property
    def first(self) -> int:
        """Process id."""
        return self._process.pid or 0

    def end(self) -> PlayFigures:
        """End the play and return the figures. Raises TimeoutError."""
        self._way.send(None)
        if not self._way.poll(2 * _ENDS_SECONDS):
            raise TimeoutError("the players do not end")
        played: PlayFigures = self._way.recv()
        self._process.join(_ENDS_SECONDS)
        return played


@contextmanager
def run_crowd(crowd: Crowd) -> Iterator[RunningCrowd]:
    """Run the crowd with a thread per player; the process is always terminated."""
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=_play, args=(crowd, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield RunningCrowd(process, ours)
    finally:
        process.terminate()
        process.join()
        ours.close()


def _play(crowd: Crowd, way: Connection) -> None:
    over = threading.Event()
    players = [Player(crowd, seated, number) for number, seated in enumerate(crowd.seats)]
    threads = [threading.Thread(target=player.play, args=(over,)) for player in players]
    for thread in threads:
        thread.start()
    way.recv()  # wait for the stop message
    over.set()
    for thread in threads:
        thread.join()
    found = PlayFigures()
    for player in players:
        found.add(player.played)
    way.send(found)
