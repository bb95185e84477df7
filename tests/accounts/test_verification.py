from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.identity.refusals import VerificationRefusedError
from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models.users import User, VerificationMethod
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.sign_up.services.demo import register_demo_player
from journal.models import Event


def unverified(email: str = "rosa@example.test") -> User:
    player = register_demo_player(email, "a-long-password-of-rosa", "Rosa Marte")
    User.objects.filter(pk=player.pk).update(verified_at=None, verification_method="")
    player.refresh_from_db()
    return player


def test_a_player_whose_document_was_seen_may_play(db: None) -> None:
    player = unverified()
    barred = may_play_real_money(player)
    assert barred is not None
    assert barred.code == "not_verified"

    call_command("verify_player", player.email, "passport 7 seen", stdout=StringIO())

    player.refresh_from_db()
    assert may_play_real_money(player) is None
    event = Event.objects.get(kind="identity_verified", subject=f"user {player.pk}")
    assert event.data == {
        "reason": "passport 7 seen",
        "method": "staff",
        "document_until": None,
    }


def test_verification_needs_a_reason_and_happens_once(db: None) -> None:
    player = unverified()

    with pytest.raises(VerificationRefusedError):
        verify_identity(player, SeenDocument("  "))
    assert not Event.objects.filter(kind="identity_verified").exists()
    verify_identity(player, SeenDocument("identity card seen"))
    with pytest.raises(VerificationRefusedError):
        verify_identity(player, SeenDocument("identity card seen again"))
    assert Event.objects.filter(kind="identity_verified").count() == 1


@pytest.mark.parametrize(("days", "taken"), [(-1, True), (60, True), (61, False)])
def test_a_document_can_be_renewed_near_its_expiry(db: None, days: int, *, taken: bool) -> None:
    player, today = unverified(), timezone.now().date()
    until, later = today + timedelta(days=days), today + timedelta(days=900)
    verify_identity(player, SeenDocument("identity card seen"))
    User.objects.filter(pk=player.pk).update(document_until=until)
    anew = SeenDocument("passport seen", VerificationMethod.VIDEO, later)

    if not taken:
        with pytest.raises(VerificationRefusedError):
            verify_identity(player, anew)
        return
    verify_identity(player, anew)
    player.refresh_from_db()
    assert (player.document_until, player.verification_method) == (later, "video")
    event = Event.objects.filter(kind="identity_verified").latest("pk")
    assert (event.data["until_before"], event.data["document_until"]) == (
        until.isoformat(),
        later.isoformat(),
    )


def test_an_unknown_address_is_refused(db: None) -> None:
    with pytest.raises(CommandError, match="there is no account nobody"):
        call_command("verify_player", "nobody@example.test", "passport seen")
