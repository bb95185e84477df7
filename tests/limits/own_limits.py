"""Own limits of players, set in tests."""

from typing import Any, Final
from uuid import uuid4

from psycopg import Connection

from accounts.models.users import User
from limits.models import Limit
from limits.services.players import LimitRequest, set_limit
from limits.values import LimitKind, LimitPeriod

USD: Final = 10_000


def limited(
    player: User, kind: LimitKind, usd: float | None, period: LimitPeriod = LimitPeriod.DAY
) -> Limit:
    """Request an own limit in dollars; None requests its removal."""
    amount = None if usd is None else round(usd * USD)
    return set_limit(player, LimitRequest(kind, period, amount), key=uuid4())


def asked_earlier(owner: Connection[Any], limit: Limit, seconds: float) -> None:
    """Move the request into the past by this many seconds. Only the owner can, with triggers disabled."""
    owner.execute("ALTER TABLE limits_limit DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE limits_limit SET proposed_at = proposed_at - %(ago)s * interval '1 second',"
        " in_force_from = in_force_from - %(ago)s * interval '1 second' WHERE id = %(id)s",
        {"ago": seconds, "id": limit.pk},
    )
    owner.execute("ALTER TABLE limits_limit ENABLE TRIGGER USER")
