"""Points of rounds: earning, taking back, restoring."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from internals.prepared_statements import FunctionCall
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class PointsChange:
    """Points that a void took back or its undoing restored, and the change of points owed, in hundredths."""

    points: int
    debt: int


def build_earn_call(player_id: int, round_id: UUID, staked: Money) -> FunctionCall:
    """Return the call that credits a round's points once, for the stake on its hands in USD. It is sent with the caller's next statement."""
    if staked.currency != BASE_CURRENCY:
        raise TypeError(f"{staked} earns no points")
    return FunctionCall("loyalty_earn_points", (player_id, round_id, staked.units))


def reverse_points(player_id: int, round_id: UUID, case: UUID) -> PointsChange:
    """Take back a round's points; points already spent become owed."""
    points, owed = _called("loyalty_reverse_points", player_id, round_id, case)
    return PointsChange(-points, owed)


def restore_points(player_id: int, round_id: UUID, case: UUID) -> PointsChange:
    """Restore a round's points; points owed are repaid first."""
    points, repaid = _called("loyalty_restore_points", player_id, round_id, case)
    return PointsChange(points, -repaid)


def _called(function: str, player_id: int, round_id: UUID, case: UUID) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM public.{function}(%s, %s, %s)", [player_id, round_id, case])  # noqa: S608  constant names, see above
        first, second = cursor.fetchall()[0]
    return int(first), int(second)
