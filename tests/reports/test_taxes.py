"""Report 18: the tax on bets is the operator's, prizes above a threshold are taxed whole, voids give the tax back."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from accounts.models.users import User
from casino.models import Round
from compliance.models import CaseReason
from reports.catalogue.report_sheets import build_archived_sheet
from reports.catalogue.reports import BY_NAME
from reports.figures import taxes
from reports.figures.taxes import compute_tax
from reports.values.period import DAY, Period
from tests.compliance.cases import approved, proposed, won
from tests.reports.days import REAL, today, usd, week
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
TAXED = {
    "bet_tax_percent": "1",
    "winnings_tax": "reported",
    "winnings_tax_percent": "20",
}


def a_win() -> Round:
    """Return a finished round that won."""
    round_ = won()
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)
    return round_


@pytest.mark.parametrize(
    ("base", "percent", "tax"),
    [("100", "1", "1"), ("0.01", "1", "0.0001"), ("0.0050", "1", "0.0001"), ("0.0049", "1", "0")],
)
def test_a_tax_is_rounded_half_up(base: str, percent: str, tax: str) -> None:
    assert compute_tax(Money.parse(base, "USD"), Decimal(percent)) == Money.parse(tax, "USD")


def test_bets_are_taxed_by_day_and_no_player_pays(profile: Callable[..., None]) -> None:
    profile(**TAXED)
    round_ = a_win()
    before = balance(round_.player_id)
    (found,) = taxes.load_figures(week(), REAL).bets
    assert (found.day, found.rounds, found.staked) == (today(), 1, round_.money(round_.staked))
    assert found.tax == Money(round_.staked // 100, "USD")
    assert balance(round_.player_id) == before
    assert not taxes.load_figures(Period.day(today() - DAY), REAL).bets


def test_a_prize_above_the_threshold_is_taxed_whole(profile: Callable[..., None]) -> None:
    round_ = a_win()
    net = (round_.returned or 0) - round_.staked
    for above, is_taxed in ((net - 1, True), (net, False)):
        profile(**TAXED, winnings_tax_above=[f"{Decimal(above) / 10_000:f} USD"])
        found = taxes.load_figures(week(), REAL).wins
        assert [one.number for one in found] == [round_.number] * is_taxed
    profile(**TAXED, winnings_tax_above=["0.01 USD"])
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.won, win.tax) == (Money(net, "USD"), Money(net // 5, "USD"))
    profile(winnings_tax_above=["0.01 COP"])
    assert not taxes.load_figures(week(), REAL).wins
    profile(winnings_tax="none", winnings_tax_above=["0.01 USD"])
    assert not taxes.load_figures(week(), REAL).wins


def test_a_void_round_is_not_taxed(profile: Callable[..., None]) -> None:
    profile(**TAXED, winnings_tax_above=["0.01 USD"])
    round_ = a_win()
    approved(proposed(round_, reason=CaseReason.REGULATOR))
    found = taxes.load_figures(week(), REAL)
    assert (found.bets, found.wins) == ((), ())


def test_without_taxes_the_report_has_stakes_and_no_tax() -> None:
    a_win()
    found = taxes.load_figures(week(), REAL)
    assert [one.tax for one in found.bets] == [usd("0")]
    assert not found.wins


def test_the_sheet_adds_up_by_currency(profile: Callable[..., None]) -> None:
    profile(**TAXED, winnings_tax_above=["0.01 USD"])
    round_ = a_win()
    sheet = build_archived_sheet(BY_NAME["taxes"], today())
    values = [one.value for one in sheet.figures]
    assert Money(round_.staked // 100, "USD") in values
