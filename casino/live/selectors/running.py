"""The deal that runs at a live table, as its rounds and the states it went through."""

from dataclasses import dataclass

from blackjack.actions import Turn
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.models import Clock, Place
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.selectors.places import load_deal_rounds


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
    """A deal with its rounds and its last state, running or over; None where it was cancelled before its first card. Two queries."""
    rounds = load_deal_rounds(place, deal_id)
    if not rounds:
        return None
    record = load_record(rounds[0])
    state = replay_deal(rounds[0], record)[-1]
    running = RunningDeal(rounds[0].deal, [PlayerShare(round_) for round_ in rounds])
    return LiveDeal(running, state, len(record.actions))
