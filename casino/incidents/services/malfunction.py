"""Cancellation of a broken round: return its stakes, close its shoe, notify staff and player.

Only a round that cannot be replayed as its player saw it, or a live deal that cannot go on, is cancelled
automatically; others need two people (`freezing`). Uses the same place lock as every decision.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.models.users import User
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import load_record, replay_deal_partially
from casino.fairness.services.shoes import close_shoe
from casino.models import Answer, Freeze, Notice, Round, Shoe
from casino.play.selectors.player_money import SESSION_FIELDS, find_session_start
from casino.play.services.money_moves import return_all_stakes
from casino.refusals import (
    Alarm,
    DealStuck,
    ReplayDiffers,
    RoundRestored,
    SeedMismatch,
    SeedUnreadable,
)
from casino.selectors.places import attach_place, rounds_of_deal
from casino.services.alarms import report_alarm, stop_shoe
from casino.services.clocks import stop_clock
from casino.services.locks import lock_place_of_any_round
from casino.services.notices import write_notice
from casino.values.play_money import convert_round_money
from casino.values.transfer_keys import cancel_key
from journal.models import Event, EventKind
from journal.refusals import NotFound
from journal.services.recording import record
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

FAULTY = (ReplayDiffers, SeedMismatch)


def cancel_round(round_: Round, freeze: Freeze, acting_user: User) -> None:
    """Cancel a running round that another person froze. The caller holds `lock_running_round`."""
    states, alarm = replay_deal_partially(round_, load_record(round_))
    told = {"reason": freeze.reason, "asked_by": freeze.proposed_by_id}
    _cancel(round_, _last(states), alarm, acting_user.pk, told)


@transaction.atomic
def cancel_faulty_round(round_id: int) -> bool:
    """Cancel a running round if its replay or seed differs. Returns whether it was cancelled. Raises `NotFound`."""
    round_ = lock_running_round(round_id)
    if round_.status != Round.Status.IN_PROGRESS:
        return False
    states, alarm = replay_deal_partially(round_, load_record(round_))
    if not isinstance(alarm, FAULTY):
        return False
    report_alarm(alarm)  # a database trigger requires an alarm or an approval (sql/cancelling.sql)
    _cancel(round_, _last(states), alarm, None, {"reason": alarm.code})
    return True


@transaction.atomic
def cancel_stuck_deal(round_: Round) -> None:
    """Cancel a live table's deal that cannot go on. The caller holds the lock of its place."""
    alarm = DealStuck(str(round_.public_id))
    report_alarm(alarm)  # as above
    states, found = replay_deal_partially(round_, load_record(round_))
    _cancel(round_, _last(states), found or alarm, None, {"reason": "stuck"})


def cancel_restored_round(round_id: int) -> bool:
    """Cancel a running round after a restore from a backup; its shoe is retired afterwards.

    The caller holds the lock of its place. Returns whether it was cancelled.
    """
    round_ = lock_running_round(round_id)
    if round_.status != Round.Status.IN_PROGRESS:
        return False  # cancelled with another round of its deal
    alarm = RoundRestored(str(round_.public_id))
    report_alarm(alarm)  # as above
    states, found = replay_deal_partially(round_, load_record(round_))
    unreadable = isinstance(found, SeedMismatch | SeedUnreadable)
    _cancel(round_, _last(states), found if unreadable else alarm, None, {"reason": "restore"})
    return True


def _last(states: list[Deal]) -> Deal | None:
    return states[-1] if states else None


def find_broken_rounds() -> QuerySet[Round]:
    """Running rounds with a stopped shoe or a recorded alarm, by key."""
    told = Event.objects.filter(kind=EventKind.ROUND_FROZEN.value).values_list("subject", flat=True)
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    stopped = running.filter(deal__shoe__status=Shoe.Status.STOPPED)
    frozen = running.filter(public_id__in=list(told))
    return (stopped | frozen).order_by("pk")


