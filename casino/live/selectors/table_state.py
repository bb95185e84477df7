"""Public state of a live table, read at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from casino import models
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.selectors.running import LiveDeal, load_shown_deal
from casino.live.selectors.time import DATABASE_NOW
from casino.live.selectors.wagers import Placed, open_wagers, order_bettors
from casino.live.values.phases import PLAYING
from casino.live.values.seating import is_away, is_unseen
from casino.models import Clock, Participant, Place, Seat, SeedExchange, Wager, WaitingPlayer
from casino.models.deals import Status
from casino.play.services.switches import find_table_refusal
from casino.selectors.places import load_visible_shoes
from casino.selectors.snapshots import one_snapshot
from internals.compiled_queries import ModelQuery, ValuesQuery, list_fields
from tables.selectors.switches import house_stopped_subquery
from tables.selectors.tables import KNOWN

_PLACES = Place.objects.filter(player=None).select_related("table__version__rule_set")
_PLACE_OF: Final = ModelQuery[Place](
    lambda slug: _PLACES.filter(table__slug=slug, table__status__in=KNOWN), str
)
_CLOCKS = Clock.objects.select_related("place__table__version__rule_set")
_CLOCK: Final = ModelQuery[Clock](lambda place: _CLOCKS.filter(place=place), int)
_CLOCK_OF: Final = ModelQuery[Clock](
    lambda slug: _CLOCKS.filter(
        place__player=None, place__table__slug=slug, place__table__status__in=KNOWN
    ),
    str,
)
_MOMENT: Final = ValuesQuery(
    lambda place: Clock.objects.filter(place=place).values(
        now=DATABASE_NOW, house_stopped=house_stopped_subquery()
    ),
    int,
)
_SEATS: Final = ModelQuery[Seat](
    lambda place: (
        Seat.objects.filter(place=place)
        .select_related("participant__player")
        .only(
            *list_fields(Seat),
            *list_fields(Participant, "participant"),
            "participant__player__screen_name",
        )
        .order_by("box")
    ),
    int,
)
_WAITING: Final = ModelQuery[WaitingPlayer](
    lambda place: WaitingPlayer.objects.filter(place=place).order_by("since"), int
)
_NEWEST: Final = ModelQuery[models.Deal](
    lambda place: (
        models.Deal.objects.filter(place=place).select_related("shoe__version").order_by("-pk")[:1]
    ),
    int,
)


@dataclass(frozen=True, slots=True)
class TableState:
    """A live table at one moment.

    `live` is the running deal or, in the pause after it, the last one, whose cards still lie on the table.
    `facts` is its public view. `newest` is the place's newest deal, in any state. Of players with a seat or in the deal
    only the screen names are loaded.
    """

    clock: Clock
    now: datetime
    seats: list[Seat]
    waiting: list[WaitingPlayer]
    wagers: list[Wager]
    live: LiveDeal | None
    facts: Mapping[str, Any] | None
    newest: models.Deal | None
    exchange: SeedExchange | None
    shoes: list[models.Shoe]  # the present and the next one
    closed: str = ""  # the code of the refusal that everybody's bet gets

    @property
    def place(self) -> Place:
        return self.clock.place

    @property
    def phase(self) -> Clock.Phase:
        return Clock.Phase(self.clock.phase)

    @property
    def is_played(self) -> bool:
        """Return whether a deal is being played."""
        return self.phase in PLAYING

    @property
    def held(self) -> set[int]:
        """Boxes that are held for players of the waiting list."""
        return {
            one.box
            for one in self.waiting
            if one.box is not None and one.held_until is not None and one.held_until > self.now
        }

    @property
    def free_boxes(self) -> int:
        """Number of boxes that anybody may take."""
        table, seated = self.place.table, {seat.box for seat in self.seats}
        taken = {*seated, *self.held, *table.stopped_boxes}
        return sum(box not in taken for box in range(1, table.version.rules.seats + 1))

    def participant_of(self, player: int) -> Participant | None:
        """The participant of a player who has a seat or a bet."""
        seated = [seat.participant for seat in self.seats]
        known = [*seated, *(wager.participant for wager in self.wagers)]
        return next((one for one in known if one.player_id == player), None)

    @property
    def has_unseen_seats(self) -> bool:
        """True if, between deals, a seat without a bet becomes free because its player has not been seen."""
        betting = {wager.participant_id for wager in self.wagers}
        return not self.is_played and any(
            is_unseen(seat.participant.seen_at, self.now)
            for seat in self.seats
            if seat.participant_id not in betting
        )

    @property
    def has_unshown_presence(self) -> bool:
        """True if a player is away or back and the last version does not show it."""
        return any(
            seat.is_away != is_away(seat.participant.seen_at, self.now) for seat in self.seats
        )

    def is_shown_away(self, participant: Participant) -> bool:
        """Return whether the last version shows this player as away."""
        return any(seat.is_away for seat in self.seats if seat.participant_id == participant.pk)

    @property
    def bettors(self) -> dict[int, list[Placed]]:
        """Bets before the bell, by box."""
        return order_bettors(self.wagers)

    @property
    def is_cancelled(self) -> bool:
        """True if the newest deal was cancelled and nobody has bet since."""
        between = self.phase in (Clock.Phase.WAITING, Clock.Phase.INTERMISSION)
        return between and self.newest is not None and self.newest.status == Status.CANCELLED


def place_by_slug(slug: str) -> Place | None:
    """Place of a live table with its rules; None for a proposed table, or if its page was never opened. One query."""
    return _PLACE_OF.first(slug)


def load_table(place: Place) -> TableState:
    """Load the present state of a live table. Raises `Clock.DoesNotExist`."""
    return load_table_by_key(place.pk)


def load_table_by_key(place: int) -> TableState:
    """Load the present state of a live table by the primary key of its place. Raises `Clock.DoesNotExist`.

    Read in one snapshot: a table that moves meanwhile would not fit its cards. About eight queries and the
    replay of one deal, however many players there are.
    """
    with one_snapshot():
        clock = _CLOCK.first(place)
        if clock is None:
            raise Clock.DoesNotExist(f"place {place} is no live table's")
        return _read_table(clock)


def find_table(slug: str) -> TableState | None:
    """Load the present state by the table's slug, as `load_table`; None as `place_by_slug`."""
    with one_snapshot():
        clock = _CLOCK_OF.first(slug)
        return None if clock is None else _read_table(clock)


