"""Checks of live tables after a fault.

Every deal is over, replays give the same cards and money, and no seat was timed out because of the
fault.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from casino.fairness.services.shoes import close_shoe
from casino.models import Deal, Decision, Outage, Round, SeedExchange, Shoe, Wager
from casino.models.deals import Status
from casino.services.locks import lock_clock
from casino.values.clocks import GRACE_SECONDS
from compliance.models import Recount
from compliance.recount.services import SETTLING_TIME, recount_due_rounds
from compliance.shoes.selectors.shoe_proofs import prove_shoe
from tools.faults.live_house import TURN_SECONDS
from tools.faults.live_players import LivePlayer
from tools.faults.stage import Stage

_TURN: Final = timedelta(seconds=TURN_SECONDS)
_GRACE: Final = timedelta(seconds=GRACE_SECONDS)
_BLINK: Final = timedelta(milliseconds=50)
"""Tolerance between the database's clock, which ends a clock, and the clock of the process that records the decision."""


def judge_tables(stage: Stage, people: list[LivePlayer], *, is_cut_off: bool = False) -> str:
    """Add problems to the result; return a summary of what was checked.

    Players who are cut off from the site may open a seed too late: the deal is then cancelled before
    its cards, and stakes return. Nor need everybody have played then.
    """
    problems = stage.result.problems
    problems += _stuck(is_cut_off=is_cut_off)
    problems += _differing()
    problems += _timed_out(people, is_cut_off=is_cut_off)
    dealt = Deal.objects.filter(status=Status.COMPLETED)
    timeouts = Decision.objects.filter(by_house=True).count()
    if not is_cut_off and (not timeouts or not all(person.rounds for person in people)):
        problems.append("not everybody played, or no clock ran out")
    return f"{dealt.count()} deals replayed, {timeouts} clocks ran out, each in full"


def _stuck(*, is_cut_off: bool) -> Iterator[str]:
    running = Deal.objects.filter(status=Status.IN_PROGRESS).count()
    cancelled = Deal.objects.filter(status=Status.CANCELLED).count()
    before_bell = Wager.objects.filter(end=Wager.End.OPEN).count()
    if running or before_bell or (cancelled and not is_cut_off):
        yield f"{running} deals are stuck, {cancelled} cancelled, {before_bell} bets not dealt"


def _differing() -> Iterator[str]:
    """Recount every deal by its rules and prove it from the revealed seed with its transcript."""
    while recount_due_rounds(timezone.now() + SETTLING_TIME + SETTLING_TIME):
        pass
    found = Recount.objects.aggregate(rounds=Sum("rounds"), differing=Sum("differing"))
    completed = Round.objects.filter(status=Status.COMPLETED).count()
    if found["differing"] or found["rounds"] != completed:
        yield f"of {completed} rounds {found['rounds']} recounted, {found['differing']} differ"
    for shoe in Shoe.objects.filter(status=Shoe.Status.DEALING, place__player=None):
        _close(shoe)
    for shoe in Shoe.objects.filter(status=Shoe.Status.CLOSED).select_related("version", "place"):
        proofs = prove_shoe(shoe)
        if not proofs.holds:
            yield f"shoe {shoe.public_id} differs: {', '.join(proofs.failed)}"


@transaction.atomic
def _close(shoe: Shoe) -> None:
    shoe.place = lock_clock(shoe.place_id).place
    close_shoe(shoe, Shoe.CloseReason.AGE)


def _timed_out(people: list[LivePlayer], *, is_cut_off: bool) -> Iterator[str]:
    """Yield timeouts that should not have happened.

    A player who decides when asked is never timed out; a sleeper only after the full time, extended
    by outages.
    """
    awake = {person.player for person in people if not person.sleeps}
    aborted = SeedExchange.objects.filter(status=SeedExchange.Status.ABORTED)
    for exchange in () if is_cut_off else aborted:
        yield f"exchange {exchange.pk} was aborted: a seed that its player opened was not taken"
    outages = list(Outage.objects.order_by("ended").values_list("began", "ended"))
    for made in Decision.objects.filter(by_house=True).select_related("round", "deal"):
        if made.round.player_id in awake and not is_cut_off:
            yield f"player {made.round.player_id} was timed out in step {made.step} of {made.deal}"
        elif made.made_at < _earliest(made, outages) - _BLINK:
            yield f"step {made.step} of {made.deal} was timed out early, at {made.made_at}"


def _earliest(made: Decision, outages: list[tuple[datetime, datetime]]) -> datetime:
    """Return when the house may decide: after turn and grace, restarted by each outage during the turn."""
    since = _asked_at(made)
    for began, ended in outages:
        if ended > since and began < since + _TURN:
            since = ended
    return since + _TURN + _GRACE


def _asked_at(made: Decision) -> datetime:
    """Return when the player was asked: before the peek at the deal, then after the previous decision."""
    earlier = made.deal.decisions.filter(step__lt=made.step).order_by("-step").first()
    if earlier is None or made.action == "decline":
        return made.round.started_at
    return earlier.made_at
