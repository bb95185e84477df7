"""End of a live table's deal: freed seats, deals sat out, notices to absent players, and the pause."""

from collections.abc import Collection
from datetime import datetime

from casino.live.selectors.barred import is_barred
from casino.live.services.missed_deals import count_missed_deal
from casino.live.services.seats import settle_seats
from casino.live.values.seating import is_away
from casino.models import Arrival, Clock, Deal, EarlyDecision, Notice
from casino.models.deals import Status
from casino.play.selectors.running_deal import RunningDeal
from casino.services.clocks import set_phase
from casino.services.notices import write_notice
from casino.values.clocks import intermission_seconds
from internals.compiled_queries import write_rows


def end_deal(clock: Clock, running: RunningDeal, now: datetime) -> None:
    """Free the seats that are due and begin the intermission. The deal is already settled."""
    dealt = running.dealt
    _settle(clock, dealt, {round_.participant_id for round_ in running.rounds}, now)
    _tell_absent(running, now)
    seconds = intermission_seconds(dealt.shoe.version.rules)
    write_rows(set_phase(clock, Clock.Phase.INTERMISSION, now, seconds))


def settle_cancelled_deal(clock: Clock, now: datetime) -> None:
    """Settle the seats if the pause follows a deal that was cancelled with cards on the table.

    For the seats such a deal counts as any other: it was a deal without a bet for those who had not bet, one
    that is sat out for those who had to, and the seats that were to be left become free. A deal cancelled in
    its exchange of seeds, before the first card, leaves nobody idle (`exchange`).
    """
    dealt = clock.place.deals.order_by("-pk").first()
    if dealt is not None and dealt.status == Status.CANCELLED:
        _settle(clock, dealt, set(dealt.rounds.values_list("participant", flat=True)), now)


def _settle(clock: Clock, dealt: Deal, played: Collection[int], now: datetime) -> None:
    Arrival.objects.filter(deal=dealt).delete()
    EarlyDecision.objects.filter(deal=dealt).delete()
    barred = count_missed_deal(clock.place, dealt.shoe_id, dealt.nonce)
    settle_seats(clock, barred.union(played), now)


def _tell_absent(running: RunningDeal, now: datetime) -> None:
    """Leave a notice to each absent or barred player for whom the house decided."""
    for round_ in running.rounds:
        if round_.interrupted and (is_away(round_.participant.seen_at, now) or is_barred(round_)):
            write_notice(round_, Notice.Kind.PLAYED, now)
