"""The score of a player: severities of current flags, added within a family up to its cap, at most 100."""

from collections.abc import Iterable
from typing import Final

from signals.definition import Family

FLAGGED_FROM: Final = 40
QUEUED_FROM: Final = 60
HELD_FROM: Final = 80
MOST: Final = 100
CAPS: Final = {Family.COUNTING: 75, Family.BOT: 65, Family.ACCOUNTS: 70, Family.MONEY: 100}
COUNTING_CAP_WITHOUT_EDGE: Final = 59
EDGE: Final = "EDGE"
HOLDING_FAMILIES: Final = frozenset({Family.ACCOUNTS, Family.MONEY})
HOLDING_SIGNALS: Final = frozenset({"INT1"})


def compute_score(flags: Iterable[tuple[str, Family, int]]) -> int:
    """Return the score of flags given as (signal id, family, severity), each signal once."""
    by_family: dict[Family, int] = {}
    ids = set()
    for signal, family, severity in flags:
        if signal not in ids:
            by_family[family] = by_family.get(family, 0) + severity
            ids.add(signal)
    return min(MOST, sum(min(sum_, _cap(family, ids)) for family, sum_ in by_family.items()))


def compute_hold_score(flags: Iterable[tuple[str, Family, int]]) -> int:
    """Return the score of those flags alone that may hold withdrawals: AML, MA and COL, and INT1."""
    return compute_score(
        flag for flag in flags if flag[1] in HOLDING_FAMILIES or flag[0] in HOLDING_SIGNALS
    )


def _cap(family: Family, ids: set[str]) -> int:
    if family is Family.COUNTING and EDGE not in ids:
        return COUNTING_CAP_WITHOUT_EDGE
    return CAPS.get(family, MOST)
