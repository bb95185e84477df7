"""The test player: a marked test account that plays one deal of play money at a live table of its own.

Everything goes through the site's public address: sign-in, bet, decisions by the API, and the stream that pages
listen to. It knows the product by its client alone.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import httpx

from config.test_player.measures import measure_step, note_deal
from ligalo_client import ApiProblem, BoxBet, Conflict, Ligalo, LigaloError, LiveTable, Retries
from ligalo_client.models import ClockPhase, PublicTable, RoundStatus
from ligalo_client.streams import TABLE, open_stream

LONGEST: Final = 90.0
"""Seconds until a deal counts as failed, and an answer as missing."""

_BEFORE_BELL: Final = (ClockPhase.WAITING, ClockPhase.BETTING)
_FAILURES: Final = (LigaloError, httpx.HTTPError, LookupError, TimeoutError)
PLAY_MONEY: Final = "PLY"
_TIMEOUT: Final = 10.0


@dataclass
class TestPlayer:
    """Plays at `table` of the site at `url`. Sessions and seats are kept between deals."""

    __test__ = False  # the name starts with "Test"

    url: str
    email: str
    password: str
    table: str
    clock: Callable[[], float] = time.monotonic
    _site: Ligalo | None = field(init=False, default=None)

    def play_deal(self) -> None:
        """Play one deal to its settlement. Raises DealFailed."""
        with measure_step("sign_in", *_FAILURES):
            seat = self._take_seat()
        deal = _Deal(self.url, self._signed_in(), seat, self.clock() + LONGEST, self.clock)
        with measure_step("bet", *_FAILURES):
            deal.bet()
        with measure_step("stream", *_FAILURES):
            deal.await_stream()
        with measure_step("settlement", *_FAILURES):
            deal.await_settlement()
        note_deal()

    def keep_seat(self) -> None:
        """Show the site that the player still looks at the table, so that the seat stays. Failures come up at the next deal."""
        try:
            if self._site is not None:
                self._site.get_live_table(self.table)
        except _FAILURES:
            self.forget_session()

    def forget_session(self) -> None:
        """Sign in again for the next deal."""
        if self._site is not None:
            self._site.close()
        self._site = None

    def _signed_in(self) -> Ligalo:
        if self._site is None:
            site = Ligalo(self.url, timeout=_TIMEOUT, retries=Retries(attempts=2))
            site.sign_in(self.email, self.password)
            self._site = site
        return self._site

    def _take_seat(self) -> LiveTable:
        seat = self._signed_in().at_live(self.table, PLAY_MONEY)
        if not seat.own.seats:
            seat.take_seat(1)
        return seat


@dataclass
class _Deal:
    """One deal, from the bet to its settlement."""

    url: str
    site: Ligalo
    seat: LiveTable
    until: float
    clock: Callable[[], float]
    opened: bool = False
    round: object = None
    """Id of the newest round before the bet."""

    def bet(self) -> None:
        """Bet the minimum, once the table takes bets. Raises LigaloError, TimeoutError."""
        self.round = self._newest()
        while self.seat.public.phase not in _BEFORE_BELL or self.seat.own.limits is None:
            self._wait_for_change()
            self._hurry()
        limits = self.seat.own.limits
        if limits is None:
            raise LookupError(self.seat.table)
        self.seat.bet(BoxBet(limits.min_bet.amount, self.seat.own.seats[0]))

    def await_stream(self) -> None:
        """Read the stream until it shows the state that the bet made. Raises LigaloError, HTTPError, TimeoutError."""
        wanted = self.seat.public.version
        for state in self._states(0):
            if state.version >= wanted:
                return
        raise TimeoutError

    def await_settlement(self) -> None:
        """Act at each state of the stream until the round is over. Raises LigaloError, HTTPError, TimeoutError."""
        for _state in self._states(0):
            self.seat.refresh()
            while not self._is_over() and self._act():
                pass
            if self._is_over():
                return
        raise TimeoutError

    def _states(self, since: int) -> Iterator[PublicTable]:
        """Yield the table's states; after a lost connection it raises, it does not try again."""
        address = self.site.get_stream(self.seat.table).url
        with httpx.Client(base_url=self.url, timeout=_TIMEOUT) as http:
            for event in open_stream(http, address, since):
                if self.clock() > self.until:
                    raise TimeoutError
                if event.kind == TABLE:
                    yield PublicTable.from_dict(json.loads(event.data))

    def _wait_for_change(self) -> None:
        for state in self._states(self.seat.public.version):
            if state.version > self.seat.public.version:
                break
        self.seat.refresh()

    def _newest(self) -> object:
        found = self.seat.own.round_
        return None if found is None else found.id

    def _is_over(self) -> bool:
        found = self.seat.own.round_
        return (
            found is not None and found.id != self.round and found.status == RoundStatus.COMPLETED
        )

    def _act(self) -> bool:
        """Do what the table waits for; return whether there was anything."""
        try:
            return self._open() or self._decide()
        except Conflict:  # the table went on meanwhile
            self.seat.refresh()
            return True

    def _open(self) -> bool:
        if self.opened or not self.seat.may_open_seal:
            return False
        self.opened = True
        self.seat.open_seal()
        return True

    def _decide(self) -> bool:
        if questions := self.seat.own.questions:
            self.seat.answer({one.box: "decline" for one in questions})
        elif self.seat.actions:
            self.seat.decide("stand")
        else:
            return False
        return True

    def _hurry(self) -> None:
        if self.seat.own.may_be_ready:
            try:
                self.seat.mark_ready()
            except ApiProblem:  # the pause is over already
                self.seat.refresh()
