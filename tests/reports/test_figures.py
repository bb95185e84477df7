"""Figures of every report, for closed days and for today."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from loyalty.models.points import PointsEntry
from loyalty.selectors.points import Points
from loyalty.tasks import refresh_tiers
from reports.figures import (
    cash,
    events,
    exceptions,
    exchange,
    fairness,
    liabilities,
    loyalty,
    overview,
    performance,
    players,
    voids,
)
from reports.values.filters import Filters
from reports.values.period import MOMENT, Period, start_of
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import in_force
from tests.reports.days import DAY, REAL, all_earlier, close_all, today, usd, week
from tests.wallet.ledger import player
from tests.wallet.rates import approved
from tests.wallet.test_desk_list import recorded
from wallet.ledger.services.movements import credit_deposit, grant_bonus, reverse_transfer
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.mark.committed
def test_closed_days_and_today_are_one_period(two_days: None) -> None:
    found = overview.load_figures(week(), REAL)

    assert found.total.rounds == 2
    assert found.total.staked_money == usd("30")
    assert found.players == 2
    assert [(line.day, line.played.rounds, line.players) for line in found.days] == [
        (today() - 2 * DAY, 1, 1),
        (today(), 1, 1),
    ]
    assert [line.name for line in found.tables] == ["Lígalo"]
    assert [line.key for line in found.segments] == ["new"]
    assert found.open.rounds == 0


@pytest.mark.committed
def test_a_period_within_a_day_reads_that_days_rounds(two_days: None) -> None:
    now = datetime.now(UTC)
    hour = Period(now - DAY / 24 * 50, now - DAY / 24 * 47)

    assert overview.load_figures(hour, REAL).total.rounds == 1
    assert overview.load_figures(Period(now - DAY / 24 * 47, now - DAY), REAL).total.rounds == 0


@pytest.mark.committed
def test_test_accounts_are_counted_alone_or_not_at_all(two_days: None) -> None:
    User.objects.filter(email="berta@example.test").update(is_test_account=True)

    assert overview.load_figures(week(), REAL).total.staked_money == usd("10")
    assert overview.load_figures(week(), Filters(test=True)).total.staked_money == usd("20")
    # a closed day keeps its figures when the account changes
    User.objects.update(is_test_account=True)
    assert overview.load_figures(week(), REAL).total.staked_money == usd("10")


@pytest.mark.committed
def test_cash_of_days_that_none_has_closed_is_worth_each_days_own_rate() -> None:
    """The period starts one microsecond after yesterday's midnight, so it contains no whole closed day."""
    approved("EUR", "2", hours=1)
    ana = scenes.new_player("ana@example.test", "0")
    User.objects.filter(pk=ana.pk).update(is_test_account=False)
    credit_deposit(ana.pk, Money.parse("100", "EUR"), key=uuid4(), provider="demo")
    all_earlier(DAY)
    approved("EUR", "3", hours=1)
    credit_deposit(ana.pk, Money.parse("10", "EUR"), key=uuid4(), provider="demo")

    found = cash.load_figures(Period(start_of(today() - DAY) + MOMENT, datetime.now(UTC)), REAL)

    assert found.usd("deposit") == usd("230")


@pytest.mark.committed
def test_a_deposit_and_its_undoing_come_to_nothing_in_dollars_whatever_the_rate_is_by_then() -> (
    None
):
    """Checked for an open day and again once it is closed."""
    approved("EUR", "2", hours=1)
    deposit_ = recorded("100.01", currency="EUR")
    User.objects.filter(pk=deposit_.player_id).update(is_test_account=False)
    all_earlier(2 * DAY, sealed=False)
    approved("EUR", "3", hours=1)
    credited = deposit_.steps.exclude(transfer=None).get().transfer_id
    assert credited is not None
    reverse_transfer(credited, key=uuid4(), reason="typed twice")

    def told() -> list[tuple[str, int]]:
        return sorted((line.kind, line.usd.units) for line in cash.load_figures(week(), REAL).lines)

    assert told() == [("deposit", 2_000_200), ("reverse", -2_000_200)]
    all_earlier(DAY)
    close_all()
    assert told() == [("deposit", 2_000_200), ("reverse", -2_000_200)]


