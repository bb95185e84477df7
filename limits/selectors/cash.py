"""The house's limits on deposits and withdrawals in force."""

from limits.models import CashLimit
from limits.values import CurrencyLimit


def load_cash_limits() -> dict[tuple[str, str], CurrencyLimit]:
    """Return every limit in force, by kind and currency. One query."""
    rows = (
        CashLimit.objects.filter(decision__approved=True)
        .order_by("kind", "currency", "-id")
        .distinct("kind", "currency")
    )
    return {row.limit.key: row.limit for row in rows}
