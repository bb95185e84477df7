"""Ages and minimum ages."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal
from profiles.selectors.in_force import profile_in_force

MAXIMUM_AGE: Final = 120
_WESTERNMOST: Final = timedelta(hours=12)  # UTC offset of the last time zone on Earth


class BirthDateRefusedError(Refusal):
    """Birth date with which no account can be opened; `code` gives the reason."""

    code = "birth_date"
    field = "birth_date"


def minimum_age(country: str) -> int:
    """Return the minimum age in years of players who live in this country."""
    return profile_in_force(country).minimum_age_in(country)


def westernmost_date(now: datetime) -> date:
    """Return the date in the westernmost time zone: nobody is an adult before their birthday begins where they live."""
    return (now.astimezone(UTC) - _WESTERNMOST).date()


def age_on(birth_date: date, today: date) -> int:
    """Return the completed years on `today`. A birthday on 29 February falls on 1 March in other years."""
    had_birthday = (today.month, today.day) >= (birth_date.month, birth_date.day)
    return today.year - birth_date.year - (not had_birthday)


def is_of_age(birth_date: date, today: date, minimum: int) -> bool:
    """Return whether `minimum` full years are completed on `today`."""
    return age_on(birth_date, today) >= minimum


def verify_birth_date(birth_date: date, today: date, minimum: int) -> None:
    """Raise BirthDateRefusedError unless the date is plausible and the person at least `minimum` years old.

    Codes: `birth_date_future`, `birth_date_absurd`, `under_age`.
    """
    if birth_date > today:
        raise BirthDateRefusedError(
            _("The birth date cannot be in the future."), code="birth_date_future"
        )
    if age_on(birth_date, today) > MAXIMUM_AGE:
        raise BirthDateRefusedError(
            _("Check the year of your birth date."), code="birth_date_absurd"
        )
    if not is_of_age(birth_date, today, minimum):
        raise BirthDateRefusedError(
            _(
                "You must be at least %(age)d years old to open an account. "
                "Nothing that you entered was stored."
            )
            % {"age": minimum},
            code="under_age",
        )
