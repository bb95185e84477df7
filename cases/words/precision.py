"""Precision of signals in words."""

from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import get_language, gettext as _

from cases.models import CaseOutcome
from cases.selectors.precision import OutcomeShare, SignalPrecision
from cases.words.findings import STATUSES, signal_name
from signals.catalogue import SIGNALS


@dataclass(frozen=True, slots=True)
class PrecisionLine:
    """One signal in words: shares as "75.0% (3 of 4; 30.1% to 95.4%)"."""

    signal: str
    name: str
    meaning: str
    useful: str
    outcomes: list[tuple[str, str]]
    missed: str
    open_cases: int
    judged: list[tuple[str, int]]


def share_text(share: OutcomeShare) -> str:
    """Return a share with its numbers and its 95 % interval."""
    if share.value is None or share.interval is None:
        return _("none decided yet")
    low, high = share.interval
    return _("%(share)s (%(count)d of %(n)d; 95%% interval %(low)s to %(high)s)") % {
        "share": format_share(share.value),
        "count": share.count,
        "n": share.n,
        "low": format_share(low),
        "high": format_share(high),
    }


def format_share(value: float, places: int = 1) -> str:
    """Return a share as a percentage in the reader's language."""
    number = formats.number_format(round(100 * value, places), decimal_pos=places)
    return f"{number} %" if (get_language() or "").startswith("es") else f"{number}%"


def precision_line(found: SignalPrecision) -> PrecisionLine:
    """Return one signal in words."""
    known = SIGNALS[found.signal]
    return PrecisionLine(
        found.signal,
        signal_name(found.signal),
        str(known.meaning),
        share_text(found.useful),
        [(str(one.label), share_text(found.outcomes[one])) for one in CaseOutcome]
        if found.useful.n
        else [],
        share_text(found.missed),
        found.open_cases,
        [(str(STATUSES[name]), found.judged[name]) for name in STATUSES if name in found.judged],
    )
