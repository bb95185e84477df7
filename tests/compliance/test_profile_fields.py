"""Fields of the profile: those in force and to come on the page, and changes by a form of chosen fields."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.roles.values import Role
from compliance.profiles.forms.inputs import build_input
from compliance.profiles.selectors.versions import compare_version, load_version_values
from compliance.profiles.words import describe_groups
from journal.models import Event
from profiles.models import ProfileDecision, ProfileVersion
from profiles.selectors import in_force
from profiles.values.fields import FIELDS
from profiles.values.profile_files import NAMES, read_shipped
from profiles.values.stated import SourceStatus, StatedValue
from tests.accounts.staff import inside, staff
from tests.compliance.test_profiles import approve, proposed
from tests.fixtures.profiles import FIRST, founded_version

pytestmark = pytest.mark.database


def approved_for(asked: ProfileVersion, at: datetime) -> None:
    approve(asked)
    in_force.forget_versions()
    assert ProfileDecision.objects.get(pk=asked.pk).in_force_from == at


def test_the_page_shows_what_is_in_force_and_what_comes_beside_it() -> None:
    coming = timezone.now() + timedelta(days=3)
    asked = proposed(effective_at=coming)
    approved_for(asked, coming)
    page = inside(staff(Role.AUDITOR)).get(reverse("profiles:list"))
    assert page.context["number"] == FIRST
    lines = {line.name: line for group in page.context["groups"] for line in group.lines}
    assert lines["currencies"].value == "—"
    assert [(one.version, one.at, one.value) for one in lines["currencies"].coming] == [
        (asked.pk, coming, "EUR")
    ]
    assert not lines["minimum_age"].coming or lines["minimum_age"].coming[0].version == asked.pk
    assert f"Coming: version {asked.pk}" in page.text


def test_a_value_that_does_not_hold_today_is_marked() -> None:
    begins = timezone.now().date() + timedelta(days=30)
    stated = (
        StatedValue(18, SourceStatus.CHOICE),
        StatedValue(21, SourceStatus.CHOICE, valid_from=begins),
    )
    values = {**founded_version().values, "minimum_age": stated}
    with translation.override("en"):
        groups = describe_groups(values, today=timezone.now().date())
    mine = [line for group in groups for line in group.lines if line.name == "minimum_age"]
    assert [(line.value, line.holds) for line in mine] == [("18 years", True), ("21 years", False)]


def sent(**changed: Any) -> dict[str, Any]:
    """Return what the form of two fields sends."""
    return {
        "minimum_age": "21",
        "minimum_age-status": "primary",
        "minimum_age-source": "a new law",
        "minimum_age-checked_on": "2026-01-02",
        "max_stake_box": "10 USD\n20 EUR",
        "max_stake_box-status": "choice",
        "max_stake_box-source": "",
        "reason": "the law changes",
        **changed,
    }


def change(client: Client, *names: str, **data: Any) -> Any:
    query = "&".join(f"field={name}" for name in names)
    return client.post(f"{reverse('profiles:fields')}?{query}", data)


def test_fields_are_changed_by_their_inputs_and_the_rest_stays() -> None:
    client = inside(staff(Role.OPERATOR))
    answer = change(client, "minimum_age", "max_stake_box", **sent())
    made = ProfileVersion.objects.latest("pk")
    assert answer.status_code == 303
    differences = {one.name: one.after for one in compare_version(made)}
    assert list(differences) == ["minimum_age", "max_stake_box"]
    (age,), (stake,) = differences.values()
    assert (age.value, age.status, age.source) == (21, SourceStatus.PRIMARY, "a new law")
    assert age.checked_on == date(2026, 1, 2)
    assert [str(one) for one in stake.value] == ["10 USD", "20 EUR"]
    assert (made.name, made.title, made.country) == ("tests", "Tests", "")
    event = Event.objects.get(kind="profile_proposed")
    assert event.data["after"] == {"minimum_age": "21", "max_stake_box": "['10 USD', '20 EUR']"}


def test_a_value_from_a_day_on_stands_beside_the_present_one() -> None:
    begins = timezone.now().date() + timedelta(days=30)
    data = sent(**{"minimum_age-valid_from": begins.isoformat()})
    change(inside(staff(Role.OPERATOR)), "minimum_age", **data)
    made = load_version_values(ProfileVersion.objects.latest("pk"))["minimum_age"]
    assert [(one.value, one.valid_from) for one in made] == [(18, None), (21, begins)]


@pytest.mark.parametrize(
    ("name", "data", "field"),
    [
        ("minimum_age", {"minimum_age": "8"}, "minimum_age"),
        ("minimum_age", {"minimum_age": ""}, "minimum_age"),
        ("minimum_age", {"minimum_age-source": ""}, "minimum_age"),
        ("max_stake_box", {"max_stake_box": "10 dollars"}, "max_stake_box"),
        ("max_stake_box", {"max_stake_box": "10 GBP"}, "max_stake_box"),
        ("max_stake_box", {"reason": ""}, "reason"),
        ("autoplay", {"autoplay": "yes", "autoplay-status": "choice"}, "autoplay"),
        (
            "minimum_ages",
            {"minimum_ages": "US=old", "minimum_ages-status": "choice"},
            "minimum_ages",
        ),
    ],
)
def test_an_impossible_value_is_refused_at_its_field(
    name: str, data: dict[str, Any], field: str
) -> None:
    before = ProfileVersion.objects.count()
    answer = change(inside(staff(Role.OPERATOR)), name, **sent(**data))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert ProfileVersion.objects.count() == before
    assert not Event.objects.filter(kind="profile_proposed").exists()


def test_an_unknown_field_takes_the_house_default() -> None:
    data = {"minimum_age-status": "unknown", "minimum_age": ""}
    change(inside(staff(Role.OPERATOR)), "minimum_age", **sent(**data))
    (stated,) = load_version_values(ProfileVersion.objects.latest("pk"))["minimum_age"]
    assert (stated.value, stated.status) == (18, SourceStatus.UNKNOWN)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_has_an_input_that_keeps_its_value(name: str) -> None:
    """A field with a value that its input shows is read back to the same value."""
    kind = FIELDS[name].kind
    found = {one: read_shipped(one, timezone.now().date()).values[name] for one in NAMES}
    for stated in (value for values in found.values() for value in values):
        made = build_input(name)
        shown = made.show(kind.store(stated.value))
        typed = made.field.clean(shown)
        assert kind.read(made.read(typed)) == stated.value


def test_fields_can_be_added_and_each_has_its_legend() -> None:
    page = inside(staff(Role.OPERATOR))
    url = reverse("profiles:fields")
    shown = page.get(f"{url}?field=hints&add=max_stake_box&field=nonsense")
    assert shown.context["names"] == ["hints", "max_stake_box"]
    assert shown.text.count("<legend>") >= 2
    assert '<option value="hints">' not in shown.text
    assert page.get(f"{url}?country=ES").status_code == 404
