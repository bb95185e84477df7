"""Limits that players set themselves, for tests of everything that obeys them."""

from typing import Any, Final
from uuid import uuid4

from psycopg import Connection

from accounts.models.users import User
from limits.models import Limit
from limits.services.players import Wanted, set_limit
from limits.values import Kind, LimitPeriod

USD: Final = 10_000


def limited(
    player: User, kind: Kind, usd: float | None, period: LimitPeriod = LimitPeriod.DAY
) -> Limit:
    """`player` asks for a limit of so many dollars; None: for its end."""
    amount = None if usd is None else round(usd * USD)
    return set_limit(player, Wanted(kind, period, amount), key=uuid4())


def asked_earlier(owner: Connection[Any], limit: Limit, seconds: float) -> None:
    """As if it had been asked for so long ago: nobody but the owner of the tables can do that."""
    owner.execute("ALTER TABLE limits_limit DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE limits_limit SET proposed_at = proposed_at - %(ago)s * interval '1 second',"
        " in_force_from = in_force_from - %(ago)s * interval '1 second' WHERE id = %(id)s",
        {"ago": seconds, "id": limit.pk},
    )
    owner.execute("ALTER TABLE limits_limit ENABLE TRIGGER USER")
