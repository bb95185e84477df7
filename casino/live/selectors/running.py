"""The deal that runs at a live table, as its rounds and the states it went through."""

from dataclasses import dataclass

from blackjack.actions import Turn
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.models import Clock, Place, Round
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.selectors.places import attach_place, rounds_of_deal


@dataclass(frozen=True, slots=True)
class LiveDeal:
    """A running deal, its present state, and the number of decisions so far."""

    running: RunningDeal
    state: Deal
    step: int

    @property
    def is_frozen(self) -> bool:
        """Whether staff have stopped it: nobody plays it meanwhile."""
        return any(round_.frozen for round_ in self.running.rounds)

    @property
    def turn(self) -> Turn:
        """Whose turn it is. Raises a LookupError when the deal is complete."""
        if self.state.turn is None:
            raise LookupError("the deal is complete")
        return self.state.turn

    @property
    def asked(self) -> PlayerShare:
        """The share of the bettor whose turn it is."""
        return self.running.share_of(self.turn.box, self.turn.bettor)


def load_live_deal(clock: Clock) -> LiveDeal:
    """The deal of a locked table. Raises `ReplayDiffers`, or a LookupError where none runs."""
    found = load_deal(clock.place, clock.deal_id) if clock.deal_id is not None else None
    if found is None:
        raise LookupError(f"no deal runs at place {clock.place_id}")
    return found


def load_deal(place: Place, deal_id: int) -> LiveDeal | None:
    """A deal with its rounds and its last state, running or over; None where it was cancelled before its first card. Three queries."""
    rounds = Round.objects.filter(deal=deal_id)
    related = rounds.select_related("participant", "player", "deal__shoe__version")
    first = related.order_by("player").first()
    if first is None:
        return None
    attach_place(first, place)
    found = rounds_of_deal(first)
    record = load_record(first)
    state = replay_deal(first, record)[-1]
    running = RunningDeal(first.deal, [PlayerShare(round_) for round_ in found])
    return LiveDeal(running, state, len(record.actions))
