"""Players of a failover rehearsal: five bets a second at private tables, and what was answered when."""

import time
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Event, Lock
from typing import Final

from tools.faults.live_players import LivePlayer, Sleeper
from tools.faults.play import NoAnswer, Player
from tools.faults.record import Book
from tools.faults.site import Browser

BETS_PER_SECOND: Final = 5.0
PRIVATE_PLAYERS: Final = 6
_AGAIN_SECONDS: Final = 0.2


@dataclass
class Pace:
    """Lets through one bet at a time, at the load's speed."""

    seconds: float = 1 / BETS_PER_SECOND
    next_at: float = 0.0
    guard: Lock = field(default_factory=Lock)

    def wait(self) -> None:
        """Wait for the turn of the next bet; turns missed while the site is down are not made up for."""
        with self.guard:
            now = time.monotonic()
            mine = max(now, self.next_at)
            self.next_at = mine + self.seconds
        time.sleep(mine - now)


@dataclass
class Answers:
    """Times of acknowledged requests of private players, in seconds of the monotonic clock."""

    times: list[float] = field(default_factory=list)

    def note(self) -> None:
        self.times.append(time.monotonic())

    def since(self, began: float) -> list[float]:
        """Return the times after `began`, in order."""
        return sorted(each for each in self.times[:] if each >= began)

    def longest_gap(self, began: float) -> float:
        """Return the longest time without an answer after `began`, the present one included."""
        times = [began, *self.since(began), time.monotonic()]
        return max(later - earlier for earlier, later in pairwise(times))

    def flows(self, seconds: float = 3.0, least: int = 3) -> bool:
        """Return whether there were answers in each of the last seconds."""
        now = time.monotonic()
        return all(self._between(now - n - 1, now - n) for n in range(round(seconds))) and (
            self._between(now - seconds, now) >= least
        )

    def _between(self, began: float, ended: float) -> int:
        return sum(began <= each < ended for each in self.times[-200:])


class TwoAddresses:
    """A browser behind a load balancer of two webs: after no answer it uses the other one."""

    browser: Browser
    addresses: tuple[tuple[str, int], ...] = ()

    def change_web(self) -> None:
        """Use the other web."""
        left = [each for each in self.addresses if each != self.browser.address]
        self.browser.address = left[0] if left else self.browser.address


class PrivatePlayer(TwoAddresses, Player):
    """Bets at the pace of the load."""

    pace = Pace()
    answers = Answers()

    def play(self, book: Book, stop: Event) -> None:
        """Play until stopped, as a person who sends an unanswered form again."""
        while not stop.is_set():
            try:
                self.step(book)
            except NoAnswer:
                self.change_web()
                time.sleep(_AGAIN_SECONDS)

    def step(self, book: Book) -> None:
        """Send one form, a bet at its turn. Raises NoAnswer."""
        if self.pending is None:
            self.pending = self.next_form()
            if any(intent.kind == "bet" for intent in self.pending[1]):
                self.pace.wait()
        super().step(book)
        self.answers.note()


class PatientLivePlayer(TwoAddresses, LivePlayer):
    """A player of a live table who uses the other web after no answer."""

    def step(self, book: Book) -> None:
        """Send one form. Raises NoAnswer."""
        try:
            super().step(book)
        except NoAnswer:
            self.change_web()
            raise


class PatientSleeper(TwoAddresses, Sleeper):
    """Never decides: the house plays when the clock has run out."""


def share_addresses(people: list[Player], addresses: tuple[tuple[str, int], ...]) -> None:
    """Spread players over the webs."""
    for number, person in enumerate(people):
        if isinstance(person, TwoAddresses):
            person.addresses = addresses
            person.browser.address = addresses[number % len(addresses)]
