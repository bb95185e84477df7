"""Tiers: versions made by two people, and the tier that a window's points give a player."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing
from loyalty import refusals, tasks
from loyalty.models.tiers import Tier, TierChange, TierSet, TierSetDecision
from loyalty.selectors.points import Points, load_points
from loyalty.selectors.tiers import find_tier, find_tier_set_in_force
from loyalty.services import points, tier_refresh
from loyalty.services.tier_changes import decide_tiers, propose_tiers
from loyalty.values.new_tier import NewTier
from tests.accounts.staff import staff
from tests.loyalty.test_points import earned
from tests.wallet.ledger import player

pytestmark = pytest.mark.database
TWO = [NewTier("One", 0, 100, 100), NewTier("Two", 50_000, 200, 150)]


def proposed(tiers: list[NewTier] = TWO, **more: Any) -> TierSet:
    values = {
        "window_days": 30,
        "redeem_from": 100,
        "effective_at": timezone.now(),
        "acting_user": staff(Role.OPERATOR),
        "reason": "a better programme",
        **more,
    }
    return propose_tiers(tiers, **values)


def in_force(tiers: list[NewTier] = TWO, **more: Any) -> TierSet:
    made = proposed(tiers, **more)
    decide_tiers(made.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="")
    return made


def test_there_are_tiers_from_the_beginning() -> None:
    tiers = list(find_tier_set_in_force().tiers.all())
    assert [tier.threshold for tier in tiers] == [0, 100_000, 1_000_000, 5_000_000]
    assert tiers[0].multiplier == 100


def test_enough_points_move_a_player_to_the_tier() -> None:
    in_force()
    ana, ben = player(), player("ben")
    earned(ana, "499.99")
    earned(ben, "500")
    tasks.refresh_tiers()
    assert (find_tier(ana).name, find_tier(ben).name) == ("One", "Two")
    earned(ben, "1.005")
    assert load_points(ben) == Points(50_201, 0)
    changes = TierChange.objects.count()
    assert tier_refresh.refresh_tiers() == 0
    assert TierChange.objects.count() == changes


def test_a_void_takes_the_tier_that_its_round_led_to_and_its_undoing_gives_it_back() -> None:
    in_force()
    ana = player()
    round_id = earned(ana, "500")
    tier_refresh.refresh_tier(ana)
    points.reverse_points(ana, round_id, uuid4())
    tier_refresh.refresh_tier(ana)
    assert find_tier(ana).name == "One"
    points.restore_points(ana, round_id, uuid4())
    tier_refresh.refresh_tier(ana)
    assert find_tier(ana).name == "Two"
    assert list(TierChange.objects.order_by("pk").values_list("points", flat=True)) == [
        50_000,
        0,
        50_000,
    ]


def test_a_set_counts_when_another_person_approved_it_and_its_time_has_come() -> None:
    before = find_tier_set_in_force()
    later = in_force(effective_at=timezone.now() + timedelta(days=1))
    assert find_tier_set_in_force() == before
    assert find_tier_set_in_force(timezone.now() + timedelta(days=2)) == later
    told = Event.objects.filter(kind__startswith="tiers").order_by("pk")
    kinds = list(told.values_list("kind", flat=True))
    assert kinds == ["tiers_proposed", "tiers_approved"]


def told(tiers: TierSet) -> dict[str, object]:
    steps = ("name", "threshold", "multiplier", "redemption", "withdrawal", "name_es")
    return {
        "tiers": [list(one) for one in tiers.tiers.values_list(*steps)],
        "window_days": tiers.window_days,
        "redeem_from": tiers.redeem_from,
    }


def test_a_refusal_is_an_event_with_person_and_reason() -> None:
    made, boss = proposed(), staff(Role.COMPLIANCE_MANAGER)
    decide_tiers(made.pk, approved=False, acting_user=boss, reason=" too dear ")
    event = Event.objects.get(kind="tiers_refused")
    assert (event.actor_id, event.subject) == (boss.pk, f"tiers {made.pk}")
    assert event.data == {
        "before": told(find_tier_set_in_force()),
        "after": {
            "tiers": [["One", 0, 100, 100, 100, ""], ["Two", 50_000, 200, 150, 100, ""]],
            "window_days": 30,
            "redeem_from": 100,
        },
        "effective_at": made.effective_at.isoformat(),
        "proposed_by": staff(Role.OPERATOR).pk,
        "note": "too dear",
    }


def everything() -> tuple[list[object], ...]:
    tables = (TierSet, Tier, TierSetDecision, Event)
    return tuple(list(table.objects.order_by("pk").values()) for table in tables)


@pytest.mark.parametrize(
    ("tiers", "more", "error"),
    [
        (TWO, {"reason": " "}, ReasonMissing),
        (TWO[1:], {}, refusals.FirstTierMissing),
        ([TWO[0], NewTier("One", 7, 100, 100)], {}, refusals.DuplicateTiers),
        ([TWO[0], NewTier("Two", 0, 100, 100)], {}, refusals.DuplicateTiers),
        ([NewTier("One", 0, 99, 100)], {}, refusals.TiersRefused),
        (TWO, {"window_days": 0}, refusals.TiersRefused),
    ],
)
def test_tiers_that_make_no_sense_are_refused(
    tiers: list[NewTier], more: dict[str, Any], error: type[refusals.TiersRefused]
) -> None:
    by = staff(Role.OPERATOR)
    before = everything()
    with pytest.raises(error):
        proposed(tiers, acting_user=by, **more)
    assert everything() == before


def test_proposing_and_deciding_are_two_rights_of_two_people() -> None:
    manager, auditor = staff(Role.COMPLIANCE_MANAGER), staff(Role.AUDITOR)
    made = proposed()
    before = everything()
    with pytest.raises(NotPermitted):
        proposed(acting_user=manager)
    with pytest.raises(NotPermitted):
        decide_tiers(made.pk, approved=True, acting_user=auditor, reason="")
    with pytest.raises(ReasonMissing):
        decide_tiers(made.pk, approved=False, acting_user=manager, reason=" ")
    assert everything() == before
    first = decide_tiers(made.pk, approved=False, acting_user=manager, reason="too generous")
    assert decide_tiers(made.pk, approved=False, acting_user=manager, reason="again") == first
    with pytest.raises(ChangedMeanwhile):
        decide_tiers(made.pk, approved=True, acting_user=manager, reason="")


def test_the_database_refuses_own_decisions_and_late_tiers() -> None:
    made = proposed()
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        TierSetDecision.objects.create(
            proposal=made, approved=True, decided_by=made.proposed_by, reason=""
        )
    assert isinstance(caught.value.__cause__, psycopg.errors.IntegrityConstraintViolation)
    with pytest.raises(DatabaseError), transaction.atomic():
        Tier.objects.create(
            tier_set=find_tier_set_in_force(),
            name="Mine",
            threshold=1,
            multiplier=900,
            redemption=1,
        )
    bare = TierSet.objects.create(
        window_days=1, effective_at=timezone.now(), reason="none", proposed_by=made.proposed_by
    )
    with pytest.raises(DatabaseError), transaction.atomic():
        TierSetDecision.objects.create(
            proposal=bare, approved=True, decided_by=staff(Role.COMPLIANCE_MANAGER), reason=""
        )
