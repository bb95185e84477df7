from datetime import UTC, date, datetime

import pytest

from profiles.refusals import ProfileRefused
from profiles.values.fields import FIELDS
from profiles.values.profile_files import NAMES, house_values, parse_profile, read_shipped
from profiles.values.stated import SourceStatus, load_values, store_values, value_on

TODAY = date(2026, 12, 1)
HEAD = 'name = "x"\n[people]\n'


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_file_is_read_whole_and_stored_without_loss(name: str) -> None:
    read = read_shipped(name, TODAY)
    assert (read.name, set(read.values)) == (name, set(FIELDS))
    assert load_values(store_values(read.values)) == read.values
    assert not any(one.confirmed_by_counsel for found in read.values.values() for one in found)


def test_the_house_default_knows_every_field() -> None:
    assert set(house_values()) == set(FIELDS)
    assert all(one.status == SourceStatus.CHOICE for (one,) in house_values().values())


def test_unknown_is_not_none_it_is_the_house_default() -> None:
    colombia = read_shipped("co", TODAY).values
    for name in ("limit_loosening_hours", "seconds_between_rounds"):  # one said so, one is left out
        (found,) = colombia[name]
        assert (found.status, found.value) == (SourceStatus.UNKNOWN, house_values()[name][0].value)
    assert colombia["limit_loosening_hours"][0].value == 168


@pytest.mark.parametrize(
    ("day", "joint", "limit"),
    [(date(2027, 3, 24), False, []), (date(2027, 3, 25), True, ["700 EUR"])],
)
def test_a_value_dated_ahead_holds_from_its_day(day: date, joint: bool, limit: list[str]) -> None:  # noqa: FBT001  # a case
    spain = read_shipped("es", TODAY).values
    found = value_on(spain["joint_limits"], day), value_on(spain["joint_limit_day"], day)
    assert found[0] is not None
    assert found[1] is not None
    assert (found[0].value, [str(one) for one in found[1].value]) == (joint, limit)


REFUSED = [
    ('[people]\nminimum_age = { value = 18, status = "choice" }', "profile_name_missing", ""),
    ('name = "x"\n[peopel]\na = 1', "profile_group_unknown", "peopel"),
    (HEAD + 'minimal_age = { value = 18, status = "choice" }', "profile_field_unknown", "minimal_age"),
    (HEAD + 'location_checks = { value = "none", status = "choice" }', "profile_field_unknown", "location_checks"),
    (HEAD + 'minimum_age = { value = 17, status = "choice" }', "profile_value_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { value = "18", status = "choice" }', "profile_value_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { value = true, status = "choice" }', "profile_value_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { status = "choice" }', "profile_value_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "unknown" }', "profile_value_impossible", "minimum_age"),
    (HEAD + "minimum_age = []", "profile_value_impossible", "minimum_age"),
    (HEAD + "minimum_age = 18", "profile_entry_unknown", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "choice", sauce = "x" }', "profile_entry_unknown", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "sure" }', "profile_status_unknown", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "primary" }', "profile_source_missing", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "choice", valid_to = 2026-11-30 }', "profile_date_past", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "choice", checked_on = 2026-12-02 }', "profile_date_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "choice", valid_from = "2026" }', "profile_date_impossible", "minimum_age"),
    (HEAD + 'minimum_age = { value = 18, status = "choice", valid_from = 2027-02-01, valid_to = 2027-01-01 }', "profile_date_impossible", "minimum_age"),
    (HEAD + 'minimum_age = [{ value = 18, status = "choice" }, { value = 21, status = "choice" }]', "profile_dates_overlap", "minimum_age"),
    ("name = ", "profile_file_unreadable", ""),
    ("\x00", "profile_file_unreadable", ""),
    ("#" * 200_001, "profile_file_too_large", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "field"), REFUSED)
def test_a_bad_file_is_refused_as_a_whole_and_names_the_field(
    text: str, code: str, field: str
) -> None:
    with pytest.raises(ProfileRefused) as refused:
        parse_profile(text.encode(), TODAY)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_file_that_is_no_utf_8_is_refused() -> None:
    with pytest.raises(ProfileRefused) as refused:
        parse_profile(b'name = "\xff"', datetime.now(UTC).date())
    assert refused.value.code == "profile_file_unreadable"
