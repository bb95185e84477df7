"""Withdrawals go back the way the deposits came, if the profile says so; the rest is free."""

from accounts.models.users import User
from wallet.cash.refusals import ReturnsFirst
from wallet.cash.selectors.closed_loop import amounts_to_return
from wallet.money.values import Money
from wallet.providers.services import registry


def require_way_back(player: User, worth: Money, provider: str) -> None:
    """Raise ReturnsFirst if a withdrawal of this worth in US dollars is more than goes back by `provider`, while other methods wait."""
    owed = dict(amounts_to_return(player.pk, player.country))
    own = owed.pop(provider, None)
    if owed and (own is None or worth > own):
        _refuse(owed)


def require_method_of_deposit(player: User, provider: str) -> None:
    """Raise ReturnsFirst if all money of an account goes by a method to which nothing goes back, while others wait."""
    owed = amounts_to_return(player.pk, player.country)
    if owed and provider not in owed:
        _refuse(dict(owed))


def _refuse(owed: dict[str, Money]) -> None:
    name, amount = next(iter(owed.items()))
    raise ReturnsFirst(registry.provider_label(name), amount)
