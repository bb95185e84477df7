"""Context processor for the balance in the page header."""

from functools import cache

from django.http import HttpRequest

from accounts.models.users import User
from wallet.ledger.selectors.funds import latest_balance
from wallet.money.values import Money


def header_balance(request: HttpRequest) -> dict[str, object]:
    """Add `header_balance`: the balance in the currency last used. Lazy and memoised: no query until a template shows it."""
    return {"header_balance": cache(lambda: _balance(request))}


def _balance(request: HttpRequest) -> Money | None:
    user = getattr(request, "user", None)
    return latest_balance(user.pk) if isinstance(user, User) and not user.is_staff else None
