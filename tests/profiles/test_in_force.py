from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models.users import User
from approvals.services import ANOTHER_PERSON
from profiles.models import ProfileDecision, ProfileVersion
from profiles.selectors import in_force
from profiles.selectors.in_force import profile_in_force
from profiles.values.digests import digest_values
from profiles.values.stated import store_values
from tests.fixtures.profiles import founded_version


def a_version(proposer: User | None, effective_at: datetime, **changed: object) -> ProfileVersion:
    values = store_values(founded_version().values)
    for name, value in changed.items():
        values[name][0]["value"] = value
    return ProfileVersion.objects.create(
        name="other",
        values=values,
        digest=digest_values(values),
        effective_at=effective_at,
        reason="a new law",
        proposed_by=proposer,
    )


def two_staff() -> tuple[User, User]:
    first, second = User.objects.filter(is_staff=True).order_by("pk")[:2]
    return first, second


@pytest.mark.database
def test_the_first_version_of_an_installation_is_in_force_for_all_that_was_before() -> None:
    in_force.forget_versions()
    long_ago = profile_in_force(at=datetime(2001, 1, 1, tzinfo=UTC))
    assert (long_ago.name, long_ago.country_version) == ("tests", None)
    assert ProfileVersion.objects.get().digest == digest_values(ProfileVersion.objects.get().values)


@pytest.mark.database
def test_an_approved_version_is_in_force_a_minute_later_and_never_before() -> None:
    proposer, decider = two_staff()
    asked = a_version(proposer, timezone.now() - timedelta(days=3), minimum_age=21)
    made = ProfileDecision.objects.create(proposal=asked, approved=True, decided_by=decider)
    made.refresh_from_db()
    assert made.in_force_from is not None
    assert made.in_force_from >= made.decided_at + timedelta(seconds=59)
    in_force.forget_versions()
    assert profile_in_force(at=made.in_force_from - timedelta(microseconds=1)).minimum_age == 18
    later = profile_in_force(at=made.in_force_from)
    assert (later.minimum_age, later.version) == (21, asked.pk)


@pytest.mark.database
@pytest.mark.parametrize("who", ["proposer", "nobody"])
def test_the_database_wants_another_person(who: str) -> None:
    proposer, _ = two_staff()
    asked = a_version(proposer, timezone.now())
    decider = proposer if who == "proposer" else None
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        ProfileDecision.objects.create(proposal=asked, approved=True, decided_by=decider)
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.diag.constraint_name == ANOTHER_PERSON
    assert not ProfileDecision.objects.filter(proposal=asked).exists()


@pytest.mark.database
def test_no_second_version_comes_without_people() -> None:
    asked = a_version(None, timezone.now())
    with pytest.raises(DatabaseError), transaction.atomic():
        ProfileDecision.objects.create(proposal=asked, approved=True, decided_by=None)


@pytest.mark.database
@pytest.mark.parametrize("model", [ProfileVersion, ProfileDecision])
def test_versions_are_append_only(model: type[Model]) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        model._default_manager.update(reason="other")
