"""Template tag for facts about a player, used on the payout page in a lower-level app."""

from datetime import timedelta
from typing import Any, Final

from django import template
from django.utils import timezone

from accounts.models.users import User
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from casino.models import Void
from compliance.models import Dispute, DisputeState
from wallet.debts.selectors import load_debts

register = template.Library()
RECENT: Final = timedelta(days=90)
_MOST: Final = 20


@register.inclusion_tag("compliance/players/_payout.html", takes_context=True)
def payout_facts(context: dict[str, Any], player: User) -> dict[str, Any]:
    """Return debts, voids of the last 90 days, open disputes and active restrictions of a player. Four queries."""
    voids = Void.objects.filter(player=player, at__gt=timezone.now() - RECENT).order_by("-at")
    disputes = Dispute.objects.filter(player=player).exclude(state=DisputeState.CLOSED)
    rights = load_rights(context["request"].user)
    return {
        "debts": load_debts(player.pk),
        "voids": list(voids.select_related("round")[:_MOST]),
        "disputes": list(disputes.order_by("at")[:_MOST]),
        "restrictions": list(find_active(player.pk)),
        "sees_voids": Right.VIEW_VOIDS in rights,
        "sees_disputes": Right.VIEW_DISPUTES in rights,
    }
