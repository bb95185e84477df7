"""Mailing of notices, once each."""

from datetime import datetime, timedelta
from functools import partial

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils import translation

from accounts.restrictions.selectors.eligibility import email_confirmed
from casino.models import Notice, Void
from casino.services.isolation import run_isolated
from casino.voids.words import dispute_sentence, notice_sentences
from wallet.money.values import Money

BATCH = 100
QUIET_PERIOD = timedelta(
    minutes=1
)  # after the last notice of a case, before they are mailed together
ROUNDS_LISTED = 50  # rounds listed in one mail


def mail_due_notices(now: datetime) -> int:
    """Write the mails of a batch of due notices into the outbox, one transaction each. Returns how many. May run concurrently."""
    first = _ready(now).order_by(F("tried_at").asc(nulls_first=True), "id")  # failed ones last
    found = list(first.values_list("pk", flat=True)[:BATCH])
    return sum(_mail_apart(pk, now) for pk in found)


def _ready(now: datetime) -> QuerySet[Notice]:
    """Unmailed notices to confirmed addresses, without those of cases that wrote to the player within `QUIET_PERIOD`."""
    waiting = Notice.objects.filter(
        email_confirmed("player", "player__email"), mailed_at__isnull=True
    )
    fresh = waiting.filter(created_at__gt=now - QUIET_PERIOD, void__isnull=False)
    act = Coalesce("step__case", "void__case")
    speaks = fresh.annotate(act=act).filter(player=OuterRef("player"), act=OuterRef("act"))
    return waiting.annotate(act=act).exclude(Exists(speaks))


def _mail_apart(pk: int, now: datetime) -> bool:
    def failed(_error: Exception) -> None:
        Notice.objects.filter(pk=pk).update(tried_at=now)

    return run_isolated(f"notice {pk} could not be mailed", partial(_mail, pk, now), failed)


@transaction.atomic
def _mail(pk: int, now: datetime) -> bool:
    """Put the mail of one notice into the outbox. Returns False if it was mailed, is locked or has to wait.

    All notices of a case to a player are one mail, sent `QUIET_PERIOD` after the last of them.
    """
    notices = Notice.objects.select_for_update(of=("self",), skip_locked=True)
    found = notices.select_related("player", "round__place__table", "void", "step").filter(
        pk=pk, mailed_at__isnull=True
    )
    notice = found.first()
    if notice is None:
        return False
    together = _of_its_case(notice, notice.void) if notice.void else [notice]
    if notice.void and together[-1].created_at > now - QUIET_PERIOD:
        return False
    if len(together) == 1:
        _send(notice)
    else:
        _send_together(together)
    Notice.objects.filter(pk__in=[one.pk for one in together]).update(mailed_at=now)
    return True


def _of_its_case(notice: Notice, void: Void) -> list[Notice]:
    """Unmailed notices of the same case and player, locked, oldest first."""
    unmailed = Notice.objects.filter(player=notice.player_id, mailed_at__isnull=True)
    if notice.step:
        found = unmailed.filter(step__case=notice.step.case)
    else:
        found = unmailed.filter(step__isnull=True, void__case=void.case)
    rows = found.select_related("player", "round__place__table", "void", "step")
    return list(rows.select_for_update(of=("self",)).order_by("created_at", "pk"))


def sum_balance_changes(notices: list[Notice]) -> list[Money]:
    """Return the changes of the player's balances by these notices' voids and steps, one sum per currency."""
    sums: dict[str, int] = {}
    for notice in notices:
        act = notice.step or notice.void
        moved = act.moved if act else 0
        sums[notice.round.currency] = sums.get(notice.round.currency, 0) + moved
    return [Money(units, currency) for currency, units in sorted(sums.items())]


def _send_together(notices: list[Notice]) -> None:
    """One mail about many rounds: the first ones listed, and their total."""
    first = notices[0]
    with translation.override(first.player.language):
        context = {
            "notice": first,
            "rounds": [(one.round, notice_sentences(one)) for one in notices[:ROUNDS_LISTED]],
            "more": max(len(notices) - ROUNDS_LISTED, 0),
            "count": len(notices),
            "sums": sum_balance_changes(notices),
            "dispute": dispute_sentence(first.round),
        }
        subject = render_to_string("casino/email/rounds_void_subject.txt", context).strip()
        message = render_to_string("casino/email/rounds_void_message.txt", context)
        send_mail(subject, message, None, [first.player.email])


def _send(notice: Notice) -> None:
    round_ = notice.round
    context = {
        "notice": notice,
        "round": round_,
        "table": round_.place.table,
        "staked": round_.money(round_.staked),
        "returned": round_.money(round_.returned or 0),
    }
    with translation.override(notice.player.language):
        context["told"] = notice_sentences(notice)
        context["dispute"] = dispute_sentence(round_)
        subject = render_to_string("casino/email/round_ended_subject.txt", context).strip()
        message = render_to_string("casino/email/round_ended_message.txt", context)
        send_mail(subject, message, None, [notice.player.email])
