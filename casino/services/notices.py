"""Telling a player that a round of theirs ended without them: on the site until it is seen, and by mail once."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import translation

from casino.models import Notice, Round
from casino.services.apart import apart

BATCH = 100
MAILED_WITHIN = timedelta(days=1)  # a mail that could not leave for so long is given up


def tell(round_: Round, kind: Notice.Kind, now: datetime) -> None:
    """Leave the notice, in the transaction that ends the round: what has ended is told, whatever stops afterwards."""
    Notice.objects.create(round=round_, player_id=round_.player_id, kind=kind, created_at=now)


def seen(player: int, round_id: UUID, now: datetime) -> None:
    """The player has seen how this round ended."""
    unseen = Notice.objects.filter(player=player, seen_at__isnull=True)
    unseen.filter(round__public_id=round_id).update(seen_at=now)


def mail_due(now: datetime) -> int:
    """Mail what is not mailed yet, each in a transaction of its own. Returns how many; several may run at once."""
    waiting = Notice.objects.filter(mailed_at__isnull=True, created_at__gt=now - MAILED_WITHIN)
    first = waiting.order_by(
        F("tried_at").asc(nulls_first=True), "id"
    )  # what failed stands behind all others
    found = list(first.values_list("pk", flat=True)[:BATCH])
    return sum(_mail_apart(pk, now) for pk in found)


def _mail_apart(pk: int, now: datetime) -> bool:
    def failed(_error: Exception) -> None:
        Notice.objects.filter(pk=pk).update(tried_at=now)

    return apart(f"notice {pk} could not be mailed", partial(_mail, pk, now), failed)


@transaction.atomic
def _mail(pk: int, now: datetime) -> bool:
    """Send one and note it. A worker killed in between sends it once more, which is better than never."""
    notices = Notice.objects.select_for_update(of=("self",), skip_locked=True)
    found = notices.select_related("player", "round__sitting__table").filter(
        pk=pk, mailed_at__isnull=True
    )
    notice = found.first()
    if notice is None:
        return False
    _send(notice)
    notice.mailed_at = now
    notice.save(update_fields=["mailed_at"])
    return True


def _send(notice: Notice) -> None:
    round_ = notice.round
    context = {
        "notice": notice,
        "round": round_,
        "table": round_.sitting.table,
        "staked": round_.money(round_.staked),
        "returned": round_.money(round_.returned or 0),
    }
    with translation.override(notice.player.language):
        subject = render_to_string("casino/email/round_ended_subject.txt", context).strip()
        message = render_to_string("casino/email/round_ended_message.txt", context)
        send_mail(subject, message, None, [notice.player.email])
