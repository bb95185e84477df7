"""The list of staff and its review, and refused changes on the page of a person."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.staff import RightsReview, StaffAccess
from accounts.roles.values import Role
from accounts.staff.middleware import NOTED
from accounts.staff.refusals import (
    ReviewOutdated,
)
from accounts.staff.selectors import staff_accounts
from accounts.staff.services import account_changes, rights_review
from tests.accounts.staff import inside, staff
from tests.accounts.test_staffing import PAGE, admin

pytestmark = pytest.mark.database


def test_the_list_is_the_access_log() -> None:
    sara = staff(Role.CASHIER, "sara")
    assert not StaffAccess.objects.exists()
    client = inside(sara)
    session = client.session
    del session[NOTED]
    session.save()
    client.get("/staff/")
    access = StaffAccess.objects.get(user=sara)
    assert access.seen_from == "127.0.0.1"
    text = inside(staff(Role.AUDITOR), "en").get(PAGE).text
    assert "127.0.0.1" in text
    assert "Sara" in text
    assert PAGE + "new/" not in text


def test_the_query_count_does_not_grow_with_staff() -> None:
    client, counts = inside(staff(Role.AUDITOR)), []
    client.get(PAGE)
    for many in ("a", "bcdefgh"):
        for letter in many:
            staff(Role.CASHIER, letter)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(PAGE).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.empty
def test_a_review_covers_the_rights_that_were_shown() -> None:
    ada = admin()
    seen = staff_accounts.review_digest(list(staff_accounts.staff_accounts()))
    staff(Role.CASHIER, "sara")
    with pytest.raises(ReviewOutdated):
        rights_review.record_review(seen, note="all well", acting_user=ada)
    assert not RightsReview.objects.exists()
    client = inside(ada, "en")
    page = client.get(PAGE + "review/")
    assert "The rights of all staff have not been reviewed yet." in page.text
    form = {"seen": page.context["seen"], "note": "all well"}
    assert client.post(PAGE + "review/", form).status_code == 303
    review = RightsReview.objects.get()
    assert (review.acting_user, review.note, len(review.people)) == (ada, "all well", 2)
    assert "all well" in client.get(PAGE).text
    outdated = client.post(PAGE + "review/", {**form, "seen": "0" * 64})
    assert outdated.status_code == 409


@pytest.mark.empty
def test_the_review_url_cannot_change_the_reviewed_people() -> None:
    ada, gone = admin(), staff(Role.CASHIER, "sara")
    account_changes.set_state(gone.pk, "closed", reason="moved away", acting_user=ada)
    client = inside(ada, "en")
    page = client.get(PAGE + "review/?left=1")
    assert gone.email not in page.text
    form = {"seen": page.context["seen"], "note": "all well"}
    assert client.post(PAGE + "review/?left=1", form).status_code == 303
    assert [one["user"] for one in RightsReview.objects.get().people] == [ada.pk]


def test_a_refused_change_says_why_on_the_page_of_the_person() -> None:
    ada = admin()
    answer = inside(ada, "en").post(f"{PAGE}{ada.pk}/state/", {"to": "closed", "reason": "x"})
    assert answer.status_code == 403
    assert "This is your own account" in answer.text
    assert inside(ada, "en").post(f"{PAGE}{ada.pk}/state/", {"to": "x"}).status_code == 422


def test_roles_that_are_refused_stay_as_they_were_chosen() -> None:
    ada, sara = admin(), staff(Role.CASHIER, "sara")
    given = {"roles": ["operator", "auditor"], "reason": "two hats"}
    answer = inside(ada, "en").post(f"{PAGE}{sara.pk}/roles/", given)
    assert answer.status_code in {409, 422}
    chosen = re.findall(r'name="roles" value="(\w+)"[^>]*checked', answer.text)
    assert sorted(chosen) == ["auditor", "operator"]
    assert "two hats" in answer.text
    assert [group.name for group in sara.groups.all()] == ["cashier"]
