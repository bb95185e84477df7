"""Confirm a time-out or a self-exclusion by password, with a rate limit of its own, so that strangers cannot block it."""

from typing import Final

from allauth.account.adapter import get_adapter
from django.forms import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from internals.allauth_flows import consume
from journal.models import EventKind
from journal.services.recording import record

_TRIES: Final = {"own_word": "5/30m/key"}  # of one account in one session
_TOO_MANY: Final = _(
    "Too many wrong passwords. Wait half an hour, sign in again, or set a new password by email."
)


def verify_password(request: HttpRequest, player: User, password: str) -> None:
    """Raise ValidationError unless it is the player's. A wrong one is a failed sign-in, for the network too.

    Whoever has got hold of a session guesses five times in it and no more; who signs in anew begins anew.
    """
    key = f"{player.pk} {request.session.session_key}"
    attempt = consume(request, app="ligalo", action="own_word", config=_TRIES, key=key)
    if not attempt:
        data = {"ip": get_adapter().get_client_ip(request)}
        record(EventKind.LOGIN_LOCKED, subject=f"user {player.pk}", data=data)
        raise ValidationError(_TOO_MANY, code="too_many_tries")
    if not player.check_password(password):
        get_adapter().authentication_failed(request, email=player.email)
        raise get_adapter().validation_error("incorrect_password")
    attempt.rollback()
