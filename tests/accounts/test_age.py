from datetime import UTC, date, datetime, timedelta, timezone

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st

from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.sign_up.services.sign_up import open_account
from accounts.values.ages import (
    BirthDateRefusedError,
    age_on,
    is_of_age,
    verify_birth_date,
    westernmost_date,
)
from tests.accounts.people import ana, ana_confirmed, demo, form_of
from tests.fixtures.profiles import ProfileChange

DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))


@pytest.mark.parametrize(
    ("today", "adult"),
    [
        (date(2026, 11, 20), False),
        (date(2026, 11, 21), True),
        (date(2026, 11, 22), True),
    ],
)
def test_majority_begins_on_the_eighteenth_birthday(today: date, *, adult: bool) -> None:
    assert is_of_age(date(2008, 11, 21), today, 18) is adult


@pytest.mark.parametrize(
    ("today", "years"),
    [
        (date(2026, 2, 28), 17),
        (date(2026, 3, 1), 18),
        (date(2028, 2, 28), 19),
        (date(2028, 2, 29), 20),
    ],
)
def test_leap_day_birthdays_fall_on_the_first_of_march_in_common_years(
    today: date, years: int
) -> None:
    assert age_on(date(2008, 2, 29), today) == years


def test_another_minimum_age_can_be_asked() -> None:
    assert is_of_age(date(2006, 1, 1), date(2026, 1, 1), 18)
    assert not is_of_age(date(2006, 1, 1), date(2026, 1, 1), minimum=21)


@pytest.mark.parametrize(
    ("birth_date", "code"),
    [
        (date(2008, 11, 22), "under_age"),
        (date(2026, 11, 21), "under_age"),
        (date(2026, 11, 22), "birth_date_future"),
        (date(1905, 11, 21), "birth_date_absurd"),
        (date(1, 1, 1), "birth_date_absurd"),
    ],
)
def test_dates_that_open_no_account_are_refused_with_their_code(
    birth_date: date, code: str
) -> None:
    with pytest.raises(BirthDateRefusedError) as refusal:
        verify_birth_date(birth_date, date(2026, 11, 21), 18)
    assert refusal.value.code == code


@pytest.mark.parametrize("birth_date", [date(2008, 11, 21), date(1905, 11, 22)])
def test_the_youngest_adult_and_the_oldest_person_are_accepted(birth_date: date) -> None:
    verify_birth_date(birth_date, date(2026, 11, 21), 18)


@given(birth_date=DAYS, today=DAYS)
def test_age_never_falls_and_grows_by_one_at_most_from_day_to_day(
    birth_date: date, today: date
) -> None:
    tomorrow = today + timedelta(days=1)
    assert age_on(birth_date, tomorrow) - age_on(birth_date, today) in (0, 1)


@given(birth_date=DAYS, years=st.integers(0, 130))
def test_a_year_is_completed_on_the_birthday_and_not_the_day_before(
    birth_date: date, years: int
) -> None:
    try:
        birthday = birth_date.replace(year=birth_date.year + years)
    except ValueError:
        birthday = date(birth_date.year + years, 3, 1)
    assert age_on(birth_date, birthday) == years
    assert age_on(birth_date, birthday - timedelta(days=1)) == years - 1


@pytest.mark.parametrize(
    ("now", "reached"),
    [
        (datetime(2026, 11, 23, 11, 59, 59, tzinfo=UTC), date(2026, 11, 22)),
        (datetime(2026, 11, 23, 12, tzinfo=UTC), date(2026, 11, 23)),
        (datetime(2026, 11, 22, 21, tzinfo=timezone(timedelta(hours=-5))), date(2026, 11, 22)),
    ],
)
def test_a_date_counts_when_the_last_place_on_earth_has_reached_it(
    now: datetime, reached: date
) -> None:
    assert westernmost_date(now) == reached


@pytest.mark.database
@pytest.mark.parametrize(
    ("now", "adult"),
    [
        (datetime(2026, 11, 23, 2, tzinfo=UTC), False),  # 22 November, 21:00 in Bogotá
        (datetime(2026, 11, 23, 11, 59, 59, tzinfo=UTC), False),
        (datetime(2026, 11, 23, 12, tzinfo=UTC), True),
    ],
)
def test_the_day_before_majority_is_refused(now: datetime, *, adult: bool) -> None:
    born = date(2008, 11, 23)
    with time_machine.travel(now, tick=False):
        answer = Client().post(reverse("account_signup"), form_of(ana(birth_date=born)))
        assert answer.status_code == (302 if adult else 422)
        if not adult:
            with pytest.raises(BirthDateRefusedError):
                open_account(ana(birth_date=born))
        player = demo()
        player.birth_date = born
        barred = may_play_real_money(player)
    assert (barred is None) == adult
    assert barred is None or barred.code == "under_age"
    assert User.objects.filter(email="ana@example.com").exists() == adult


@pytest.mark.database
@pytest.mark.parametrize("country", ["US", "CO"])
def test_the_age_of_the_house_and_of_the_country_counts_everywhere(
    profile: ProfileChange, country: str
) -> None:
    profile(minimum_age=19, minimum_ages={"US": 21})
    least = {"US": 21, "CO": 19}[country]
    today = datetime.now(UTC).date()
    young = (today - timedelta(days=365 * least)).isoformat()
    form = {**form_of(ana(country=country)), "birth_date": young, "document_country": "CO"}
    answer = Client().post(reverse("account_signup"), form)
    assert f"{least}" in str(answer.context["form"].errors["birth_date"])
    assert "19" in answer.context["form"].fields["birth_date"].help_text
    assert "19" in Client().get("/documents/terms/").text

    old = ana_confirmed(country=country, birth_date=date(today.year - least - 2, 1, 1))
    verify_identity(old, SeenDocument("passport seen"))
    assert may_play_real_money(old) is None
    profile(minimum_age=30)
    assert (barred := may_play_real_money(old)) is not None
    assert barred.code == "under_age"
