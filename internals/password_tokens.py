"""Tokens in a link that stay valid until the stored password changes.

Django's also end when the user signs in or changes the email address. What a token depends on is
chosen in a private method, which is overridden; there is no setting for it.

Not for speed, so nothing is measured. The alternative is a copy of Django's signing and expiry.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator


class PasswordTokenGenerator(PasswordResetTokenGenerator):
    """Makes and checks tokens that depend on the user and the stored password only."""

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        return f"{user.pk}.{user.password}.{timestamp}"
