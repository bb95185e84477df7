"""Value of points to a player."""

from dataclasses import dataclass

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import verify_real_money_play
from loyalty import refusals
from loyalty.selectors.points import load_points
from loyalty.selectors.tiers import find_tier, find_tier_set_in_force
from loyalty.values.points import HUNDREDTHS
from loyalty.values.worth import calculate_worth
from wallet.ledger.selectors import funds
from wallet.money.values import Money
from wallet.rates.selectors import rates
from wallet.rates.values import Quote


@dataclass(frozen=True, slots=True)
class RedemptionOffer:
    """Amount a player would get now: for `points` of the `asked` ones, at `redemption` units of USD each."""

    asked: int
    points: int
    redemption: int
    money: Money
    quote: Quote


def redeemable_currencies(player_id: int) -> list[str]:
    """Return the real currencies in which the player has an account. One query."""
    return [money.currency for money in funds.balances(player_id) if money.currency in rates.REAL]


def price_offer(player: User, asked: int, currency: str) -> RedemptionOffer:
    """Return the current value of whole points without redeeming them.

    Raises NotAllowed (may not play for real money), the refusals of `loyalty.refusals`, NoRate, StaleRate, RatePending.
    """
    verify_real_money_play(player)
    points, least = load_points(player.pk), find_tier_set_in_force().redeem_from
    if points.debt:
        raise refusals.PointsDebtFirst
    if asked < least:
        raise refusals.BelowLeastPoints(least)
    if asked * HUNDREDTHS > points.balance:
        raise refusals.TooFewPoints
    if currency not in redeemable_currencies(player.pk):
        raise refusals.CurrencyNotHeld
    redemption, quote = find_tier(player.pk).redemption, rates.usable_rate(currency)
    found = calculate_worth(asked, redemption, currency, quote.rate)
    if not found.money:
        raise refusals.WorthNothing
    return RedemptionOffer(asked, found.points, redemption, found.money, quote)
