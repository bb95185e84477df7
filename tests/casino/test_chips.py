"""The chips of the bet form: five, and each a valid bet alone, in every currency."""

from decimal import Decimal

import pytest

from accounts.values.currencies import REAL_CURRENCIES
from casino.limits.values.bet_limits import compute_bet_limits
from tables.models import RuleSet, RuleSetVersion, Table
from tables.selectors.house_tables import HOUSE_TABLES, HouseTable
from wallet.money.values import BASE_CURRENCY

RATES: dict[str, str] = {
    "USD": "1",
    "EUR": "1.0873",
    "COP": "0.000243917",
    "VES": "0.0071",
    "DOP": "0.0161",
}


@pytest.mark.parametrize("house", HOUSE_TABLES.values(), ids=lambda house: house.slug)
@pytest.mark.parametrize("currency", REAL_CURRENCIES)
def test_no_chip_is_below_the_minimum_bet(house: HouseTable, currency: str) -> None:
    table = Table(version=RuleSetVersion(rule_set=RuleSet(money=house.money)), **house.values)
    own = "currencies" in house.values  # play-money tables have one currency only
    code = "" if own or currency == BASE_CURRENCY else currency
    for rate in (Decimal(RATES[currency]), Decimal(RATES[currency]) * Decimal("1.7919")):
        limits = compute_bet_limits(table, code, rate if code else Decimal(1))
        chips = [chip.units for chip in limits.chips]
        assert chips == sorted(set(chips))
        assert len(chips) == 5
        assert chips[0] >= limits.min_bet.units
        assert all(chip % limits.step.units == 0 for chip in chips)
        if not code:
            assert chips == house.values["chips"]
