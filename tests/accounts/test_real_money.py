from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import (
    may_play_play_money,
    may_play_real_money,
    may_withdraw,
)
from accounts.restrictions.services.states import change_state
from tests.accounts.people import PASSWORD, ana_confirmed, ana_signs_up, demo

pytestmark = pytest.mark.database


def refusal_of(user: User) -> str | None:
    refusal = may_play_real_money(user)
    return refusal.code if refusal else None


def test_a_verified_adult_with_a_confirmed_address_may_play(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    player = demo()
    with django_assert_num_queries(2):
        assert may_play_real_money(player) is None


def test_a_new_player_confirms_the_address_first() -> None:
    assert refusal_of(ana_signs_up()) == "email_not_confirmed"


def test_a_confirmed_player_is_not_verified_yet() -> None:
    assert refusal_of(ana_confirmed()) == "not_verified"


@pytest.mark.parametrize(
    "state",
    [
        State.LOCKED,
        State.SUSPENDED,
        State.SELF_EXCLUDED,
        State.OPERATOR_EXCLUDED,
        State.CLOSED,
        State.PENDING,
    ],
)
def test_no_state_but_active_may_play(state: State) -> None:
    player = demo()
    change_state(player, state, "for this test", acting_user=None)
    assert refusal_of(player) == state.value


def test_a_verified_player_whose_address_is_unconfirmed_may_not_play() -> None:
    player = demo()
    EmailAddress.objects.filter(user=player).update(verified=False)
    assert refusal_of(player) == "email_not_confirmed"


@pytest.mark.parametrize(
    ("days", "refusal"), [(0, None), (1, None), (30, None), (31, "document_expired")]
)
def test_a_document_allows_play_for_30_days_after_its_last_and_withdrawals_stay_open(
    days: int, refusal: str | None
) -> None:
    player = demo()
    player.document_until = timezone.now().date() - timedelta(days=days)
    assert refusal_of(player) == refusal
    assert may_play_play_money(player) is None
    assert may_withdraw(player) is None


def test_verification_does_not_make_a_child_an_adult() -> None:
    player = demo()
    player.birth_date = date(2015, 1, 1)
    assert refusal_of(player) == "under_age"


def test_staff_never_play() -> None:
    clerk = User.objects.create_superuser("staff@example.com", PASSWORD, full_name="Staff")
    assert refusal_of(clerk) == "staff"


def test_the_reason_is_a_sentence_in_both_languages() -> None:
    refusal = may_play_real_money(ana_confirmed())
    assert refusal
    with translation.override("en"):
        english = str(refusal.message)
    with translation.override("es"):
        spanish = str(refusal.message)
    assert english.endswith(".")
    assert spanish.endswith(".")
    assert english != spanish


@pytest.mark.parametrize(("days", "says"), [(30, "You can bet and deposit until"), (31, "Show us")])
def test_the_account_says_until_when_one_may_play_after_a_documents_end(
    client: Client, days: int, says: str
) -> None:
    player = demo()
    player.language = "en"
    player.document_until = timezone.now().date() - timedelta(days=days)
    player.save()
    client.force_login(player)
    page = client.get(reverse("accounts:identity"), headers={"accept-language": "en"}).text
    assert says in page
