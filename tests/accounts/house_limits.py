"""Limits that the house sets for a player, for tests of everything that obeys them."""

from uuid import uuid4

from accounts.models.house_limits import HouseLimit
from accounts.models.play_limits import PlayLimit
from accounts.models.users import User
from accounts.protection.services.house_limits import Holding, hold_to
from accounts.roles.values import Role
from tests.accounts.own_limits import USD
from tests.accounts.staff import staff

DAY = PlayLimit.Period.DAY


def held(
    player: User,
    kind: PlayLimit.Kind,
    usd: float | None,
    period: PlayLimit.Period = DAY,
    *,
    by: User | None = None,
) -> HouseLimit:
    """The house allows `player` so many dollars (of time: seconds); None: it has no such limit any more."""
    unit = 1 if kind == PlayLimit.Kind.TIME else USD
    amount = None if usd is None else round(usd * unit)
    by = by or staff(Role.COMPLIANCE_ANALYST)
    return hold_to(player.pk, Holding(kind, period, amount, "seen at risk"), key=uuid4(), by=by)
