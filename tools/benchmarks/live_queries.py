"""SQL statements of a decision at a full live table, counted through pages and forms without a network."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.live.selectors.time import database_now
from casino.live.services import exchange, turns
from casino.live.services.moving import move_table
from casino.models import Clock, Place, Round
from tools.benchmarks.live_page import LivePage
from tools.benchmarks.live_report import CountedStatements
from tools.benchmarks.play_client import FormRequest

_HEADERS: Final = {"x-forwarded-proto": "https", "host": "localhost"}
_BOUNDS: Final = frozenset({"BEGIN", "COMMIT"})
_PATIENCE: Final = 60
"""Seconds for openings: players act one after another here."""

_LOOKS_A_DEAL: Final = 100
"""Upper bound of the steps of a deal."""

_TAKEN: Final = (200, 204)


class Guest:
    """A player's page and session."""

    def __init__(self, slug: str, box: int, cookies: Mapping[str, str]) -> None:
        self.client = Client(headers=_HEADERS)
        self.client.cookies.load(dict(cookies))
        self.page = LivePage(slug, box, random.Random(box))  # noqa: S311 - random play, not security-relevant

    def load_page(self) -> None:
        self.page.load(self._text(self.client.get(self.page.address, secure=True)))

    def send_form(self, asked: FormRequest) -> None:
        """Post a form and load the response."""
        told = {"hx-request": "true"}
        answer = self.client.post(asked.path, asked.fields, secure=True, headers=told)
        self.page.load(self._text(answer))

    @staticmethod
    def _text(answer: Any) -> str:
        if answer.status_code not in _TAKEN:
            raise RuntimeError(f"{answer.status_code}: {answer.text[:500]}")
        text: str = answer.text
        return text


def count_statements(
    slug: str, cookies: Sequence[Mapping[str, str]], deals: int
) -> list[CountedStatements]:
    """Play this many deals with all these players and return every decision.

    The first decision of the process is left out: it compiles queries. Raises RuntimeError if the
    deals do not finish.
    """
    guests = [Guest(slug, box, one) for box, one in enumerate(cookies, 1)]
    found = list[CountedStatements]()
    with _counting() as inner, mock.patch.object(exchange, "OPENING_SECONDS", _PATIENCE):
        for _look in range(_LOOKS_A_DEAL * (deals + 1)):
            for guest in guests:
                found += _played(guest, slug, inner)
            _end_pause(slug)
            if sum(one.settled > 0 for one in found) > deals:
                return found[1:]
    raise RuntimeError(f"{len(found)} decisions, and fewer than {deals} deals")


def _played(guest: Guest, slug: str, inner: list[int]) -> list[CountedStatements]:
    """Let one player load the page and act."""
    guest.load_page()
    return list(_acted(guest, Place.objects.get(table__slug=slug), inner))


def _acted(guest: Guest, place: Place, inner: list[int]) -> Iterator[CountedStatements]:
    """Send what the page asks for; yield the decisions among it."""
    for asked in (guest.page.opening_request(), guest.page.next_request()):
        if asked is None:
            continue
        before = len(inner)
        deal = Clock.objects.get(place=place).deal
        with CaptureQueriesContext(connection) as captured:
            guest.send_form(asked)
        if asked.kind == "decision":
            is_last = Clock.objects.get(place=place).deal_id is None
            settled = Round.objects.filter(deal=deal).count() if is_last else 0
            yield CountedStatements(_statements(captured), sum(inner[before:]), settled)


def _statements(captured: CaptureQueriesContext) -> int:
    """Count the statements without BEGIN and COMMIT, which are sent along with others."""
    return len([one for one in captured if one["sql"] not in _BOUNDS])


def _end_pause(slug: str) -> None:
    """End the intermission at once; every other clock waits for the players."""
    pause = Clock.objects.filter(place__table__slug=slug, phase=Clock.Phase.INTERMISSION)
    for clock in pause:
        Clock.objects.filter(pk=clock.pk).update(deadline=database_now())
        move_table(clock.place_id, database_now())


@contextmanager
def _counting() -> Iterator[list[int]]:
    """Collect the number of statements of each call of `decide_turn`."""
    counts: list[int] = []
    decide: Callable[..., Round] = turns.decide_turn

    def counted(*given: Any) -> Round:
        with CaptureQueriesContext(connection) as captured:
            made = decide(*given)
        counts.append(_statements(captured))
        return made

    with mock.patch.object(turns, "decide_turn", counted):
        yield counts