def _read_table(clock: Clock) -> TableState:
    place = clock.place
    moment = _MOMENT.first(place.pk)
    if moment is None:
        raise Clock.DoesNotExist(f"place {place.pk} is no live table's")
    newest = _NEWEST.first(place.pk)
    live = load_shown_deal(place, newest) if newest and _is_shown(clock, newest) else None
    return TableState(
        clock=clock,
        now=moment["now"],
        seats=_SEATS.all(place.pk),
        waiting=_WAITING.all(place.pk),
        wagers=[] if clock.phase in PLAYING else open_wagers(place),
        live=live,
        facts=live.state.public() if live is not None else None,
        newest=newest,
        exchange=_exchange(clock),
        shoes=load_visible_shoes(place),
        closed=_closed(place, house_stopped=moment["house_stopped"]),
    )


def _closed(place: Place, *, house_stopped: bool) -> str:
    refusal = find_table_refusal(place.table, house_stopped=house_stopped)
    return refusal.code if refusal else ""


def _is_shown(clock: Clock, newest: models.Deal) -> bool:
    if clock.phase in PLAYING:
        return newest.pk == clock.deal_id
    return clock.phase == Clock.Phase.INTERMISSION and newest.status == Status.COMPLETED


def _exchange(clock: Clock) -> SeedExchange | None:
    return running_exchange(clock.place) if clock.phase == Clock.Phase.SEALING else None
