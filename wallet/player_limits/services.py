"""Requests of players for own limits, which the profile's default limits make looser or not."""

from uuid import UUID

from accounts.models.users import User
from limits.models import Limit
from limits.selectors.in_force import load_limits, load_scope_limits
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod, LimitScope
from wallet.player_limits.selectors import find_default_limits


def ask_limit(player: User, wanted: LimitRequest, *, key: UUID) -> Limit:
    """Request an own limit, which waits if it is above the default that counts. Raises as `set_limit`, and NoRate."""
    default = _find_default(player, wanted.period) if wanted.kind == LimitKind.DEPOSIT else None
    return set_limit(player, wanted, key=key, default=default)


def find_present_limit(player: User, kind: LimitKind, period: LimitPeriod) -> int | None:
    """Return the own limit that a pending request would replace, or else the default; None without either."""
    own = load_scope_limits(player.pk, LimitScope.OWN).get((kind, period))
    if own is not None:
        return own.amount
    return _find_default(player, period) if kind == LimitKind.DEPOSIT else None


def _find_default(player: User, period: LimitPeriod) -> int | None:
    """Return the default limit that counts for this period; None without one."""
    limits = load_limits(player.pk)
    found = find_default_limits(player, [one for one in limits if one.kind == LimitKind.DEPOSIT])
    return next((one.amount for one in found if one.period == period), None)
