"""How long a looser own limit waits, and how often one is allowed, by the profile of the player's country."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone, translation
from psycopg import Connection

from accounts.models.users import User
from limits.models import Limit, LimitConfirmation
from limits.refusals import LimitNotDue, LimitRaisedLately
from limits.selectors.in_force import pending_limits
from limits.services.players import confirm_limit
from limits.values import LimitKind, LimitPeriod
from pages.moments import describe_hours, months_later
from tests.accounts.people import ana_confirmed
from tests.fixtures.profiles import ProfileChange
from tests.limits.own_limits import USD, asked_earlier, limited
from tests.limits.test_own_limits import counts, everything

HOUR = 3600


@pytest.mark.database
@pytest.mark.parametrize(("country", "hours"), [("", 168), ("ES", 72)])
def test_a_looser_limit_waits_as_the_profile_of_the_country_says(
    profile: ProfileChange, country: str, hours: int
) -> None:
    ana = ana_confirmed()
    User.objects.filter(pk=ana.pk).update(country=country or "CO")
    profile(country, limit_loosening_hours=hours)
    limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    assert (row.wait_hours, row.in_force_from - row.proposed_at) == (hours, timedelta(hours=hours))
    assert counts(ana) == {("loss", "24h"): 100}


@pytest.mark.database
def test_a_stricter_limit_waits_for_nothing(profile: ProfileChange) -> None:
    ana = ana_confirmed()
    profile(limit_loosening_hours=168)
    for usd in (100, 50):
        row = limited(ana, LimitKind.LOSS, usd)
        assert (row.wait_hours, row.loosens) == (0, False)
    assert counts(ana) == {("loss", "24h"): 50}


@pytest.mark.database
def test_postgresql_never_lets_it_wait_less_than_24_hours() -> None:
    ana = ana_confirmed()
    limited(ana, LimitKind.LOSS, 100)
    for hours, found in ((1, 24), (23, 24), (25, 25)):
        row = Limit.objects.create(
            key=uuid4(),
            scope="own",
            player=ana,
            proposed_by=ana,
            kind=LimitKind.LOSS,
            period=LimitPeriod.DAY,
            amount=200 * USD,
            wait_hours=hours,
        )
        row.refresh_from_db()
        assert row.in_force_from - row.proposed_at == timedelta(hours=found)


@pytest.mark.committed
def test_what_waits_keeps_its_time_when_the_profile_changes(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    ana = ana_confirmed()
    profile(limit_loosening_hours=168)
    first = limited(ana, LimitKind.LOSS, 100)
    row = limited(ana, LimitKind.LOSS, 200)
    asked_earlier(owner_connection, first, 200 * HOUR)
    asked_earlier(owner_connection, row, 167 * HOUR)
    profile(limit_loosening_hours=24)
    before = everything()
    with pytest.raises(LimitNotDue) as refused:
        confirm_limit(ana, row.pk)
    assert refused.value.code == "limit_not_due"
    assert (everything(), counts(ana)) == (before, {("loss", "24h"): 100})
    asked_earlier(owner_connection, row, HOUR)
    confirm_limit(ana, row.pk)
    assert counts(ana) == {("loss", "24h"): 200}


def raised(ana: User, owner: Connection[Any], usd: float, period: LimitPeriod) -> None:
    """Set a deposit limit, then raise and confirm it."""
    asked_earlier(owner, limited(ana, LimitKind.DEPOSIT, usd, period), 48 * HOUR)
    asked_earlier(owner, limited(ana, LimitKind.DEPOSIT, usd * 2, period), 24 * HOUR)
    confirm_limit(ana, pending_limits(ana.pk)[0].limit.pk)


@pytest.mark.committed
def test_months_pass_between_two_looser_deposit_limits(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    ana = ana_confirmed()
    profile(limit_months_between=3)
    raised(ana, owner_connection, 100, LimitPeriod.DAY)
    limited(ana, LimitKind.DEPOSIT, 500, LimitPeriod.WEEK)
    limited(ana, LimitKind.LOSS, 100)
    before = everything()
    for usd, period in ((300, LimitPeriod.DAY), (None, LimitPeriod.DAY), (600, LimitPeriod.WEEK)):
        with pytest.raises(LimitRaisedLately) as refused:
            limited(ana, LimitKind.DEPOSIT, usd, period)
        assert refused.value.code == "limit_raised_lately"
    assert everything() == before
    limited(ana, LimitKind.DEPOSIT, 50)
    assert limited(ana, LimitKind.LOSS, 200).loosens  # other limits have no such pause


@pytest.mark.committed
def test_after_the_months_it_is_possible_again(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    ana = ana_confirmed()
    profile(limit_months_between=3)
    raised(ana, owner_connection, 100, LimitPeriod.DAY)
    owner_connection.execute("ALTER TABLE limits_limitconfirmation DISABLE TRIGGER USER")
    owner_connection.execute(
        "UPDATE limits_limitconfirmation SET at = %s",
        [months_later(timezone.now(), -3) - timedelta(minutes=1)],
    )
    owner_connection.execute("ALTER TABLE limits_limitconfirmation ENABLE TRIGGER USER")
    assert limited(ana, LimitKind.DEPOSIT, 300).loosens
    assert LimitConfirmation.objects.count() == 1


def test_hours_are_days_if_they_are_whole_days() -> None:
    with translation.override("en"):
        described = [describe_hours(hours) for hours in (1, 24, 36, 48, 168)]
    assert described == [
        "1 hour",
        "24 hours",
        "36 hours",
        "2 days",
        "7 days",
    ]
