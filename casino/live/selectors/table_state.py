"""What everyone at a live table may see of it, in one read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from blackjack.deal import Deal
from casino import models
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.selectors.running import LiveDeal
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import Placed, open_wagers, order_bettors
from casino.live.values.seating import is_unseen
from casino.models import Clock, Place, Round, Seat, SeedExchange, Wager
from casino.models.deals import Status
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.selectors.places import attach_place, rounds_of_deal
from tables.models import Table

PLAYING = (Clock.Phase.ANSWERS, Clock.Phase.TURNS)


@dataclass(frozen=True, slots=True)
class TableState:
    """A live table at one moment. `live` is the deal that runs, or in the pause after it the last one, whose cards still lie on the table.

    `newest` is the place's newest deal, in any state.
    """

    clock: Clock
    now: datetime
    seats: list[Seat]
    waiting: int
    held: set[int]
    wagers: list[Wager]
    live: LiveDeal | None
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
    def deal(self) -> Deal | None:
        """The deal's present state."""
        return self.live.state if self.live is not None else None

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

    @property
    def facts(self) -> Mapping[str, Any] | None:
        """The public facts of the deal."""
        return self.live.state.public() if self.live is not None else None


def find_place(table: Table) -> Place | None:
    """The place of a live table, once somebody has opened its page. One query."""
    place = Place.objects.filter(table=table, player=None).first()
    if place is not None:
        place.table = table
    return place


def load_table(place: Place) -> TableState:
    """The present state. About eight queries and the replay of one deal, however many look at it."""
    clock = Clock.objects.get(place=place)
    clock.place = place
    seats = place.seats.select_related("participant__player").order_by("box")
    waiting: list[tuple[int | None, datetime | None]] = list(
        place.waiting.values_list("box", "held_until")
    )
    now = database_now()
    newest = place.deals.order_by("-pk").first()
    return TableState(
        clock=clock,
        now=now,
        seats=list(seats),
        waiting=len(waiting),
        held={
            box for box, until in waiting if box is not None and until is not None and until > now
        },
        wagers=[] if clock.phase in PLAYING else open_wagers(place),
        live=load_deal(place, newest) if newest and _is_shown(clock, newest) else None,
        newest=newest,
        exchange=_exchange(clock),
    )


def _is_shown(clock: Clock, newest: models.Deal) -> bool:
    if clock.phase in PLAYING:
        return newest.pk == clock.deal_id
    return clock.phase == Clock.Phase.INTERMISSION and newest.status == Status.COMPLETED


def load_deal(place: Place, dealt: models.Deal) -> LiveDeal | None:
    """A deal with its rounds and its present state, running or not; None where it was cancelled before its first card. Three queries."""
    first = _rounds(dealt).order_by("player").first()
    if first is None:
        return None
    attach_place(first, place)
    found = rounds_of_deal(first)
    record = load_record(first)
    running = RunningDeal(first.deal, [PlayerShare(round_) for round_ in found])
    return LiveDeal(running, replay_deal(first, record)[-1], len(record.actions))


def _rounds(dealt: models.Deal) -> QuerySet[Round, Round]:
    rounds = Round.objects.filter(deal=dealt)
    return rounds.select_related("participant", "player", "deal__shoe__version")


def _exchange(clock: Clock) -> SeedExchange | None:
    return running_exchange(clock.place) if clock.phase == Clock.Phase.SEALING else None


def asked_boxes(state: TableState, questions: Sequence[tuple[int, int]]) -> set[int]:
    """The boxes whose bettors are asked now: all before the peek, else the one whose turn it is."""
    if state.phase == Clock.Phase.ANSWERS:
        return {box for box, _bettor in questions}
    if state.phase == Clock.Phase.TURNS and state.live is not None:
        return {state.live.turn.box}
    return set()
