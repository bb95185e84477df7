"""Lengths of time-outs and self-exclusions that the profile of the player's country allows, on pages and in the service."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models.users import State, User
from accounts.protection.refusals import BreakTooLong, ExclusionTooShort, TimeOutTooShort
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.protection.values import Months
from journal.refusals import Refusal
from pages.moments import months_later
from tests.accounts.people import demo
from tests.accounts.test_break_pages import EXCLUDE, HUB, TIME_OUT, asked, coming_in, sent
from tests.accounts.test_restrictions import everything, state_of
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database


@pytest.mark.parametrize(
    ("days", "error", "code"),
    [(2, TimeOutTooShort, "break_too_short"), (43, BreakTooLong, "break_too_long")],
)
def test_a_time_out_is_as_long_as_the_profile_allows(
    profile: ProfileChange, days: int, error: type[Refusal], code: str
) -> None:
    ana = demo()
    profile(time_out_shortest_days=3, time_out_longest_days=42)
    before = everything()
    with pytest.raises(error) as refused:
        start_time_out(ana, days, key=uuid4())
    assert refused.value.code == code
    assert (everything(), state_of(ana)) == (before, State.ACTIVE)
    assert start_time_out(ana, 42, key=uuid4()).kind == "self_excluded"


def test_the_country_of_residence_counts_too(profile: ProfileChange) -> None:
    ana = demo()
    User.objects.filter(pk=ana.pk).update(country="GB")
    ana.refresh_from_db()
    profile("GB", time_out_longest_days=42)
    assert start_time_out(ana, 42, key=uuid4()).kind == "self_excluded"


def test_a_self_exclusion_lasts_the_months_of_the_profile(profile: ProfileChange) -> None:
    ana = demo()
    profile(exclusion_shortest_months=12)
    before = everything()
    for term in (Months(6), months_later(timezone.now(), 12) - timedelta(hours=1)):
        with pytest.raises(ExclusionTooShort) as refused:
            start_self_exclusion(ana, term, key=uuid4())
        assert refused.value.code == "break_too_short"
    assert (everything(), state_of(ana)) == (before, State.ACTIVE)
    start_self_exclusion(ana, Months(12), key=uuid4())
    assert state_of(ana) == State.SELF_EXCLUDED


def test_pages_offer_only_what_is_allowed(client: Client, profile: ProfileChange) -> None:
    coming_in(client)
    read_in(client, "en")
    profile(time_out_shortest_days=3, time_out_longest_days=42, exclusion_shortest_months=12)
    assert "from 3 to 42 days" in client.get(HUB).text
    page = client.get(TIME_OUT).text
    assert 'min="3"' in page
    assert 'max="42"' in page
    assert 'value="42"></option>' in page
    assert 'value="2"></option>' not in page
    page = client.get(EXCLUDE).text
    assert 'value="6m"' not in page
    assert 'value="1y"' in page
    assert "At least 12 months from now" in page


def test_pages_refuse_what_is_not_allowed(client: Client, profile: ProfileChange) -> None:
    coming_in(client)
    profile(time_out_shortest_days=3, exclusion_shortest_months=12)
    day = (timezone.now() + timedelta(days=200)).date().isoformat()
    before = everything()
    assert client.post(TIME_OUT, sent(days="2")).status_code == 422
    assert client.post(EXCLUDE, asked(term="6m")).status_code == 422
    assert client.post(EXCLUDE, asked(term="date", ends_on=day)).status_code == 422
    assert (everything(), state_of(demo())) == (before, State.ACTIVE)
