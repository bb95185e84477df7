"""Which withdrawals were requested after the last judgement of their player.

A request counts as judged once the steps of withdrawals were read beyond it, which makes its player due at once, and the
player is not due at once any more: who has only played since may be judged later. Rows are written in this order, so that
no request seems judged before it is.
"""

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from detection.models import DuePlayer, Watermark
from wallet.cash.models import Withdrawal, WithdrawalState, WithdrawalStep

STEPS_OF_WITHDRAWALS: Final = "withdrawal steps"
"""Name of the watermark of `detection.services.payers`."""

_PAYABLE: Final = (
    WithdrawalState.REQUESTED,
    WithdrawalState.SECOND,
    WithdrawalState.APPROVED,
    WithdrawalState.BOUNCED,
)


def is_request_judged(withdrawal: Withdrawal) -> bool:
    """Return whether everything up to a withdrawal's request is judged. Two queries."""
    read = Watermark.objects.filter(
        name=STEPS_OF_WITHDRAWALS,
        position__gte=WithdrawalStep.objects.filter(withdrawal=withdrawal, n=1).values("pk"),
    )
    # The watermark first: a player who is made due later is seen by the second query.
    due = DuePlayer.objects.filter(player=withdrawal.player_id, judge_from=None)
    return read.exists() and not due.exists()


def find_unjudged_withdrawals(before: datetime) -> QuerySet[Withdrawal]:
    """Return the unpaid withdrawals requested before a time that are not judged, and whose player is due since then."""
    mark = Watermark.objects.filter(name=STEPS_OF_WITHDRAWALS).first()
    unread = WithdrawalStep.objects.filter(
        withdrawal=OuterRef("pk"), n=1, pk__gt=mark.position if mark else 0
    )
    due = DuePlayer.objects.filter(player=OuterRef("player"), since__lt=before, judge_from=None)
    rows = Withdrawal.objects.filter(state__in=_PAYABLE, created_at__lt=before)
    return rows.filter(Q(Exists(unread)) | Q(Exists(due))).order_by("pk")
