"""End of a live table's deal: freed seats, deals sat out, notices to absent players, and the pause."""

from datetime import datetime

from casino.live.selectors.barred import is_barred
from casino.live.services.missed_deals import count_missed_deal
from casino.live.services.seats import settle_seats
from casino.live.values.seating import is_away
from casino.models import Arrival, Clock, EarlyDecision, Notice
from casino.play.selectors.running_deal import RunningDeal
from casino.services.clocks import set_phase
from casino.services.notices import write_notice
from casino.values.clocks import intermission_seconds
from internals.compiled_queries import write_rows


def end_deal(clock: Clock, running: RunningDeal, now: datetime) -> None:
    """Free the seats that are due and begin the intermission. The deal is already settled."""
    dealt = running.dealt
    Arrival.objects.filter(deal=dealt).delete()
    EarlyDecision.objects.filter(deal=dealt).delete()
    played = {round_.participant_id for round_ in running.rounds}
    barred = count_missed_deal(clock.place, dealt.shoe_id, dealt.nonce)
    settle_seats(clock, played | barred, now)
    _tell_absent(running, now)
    seconds = intermission_seconds(dealt.shoe.version.rules)
    write_rows(set_phase(clock, Clock.Phase.INTERMISSION, now, seconds))


def _tell_absent(running: RunningDeal, now: datetime) -> None:
    """Leave a notice to each absent or barred player for whom the house decided."""
    for round_ in running.rounds:
        if round_.interrupted and (is_away(round_.participant.seen_at, now) or is_barred(round_)):
            write_notice(round_, Notice.Kind.PLAYED, now)
