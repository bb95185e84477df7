"""Evidence of a signal in a case, loaded again from the rounds behind it."""

from collections.abc import Iterable, Mapping

from cases.models import Case
from cases.selectors.scores import kinds_of_signal
from casino.models import Round
from detection.models import Flag, LatestOutcome
from detection.selectors.givens import load_given
from signals.catalogue import SIGNALS
from signals.evidence import Evidence
from signals.outcomes import OutcomeStatus


def load_evidence(case: Case, player: int, signal: str) -> Evidence | None:
    """Return the chart of one signal: of the case's latest flag, else of the player's last outcome. None without one."""
    known = SIGNALS.get(signal)
    flag = find_flag(case, player, signal)
    if known is None or known.draw is None or flag is None:
        return None
    found = load_given(flag)
    if found is None:
        return None
    given, outcome = found
    if outcome.status not in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED):
        return None  # voids since then left too little to draw
    evidence: Evidence | None = known.draw(given, outcome)
    return evidence


def find_flag(case: Case, player: int, signal: str) -> Flag | None:
    """Return the case's latest flag of a signal; without one an unsaved flag of the player's last outcome.

    None for a signal of another kind of case.
    """
    rows = Flag.objects.filter(case_flags__case=case, signal=signal)
    if flag := rows.order_by("-pk").first():
        return flag
    if case.kind not in kinds_of_signal(signal):
        return None
    outcome = LatestOutcome.objects.filter(player=player, signal=signal).first()
    if outcome is None or outcome.status not in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED):
        return None
    return Flag(
        player_id=player,
        signal=signal,
        version=outcome.version,
        thresholds={},
        look=outcome.look,
        n=outcome.n,
        figures=outcome.figures,
        rounds=[],
        raised_at=outcome.at,
    )


def load_round_pages(rounds: Iterable[int]) -> Mapping[int, Round]:
    """Return these rounds by id, for links to their pages. One query."""
    rows = Round.objects.defer("result", "limits_at_deal")
    return rows.in_bulk([one for one in set(rounds) if one])
