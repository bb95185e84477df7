"""Previews of tiers: counted by the SQL that applies them, in batches, in the request or by a worker."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from loyalty import tasks
from loyalty.models.points import PointsAccount
from loyalty.models.previews import TierPreview
from loyalty.models.tiers import TierChange
from loyalty.selectors.preview_moves import count_moves
from loyalty.selectors.tiers import find_tier
from loyalty.services import previews, tier_refresh
from loyalty.services.redeeming import redeem_points
from loyalty.values.ladders import rung_places
from loyalty.values.new_tier import NewTier
from tests.accounts.staff import staff
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import TWO, in_force
from tests.wallet.ledger import player, usd
from wallet.ledger.services.movements import credit_deposit

pytestmark = pytest.mark.database
THREE = [NewTier("A", 0, 100, 100), NewTier("B", 20_000, 150, 200), NewTier("C", 60_000, 200, 200)]
GATHERED = {"ana": "100", "ben": "200", "eva": "550", "leo": "700", "noa": "150"}


@pytest.fixture
def people(committed_db: None) -> None:
    """Five players on the two tiers in force."""
    in_force()
    for name, points in GATHERED.items():
        earned(player(name), points)
    tier_refresh.refresh_tiers()


def operator() -> User:
    return staff(Role.OPERATOR)


@pytest.mark.usefixtures("people")
def test_the_preview_equals_the_effect_of_the_tiers() -> None:
    before = {one.player_id: find_tier(one.player_id).name for one in PointsAccount.objects.all()}
    changes = TierChange.objects.count()
    row = previews.request_preview(THREE, 30, acting_user=operator())
    assert (row.state, row.passed) == (TierPreview.State.DONE, row.last)
    found = count_moves(row)
    assert TierChange.objects.count() == changes
    counted = {(one.name, to.name): to.players for one in found.rows for to in one.cells}
    in_force(THREE)
    tier_refresh.refresh_if_due()
    happened: dict[tuple[str, str], int] = {}
    for person, was in before.items():
        key = was, find_tier(person).name
        happened[key] = happened.get(key, 0) + 1
    assert {key: players for key, players in counted.items() if players} == happened
    assert (found.up, found.down, found.stay) == (2, 0, 3)


@pytest.mark.usefixtures("people")
def test_the_preview_shows_worth_before_and_after() -> None:
    found = count_moves(previews.request_preview(THREE, 30, acting_user=operator()))
    # now 450 points at 0.01 and 1250 at 0.015; then 250 at 0.01 and 1450 at 0.02
    assert (found.now, found.then) == (usd("23.25"), usd("31.50"))
    # points per USD: now 1 and 2, then 1, 1.5 and 2
    assert found.window_now == usd("23.25")
    assert found.window_then == usd("2.50") + usd("6.00") + usd("8.25") + usd("14.00")


@pytest.mark.usefixtures("people")
def test_points_that_are_spent_count_for_the_tier_and_not_for_the_worth() -> None:
    leo = User.objects.get(email="leo@example.test")
    credit_deposit(leo.pk, usd("1"), key=uuid4(), provider="demo")
    redeem_points(leo, 700, "USD", key=uuid4())
    found = count_moves(previews.request_preview(TWO, 30, acting_user=operator()))
    assert (found.up, found.down) == (0, 0)
    assert found.now == usd("12.75")
    assert found.window_now == usd("23.25")


@pytest.mark.usefixtures("people")
def test_the_preview_counts_changed_withdrawal_limits() -> None:
    raised = [NewTier("A", 0, 100, 100, 150), NewTier("B", 50_000, 200, 150, 200)]
    found = count_moves(previews.request_preview(raised, 30, acting_user=operator()))
    assert (found.more, found.less) == (len(GATHERED), 0)
    in_force(raised)
    tier_refresh.refresh_tiers()
    found = count_moves(previews.request_preview(TWO, 30, acting_user=operator()))
    assert (found.up, found.down, found.more, found.less) == (0, 0, 0, len(GATHERED))


@pytest.mark.usefixtures("people")
def test_tiers_that_are_fewer_move_players_down() -> None:
    found = count_moves(
        previews.request_preview([NewTier("One", 0, 100, 100)], 30, acting_user=operator())
    )
    assert (found.up, found.down, found.stay) == (0, 2, 3)


@pytest.mark.usefixtures("people")
def test_a_tier_put_in_below_moves_nobody_who_stays_above_it() -> None:
    inserted = [TWO[0], NewTier("Between", 15_000, 150, 120), TWO[1]]
    found = count_moves(previews.request_preview(inserted, 30, acting_user=operator()))
    # Ben and Noa move up; Eva and Leo stay on "Two"
    assert (found.up, found.down, found.stay) == (2, 0, 3)
    in_force(inserted)
    tier_refresh.refresh_tiers()
    found = count_moves(previews.request_preview(TWO, 30, acting_user=operator()))
    assert (found.up, found.down, found.stay) == (0, 2, 3)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("ABC", "ABC", [0, 1, 2]),
        ("ABC", "AXBC", [0, 2, 3]),  # one is inserted
        ("ABC", "AXC", [0, 1, 2]),  # one is renamed
        ("ABC", "AC", [0, 0.5, 1]),  # one is removed
        ("ABC", "XYZ", [0, 1, 2]),  # all are renamed
        ("AB", "XYZ", [0, 1]),
        ("ABC", "X", [0, 0.5, 0.5]),
        ("A", "A", [0]),
    ],
)
def test_a_tier_keeps_its_place_by_its_name(before: str, after: str, found: list[float]) -> None:
    assert rung_places(before, after) == found


@pytest.mark.usefixtures("people")
def test_long_previews_run_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "AT_ONCE", 0)
    monkeypatch.setattr(previews, "SLICE", 2)
    row = previews.request_preview(THREE, 30, acting_user=operator())
    assert (row.state, row.passed, row.found) == (TierPreview.State.WAITING, 0, [])
    assert previews.request_preview(THREE, 30, acting_user=operator()).pk == row.pk
    tasks.count_previews()
    row.refresh_from_db()
    assert row.state == TierPreview.State.DONE
    assert sum(line[2] for line in row.found) == len(GATHERED)
    assert previews.finish_oldest_count() is False


@pytest.mark.usefixtures("people")
def test_a_preview_resumes_after_its_worker_died(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "AT_ONCE", 0)
    row = previews.request_preview(THREE, 30, acting_user=operator())
    gone = timezone.now() - timedelta(minutes=1)
    TierPreview.objects.filter(pk=row.pk).update(claim=uuid4(), claimed_until=gone)
    assert previews.finish_oldest_count()
    row.refresh_from_db()
    assert row.state == TierPreview.State.DONE
    TierPreview.objects.filter(pk=row.pk).update(
        state="waiting", attempts=previews.MOST_ATTEMPTS, claim=None
    )
    assert previews.finish_oldest_count()
    row.refresh_from_db()
    assert row.state == TierPreview.State.FAILED


def test_previews_need_the_right_to_edit_or_approve_tiers() -> None:
    for role in (Role.AUDITOR, Role.COMPLIANCE_ANALYST, Role.CASHIER):
        with pytest.raises(NotPermitted):
            previews.request_preview(TWO, 30, acting_user=staff(role))
    assert not TierPreview.objects.exists()


@pytest.mark.usefixtures("people")
def test_tiers_that_come_into_force_put_everybody_on_theirs() -> None:
    assert tier_refresh.refresh_if_due() == 0
    in_force(THREE, effective_at=timezone.now() + timedelta(hours=1))
    assert tier_refresh.refresh_if_due() == 0
    made = in_force(THREE)
    tasks.bring_tiers_into_force()
    assert set(PointsAccount.objects.values_list("tier__tier_set", flat=True)) == {made.pk}
    assert tier_refresh.refresh_if_due() == 0
