"""Whether a player is the person on the sanctions list: one person says so, another decides."""

from typing import Final

from django.db import transaction

from accounts.models.gate import (
    SanctionsDecision,
    SanctionsMatch,
    SanctionsProposal,
    SanctionsVerdict,
)
from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record

_FLOW: Final = DecisionFlow(SanctionsVerdict, build_right_check(Right.APPROVE_PLAYERS))


@transaction.atomic
def propose_match_decision(
    match_id: int, *, same: bool, acting_user: User, reason: str
) -> SanctionsProposal:
    """Propose whether the player is the person on the list. The same proposal again returns the waiting one.

    Locks the player. Raises NotPermitted, ReasonMissing, and ChangedMeanwhile if the match is decided or another
    proposal waits.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    match = _lock_match(match_id)
    _require_undecided(match)
    if waiting := SanctionsProposal.objects.filter(match=match, decision=None).first():
        sent = (acting_user.pk, same, reason)
        if (waiting.proposed_by_id, waiting.same, waiting.reason) == sent:
            return waiting
        raise ChangedMeanwhile
    proposal = SanctionsProposal.objects.create(
        match=match, same=same, reason=reason, proposed_by=acting_user
    )
    _tell(EventKind.SANCTIONS_PROPOSED, proposal, acting_user, {"reason": reason})
    return proposal


@transaction.atomic
def decide_match(
    proposal_id: int, *, approved: bool, acting_user: User, reason: str
) -> SanctionsVerdict:
    """Decide a proposal, as another person. Approved, the match is decided for good; refused, it stays open.

    Locks the player. Raises as `DecisionFlow.decide`.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    proposal = SanctionsProposal.objects.select_related("match").get(pk=proposal_id)
    match = _lock_match(proposal.match_id)  # serialises decisions

    def carry_out() -> dict[str, object]:
        _require_undecided(match)
        return {}

    decision, is_new = _FLOW.decide(proposal, verdict, carry_out)
    if is_new:
        _decide(proposal, decision, acting_user)
    return decision


def _decide(proposal: SanctionsProposal, decision: SanctionsVerdict, acting_user: User) -> None:
    if decision.approved:
        SanctionsDecision.objects.create(
            match=proposal.match,
            same=proposal.same,
            reason=decision.reason,
            decided_by=acting_user,
        )
    data = {"approved": decision.approved, "proposed_by": proposal.proposed_by_id}
    _tell(EventKind.SANCTIONS_DECIDED, proposal, acting_user, {**data, "note": decision.reason})


def _lock_match(match_id: int) -> SanctionsMatch:
    match = SanctionsMatch.objects.get(pk=match_id)
    User.objects.select_for_update().get(pk=match.player_id)
    return match


def _require_undecided(match: SanctionsMatch) -> None:
    if SanctionsDecision.objects.filter(match=match).exists():
        raise ChangedMeanwhile


def _tell(
    kind: EventKind, proposal: SanctionsProposal, acting_user: User, data: dict[str, object]
) -> None:
    record(
        kind,
        actor=acting_user.pk,
        subject=f"user {proposal.match.player_id}",
        data={"reference": proposal.match.reference, "same": proposal.same, **data},
    )
