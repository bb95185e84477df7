"""House limits for players, set in tests."""

from uuid import uuid4

from accounts.models.users import User
from accounts.roles.values import Role
from limits.models import Limit
from limits.services.players import LimitRequest, set_house_limit
from limits.values import LimitKind, LimitPeriod
from tests.accounts.staff import staff
from tests.limits.own_limits import USD

DAY = LimitPeriod.DAY


def held(
    player: User,
    kind: LimitKind,
    usd: float | None,
    period: LimitPeriod = DAY,
    *,
    acting_user: User | None = None,
) -> Limit:
    """Set the player's house limit, in dollars or, for time, in seconds; None removes it."""
    unit = 1 if kind == LimitKind.TIME else USD
    amount = None if usd is None else round(usd * unit)
    acting_user = acting_user or staff(Role.COMPLIANCE_ANALYST)
    wanted = LimitRequest(kind, period, amount)
    return set_house_limit(
        player.pk,
        wanted,
        reason="seen at risk",
        key=uuid4(),
        acting_user=acting_user,
    )
