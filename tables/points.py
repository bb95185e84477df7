"""What points give back beside a table's return. The tiers are those of `loyalty`, which this app may not import."""

from typing import Final

from django.db import connection

_MULTIPLIED: Final = 100  # hundredths of a point for each USD
_UNITS: Final = 10_000  # of one USD
_BEST: Final = """
    SELECT max(tier.multiplier * tier.redemption) FROM loyalty_tier AS tier WHERE tier.tier_set_id = (
        SELECT made.id FROM loyalty_tierset AS made
        JOIN loyalty_tiersetdecision AS decided ON decided.proposal_id = made.id
        WHERE decided.approved AND made.effective_at <= clock_timestamp()
        ORDER BY made.effective_at DESC, made.id DESC LIMIT 1)
"""


def points_share() -> float:
    """Return what the points of a stake are worth on the best tier in force, as a part of the stake. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_BEST)
        (best,) = cursor.fetchone()
    return (best or 0) / (_MULTIPLIED * _UNITS)
