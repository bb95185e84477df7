"""Possible duplicate accounts, by name and birth date: pending until staff decide whether it is one person."""

from datetime import date
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.identity.selectors.duplicate_accounts import undecided_pairs
from accounts.identity.services.details import enter_details
from accounts.models.identity import Double, DoubleDecision
from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_play, may_play_real_money
from accounts.restrictions.services.states import activate_confirmed, change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Right, Role
from compliance.players.services import duplicate_accounts, letters
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing, Refusal, SentBefore
from pages.filters import page_url
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.people import (
    ana_confirmed,
    ana_opens,
    ana_signs_up,
    demo,
    details,
    number,
)
from tests.accounts.staff import inside, staff
from tests.threads import at_once
from wallet.cash.models import Closing
from wallet.cash.services import closing
from wallet.ledger.refusals import BalanceMoved

pytestmark = pytest.mark.database
BORN = date(1990, 5, 17)
KEY = "0b0d4c8e-6a51-4f58-8a55-0e2f4a3a9d10"


def again(name: str = "ROJAS, Ana Maria", **changes: Any) -> User:
    """Sign up and confirm a second account with another address and document."""
    entered = {"email": "other@example.com", "full_name": name, "birth_date": BORN, **changes}
    user = ana_signs_up(**entered)
    EmailAddress.objects.filter(user=user).update(verified=True)
    activate_confirmed(user)
    user.refresh_from_db()
    return user


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def decided(double: Double, *, same: bool) -> User:
    duplicate_accounts.decide_duplicate(
        double.pk, approved=not same, acting_user=analyst(), reason="compared both documents"
    )
    return User.objects.get(pk=double.newer_id)


@pytest.mark.parametrize(
    "name", ["Ana María Rojas", "ana maria  rojas", "Rojas Ana María", "ROJAS, Ana-Maria"]
)
def test_same_name_and_birth_date_wait_for_staff(name: str) -> None:
    first = ana_confirmed(language="en")
    user = again(name)

    assert user.state == State.PENDING
    for play_money in (True, False):
        barred = may_play(user, play_money=play_money)
        assert barred is not None
        assert barred.code == "pending"
    event = Event.objects.get(kind="double_suspected")
    assert (event.subject, event.data) == (f"user {user.pk}", {"players": [first.pk]})
    (one,) = count_queues({Right.VIEW_PLAYERS})
    assert (one.count, page_url(one.page)) == (1, "/staff/players/doubles/")


@pytest.mark.parametrize(
    ("name", "born"),
    [("Ana María Rojas", date(1990, 5, 18)), ("Ana Rojas", BORN), ("Ana María Rojas Gil", BORN)],
)
def test_different_people_do_not_wait(name: str, born: date) -> None:
    ana_confirmed()
    assert again(name, birth_date=born).state == State.ACTIVE
    assert not Double.objects.exists()


def test_accounts_for_tests_are_nobodys() -> None:
    one = demo()
    assert again(one.full_name, birth_date=one.birth_date).state == State.ACTIVE


def test_of_two_concurrent_duplicates_one_waits(committed_db: None) -> None:
    people = [ana_opens(email=f"{name}@example.com", birth_date=BORN) for name in ("one", "two")]

    at_once(*(partial(enter_details, one, details(one.email)) for one in people))

    assert Double.objects.count() == 1


def test_a_cleared_duplicate_is_notified() -> None:
    ana_confirmed()
    again(language="en")
    user = decided(Double.objects.get(), same=False)
    assert user.state == State.ACTIVE
    assert may_play(user, play_money=True) is None
    assert (barred := may_play_real_money(user)) is not None
    assert barred.code == "not_verified"
    letters.mail_letters(timezone.now())
    assert "your account is open" in mail.outbox[-1].subject
    event = Event.objects.get(kind="double_decided")
    assert (event.subject, event.data["same"]) == (f"user {user.pk}", False)
    assert event.data["reason"] == "compared both documents"


def test_two_possible_duplicates_need_two_decisions() -> None:
    ana_confirmed()
    second = again("Ana María Rojas", email="second@example.com")
    decided(Double.objects.get(newer=second), same=False)
    third = again("Ana María Rojas", email="third@example.com")
    one, two = Double.objects.filter(newer=third)
    assert decided(one, same=False).state == State.PENDING
    assert decided(two, same=False).state == State.ACTIVE
    assert Letter.objects.filter(player=third).count() == 1


def test_the_same_person_s_second_account_is_closed_and_the_first_stays() -> None:
    first = ana_confirmed()
    again(language="en")
    user = decided(Double.objects.get(), same=True)
    first.refresh_from_db()
    assert (user.state, first.state) == (State.CLOSED, State.ACTIVE)
    assert Closing.objects.get().player_id == user.pk
    letters.mail_letters(timezone.now())
    assert mail.outbox[-1].to == [user.email]
    assert "one account" in mail.outbox[-1].body
    assert not undecided_pairs().exists()


