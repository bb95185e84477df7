"""Cancelling a running round as staff do: one person freezes it, a second approves."""

from accounts.roles.values import Role
from casino.incidents.services import freezing
from casino.models import Round
from tests.accounts.staff import staff


def cancel_by_two(round_: Round, reason: str = "tests") -> Round:
    freeze = freezing.freeze_round(round_.pk, staff(Role.OPERATOR), reason)
    freezing.decide_freeze(
        freeze.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="seen"
    )
    round_.refresh_from_db()
    return round_
