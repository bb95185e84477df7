"""Report 18: the tax on bets is the operator's, prizes above a threshold are taxed whole, voids give the tax back."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models.users import User
from accounts.models.visits import Visit
from casino.models import Round
from compliance.models import CaseKind, CaseReason
from reports.catalogue.report_sheets import build_archived_sheet
from reports.catalogue.reports import BY_NAME
from reports.figures import taxes
from reports.figures.taxes import compute_bet_tax
from reports.values.period import DAY, Period
from tests.casino import scenes
from tests.casino.test_voiding import loses
from tests.casino.test_withholding import play_session
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
    assert compute_bet_tax(Money.parse(base, "USD"), Decimal(percent)) == Money.parse(tax, "USD")


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


def test_a_round_that_a_void_took_back_is_not_taxed(profile: Callable[..., None]) -> None:
    profile(**TAXED, winnings_tax_above=["0.01 USD"])
    round_ = a_win()
    approved(proposed(round_, reason=CaseReason.REGULATOR))
    found = taxes.load_figures(week(), REAL)
    assert (found.bets, found.wins) == ((), ())


def test_a_win_that_a_void_left_as_it_was_stays_a_bet_and_a_prize(
    profile: Callable[..., None],
) -> None:
    profile(**TAXED, winnings_tax_above=["0.01 USD"])
    round_ = a_win()
    approved(proposed(round_, reason=CaseReason.MALFUNCTION))
    found = taxes.load_figures(week(), REAL)
    assert [one.rounds for one in found.bets] == [1]
    assert [one.number for one in found.wins] == [round_.number]


def test_what_was_withheld_ties_to_what_is_computed(profile: Callable[..., None]) -> None:
    profile(**{**TAXED, "winnings_tax": "withheld"}, winnings_tax_above=["0.01 USD"])
    round_ = a_win()
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.tax, win.withheld, win.difference) == (usd("3"), usd("3"), usd("0"))
    case = approved(proposed(round_, reason=CaseReason.REGULATOR))
    assert not taxes.load_figures(week(), REAL).wins
    approved(proposed(round_, kind=CaseKind.UNDO, of=case))
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.tax, win.withheld, win.difference) == (usd("3"), usd("3"), usd("0"))


def test_a_difference_is_told_whatever_the_threshold(profile: Callable[..., None]) -> None:
    profile(**{**TAXED, "winnings_tax": "withheld"}, winnings_tax_above=["0.01 USD"])
    a_win()
    profile(winnings_tax_percent="10")
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.tax, win.withheld, win.difference) == (usd("1.50"), usd("3"), usd("1.50"))
    profile(winnings_tax_above=["1000 USD"])
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.tax, win.withheld, win.difference) == (usd("0"), usd("3"), usd("3"))


def test_prizes_to_report_name_their_form_and_are_no_difference(
    profile: Callable[..., None],
) -> None:
    profile(**TAXED, winnings_tax_above=["0.01 USD"], winnings_tax_form="W-2G")
    a_win()
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.tax, win.withheld, win.difference) == (usd("3"), usd("0"), usd("0"))
    assert win.form == "W-2G"


def test_per_session_a_prize_is_the_sum_of_a_visit(profile: Callable[..., None]) -> None:
    profile(
        **{**TAXED, "winnings_tax": "withheld"},
        winnings_tax_above=["0.01 USD"],
        winnings_tax_per="session",
    )
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(is_test_account=False)
    begun = timezone.now() - timedelta(minutes=5)
    Visit.objects.create(player=player, session_key="s", begun_at=begun, seen_at=begun)
    play_session(player, scenes.natural, loses)
    (win,) = taxes.load_figures(week(), REAL).wins
    assert (win.number, win.won, win.tax, win.withheld) == ("", usd("5"), usd("1"), usd("1"))


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
