"""Networks that are not public and may receive webhooks: one person proposes, another decides, one ends it."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from api.models import WebhookNetwork, WebhookNetworkDecision
from api.refusals import NetworkRefused
from api.values.webhook_networks import parse_network
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.services.recording import record

_FLOW: Final = DecisionFlow(WebhookNetworkDecision, build_right_check(Right.APPROVE_WEBHOOKS))


@transaction.atomic
def propose_network(text: str, *, reason: str, acting_user: User) -> WebhookNetwork:
    """Propose to list a network. Raises NotPermitted, ReasonMissing, NetworkRefused."""
    require(acting_user, Right.EDIT_WEBHOOKS)
    network, reason = parse_network(text), require_reason(reason)
    if network is None:
        raise NetworkRefused(detail=text)
    row = WebhookNetwork.objects.create(
        network=str(network), reason=reason, proposed_by=acting_user
    )
    _record(EventKind.WEBHOOK_NETWORK_PROPOSED, row, acting_user, reason)
    return row


@transaction.atomic
def decide_network(
    pk: int, *, approved: bool, reason: str, acting_user: User
) -> WebhookNetworkDecision:
    """List the network, or refuse it. Raises as `DecisionFlow.decide`."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    row = WebhookNetwork.objects.get(pk=pk)
    decision, is_new = _FLOW.decide(row, verdict)
    if is_new:
        about = {"approved": approved, "proposed_by": row.proposed_by_id}
        _record(EventKind.WEBHOOK_NETWORK_DECIDED, row, acting_user, decision.reason, **about)
    return decision


@transaction.atomic
def end_network(pk: int, *, reason: str, acting_user: User) -> WebhookNetwork:
    """End the listing of a network at once. Idempotent. Raises NotPermitted, ReasonMissing."""
    require(acting_user, Right.EDIT_WEBHOOKS, Right.APPROVE_WEBHOOKS)
    reason, row = require_reason(reason), WebhookNetwork.objects.select_for_update().get(pk=pk)
    if row.ended_at is None:
        row.ended_at, row.ended_by = timezone.now(), acting_user
        row.save(update_fields=["ended_at", "ended_by"])
        _record(EventKind.WEBHOOK_NETWORK_ENDED, row, acting_user, reason)
    return row


def _record(
    kind: EventKind, row: WebhookNetwork, acting_user: User, reason: str, **about: object
) -> None:
    data = {"network": row.network, "reason": reason, **about}
    record(kind, actor=acting_user.pk, subject=f"network {row.pk}", data=data)
