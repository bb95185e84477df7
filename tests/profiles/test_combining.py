import pytest

from profiles.selectors.in_force import profile_in_force
from tests.fixtures.profiles import ProfileChange

CASES = [
    ("minimum_age", 18, 21, 21),  # maximum
    ("reality_check_minutes", 60, 30, 30),  # minimum
    ("identity_before", "withdrawal", "deposit", "deposit"),  # the stricter word
    ("hints", True, False, False),  # both must allow it
    ("address_required", False, True, True),
    ("documents_accepted", ["passport", "national_id"], ["passport"], ("passport",)),
    ("identity_at_sign_up", ["name"], ["phone", "name"], ("name", "phone")),
    ("minimum_ages", {"US": 21}, {"US": 19, "KR": 20}, {"KR": 20, "US": 21}),
    ("time_zone", "UTC", "Europe/Madrid", "UTC"),  # the licence's
    ("inactive_after_months", 0, 24, 24),  # 0 is never, not the least
    ("inactive_after_months", 12, 24, 12),
]


@pytest.mark.parametrize(("name", "licence", "residence", "both"), CASES)
def test_a_field_says_how_licence_and_residence_combine(
    profile: ProfileChange, name: str, licence: object, residence: object, both: object
) -> None:
    profile(**{name: licence})
    profile("ES", **{name: residence})
    assert getattr(profile_in_force("ES"), name) == both
    elsewhere = profile_in_force("FR")
    assert elsewhere.country_version is None
    assert getattr(elsewhere, name) in (
        licence,
        tuple(licence) if isinstance(licence, list) else licence,
    )


def test_limits_in_two_currencies_both_hold(profile: ProfileChange) -> None:
    profile(deposit_limit_day=["600 EUR"])
    profile("ES", deposit_limit_day=["500 EUR", "700 USD"])
    found = profile_in_force("ES").deposit_limit_day
    assert {str(one) for one in found} == {"600 EUR", "500 EUR", "700 USD"}