@pytest.mark.committed
def test_liabilities_are_those_of_the_periods_end(two_days: None) -> None:
    then = liabilities.load_figures(Period.last_days(3, today() - DAY), REAL)
    now = liabilities.load_figures(week(), REAL)
    anas = usd("1000") - overview.load_figures(Period.day(today() - 2 * DAY), REAL).total.won_usd

    assert [line.balances for line in then.lines] == [anas]
    assert then.day == today() - DAY
    assert not then.is_now
    assert [(day.day, day.usd) for day in then.days] == [
        (today() - 3 * DAY, Money.zero("USD")),
        (today() - 2 * DAY, anas),
        (today() - DAY, anas),
    ]
    assert now.is_now
    assert (
        now.usd
        == anas + usd("1000") - overview.load_figures(Period.day(today()), REAL).total.won_usd
    )


def test_stakes_in_play_are_liabilities() -> None:
    round_ = scenes.deal(scenes.ordinary)
    User.objects.filter(pk=round_.player_id).update(is_test_account=False)

    (line,) = liabilities.load_figures(week(), REAL).lines
    assert (line.balances, line.open_stakes, line.owed) == (usd("990"), usd("10"), usd("1000"))
    assert overview.sum_open_rounds(REAL).staked == usd("10")


@pytest.mark.committed
def test_cash_is_reported_by_kind(two_days: None) -> None:
    berta = User.objects.get(email="berta@example.test")
    grant_bonus(berta.pk, usd("5"), key=uuid4(), reason="tests")

    found = cash.load_figures(week(), REAL)
    assert {(line.kind, line.transfers): line.amount for line in found.lines} == {
        ("deposit", 2): usd("2000"),
        ("bonus", 1): usd("5"),
    }
    assert found.usd("deposit") == usd("2000")
    assert [line.day for line in found.days if line.kind == "deposit"] == [
        today() - 2 * DAY,
        today(),
    ]


@pytest.mark.committed
def test_the_largest_bet_is_first(two_days: None) -> None:
    found = exceptions.load_large_rounds(week(), REAL)

    assert [line.staked for line in found.bets] == [usd("20"), usd("10")]
    assert all(line.won_usd > Money.zero("USD") for line in found.wins)
    assert exceptions.load_interrupted_rounds(week(), REAL).interrupted == 0


@pytest.mark.committed
def test_shoes_and_events_are_counted(two_days: None) -> None:
    shoes = fairness.load_figures(week(), REAL)

    assert shoes.total.opened == 2
    assert [day for day, _ in shoes.days] == [today() - 2 * DAY, today()]
    assert events.load_figures(week(), REAL).kinds
    assert exchange.load_figures(week(), REAL).pairs == ()


@pytest.mark.committed
def test_points_count_on_the_day_they_were_earned(two_days: None) -> None:
    """One point per dollar staked on hands; the test account's round is counted separately."""
    entries = PointsEntry.objects.filter(kind=PointsEntry.Kind.EARNED)
    found = loyalty.load_figures(week(), Filters(test=True))
    real = loyalty.load_figures(week(), REAL)

    assert found.hundredths("earned") + real.hundredths("earned") == 3000
    assert [line.day for line in real.days] == [today() - 2 * DAY, today()]
    assert real.outstanding.balance == sum(one.hundredths for one in entries)


def test_points_are_valued_at_each_players_tier() -> None:
    """A hundred points are worth 1 USD on the lower tier, 1.50 on the other; no tier yet counts as the lowest."""
    in_force()
    test = Filters(test=True)
    assert loyalty.load_points_owed_now(test) == loyalty.PointsOwed(0, 0, usd("0"))
    for name, points in (("ana", "10"), ("ben", "500")):
        earned(player(name), points)
    refresh_tiers()
    earned(player("eva"), "7")

    found = loyalty.load_figures(week(), test)

    assert found.outstanding == Points(51_700, 0)
    assert found.tiers == {"One": 1, "Two": 1, "": 1}
    assert loyalty.load_points_owed_now(test) == loyalty.PointsOwed(51_700, 0, usd("7.67"))


@pytest.mark.committed
@pytest.mark.parametrize(
    ("report", "queries"),
    slow_but_every(
        4,
        [
            (overview.load_figures, 13),
            (liabilities.load_figures, 6),
            (cash.load_figures, 2),
            (exchange.load_figures, 3),
            (players.load_figures, 5),
            (exceptions.load_large_rounds, 4),
            (exceptions.load_interrupted_rounds, 4),
            (events.load_figures, 2),
            (fairness.load_figures, 3),
            (voids.load_figures, 5),
            (loyalty.load_figures, 4),
            (performance.load_figures, 9),
        ],
    ),
)
def test_a_report_is_a_fixed_number_of_queries(
    two_days: None, report: object, queries: int
) -> None:
    assert callable(report)
    with CaptureQueriesContext(connection) as asked:
        report(week(), REAL)

    assert len(asked) == queries
