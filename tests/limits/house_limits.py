"""House limits for players, set in tests."""

from uuid import uuid4

from accounts.models.users import User
from accounts.roles.values import Role
from limits.models import Limit
from limits.services.players import Wanted, hold_to
from limits.values import Kind, LimitPeriod
from tests.accounts.staff import staff
from tests.limits.own_limits import USD

DAY = LimitPeriod.DAY


def held(
    player: User,
    kind: Kind,
    usd: float | None,
    period: LimitPeriod = DAY,
    *,
    acting_user: User | None = None,
) -> Limit:
    """Set the player's house limit, in dollars or, for time, in seconds; None removes it."""
    unit = 1 if kind == Kind.TIME else USD
    amount = None if usd is None else round(usd * unit)
    acting_user = acting_user or staff(Role.COMPLIANCE_ANALYST)
    wanted = Wanted(kind, period, amount)
    return hold_to(
        player.pk,
        wanted,
        reason="seen at risk",
        key=uuid4(),
        acting_user=acting_user,
    )
