"""Who looked at a hand, a shoe, a player, a document or a case: noted once an hour, and answered by a page."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.identity import uploads
from accounts.player_models import Look
from accounts.roles import Role
from tests.accounts.papers import sent
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import proposed, won
from tests.compliance.disputed import disputed

pytestmark = pytest.mark.database


def looks(**asked: str) -> str:
    """The page's text, as an auditor reads it."""
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
        monkeypatch.setattr("accounts.seen.timezone.now", lambda at=at: at)
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
    of_manager = looks(who=manager.email)
    assert f'href="/staff/players/{other.pk}/"' in of_manager
    assert str(round_.public_id) not in of_manager
    assert "Nobody has looked" in looks(kind="shoe")
    assert looks(since="2026-01-02T00:00", until="2026-01-01T00:00").count("errorlist") == 1
    hand = inside(staff(Role.AUDITOR)).get(reverse("hands:hand", args=[round_.public_id])).text
    assert f"?kind=round&amp;object={round_.public_id}" in hand


def test_every_kind_of_thing_is_noted() -> None:
    case = proposed(won())
    manager = inside(staff(Role.COMPLIANCE_MANAGER))
    shoe = case.lines.get().round.shoe
    manager.get(reverse("voids:case", args=[case.public_id]))
    manager.get(reverse("shoes:shoe", args=[shoe.public_id]))
    dispute = disputed(shoe.sitting.player)
    manager.get(reverse("disputes:dispute", args=[dispute.public_id]))
    upload = sent(dispute.player)
    uploads.look(upload, by=staff(Role.COMPLIANCE_MANAGER))

    assert set(noted()) == {
        ("player", str(shoe.sitting.player_id)),
        ("case", str(case.public_id)),
        ("shoe", str(shoe.public_id)),
        ("dispute", str(dispute.public_id)),
        ("document", str(upload.pk)),
    }


def test_what_was_noted_stays() -> None:
    inside(staff(Role.AUDITOR)).get(reverse("players:player", args=[scenes.new_player().pk]))
    for change in (lambda: Look.objects.update(object="9"), Look.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert Look.objects.count() == 1
