"""Invitation links by which new staff set a password: valid once, for three days, and the newest only."""

from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts.models.users import State, User
from accounts.staff.refusals import InvitationInvalid
from internals.password_tokens import PasswordTokenGenerator


class _Tokens(PasswordTokenGenerator):
    """Tokens bound to the unusable password of the invitation: a password or a new invitation invalidates them."""

    key_salt = "accounts.staffing.invitations"


_TOKENS = _Tokens()


def create_invitation_key(user: User) -> str:
    """Return the secret part of the link."""
    number = urlsafe_base64_encode(str(user.pk).encode())
    return f"{number}-{_TOKENS.make_token(user)}"


def find_invited_user(key: str) -> User:
    """Return the active staff user of this key. One query. Raises InvitationInvalid."""
    number, _dash, token = key.partition("-")
    try:
        pk = int(force_str(urlsafe_base64_decode(number)))
    except ValueError as error:
        raise InvitationInvalid from error
    people = User.objects.filter(is_staff=True, state=State.ACTIVE)
    user = people.filter(pk=pk).first() if pk < 2**63 else None
    if user is None or user.has_usable_password() or not _TOKENS.check_token(user, token):
        raise InvitationInvalid
    return user
