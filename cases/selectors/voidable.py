"""Which rounds of a case may be voided."""

from collections.abc import Iterable
from typing import Final

from cases.models import Case, CaseFlag, CasePlayer
from casino.models import Round
from compliance.models import CaseReason
from compliance.voids.selectors.hand_choice import HandChoice
from detection.models import Flag
from signals.catalogue import SIGNALS
from signals.definition import Family

REASONS_OF_PLAY: Final = frozenset({CaseReason.SOFTWARE, CaseReason.COLLUSION})
"""Reasons that say how somebody played: a counter could be accused of them. The others are facts beside the play."""

_STANDING: Final = (Flag.State.CURRENT, Flag.State.PASSED)


def is_about_counting(case: Case) -> bool:
    """Return whether the flags of a case that stand, or of one where none stands all, are of counting alone. One query."""
    rows = list(CaseFlag.objects.filter(case=case).values_list("flag__signal", "flag__state"))
    signals = {signal for signal, state in rows if state in _STANDING} or {one for one, _ in rows}
    return bool(signals) and all(_is_counting(one) for one in signals)


def _is_counting(signal: str) -> bool:
    return signal in SIGNALS and SIGNALS[signal].family is Family.COUNTING


def are_flagged(case: Case, rounds: Iterable[int]) -> bool:
    """Return whether each of these rounds is behind a flag of the case that stands and is not of counting. One query."""
    flags = Flag.objects.filter(case_flags__case=case, state__in=_STANDING)
    found = flags.values_list("signal", "rounds")
    behind = {number for signal, own in found if not _is_counting(signal) for number in own}
    return behind.issuperset(rounds)


def are_own_rounds(case: Case, choice: HandChoice) -> bool:
    """Return whether all chosen rounds are of the players of a case. At most two queries."""
    players = set(CasePlayer.objects.filter(case=case).values_list("player_id", flat=True))
    if choice.player is not None:
        return choice.player in players
    if choice.shoe is not None:
        rounds = Round.objects.filter(deal__shoe__public_id=choice.shoe)
    else:
        rounds = Round.objects.filter(public_id__in=choice.hands)
    return not rounds.exclude(player__in=players).exists()
