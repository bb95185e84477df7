"""Work queues of players, hands and staff that wait for a decision."""

from accounts.identity.selectors.duplicate_accounts import undecided_pairs
from accounts.identity.selectors.uploads import players_with_uploads
from accounts.models.policies import PolicyVersion
from accounts.recovery.selectors import undecided_resets
from accounts.roles.values import Right
from accounts.staff.selectors.staff_accounts import undecided_changes
from approvals.selectors import Queue, undecided_proposals
from compliance.gate.selectors import undecided_matches
from compliance.models import Dispute, DisputeState, Erasure, VoidCase
from compliance.models.voids import CaseState
from compliance.players.selectors.profile import waiting_liftings
from compliance.voids.selectors.cases import HELD, match_held_stakes


def people_queues() -> tuple[Queue, ...]:
    """Return the queues of people: voids, documents, duplicate accounts, matches, disputes, restrictions, factor resets, erasures, staff, policies."""
    voids = VoidCase.objects.filter(state=CaseState.PROPOSED)
    held = VoidCase.objects.filter(match_held_stakes())
    disputes = Dispute.objects.filter(state=DisputeState.OPEN)
    liftings = waiting_liftings().select_related(None)
    doubles = undecided_pairs().select_related(None)
    matches = undecided_matches().select_related(None)
    resets = undecided_resets().select_related(None)
    staff = undecided_changes().select_related(None)
    cases, players = Right.VIEW_VOIDS, Right.VIEW_PLAYERS
    return (
        Queue("voids", cases, voids, "voids:list"),
        Queue("void_cases_with_suspended_stakes", cases, held, "voids:list", f"?stakes={HELD}"),
        Queue("documents", Right.RESTRICT_PLAYERS, players_with_uploads(), "players:documents"),
        Queue("duplicate_accounts", players, doubles, "players:doubles"),
        Queue("sanctions_matches", players, matches, "gate:matches"),
        Queue("disputes", Right.VIEW_DISPUTES, disputes, "disputes:list"),
        Queue("liftings", players, liftings, "players:liftings"),
        Queue("factor_resets", players, resets, "players:resets"),
        Queue("erasures", players, undecided_proposals(Erasure), "erasure:list"),
        Queue(
            "staff_changes",
            Right.APPROVE_STAFF,
            staff,
            "people:changes",
        ),
        Queue("policies", Right.VIEW_POLICIES, undecided_proposals(PolicyVersion), "policies:list"),
    )
