from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.selectors import may_play_real_money
from accounts.services import VerificationRefusedError, register_demo_player, verify_identity
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
    assert event.data == {"reason": "passport 7 seen"}


def test_nobody_is_verified_without_a_reason_or_twice(db: None) -> None:
    player = unverified()

    with pytest.raises(VerificationRefusedError):
        verify_identity(player, "  ")
    assert not Event.objects.filter(kind="identity_verified").exists()
    verify_identity(player, "identity card seen")
    with pytest.raises(VerificationRefusedError):
        verify_identity(player, "identity card seen again")
    assert Event.objects.filter(kind="identity_verified").count() == 1


def test_an_unknown_address_is_refused(db: None) -> None:
    with pytest.raises(CommandError, match="there is no account nobody"):
        call_command("verify_player", "nobody@example.test", "passport seen")
