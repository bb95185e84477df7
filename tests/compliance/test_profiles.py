"""Versions of the profile: proposed from a text, decided by another person, shown with their differences."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import Role
from compliance.profiles.selectors.versions import find_state
from compliance.profiles.services.changes import (
    ProfileRequest,
    decide_profile,
    propose_profile,
)
from journal.models import Event
from journal.refusals import AnotherPersonNeeded
from profiles.models import ProfileDecision, ProfileVersion
from profiles.refusals import ProfileRefused, ProfileUnchanged
from profiles.selectors import in_force
from profiles.selectors.differences import find_broken_versions
from profiles.values.fields import FIELDS
from profiles.values.kinds import Whole
from profiles.values.labels import label_quantity, label_word
from profiles.values.profile_files import NAMES, parse_profile, read_shipped, shipped_file
from profiles.values.profile_text import write_profile
from tests.accounts.staff import inside, staff

pytestmark = pytest.mark.database
TODAY = datetime.now(UTC).date()
SAME = {  # words whose English label is the word itself
    "address", "allow", "calendar", "daily", "folder", "monthly", "name", "nobody", "none", "offered",
    "passport", "phone", "refuse", "regulators", "reported", "rolling", "session", "staff", "stand",
    "weekly", "win", "withheld",
}  # fmt: skip
CODES = {"USD", "ms", "%"}


def proposed(name: str = "es", **changes: Any) -> ProfileVersion:
    wanted = ProfileRequest(shipped_file(name).read_bytes(), **changes)
    return propose_profile(wanted, reason="a licence", acting_user=staff(Role.OPERATOR))


def approve(version: ProfileVersion) -> ProfileDecision:
    manager = staff(Role.COMPLIANCE_MANAGER)
    return decide_profile(version.pk, approved=True, reason="read", acting_user=manager)


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_is_written_as_its_file_is_read(name: str) -> None:
    values = read_shipped(name, TODAY).values
    text = write_profile(name, "title", values)
    assert parse_profile(text.encode(), TODAY).values == values


def test_two_people_bring_a_version_into_force_and_both_steps_are_events() -> None:
    asked = proposed()
    begins = approve(asked).in_force_from
    assert begins is not None
    in_force.forget_versions()
    assert in_force.profile_in_force(at=begins).name == "es"
    assert in_force.profile_in_force(at=begins - timedelta(seconds=1)).name == "tests"
    told = Event.objects.filter(subject=f"profile {asked.pk}").order_by("pk")
    assert [one.kind for one in told] == ["profile_proposed", "profile_approved"]
    assert told[0].data["after"]["currencies"] == "['EUR']"
    assert list(find_broken_versions()) == []


def test_the_proposer_decides_nothing() -> None:
    both = staff(Role.COMPLIANCE_MANAGER)
    asked = proposed()
    ProfileVersion.objects.filter(pk=asked.pk)
    with pytest.raises(AnotherPersonNeeded):
        decide_profile(
            ProfileVersion.objects.create(
                name="x",
                values=asked.values,
                digest=asked.digest,
                effective_at=timezone.now(),
                reason="x",
                proposed_by=both,
            ).pk,
            approved=True,
            reason="x",
            acting_user=both,
        )
    assert ProfileDecision.objects.count() == 1


def test_a_bad_text_leaves_nothing_half_in_force() -> None:
    before = (ProfileVersion.objects.count(), Event.objects.count())
    content = (
        shipped_file("es")
        .read_bytes()
        .replace(b"minimum_age = { value = 18", b"minimum_age = { value = 8")
    )
    with pytest.raises(ProfileRefused) as refused:
        propose_profile(ProfileRequest(content), reason="x", acting_user=staff(Role.OPERATOR))
    assert (refused.value.code, refused.value.field) == ("profile_value_impossible", "minimum_age")
    assert (ProfileVersion.objects.count(), Event.objects.count()) == before


def test_a_moment_in_the_past_is_refused() -> None:
    with pytest.raises(ProfileRefused) as refused:
        proposed(effective_at=timezone.now() - timedelta(days=1))
    assert refused.value.code == "profile_date_past"


def test_what_is_in_force_is_not_proposed_again(settings: Any) -> None:
    with open(settings.FIRST_PROFILE, "rb") as file, pytest.raises(ProfileUnchanged):  # noqa: PTH123  # a text
        propose_profile(ProfileRequest(file.read()), reason="x", acting_user=staff(Role.OPERATOR))


def test_a_version_nobody_else_decided_is_found() -> None:
    asked = proposed()
    approve(asked)
    stored = ProfileVersion.objects.create(
        name="x",
        values=asked.values,
        digest="0" * 64,
        effective_at=timezone.now(),
        reason="x",
        proposed_by=staff(Role.OPERATOR),
    )
    approve(stored)
    assert [one.partition(":")[0] for one in find_broken_versions()] == [
        f"profile version {stored.pk}"
    ]


def test_pages_show_values_sources_and_differences_and_propose_by_form() -> None:
    client = inside(staff(Role.OPERATOR))
    page = client.get(reverse("profiles:new"), {"file": "es"})
    content = page.context["form"]["content"].value()
    answer = client.post(reverse("profiles:new"), {"content": content, "reason": "a licence"})
    assert answer.status_code == 303
    made = ProfileVersion.objects.latest("pk")
    version = client.get(reverse("profiles:version", args=[made.pk])).text
    for part in ("RGIAJ", "joint_limits", "EUR"):
        assert part in version
    refused = client.post(reverse("profiles:new"), {"content": "name = ", "reason": "x"})
    assert refused.status_code == 422
    listed = client.get(reverse("profiles:list")).text
    assert reverse("profiles:version", args=[made.pk]) in listed


def test_a_version_dated_ahead_is_listed_as_coming_and_the_present_values_stay() -> None:
    now = timezone.now()
    coming = approve(proposed(effective_at=now + timedelta(days=2))).proposal
    in_force.forget_versions()
    page = inside(staff(Role.OPERATOR)).get(reverse("profiles:list"))
    states = {line.version.pk: line.state for line in page.context["versions"]}
    assert states.pop(coming.pk) == "approved, not in force yet"
    assert list(states.values()) == ["in force"]
    (currencies,) = (
        line
        for group in page.context["groups"]
        for line in group.lines
        if line.name == "currencies"
    )
    assert "EUR" not in currencies.value
    assert find_state(coming, now + timedelta(days=3)) == "in_force"


def test_every_word_and_unit_of_a_value_has_a_label() -> None:
    for name, field in FIELDS.items():
        kind = field.kind
        words = getattr(kind, "words", ())
        assert [word for word in words if label_word(word) == word and word not in SAME] == [], name
        if isinstance(kind, Whole) and kind.unit not in CODES:
            assert label_quantity(1, kind.unit) != f"1 {kind.unit}"
