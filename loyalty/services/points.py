"""Points of rounds: earned, taken back, given again."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from internals.prepared_statements import Call
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class PointsChange:
    """What a void took of points or its undoing gave back, and by how much what the player owes has changed, in hundredths."""

    points: int
    debt: int


def earn_call(player_id: int, round_id: UUID, staked: Money) -> Call:
    """What credits a round's points, once, for what was staked on its hands, in USD: the caller's next statement calls it."""
    if staked.currency != BASE_CURRENCY:
        raise TypeError(f"{staked} earns no points")
    return Call("loyalty_earn", (player_id, round_id, staked.units))


def reverse(player_id: int, round_id: UUID, case: UUID) -> PointsChange:
    """Take back all points that a round has brought; what is spent of them is owed."""
    points, owed = _called("loyalty_reverse", player_id, round_id, case)
    return PointsChange(-points, owed)


def restore(player_id: int, round_id: UUID, case: UUID) -> PointsChange:
    """Give back what was taken of a round; what is owed is repaid of it first."""
    points, repaid = _called("loyalty_restore", player_id, round_id, case)
    return PointsChange(points, -repaid)


def _called(function: str, player_id: int, round_id: UUID, case: UUID) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM public.{function}(%s, %s, %s)", [player_id, round_id, case])  # noqa: S608  one of the two above
        first, second = cursor.fetchall()[0]
    return int(first), int(second)
