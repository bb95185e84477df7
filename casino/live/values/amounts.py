"""Approximate amounts, as other players at a table see them."""

from wallet.money.values import Money

_PLACES = 2


def approximate_amount(amount: Money) -> Money:
    """Round an amount to two significant digits."""
    digits = len(str(amount.units))
    if digits <= _PLACES:
        return amount
    size = 10 ** (digits - _PLACES)
    return Money((amount.units + size // 2) // size * size, amount.currency)
