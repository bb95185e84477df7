"""Recorded views of hands, shoes, players, documents and cases: once an hour, listed on a page."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.audit.services import MOST_ROUNDS, list_viewed_rounds, record_object_views
from accounts.identity.services import document_uploads
from accounts.models.audit_views import Look
from accounts.roles.values import Role
from casino.selectors.places import find_shoe_rounds
from compliance.shoes.services import take_transcript
from tests.accounts.papers import sent
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import proposed, won
from tests.compliance.disputed import disputed
from tests.compliance.hands import a_closed_shoe

pytestmark = pytest.mark.database


def looks(**asked: str) -> str:
    """Return the text of the page as an auditor reads it."""
    answer: Any = inside(staff(Role.AUDITOR)).get(reverse("looks:list"), asked)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def noted() -> list[tuple[str, str]]:
    return sorted(Look.objects.values_list("kind", "object"))


def test_a_look_at_a_hand_is_noted_once_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    analyst = inside(staff(Role.COMPLIANCE_ANALYST))
    address = reverse("hands:hand", args=[round_.public_id])
    now: datetime = timezone.now().replace(minute=5)
    for at in (now, now + timedelta(minutes=50), now + timedelta(hours=1)):
        monkeypatch.setattr("accounts.audit.services.timezone.now", lambda at=at: at)
        assert analyst.get(address).status_code == 200

    of_hand = Look.objects.filter(kind="round", object=str(round_.public_id))
    assert [one.at for one in of_hand.order_by("pk")] == [now, now + timedelta(hours=1)]
    assert {one.staff_id for one in of_hand} == {staff(Role.COMPLIANCE_ANALYST).pk}


def test_the_page_answers_for_a_thing_and_for_a_person() -> None:
    round_, other = scenes.play_out(scenes.deal(scenes.ordinary)), scenes.new_player("b@b.test")
    analyst, manager = staff(Role.COMPLIANCE_ANALYST), staff(Role.COMPLIANCE_MANAGER)
    inside(analyst).get(reverse("hands:hand", args=[round_.public_id]))
    inside(manager).get(reverse("players:player", args=[other.pk]))

    of_hand = looks(kind="round", object=str(round_.public_id))
    assert f">{analyst.full_name}</a>" in of_hand
    assert f">{manager.full_name}</a>" not in of_hand
    assert f">{analyst.full_name}</a>" in looks(object=round_.number.lower())
    of_manager = looks(who=manager.email)
    assert f'href="/staff/players/{other.pk}/"' in of_manager
    assert str(round_.public_id) not in of_manager
    assert "No view matches" in looks(kind="shoe")
    assert looks(since="2026-01-02T00:00", until="2026-01-01T00:00").count("errorlist") == 1
    hand = inside(staff(Role.AUDITOR)).get(reverse("hands:hand", args=[round_.public_id])).text
    assert f"?kind=round&amp;object={round_.public_id}" in hand


def test_every_kind_of_thing_is_noted() -> None:
    case = proposed(won())
    manager = inside(staff(Role.COMPLIANCE_MANAGER))
    shoe = case.lines.get().round.deal.shoe
    manager.get(reverse("voids:case", args=[case.public_id]))
    manager.get(reverse("shoes:shoe", args=[shoe.public_id]))
    dispute = disputed(shoe.place.participants.get().player)
    manager.get(reverse("disputes:dispute", args=[dispute.public_id]))
    upload = sent(dispute.player)
    document_uploads.open_upload(upload, acting_user=staff(Role.COMPLIANCE_MANAGER))

    assert set(noted()) == {
        ("player", str(shoe.place.player_id)),
        ("case", str(case.public_id)),
        ("round", str(case.lines.get().round.public_id)),
        ("shoe", str(shoe.public_id)),
        ("dispute", str(dispute.public_id)),
        ("document", str(upload.pk)),
    }


def test_the_rounds_that_a_page_or_a_file_lists_are_noted() -> None:
    case = proposed(won())
    round_ = case.lines.get().round
    of_hand = Look.objects.filter(kind="round", object=str(round_.public_id))
    for role, name, thing in (
        (Role.COMPLIANCE_ANALYST, "voids:case", case),
        (Role.AUDITOR, "shoes:shoe", round_.deal.shoe),
    ):
        inside(staff(role)).get(reverse(name, args=[thing.public_id]))
        assert of_hand.filter(staff=staff(role)).count() == 1


def test_the_rounds_of_a_transcript_are_noted() -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    closed = a_closed_shoe(scenes.play_out, scenes.play_out)
    take_transcript(closed, manager)
    taken = Look.objects.filter(kind="round", staff=manager)
    assert {one.object for one in taken} == {str(one.public_id) for one in find_shoe_rounds(closed)}


def test_many_rounds_are_noted_with_one_statement(django_assert_num_queries: Any) -> None:
    user = staff(Role.AUDITOR)
    rounds = list_viewed_rounds(range(MOST_ROUNDS + 500))
    with django_assert_num_queries(1):
        record_object_views(user, *rounds)
    assert Look.objects.count() == MOST_ROUNDS


def test_a_case_and_a_dispute_are_found_by_their_numbers() -> None:
    case, dispute = proposed(won()), disputed(scenes.new_player("b@b.test"))
    manager = staff(Role.COMPLIANCE_MANAGER)
    inside(manager).get(reverse("voids:case", args=[case.public_id]))
    inside(manager).get(reverse("disputes:dispute", args=[dispute.public_id]))
    for number in (case.number, case.number.lower(), f"V{case.pk}"):
        found = looks(object=number)
        assert str(case.public_id) in found
        assert str(dispute.public_id) not in found
    assert str(dispute.public_id) in looks(object=dispute.number)
    assert "No view matches" in looks(object="V-999999")


def test_recorded_views_are_append_only() -> None:
    inside(staff(Role.AUDITOR)).get(reverse("players:player", args=[scenes.new_player().pk]))
    for change in (lambda: Look.objects.update(object="9"), Look.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert Look.objects.count() == 1
