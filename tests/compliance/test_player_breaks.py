"""A player's own break as staff see it: who asked for it, until when, and no way to lift it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from tests.accounts.people import demo
from tests.compliance.test_player_page import page

pytestmark = pytest.mark.database


@pytest.mark.parametrize(
    ("language", "wish", "for_good"),
    [
        ("en", "self-exclusion at the player&#x27;s request", "with no end date"),
        ("es", "autoexclusión a petición del jugador", "indefinidamente"),
    ],
)
def test_staff_see_self_exclusions_and_cannot_lift_them(
    language: str, wish: str, for_good: str
) -> None:
    player = demo()
    start_time_out(player, 5, key=uuid4())
    start_self_exclusion(player, timezone.now() + timedelta(days=90), key=uuid4())
    start_self_exclusion(player, None, key=uuid4())
    text = page(player, language=language).text
    assert wish in text
    assert for_good in text
    assert all(f"lift/{row.pk}" not in text for row in Restriction.objects.all())
