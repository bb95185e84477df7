"""Abandoned rounds: the house plays them to the end after the rules' wait.

House decisions use the same code and the same place lock as a player's, and are marked as the house's. A
player who returns finds the round either unchanged or finished.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, Q, QuerySet

from accounts.restrictions.selectors.eligibility import BARRED
from blackjack.rules import HousePlay
from blackjack.strategy import STANDS, Chart
from casino.absence.selectors import select_recent_bar
from casino.fairness.selectors.dealing import replay_deal
from casino.incidents.services import malfunction
from casino.limits.values.at_deal import LimitsAtDeal
from casino.models import Decision, Notice, Round
from casino.play.selectors.player_money import load_record_and_money
from casino.play.selectors.running_deal import RunningDeal
from casino.play.services.advice import best_action
from casino.play.services.decisions import play_action
from casino.play.services.offers import Funds, load_funds
from casino.refusals import Alarm, ReplayDiffers, SeedMismatch
from casino.selectors.places import attach_place
from casino.services.alarms import report_alarm
from casino.services.isolation import run_isolated
from casino.services.locks import lock_place_of_any_round, lock_round_player
from casino.services.notices import write_notice
from journal.models import EventKind
from journal.services.recording import record, record_once
from limits.values import LimitScope
from tables.selectors.tables import find_mathematics
from wallet.ledger.refusals import InsufficientFunds

BATCH = 100
RETRY = timedelta(minutes=10)  # after a round that could not be played now
ALERT_AFTER = timedelta(days=1)  # how long a round may wait for a missing chart before an alarm
LONG_OPEN = timedelta(days=30)
NO_NEW_MONEY: HousePlay = "hit_or_stand"
_LOG = logging.getLogger(__name__)


def play_due_rounds(now: datetime) -> int:
    """Play a batch of due rounds, each in its own transaction. Returns how many ended."""
    found = list(due_rounds(now).values_list("pk", flat=True)[:BATCH])
    return sum(_end_apart(pk, now) for pk in found)


def cancel_broken_rounds(now: datetime) -> int:
    """Cancel running rounds known to be broken, each in its own transaction. Returns how many."""
    found = list(
        malfunction.find_broken_rounds().filter(_untried(now)).values_list("pk", flat=True)
    )
    return sum(_apart(pk, now, partial(malfunction.cancel_faulty_round, pk)) for pk in found)


def due_rounds(now: datetime) -> QuerySet[Round]:
    """Running rounds at private places that the house should play now, failed attempts last.

    Due after the rules' wait, or once 23 hours have passed since the player was barred. Excludes frozen
    rounds and those with a failed attempt in the last 10 minutes.
    """
    barred = Q(player__state__in=BARRED) & ~Exists(select_recent_bar(now))
    return Round.objects.filter(
        Q(house_plays_at__lte=now) | barred,
        _untried(now),
        status=Round.Status.IN_PROGRESS,
        frozen=False,
        place__player__isnull=False,  # a live table has clocks of its own
    ).order_by(F("house_tried_at").asc(nulls_first=True), "house_plays_at", "pk")


def _untried(now: datetime) -> Q:
    """Condition: no failed attempt within `RETRY`."""
    return Q(house_tried_at__isnull=True) | Q(house_tried_at__lte=now - RETRY)


def _end_apart(pk: int, now: datetime) -> bool:
    return _apart(pk, now, lambda: _end(pk, now))


def _apart(pk: int, now: datetime, work: Callable[[], bool]) -> bool:
    """Run `work` for one round; on failure, report it to staff and retry it later, after all others."""

    def failed(error: Exception) -> None:
        with transaction.atomic():
            _tried(pk, now)
            round_ = Round.objects.get(pk=pk)
            data = {
                "error": type(error).__name__
            }  # the message may contain secrets, so it goes to the log only
            record_once(EventKind.ROUND_FAILED, subject=f"round {round_.public_id}", data=data)

    return run_isolated(f"round {pk} could not be ended", work, failed)


def _end(pk: int, now: datetime) -> bool:
    """Play one round; cancel it if its replay or seed differs, retry it later if it cannot be played now."""
    try:
        if _play(pk, now):
            return True
    except (ReplayDiffers, SeedMismatch) as alarm:
        report_alarm(alarm)
        return malfunction.cancel_faulty_round(pk)
    except Alarm as alarm:
        report_alarm(alarm)
    except InsufficientFunds as refusal:  # the balance was spent meanwhile; the next run sees that
        _LOG.info("round %s is not played for its player yet: %s", pk, refusal.code)
        return False
    else:
        return False
    _tried(pk, now)
    return False


@transaction.atomic
def _play(pk: int, now: datetime) -> bool:
    """Play one round if it is still due once its place is locked; a locked place is skipped until the next run."""
    place = lock_place_of_any_round(pk, skip=True)
    if place is None:
        return False
    due = due_rounds(now).filter(pk=pk, place=place).select_for_update(of=("self",))
    round_ = due.select_related("deal__shoe__version", "participant", "player").first()
    if round_ is None:
        return False
    attach_place(round_, place)
    # The player's state and limits must not change while the house decides.
    lock_round_player(round_)
    how = _way(round_)
    chart = STANDS if how == "stand" else _chart_of(round_)
    if chart is None:
        _wait(round_, now)
        return False
    round_.interrupted = True
    _play_out(round_, chart, how)
    write_notice(round_, Notice.Kind.PLAYED, now)
    _record(round_, how)
    return True


def _way(round_: Round) -> HousePlay:
    """Return the rules' way to play, but without new money for a barred or limited player."""
    funds, how = load_funds(round_), round_.deal.shoe.version.rules.on_absence
    if funds.barred is not None or (how == "basic_strategy" and _limited(round_, funds)):
        return NO_NEW_MONEY
    return how


