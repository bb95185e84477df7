"""Currency in which a player sees a table, and the choice of others."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino.models import Round
from casino.play.selectors.position import Position
from tables.models import Table
from wallet.money.values import Money
from wallet.rates.refusals import NoRate
from wallet.rates.selectors.rates import latest_rate
from wallet.rates.values import Quote


@dataclass(frozen=True, slots=True)
class CurrencyChoice:
    """A currency in which the player can see the table; `chosen` marks the current one."""

    code: str
    chosen: bool


def choose_currency(position: Position, asked: str) -> str:
    """Return the running round's currency, else the next bet's: requested, of the last bet, or the table's first.

    If the player has no money in it, the first currency in which the player has some.
    """
    round_, held, last = (
        position.round,
        position.player_money.balances,
        position.participant.currency,
    )
    table = position.place.table
    if round_ is not None and round_.status == Round.Status.IN_PROGRESS:
        return round_.currency
    funded = [code for code in table.currencies if code in held and held[code].units > 0]
    if asked in table.currencies and (asked in held or asked == table.currencies[0]):
        chosen = asked
    else:
        chosen = last if last in table.currencies else table.currencies[0]
    return chosen if chosen in funded or not funded else funded[0]


def list_currency_choices(
    held: Mapping[str, Money], currency: str, table: Table
) -> list[CurrencyChoice]:
    """Return the currencies with money in them and the current one; [] if there is no choice."""
    codes = [
        code
        for code in table.currencies
        if code == currency or (code in held and held[code].units > 0)
    ]
    if len(codes) == 1:
        return []
    return [CurrencyChoice(code, code == currency) for code in codes]


def find_latest_quote(currency: str) -> Quote | None:
    """Return the latest approved rate, however old; None for a currency without a rate, which takes no bets."""
    try:
        return latest_rate(currency)
    except NoRate:
        return None
