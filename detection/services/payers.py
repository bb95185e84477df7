"""Players whose deposits and withdrawals moved are judged within minutes, not only at night.

Steps of payments are read in the order of their ids, once no transaction runs that may still commit an earlier one.
"""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from detection.models import Watermark
from detection.selectors.transactions import does_earlier_run, find_next_transaction
from detection.services.building import make_due
from wallet.cash.models import DepositStep, WithdrawalStep

_STEPS: Final[Mapping[str, tuple[type[DepositStep] | type[WithdrawalStep], str]]] = {
    "deposit steps": (DepositStep, "deposit__player"),
    "withdrawal steps": (WithdrawalStep, "withdrawal__player"),
}


def make_payers_due() -> int:
    """Have the players judged whose deposits or withdrawals took a step since the last run. Returns how many."""
    for name in _STEPS:
        _look_ahead(name)
    return sum(_read_steps(name) for name in _STEPS)


@transaction.atomic
def _look_ahead(name: str) -> None:
    """Note the last step, unless an earlier one is still noted and not reached."""
    mark = _lock_mark(name)
    if mark.ahead > mark.position:
        return
    newest = _STEPS[name][0].objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    mark.ahead, mark.before = newest, find_next_transaction()
    mark.save(update_fields=["ahead", "before"])


@transaction.atomic
def _read_steps(name: str) -> int:
    mark = _lock_mark(name)
    if mark.position >= mark.ahead or does_earlier_run(mark.before):
        return 0
    model, of = _STEPS[name]
    steps = model.objects.filter(pk__gt=mark.position, pk__lte=mark.ahead)
    players = sorted(set(steps.values_list(of, flat=True)))
    make_due(players)
    mark.position = mark.ahead
    mark.save(update_fields=["position"])
    return len(players)


def _lock_mark(name: str) -> Watermark:
    Watermark.objects.get_or_create(name=name)
    return Watermark.objects.select_for_update().get(name=name)
