"""What players may know of the reviews that held their withdrawals, once these are decided. Never of money laundering."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cases.models import (
    Case,
    CaseHold,
    CaseOutcome,
    CasePlayer,
    CaseStatus,
    CaseTopic,
    StatusStep,
)
from detection.models import Flag
from signals.catalogue import SIGNALS
from signals.definition import Family

_DECIDED: Final = (CaseStatus.DECIDED, CaseStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class ToldReview:
    """The kind of a decided case, the families of the signals that it was about, and its outcome."""

    kind: CaseTopic
    families: tuple[Family, ...]
    outcome: CaseOutcome


def find_told_reviews(withdrawals: Sequence[int]) -> Mapping[int, ToldReview]:
    """Return by withdrawal the review that held it, if it may be told. At most two queries.

    The last hold counts. Nothing is told while its case is undecided, nor if any hold of the withdrawal was about money
    laundering.
    """
    found: dict[int, list[CaseHold]] = {}
    rows = CaseHold.objects.filter(withdrawal__in=withdrawals).select_related("case")
    for hold in rows.order_by("pk"):
        found.setdefault(hold.withdrawal_id, []).append(hold)
    told = {
        number: holds[-1]
        for number, holds in found.items()
        if not any(map(_is_secret, holds)) and holds[-1].case.status in _DECIDED
    }
    families = _load_families({hold.case_id for hold in told.values()})
    return {
        number: _review(
            hold.case,
            _families_of(hold.signals) or families.get(hold.case_id, ()),
            hold.case.outcome,
        )
        for number, hold in told.items()
    }


def find_review_of_step(pk: int) -> ToldReview:
    """Return the review that this step of a case decided. Two or three queries."""
    step = StatusStep.objects.select_related("case").get(pk=pk)
    holds = CaseHold.objects.filter(case=step.case)
    signals = {one for hold in holds for one in hold.signals}
    families = _families_of(signals) or _load_families({step.case_id}).get(step.case_id, ())
    return _review(step.case, families, step.outcome)


def may_tell(case: Case) -> bool:
    """Return whether a case's players may learn of it at all. One query."""
    return case.kind != CaseTopic.LAUNDERING and not any(
        map(_is_secret, CaseHold.objects.filter(case=case).select_related("case"))
    )


def find_told_players(case: Case) -> list[CasePlayer]:
    """Return the players of a case who know that something was reviewed: a withdrawal was held, or documents requested."""
    held = CaseHold.objects.filter(case=case).values_list("withdrawal__player_id", flat=True)
    asked = case.document_requests.values_list("letter__player_id", flat=True)
    rows = CasePlayer.objects.filter(case=case, player__in={*held, *asked})
    return list(rows.select_related("player").order_by("player"))


def _is_secret(hold: CaseHold) -> bool:
    return hold.case.kind == CaseTopic.LAUNDERING or Family.MONEY in _families_of(hold.signals)


def _review(case: Case, families: Iterable[Family], outcome: str) -> ToldReview:
    told = tuple(one for one in families if one is not Family.MONEY)
    return ToldReview(case.kind_of, told, CaseOutcome(outcome))


def _families_of(signals: Iterable[str]) -> tuple[Family, ...]:
    return tuple(sorted({SIGNALS[one].family for one in signals if one in SIGNALS}))


def _load_families(cases: Iterable[int]) -> Mapping[int, tuple[Family, ...]]:
    """Families of the flags of these cases, also of those that did not stand: they were checked."""
    rows = Flag.objects.filter(case_flags__case__in=list(cases))
    signals: dict[int, set[str]] = {}
    for number, signal in rows.values_list("case_flags__case", "signal").distinct():
        signals.setdefault(number, set()).add(signal)
    return {number: _families_of(found) for number, found in signals.items()}