def test_a_self_excluded_player_with_another_document_is_found() -> None:
    first = ana_confirmed()
    change_state(first, State.SELF_EXCLUDED, "asked", acting_user=None)
    assert again().state == State.PENDING


@pytest.mark.parametrize(
    ("role", "reason", "refusal"),
    [
        (Role.CASHIER, "seen", NotPermitted),
        (Role.OPERATOR, "seen", NotPermitted),
        (Role.COMPLIANCE_MANAGER, " ", ReasonMissing),
    ],
)
def test_a_refused_decision_changes_nothing(
    role: Role, reason: str, refusal: type[Exception]
) -> None:
    ana_confirmed()
    user = again()
    events = Event.objects.count()
    for approved in (True, False):
        with pytest.raises(refusal):
            duplicate_accounts.decide_duplicate(
                Double.objects.get().pk,
                approved=approved,
                acting_user=staff(role),
                reason=reason,
            )
    user.refresh_from_db()
    assert user.state == State.PENDING
    assert not DoubleDecision.objects.exists()
    assert not Letter.objects.exists()
    assert Event.objects.count() == events


@pytest.mark.parametrize("refusal", [BalanceMoved(), SentBefore(detail="another's")])
def test_a_refusal_of_the_wallet_rolls_the_decision_back(
    monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    ana_confirmed()
    user = again()

    def refuse(*_args: object, **_more: object) -> None:
        raise refusal

    monkeypatch.setattr(closing, "close_account", refuse)
    path = f"/staff/players/doubles/{Double.objects.get().pk}/"
    form = {"verdict": "refuse", "reason": "compared both documents"}
    answer = inside(analyst()).post(path, form)
    assert answer.status_code == 422
    assert str(refusal.message) in answer.text
    assert "compared both documents" in answer.text
    user.refresh_from_db()
    assert user.state == State.PENDING
    assert not DoubleDecision.objects.exists()
    assert not Letter.objects.exists()
    assert not Event.objects.filter(kind="double_decided").exists()


def test_a_duplicate_is_decided_once() -> None:
    ana_confirmed()
    again()
    double = Double.objects.get()
    decided(double, same=False)
    decided(double, same=False)  # the same form again
    with pytest.raises(ChangedMeanwhile):
        decided(double, same=True)
    with pytest.raises(ChangedMeanwhile):
        duplicate_accounts.decide_duplicate(
            double.pk,
            approved=True,
            acting_user=staff(Role.COMPLIANCE_MANAGER),
            reason="I agree",
        )
    assert Event.objects.filter(kind="double_decided").count() == 1


def test_postgresql_opens_no_account_that_waits_or_is_a_second_one() -> None:
    ana_confirmed()
    user = again()
    with pytest.raises(IntegrityError, match="second one"), transaction.atomic():
        User.objects.filter(pk=user.pk).update(state=State.ACTIVE)
    player = User.objects.get(email="ana@example.com")
    with pytest.raises(IntegrityError, match="not staff"), transaction.atomic():
        DoubleDecision.objects.create(
            double=Double.objects.get(), same=False, reason="I am", decided_by=player
        )


def test_staff_see_both_side_by_side_without_the_whole_numbers() -> None:
    first, user = ana_confirmed(), again()
    client = inside(analyst())
    page = client.get("/staff/players/doubles/").text
    for one in (first, user):
        assert one.email in page
        assert number(one.email).normal not in page
        assert number(one.email).masked in page
    double = Double.objects.get()
    answer = client.post(
        f"/staff/players/doubles/{double.pk}/", {"verdict": "approve", "reason": "x" * 501}
    )
    assert answer.status_code == 422
    assert "x" * 501 in answer.text
    answer = client.post(
        f"/staff/players/doubles/{double.pk}/", {"verdict": "approve", "reason": "two documents"}
    )
    assert answer["Location"] == "/staff/players/doubles/"
    user.refresh_from_db()
    assert user.state == State.ACTIVE
    assert "Nothing is pending" in client.get("/staff/players/doubles/").text


def test_the_page_of_the_number_shows_all_of_it_and_corrects_it() -> None:
    player = ana_confirmed()
    ana_confirmed(email="bea@example.com", full_name="Bea Luna")
    client, path = inside(analyst()), f"/staff/players/{player.pk}/number/"
    profile = client.get(f"/staff/players/{player.pk}/").text
    assert number(player.email).masked in profile
    assert number(player.email).normal not in profile
    assert number(player.email).normal in client.get(path).text

    form = {
        "document_country": "CO",
        "document_kind": "national_id",
        "reason": "as in the document",
        "key": KEY,
    }
    known = client.post(path, {**form, "document_number": number("bea@example.com").normal})
    assert known.status_code == 422
    assert "has this document" in known.text
    assert client.post(path, {**form, "document_number": "12"}).status_code == 422
    assert client.post(path, {**form, "document_number": "79.123.456"}).status_code == 303
    assert "79123456" in client.get(path).text
    kinds = list(Event.objects.values_list("kind", flat=True))
    assert kinds.count("document_number_corrected") == 1
    assert kinds.count("document_known") == 1
