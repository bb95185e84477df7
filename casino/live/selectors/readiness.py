"""Whether anybody is awaited before the bell."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.wagers import open_wagers
from casino.live.values.seating import is_away
from casino.models import Clock, Seat
from internals.compiled_queries import ModelQuery

_SEATS: Final = ModelQuery[Seat](
    lambda place: Seat.objects.filter(place=place).select_related("participant"), int
)


_AWAITS: Final = (Clock.Phase.BETTING, Clock.Phase.INTERMISSION)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Readiness of the seats whose players are present and neither sit out, leave nor miss the deal.

    `all_bet`: each has bet, and bets behind are not taken: followers need the time after the seats' bets.
    `all_ready`: in the pause, each has bet or is ready.
    """

    all_bet: bool = False
    all_ready: bool = False

    @property
    def ends_phase(self) -> bool:
        """Return whether nobody else is awaited."""
        return self.all_bet or self.all_ready


def load_readiness(clock: Clock, now: datetime) -> Readiness:
    """Load the readiness of a locked table; nobody is ready except while bets are placed or in the pause."""
    if clock.phase not in _AWAITS:
        return Readiness()
    return find_readiness(clock, {one.participant_id for one in open_wagers(clock.place)}, now)


def find_readiness(clock: Clock, betting: Collection[int], now: datetime) -> Readiness:
    """As `load_readiness`, where `betting` are the participants with a bet. One query."""
    if clock.phase not in _AWAITS:
        return Readiness()
    is_pause = clock.phase == Clock.Phase.INTERMISSION
    awaited = _awaited_seats(clock, now)
    missing = [seat for seat in awaited if seat.participant_id not in betting]
    takes_behind = clock.place.table.version.rules.bettors_per_seat > 1
    return Readiness(
        all_bet=bool(betting) and not missing and not takes_behind,
        all_ready=is_pause and bool(awaited) and all(seat.is_ready for seat in missing),
    )


def _awaited_seats(clock: Clock, now: datetime) -> list[Seat]:
    return [
        seat
        for seat in _SEATS.all(clock.place_id)
        if not (seat.sits_out or seat.leaves or _misses(seat, clock, now))
    ]


def _misses(seat: Seat, clock: Clock, now: datetime) -> bool:
    """True if the player is away, only watches today, or sits out deals."""
    participant = seat.participant
    watches = participant.watches_until is not None and participant.watches_until > now
    sits_out = count_deals_to_miss(participant, clock, now) > 0
    return watches or sits_out or is_away(participant.seen_at, now)
