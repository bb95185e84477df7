"""The cost of points beside the house edge: shown before tiers are decided, and confirmed explicitly if it is higher."""

from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.roles.values import Role
from journal.models import Event
from loyalty import refusals
from loyalty.models.points import PointsAccount, PointsEntry
from loyalty.models.tiers import TierSet, TierSetDecision
from loyalty.selectors.tier_cost import tier_costs
from loyalty.services.tier_changes import decide_tiers
from loyalty.values.new_tier import NewTier
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tests.accounts.staff import inside, staff
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import in_force, proposed
from tests.tables.house import an_open_table, with_mathematics
from tests.wallet.ledger import player

pytestmark = pytest.mark.database
CENT = [NewTier("A", 0, 100, 5), NewTier("B", 50_000, 150, 100)]


def a_table(rtp: float = 0.997, **changes: Any) -> Table:
    table = an_open_table(**changes)
    with_mathematics(table.version.rules, rtp=rtp, average_wager=1.2)
    return table


def decisions() -> QuerySet[TierSetDecision]:
    return TierSetDecision.objects.filter(decided_by__isnull=False)


def test_points_are_worth_so_much_of_every_stake_where_the_hand_returns_most() -> None:
    table = a_table()
    low, high = tier_costs(CENT)
    assert (low.tier, low.table, low.part) == ("A", table.name, 0.0005)
    assert low.total_return == pytest.approx(0.997 + 1.2 * 0.0005)
    assert high.total_return == pytest.approx(0.997 + 1.2 * 0.015)
    assert (low.is_over, high.is_over) == (False, True)


def test_a_table_that_is_closed_in_play_money_or_not_computed_says_nothing() -> None:
    table = a_table()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CLOSED)
    practice = an_open_table(FRIENDLY)
    with_mathematics(practice.version.rules, rtp=0.999)
    assert [(one.table, one.is_over) for one in tier_costs(CENT)] == [(None, False)] * 2


def test_with_the_first_tiers_no_first_table_gives_back_more_than_all() -> None:
    """Returns of best play on all money put in, from docs/mathematics.md."""
    tiers = TierSet.objects.earliest("id").tiers.values_list(
        "name", "threshold", "multiplier", "redemption", "withdrawal"
    )
    first = [NewTier(*values) for values in tiers.order_by("threshold")]
    assert [one.name for one in first] == ["Bronze", "Silver", "Gold", "Diamond"]
    for rtp in (0.99767, 0.99715, 0.99668, 0.99491):
        a_table(rtp)
        assert not any(one.is_over for one in tier_costs(first))


def test_approving_a_return_above_100_needs_acceptance() -> None:
    table, boss = a_table(), staff(Role.COMPLIANCE_MANAGER)
    made = proposed(CENT)
    with pytest.raises(refusals.CostNotAccepted):
        decide_tiers(made.pk, approved=True, acting_user=boss, reason="")
    assert not decisions().exists()
    assert not Event.objects.filter(kind="tiers_approved").exists()

    decide_tiers(made.pk, approved=True, acting_user=boss, reason="a week of it", accepted=True)
    assert decisions().get().accepted
    event = Event.objects.get(kind="tiers_approved")
    assert event.data["over"] == [["B", table.name, 1.015]]


def test_nothing_is_accepted_where_nothing_is_over_or_they_are_refused() -> None:
    a_table()
    boss = staff(Role.COMPLIANCE_MANAGER)
    modest, dear = proposed(CENT[:1]), proposed(CENT)
    decide_tiers(modest.pk, approved=True, acting_user=boss, reason="", accepted=True)
    decide_tiers(dear.pk, approved=False, acting_user=boss, reason="too dear")
    assert not decisions().filter(accepted=True).exists()


def test_the_page_shows_the_return_and_asks_for_acceptance() -> None:
    table = a_table()
    made, client = proposed(CENT), inside(staff(Role.COMPLIANCE_MANAGER))
    page = client.get(f"/staff/tiers/{made.pk}/").text
    assert table.name in page
    assert "101.500" in page
    assert "I accept that players get back more than they stake." in page

    address = f"/staff/tiers/{made.pk}/decide/"
    given = {"verdict": "approve", "reason": "a week of it"}
    answer = client.post(address, given)
    assert answer.status_code == 422
    assert "Approve them only if you accept that." in answer.text
    assert not decisions().exists()
    assert client.post(address, {**given, "accepted": "yes"}).status_code == 303
    assert decisions().get().accepted


def test_players_without_a_tier_earn_by_the_first_one() -> None:
    in_force([NewTier("Two for one", 0, 200, 5)])
    ana = player()
    earned(ana, "10")
    assert PointsEntry.objects.get(player=ana).hundredths == 2000
    assert PointsAccount.objects.get(player=ana).tier is None