def lock_running_round(round_id: int) -> Round:
    """Lock the place of a round and return the round. Raises `NotFound`. The status is not checked."""
    place = lock_place_of_any_round(round_id)
    if place is None:
        raise NotFound
    round_ = Round.objects.select_related("deal__shoe__version", "participant", "player").get(
        pk=round_id
    )
    attach_place(round_, place)
    return round_


def _cancel(
    round_: Round,
    deal: Deal | None,
    alarm: Alarm | None,
    actor: int | None,
    told: Mapping[str, Any],
) -> None:
    """Cancel the whole deal: a malfunction concerns all its players."""
    now, dealt = timezone.now(), round_.deal
    rounds = rounds_of_deal(round_)
    dealt.status, dealt.cards = Round.Status.CANCELLED, []
    dealt.cards_drawn = deal.cards_drawn if deal else 0
    dealt.save()
    for one in rounds:
        back = _return_stakes(one, deal, now)
        write_notice(one, Notice.Kind.CANCELLED, now)
        data = {
            "player": one.player_id,
            "table": one.place.table.slug,
            **told,
            "found": alarm.code if alarm else "",
            "staked": str(one.money(one.staked)),
            "returned": str(back),
        }
        record(EventKind.ROUND_CANCELLED, actor=actor, subject=f"round {one.public_id}", data=data)
    stop_clock(dealt, now)
    dealt.shoe.cards_out += dealt.cards_drawn
    _end_shoe(dealt.shoe, alarm)


def _return_stakes(round_: Round, deal: Deal | None, now: datetime) -> Money:
    """End a round and return all it holds, including amounts of unplayed answers. Returns the amount."""
    key = cancel_key(round_.player_id, round_.public_id)
    back = return_all_stakes(round_.player_id, round_.currency, key=key, round_id=round_.public_id)
    kept = round_.answers.filter(state=Answer.State.KEPT)
    unplayed = kept.aggregate(units=Sum("amount", default=0))["units"]
    kept.update(state=Answer.State.DROPPED)
    returned = back - round_.money(unplayed)
    round_.status = Round.Status.CANCELLED
    round_.returned, round_.returned_usd = (
        returned.units,
        convert_round_money(returned, round_.tasa_cambio),
    )
    round_.balance_after = balance(round_.player_id, round_.currency).units
    round_.result = _facts(round_, deal)
    round_.finished_at = now
    round_.save()
    round_.count_in_session(find_session_start(round_.player))
    round_.participant.save(update_fields=SESSION_FIELDS)
    return back


def _end_shoe(shoe: Shoe, alarm: Alarm | None) -> None:
    """Close the shoe and reveal its seed; on a seed alarm, stop it until it is reopened; after a restore, leave it."""
    if isinstance(alarm, SeedMismatch | SeedUnreadable):
        report_alarm(alarm)
        stop_shoe(str(shoe.public_id))
    elif isinstance(alarm, RoundRestored):
        shoe.save(update_fields=["cards_out"])
    elif shoe.status == Shoe.Status.DEALING:
        close_shoe(shoe, Shoe.CloseReason.MALFUNCTION)


def _facts(round_: Round, deal: Deal | None) -> dict[str, Any]:
    """Visible facts of the round as far as it can be replayed, with stakes returned."""
    if deal is not None:
        shown = deal.public_for(round_.bettor_by_box)
    else:
        shown = {"complete": False, "cards_drawn": 0, "dealer": _NO_DEALER}
        shown["seats"] = [
            {
                "seat": bet.box,
                **({} if bet.choices is None else {"bettor": round_.bettor_by_box[bet.box]}),
                "staked": bet.stake + sum(bet.side_bets.values()),
                "insurance": None,
                "side_bets": {},
                "hands": [],
            }
            for bet in round_.bets.order_by("box")
        ]
    seats = [{**seat, "returned": seat["staked"], "net": 0} for seat in shown["seats"]]
    return {**shown, "next": None, "seats": seats}


_NO_DEALER = {"cards": [], "total": 0, "soft": False, "blackjack": False, "bust": False}
