"""Limits that players set themselves, for tests of everything that obeys them."""

from typing import Any, Final
from uuid import uuid4

from psycopg import Connection

from accounts.models.play_limits import PlayLimit
from accounts.models.users import User
from accounts.protection.services.own_limits import set_limit

Kind = PlayLimit.Kind
Period = PlayLimit.Period
USD: Final = 10_000


def limited(
    player: User, kind: PlayLimit.Kind, usd: float | None, period: PlayLimit.Period = Period.DAY
) -> PlayLimit:
    """`player` asks for a limit of so many dollars; None: for its end."""
    amount = None if usd is None else round(usd * USD)
    return set_limit(player, kind, period, amount, key=uuid4())


def asked_earlier(owner: Connection[Any], limit: PlayLimit, seconds: float) -> None:
    """As if it had been asked for so long ago: nobody but the owner of the tables can do that."""
    owner.execute("ALTER TABLE accounts_playlimit DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE accounts_playlimit SET at = at - %(ago)s * interval '1 second',"
        " effective_at = effective_at - %(ago)s * interval '1 second' WHERE id = %(id)s",
        {"ago": seconds, "id": limit.pk},
    )
    owner.execute("ALTER TABLE accounts_playlimit ENABLE TRIGGER USER")
