# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""Authentication backend for address and password."""

from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models.users import User
from accounts.sign_in.services.account_failures import allow_mail
from accounts.users.selectors.emails import has_confirmed_email
from internals.compiled_queries import ModelQuery

_USER: Final = ModelQuery[User](lambda pk: User.objects.filter(pk=pk), int)


class ConfirmedAddressBackend(AuthenticationBackend):
    """Backend that signs in users with a confirmed address.

    Others get the response of a wrong password, and the confirmation link again. Otherwise somebody who signs
    up with another person's address would learn from the next sign-in whether it had an account.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, if still allowed to sign in. One query, at every request."""
        user = _USER.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the user or None; send an unconfirmed address its link again, within the daily limit."""
        user: User | None = super().authenticate(request, **credentials)
        if user is None or has_confirmed_email(user):
            return user
        if allow_mail(user.email):
            address, _ = EmailAddress.objects.get_or_create(
                user=user, email=user.email, defaults={"primary": True}
            )
            address.send_confirmation(request)
        return None
