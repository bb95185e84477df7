"""What waits for a person about players, hands and staff."""

from django.utils.translation import gettext_lazy as _

from accounts.identity.selectors.duplicate_accounts import undecided_pairs as doubles_waiting
from accounts.identity.selectors.uploads import senders
from accounts.recovery.selectors import undecided_resets as resets_waiting
from accounts.roles.values import Right
from accounts.staff.selectors.staff_accounts import undecided_changes
from approvals.selectors import Queue
from compliance.models import Dispute, DisputeState, VoidCase
from compliance.models.voids import CaseState
from compliance.players.selectors.profile import waiting_liftings
from compliance.voids.selectors.cases import HELD, with_held_stakes


def people_queues() -> tuple[Queue, ...]:
    """Voids, documents, doubles, disputes, restrictions, lost factors, changes of staff."""
    voids = VoidCase.objects.filter(state=CaseState.PROPOSED)
    held = VoidCase.objects.filter(with_held_stakes())
    disputes = Dispute.objects.filter(state=DisputeState.OPEN)
    liftings = waiting_liftings().select_related(None)
    doubles = doubles_waiting().select_related(None)
    resets = resets_waiting().select_related(None)
    staff = undecided_changes().select_related(None)
    cases, players = Right.VIEW_VOIDS, Right.VIEW_PLAYERS
    return (
        Queue(_("Voids"), cases, voids, "voids:list"),
        Queue(_("Cases with suspended stakes"), cases, held, "voids:list", f"?stakes={HELD}"),
        Queue(_("Documents of players"), Right.RESTRICT_PLAYERS, senders(), "players:documents"),
        Queue(_("Players who may be one person"), players, doubles, "players:doubles"),
        Queue(_("Disputes"), Right.VIEW_DISPUTES, disputes, "disputes:list"),
        Queue(_("Restrictions to lift"), players, liftings, "players:liftings"),
        Queue(_("Lost second steps"), players, resets, "players:resets"),
        Queue(
            _("Changes of administrators and managers"),
            Right.APPROVE_STAFF,
            staff,
            "people:changes",
        ),
    )
