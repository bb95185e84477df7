"""Players whose deposits and withdrawals moved are judged within minutes, not only at night.

Steps of payments are read in the order of their ids (`detection.services.watermarks`).
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from detection.services.building import make_due
from detection.services.watermarks import IdRange, look_ahead, read_next
from wallet.cash.models import DepositStep, WithdrawalStep

_STEPS: Final[Mapping[str, tuple[type[DepositStep] | type[WithdrawalStep], str]]] = {
    "deposit steps": (DepositStep, "deposit__player"),
    "withdrawal steps": (WithdrawalStep, "withdrawal__player"),
}


def make_payers_due() -> int:
    """Have the players judged whose deposits or withdrawals took a step since the last run. Returns how many."""
    for name, (model, _of) in _STEPS.items():
        look_ahead(name, model.objects)
    return sum(read_next(name, partial(_make_due, name)) or 0 for name in _STEPS)


def _make_due(name: str, ids: IdRange) -> int:
    model, of = _STEPS[name]
    steps = model.objects.filter(pk__gt=ids.after, pk__lte=ids.until)
    players = sorted(set(steps.values_list(of, flat=True)))
    make_due(players)
    return len(players)
