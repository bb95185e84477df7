"""How a player stands at one moment: all that pages and decisions ask about money, in one query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONObject

from accounts.models import User
from accounts.selectors import email_confirmed
from casino.dealing import RECORD, Record
from casino.models import Round, Sitting
from casino.statements import Values
from tables.coming import versions_to_come
from tables.limits import limit_sets, sets_in_force
from tables.models import LimitSet
from wallet.money import Money
from wallet.selectors import balances_by_player


@dataclass(slots=True)
class Standing:
    """A player's balances, limits and confirmed address, and what the rounds begun `since` then have come to.

    A service that moves money says so here, so that what is shown after it is what the ledger answered. `coming` are the rows
    of the table's rules to come; None where whoever asked did not ask for them.
    """

    since: datetime
    balances: dict[str, Money]
    nets: dict[str, int]
    limits: list[LimitSet]
    confirmed: bool
    coming: Sequence[Mapping[str, Any]] | None = None

    @classmethod
    def read(cls, row: Mapping[str, Any], since: datetime) -> "Standing":
        """From a row with `standing_by`."""
        return cls(
            since,
            {one["currency"]: Money(one["units"], one["currency"]) for one in row["balances"]},
            {one["currency"]: int(one["net"]) for one in row["nets"]},
            limit_sets(row["limits"]),
            row["confirmed"],
            row.get("coming"),
        )

    def balance(self, currency: str) -> Money:
        """What may be spent; zero where no account was opened yet."""
        return self.balances.get(currency, Money.zero(currency))

    def net(self, currency: str) -> Money:
        """Returned less staked; open stakes are shown beside it, not in it."""
        return Money(self.nets.get(currency, 0), currency)

    def moved(self, balance: Money) -> None:
        """The ledger has moved the player's money and said what is left."""
        self.balances[balance.currency] = balance

    def ended(self, round_: Round) -> None:
        """A round is over, and counts."""
        if round_.started_at >= self.since and round_.returned is not None:
            come_to = round_.returned - round_.staked
            self.nets[round_.currency] = self.nets.get(round_.currency, 0) + come_to


def since_of(sitting: Sitting) -> datetime:
    """When the player's present session began."""
    return sitting.player.last_login or sitting.seated_at


def standing_of(sitting: Sitting) -> Standing:
    """How the player of a place stands. One query."""
    since = since_of(sitting)
    row = _OF_PLAYER.first(sitting.player_id, since)
    if row is None:
        raise User.DoesNotExist(sitting.player_id)
    return Standing.read(row, since)


def standing_in(round_: Round) -> tuple[Record, Standing]:
    """A round's record, and how its player stands. One query."""
    since = since_of(round_.sitting)
    row = _IN_ROUND.first(round_.pk, since)
    if row is None:
        raise Round.DoesNotExist(round_.pk)
    return Record.read(row), Standing.read(row, since)


def standing_by(player: str, email: str, since: datetime) -> Mapping[str, Combinable]:
    """For a caller's own query: how the player in its column `player`, whose address is in `email`, stands."""
    rounds = Round.objects.filter(
        player=OuterRef(player), started_at__gte=since, returned__isnull=False
    )
    nets = rounds.order_by().values("currency").annotate(sum=Sum(F("returned") - F("staked")))
    return {
        "balances": balances_by_player(player),
        "nets": ArraySubquery(nets.values(json=JSONObject(currency="currency", net="sum"))),
        "limits": sets_in_force(player),
        "confirmed": email_confirmed(player, email),
    }


_OF_PLAYER: Final = Values(
    lambda player, since: User.objects.filter(pk=player).values(
        **standing_by("pk", "email", since)
    ),
    int,
    datetime,
)
_IN_ROUND: Final = Values(
    lambda round_, since: Round.objects.filter(pk=round_).values(
        **RECORD,
        **standing_by("player_id", "player__email", since),
        coming=versions_to_come("sitting__table__version__rule_set"),
    ),
    int,
    datetime,
)
