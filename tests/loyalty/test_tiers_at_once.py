"""Tier refreshes concurrent with each other and with voids: a stale count does not win."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import transaction

from loyalty.models.tiers import TierChange
from loyalty.selectors.tiers import find_tier
from loyalty.services import points, tier_refresh
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import in_force
from tests.threads import Running
from tests.waiting import wait_until_blocked
from tests.wallet.ledger import player

pytestmark = pytest.mark.committed


@pytest.fixture
def beside() -> Callable[[], Running[object]]:
    """Return a function that starts a concurrent nightly refresh and waits until it is blocked."""

    def begin() -> Running[object]:
        other = Running[object](tier_refresh.refresh_tiers)
        wait_until_blocked()
        return other

    return begin


def changes() -> list[tuple[str, int]]:
    return list(TierChange.objects.order_by("pk").values_list("tier__name", "points"))


def test_a_tier_that_a_void_takes_is_not_given_back_by_what_was_counted_before(
    beside: Callable[[], Running[object]],
) -> None:
    in_force()
    ana = player()
    round_id = earned(ana, "500")
    with transaction.atomic():
        points.reverse_points(ana, round_id, uuid4())
        tier_refresh.refresh_tier(ana)
        other = beside()
    other.result()
    assert find_tier(ana).name == "One"
    assert changes() == [("One", 0)]


def test_concurrent_tier_changes_count_once(
    beside: Callable[[], Running[object]],
) -> None:
    in_force()
    ana = player()
    earned(ana, "500")
    with transaction.atomic():
        tier_refresh.refresh_tier(ana)
        other = beside()
    other.result()
    assert changes() == [("Two", 50_000)]
