"""What everyone at a live table may see of it, in one read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino import models
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.selectors.running import LiveDeal, load_deal
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import Placed, open_wagers, order_bettors
from casino.live.values.phases import PLAYING
from casino.live.values.seating import is_unseen
from casino.models import Clock, Place, Seat, SeedExchange, Wager
from casino.models.deals import Status
from casino.refusals import Alarm
from tables.models import Table


@dataclass(frozen=True, slots=True)
class TableState:
    """A live table at one moment. `live` is the deal that runs, or in the pause after it the last one, whose cards still lie on the table.

    `facts` are what everybody sees of it, `newest` is the place's newest deal, in any state.
    """

    clock: Clock
    now: datetime
    seats: list[Seat]
    waiting: int
    held: set[int]
    wagers: list[Wager]
    live: LiveDeal | None
    facts: Mapping[str, Any] | None
    newest: models.Deal | None
    exchange: SeedExchange | None

    @property
    def place(self) -> Place:
        return self.clock.place

    @property
    def phase(self) -> Clock.Phase:
        return Clock.Phase(self.clock.phase)

    @property
    def is_played(self) -> bool:
        """Whether a deal runs."""
        return self.phase in PLAYING

    @property
    def has_unseen_seats(self) -> bool:
        """Whether somebody has a seat, without a bet, who has not been seen for so long that it becomes free."""
        betting = {wager.participant_id for wager in self.wagers}
        return not self.is_played and any(
            is_unseen(seat.participant.seen_at, self.now)
            for seat in self.seats
            if seat.participant_id not in betting
        )

    @property
    def bettors(self) -> dict[int, list[Placed]]:
        """The bets before the bell by box."""
        return order_bettors(self.wagers)

    @property
    def is_cancelled(self) -> bool:
        """Whether the newest deal was cancelled and nobody has bet since."""
        if self.newest is None or self.phase != Clock.Phase.WAITING:
            return False
        return self.newest.status == Status.CANCELLED


def find_place(table: Table) -> Place | None:
    """The place of a live table, once somebody has opened its page. One query."""
    place = Place.objects.filter(table=table, player=None).first()
    if place is not None:
        place.table = table
    return place


def load_table(place: Place) -> TableState:
    """The state of one moment. About nine queries and the replay of one deal, however many look at it.

    It is read without a lock, so it is read again where the table was moved meanwhile: half of a decision would look like a deal that
    its cards do not lead to. Raises an `Alarm`.
    """
    while True:
        clock = Clock.objects.get(place=place)
        clock.place = place
        try:
            state = _read_table(place, clock)
        except (Alarm, LookupError):
            if _is_present(clock):
                raise
        else:
            if _is_present(clock):
                return state


def _is_present(clock: Clock) -> bool:
    """Whether nothing that is shown has changed since the clock was read."""
    return Clock.objects.filter(pk=clock.pk, version=clock.version).exists()


def _read_table(place: Place, clock: Clock) -> TableState:
    seats = place.seats.select_related("participant__player").order_by("box")
    waiting: list[tuple[int | None, datetime | None]] = list(
        place.waiting.values_list("box", "held_until")
    )
    now = database_now()
    newest = place.deals.order_by("-pk").first()
    live = load_deal(place, newest.pk) if newest and _is_shown(clock, newest) else None
    return TableState(
        clock=clock,
        now=now,
        seats=list(seats),
        waiting=len(waiting),
        held={
            box for box, until in waiting if box is not None and until is not None and until > now
        },
        wagers=[] if clock.phase in PLAYING else open_wagers(place),
        live=live,
        facts=live.state.public() if live is not None else None,
        newest=newest,
        exchange=_exchange(clock),
    )


def _is_shown(clock: Clock, newest: models.Deal) -> bool:
    if clock.phase in PLAYING:
        return newest.pk == clock.deal_id
    return clock.phase == Clock.Phase.INTERMISSION and newest.status == Status.COMPLETED


def _exchange(clock: Clock) -> SeedExchange | None:
    return running_exchange(clock.place) if clock.phase == Clock.Phase.SEALING else None
