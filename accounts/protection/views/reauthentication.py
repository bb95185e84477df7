"""Password check for time-out and self-exclusion, with its own rate limit: strangers cannot block it."""

from typing import Final

from allauth.account.adapter import get_adapter
from django.forms import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from internals.allauth_flows import consume
from journal.models import EventKind
from journal.services.recording import record

_TRIES: Final = {"own_word": "5/30m/key"}  # per account and session
_TOO_MANY: Final = _(
    "Too many wrong passwords. Wait half an hour, sign in again, or set a new password by email."
)


def verify_password(request: HttpRequest, player: User, password: str) -> None:
    """Raise ValidationError unless the password is the player's. A wrong one counts as a failed sign-in.

    Five wrong passwords per session are allowed in half an hour; a new sign-in starts a new count. Exceeding it
    records an event.
    """
    key = f"{player.pk} {request.session.session_key}"
    attempt = consume(request, app="ligalo", action="own_word", config=_TRIES, key=key)
    if not attempt:
        data = {"ip": get_adapter().get_client_ip(request)}
        record(EventKind.LOGIN_LOCKED, subject=f"user {player.pk}", personal=data)
        raise ValidationError(_TOO_MANY, code="too_many_tries")
    if not player.check_password(password):
        get_adapter().authentication_failed(request, email=player.email)
        raise get_adapter().validation_error("incorrect_password")
    attempt.rollback()