def _limited(round_: Round, funds: Funds) -> bool:
    """True if the player's own round limit was lowered since the deal."""
    if funds.table.is_play_money:
        return False
    dealt_with = LimitsAtDeal.from_round(round_).max_round.amount
    return any(
        limit.scope is LimitScope.PLAYER and limit.kind == "max_round" and limit.amount < dealt_with
        for limit in funds.player_money.limits
    )


def _chart_of(round_: Round) -> Chart | None:
    known = find_mathematics(round_.deal.shoe.version)
    return Chart.from_dict(known.chart) if known is not None and known.chart else None


def _play_out(round_: Round, chart: Chart, how: HousePlay) -> None:
    record, player_money = load_record_and_money(round_)
    deal, running = (
        replay_deal(round_, record)[-1],
        RunningDeal.for_one_player(round_, player_money),
    )
    step = len(record.actions)
    while not deal.complete:
        action = best_action(chart, deal, round_, load_funds(round_, player_money), how)
        made = Decision(deal=round_.deal, round=round_, step=step, by_house=True)
        deal, _ = play_action(made, deal, action, running)
        step += 1


def _record(round_: Round, how: HousePlay) -> None:
    made = Decision.objects.filter(round=round_, by_house=True).order_by("step")
    actions = list(made.values_list("action", flat=True))
    data = {"player": round_.player_id, "play": how, "decisions": actions}
    record(EventKind.ROUND_PLAYED_BY_HOUSE, subject=f"round {round_.public_id}", data=data)


def _wait(round_: Round, now: datetime) -> None:
    """Retry a round without a chart later; raise an alarm once if it lasts longer than `ALERT_AFTER`."""
    _tried(round_.pk, now)
    if now - (round_.house_plays_at or round_.asked_at) > ALERT_AFTER:
        record_once(EventKind.ROUND_WAITS, subject=f"round {round_.public_id}")


def _tried(pk: int, now: datetime) -> None:
    running = Round.objects.filter(pk=pk, status=Round.Status.IN_PROGRESS)
    running.update(house_tried_at=now)


def report_long_open_rounds(now: datetime) -> int:
    """Raise an alarm, once, for each round open for 30 days. Returns how many."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    old = running.filter(started_at__lte=now - LONG_OPEN).order_by("started_at")
    return sum(
        record_once(EventKind.ROUND_OPEN_LONG, subject=f"round {public_id}")
        for public_id in old.values_list("public_id", flat=True)
    )
