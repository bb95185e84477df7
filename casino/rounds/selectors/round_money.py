"""Money and points of a finished round."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q
from django.utils.functional import Promise

from casino.models import Round
from loyalty.models.points import PointsEntry
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class RoundMoney:
    """Sums of a round; None if not reached yet, `tax` if none was withheld. `rate` is USD per unit of its currency."""

    staked: Money
    returned: Money | None
    net: Money | None
    tax: Money | None
    before: Money
    after: Money | None
    rate: Decimal | None
    base: str = BASE_CURRENCY

    @property
    def currency(self) -> str:
        return self.staked.currency


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """A round's effect on its player's points, in hundredths."""

    label: str | Promise
    hundredths: int
    earned: bool


def build_round_money(round_: Round) -> RoundMoney:
    """Return the sums of a round. Play money and USD have no `rate`."""
    returned = None if round_.returned is None else round_.money(round_.returned)
    after = round_.balance_after
    plain = round_.currency == BASE_CURRENCY or not round_.tasa_cambio
    return RoundMoney(
        staked=round_.money(round_.staked),
        returned=returned,
        net=None if returned is None else returned - round_.money(round_.staked),
        tax=round_.money(round_.tax) if round_.tax else None,
        before=round_.money(round_.balance_before),
        after=None if after is None else round_.money(after),
        rate=None if plain else round_.tasa_cambio,
    )


def load_round_points(round_: Round) -> list[RoundPoints]:
    """Return the points entries of a round, in order. One query."""
    of_round = PointsEntry.objects.filter(player=round_.player_id, round_id=round_.public_id)
    told = of_round.filter(Q(kind=PointsEntry.Kind.EARNED) | Q(case_id__isnull=False)).order_by(
        "seq"
    )
    return [
        RoundPoints(
            PointsEntry.Kind(one.kind).label,
            one.hundredths,
            one.kind == PointsEntry.Kind.EARNED,
        )
        for one in told
    ]
