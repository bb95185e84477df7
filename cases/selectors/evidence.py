"""Evidence of a signal in a case, loaded again from the rounds behind it."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models.users import User
from cases.models import Case
from cases.selectors.scores import kinds_of_signal
from casino.models import Round
from detection.models import Flag, LatestOutcome
from detection.selectors.givens import load_given
from signals.catalogue import SIGNALS
from signals.costs import CostLine, estimate_changes
from signals.definition import SignalScope
from signals.evidence import Evidence, list_players
from signals.outcomes import Outcome, OutcomeStatus
from signals.scores import EDGE

_SPEAKS = (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED)


def can_draw(signal: str) -> bool:
    """Return whether evidence of a signal can be drawn: of one player, a pair, a group, or a player against all."""
    known = SIGNALS.get(signal)
    return known is not None and known.draw is not None and known.scope is not SignalScope.HOUSE


def load_evidence(flag: Flag) -> Evidence | None:
    """Return the chart of a flag (`find_flag`). None without one, and if voids since then left too little to draw."""
    if not can_draw(flag.signal):
        return None
    found = _load_judged(flag)
    if found is None:
        return None
    evidence: Evidence | None = SIGNALS[flag.signal].draw(*found)  # type: ignore[misc]  # `can_draw`
    return evidence


def load_costs(case: Case, player: int) -> list[CostLine]:
    """Return what the player's bets cost, now and with a highest bet or an earlier cut; empty without EDGE's judgement."""
    flag = find_flag(case, player, EDGE)
    found = _load_judged(flag) if flag is not None else None
    return [] if found is None else estimate_changes(found[0])


def load_judged_rounds(case: Case, player: int, signal: str) -> list[int]:
    """Return the ids of the rounds behind a judgement as it is made again, flagged or not; empty without one."""
    flag = find_flag(case, player, signal)
    found = _load_judged(flag) if flag is not None else None
    return [] if found is None else [int(one) for one in found[1].rounds if one > 0]


def _load_judged(flag: Flag) -> tuple[Any, Outcome] | None:
    found = load_given(flag)
    return found if found is not None and found[1].status in _SPEAKS else None


def find_flag(case: Case, player: int, signal: str) -> Flag | None:
    """Return the case's latest flag of a signal, the player's before others'; without one an unsaved flag of the last outcome.

    None for a signal of another kind of case.
    """
    rows = list(Flag.objects.filter(case_flags__case=case, signal=signal).order_by("-pk"))
    if rows:
        return next((one for one in rows if one.player_id == player), rows[0])
    if case.kind not in kinds_of_signal(signal):
        return None
    outcome = LatestOutcome.objects.filter(player=player, signal=signal).first()
    if outcome is None or outcome.status not in _SPEAKS:
        return None
    return Flag(
        player_id=player,
        other_id=outcome.other,
        signal=signal,
        version=outcome.version,
        thresholds={},
        look=outcome.look,
        n=outcome.n,
        figures=outcome.figures,
        rounds=[],
        raised_at=outcome.at,
    )


def load_names(evidence: Evidence | None, players: Iterable[int]) -> dict[str, str]:
    """Return the names of a case's players and of those whom the evidence names, by id. One query."""
    numbers = {*players, *map(int, filter(str.isdecimal, list_players(evidence)))}
    rows = User.objects.filter(pk__in=numbers)
    return {str(one.pk): one.display_name for one in rows}


def load_round_pages(rounds: Iterable[int]) -> Mapping[int, Round]:
    """Return these rounds by id, for links to their pages. One query."""
    rows = Round.objects.defer("result", "limits_at_deal")
    return rows.in_bulk([one for one in set(rounds) if one])
