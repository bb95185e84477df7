"""Running deal of a live table, with its rounds and its replayed state."""

from dataclasses import dataclass

from blackjack.actions import Turn
from blackjack.deal import Deal
from casino import models
from casino.fairness.selectors.dealing import load_record, replay_deal
from casino.models import Clock, Place
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.selectors.places import load_deal_rounds, load_deal_with_shoe, load_shown_rounds


@dataclass(frozen=True, slots=True)
class LiveDeal:
    """A running deal, its present state, and the number of decisions so far."""

    running: RunningDeal
    state: Deal
    step: int

    @property
    def is_frozen(self) -> bool:
        """Return whether staff froze the deal; nobody plays it meanwhile."""
        return any(round_.frozen for round_ in self.running.rounds)

    @property
    def turn(self) -> Turn:
        """The turn that is to be played. Raises `LookupError` if the deal is complete."""
        if self.state.turn is None:
            raise LookupError("the deal is complete")
        return self.state.turn

    @property
    def turn_share(self) -> PlayerShare:
        """The share of the bettor whose turn it is."""
        return self.running.find_share(self.turn.box, self.turn.bettor)


def load_live_deal(clock: Clock) -> LiveDeal:
    """Load the running deal of a locked table. Raises `ReplayDiffers`, or `LookupError` if none runs."""
    found = _load_running(clock)
    if found is None:
        raise LookupError(f"no deal runs at place {clock.place_id}")
    return found


def _load_running(clock: Clock) -> LiveDeal | None:
    dealt = load_deal_with_shoe(clock.deal_id) if clock.deal_id is not None else None
    return None if dealt is None else _replay(load_deal_rounds(clock.place, dealt))


def load_shown_deal(place: Place, dealt: models.Deal) -> LiveDeal | None:
    """Load a deal, running or over, to be shown: of its players only the names. Raises `ReplayDiffers`. Two queries.

    `dealt` was loaded with its shoe. None if it was cancelled before its first card.
    """
    return _replay(load_shown_rounds(place, dealt))


def _replay(rounds: list[models.Round]) -> LiveDeal | None:
    """Replay the deal of these rounds to its last state; None without rounds."""
    if not rounds:
        return None
    record = load_record(rounds[0])
    state = replay_deal(rounds[0], record)[-1]
    running = RunningDeal(rounds[0].deal, [PlayerShare(round_) for round_ in rounds])
    return LiveDeal(running, state, len(record.actions))
