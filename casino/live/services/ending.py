"""What follows a deal of a live table: the seats that become free, and the pause."""

from datetime import datetime

from casino.live.services.seats import settle_seats
from casino.models import Arrival, Clock, EarlyDecision
from casino.play.selectors.running_deal import RunningDeal
from casino.services.clocks import set_phase
from casino.values.clocks import intermission_seconds
from internals.compiled_queries import write


def end_deal(clock: Clock, running: RunningDeal, now: datetime) -> None:
    """Free the seats that are due, and begin the intermission. The deal is settled already."""
    dealt = running.dealt
    Arrival.objects.filter(deal=dealt).delete()
    EarlyDecision.objects.filter(deal=dealt).delete()
    settle_seats(clock, {round_.participant_id for round_ in running.rounds}, now)
    seconds = intermission_seconds(dealt.shoe.version.rules)
    write(set_phase(clock, Clock.Phase.INTERMISSION, now, seconds))
