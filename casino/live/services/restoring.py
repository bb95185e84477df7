"""Play after a restore from a backup: open rounds and bets are cancelled, shoes retired, versions raised."""

from dataclasses import dataclass

from django.db import transaction

from casino.fairness.selectors.exchanges import running_exchange
from casino.fairness.services.retiring import retire_shoes
from casino.incidents.services.malfunction import cancel_restored_round
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers
from casino.live.services.exchange import abandon_exchange
from casino.models import Clock, Place, Round, Shoe
from casino.selectors.places import STATUSES_AHEAD
from casino.services.locks import lock_clock, lock_place


@dataclass(frozen=True, slots=True)
class EndedPlay:
    """Numbers of cancelled rounds, returned bets before a deal, and retired shoes."""

    rounds: int = 0
    wagers: int = 0
    shoes: int = 0

    def __add__(self, other: "EndedPlay") -> "EndedPlay":
        return EndedPlay(
            self.rounds + other.rounds, self.wagers + other.wagers, self.shoes + other.shoes
        )


def find_places_to_end() -> list[int]:
    """Return the places with an open shoe, a running round or a clock, by key."""
    shoes = Shoe.objects.filter(status__in=STATUSES_AHEAD).values("place")
    rounds = Round.objects.filter(status=Round.Status.IN_PROGRESS).values("place")
    found = Place.objects.filter(pk__in=shoes.union(rounds, Clock.objects.values("place")))
    return sorted(found.values_list("pk", flat=True))


@transaction.atomic
def end_play_at(place_id: int) -> EndedPlay:
    """Cancel what runs at a place, return its stakes, retire its shoes and announce new ones.

    A live table waits for bets with a higher version.
    """
    place = lock_place(place_id)
    running = Round.objects.filter(place=place, status=Round.Status.IN_PROGRESS).order_by("pk")
    rounds = [pk for pk in running.values_list("pk", flat=True) if cancel_restored_round(pk)]
    wagers = _return_bets(place_id) if Clock.objects.filter(place=place_id).exists() else 0
    return EndedPlay(len(rounds), wagers, retire_shoes(place))


def _return_bets(place_id: int) -> int:
    clock = lock_clock(place_id)
    wagers = len(open_wagers(clock.place))
    abandon_exchange(clock, running_exchange(clock.place), database_now())
    return wagers
