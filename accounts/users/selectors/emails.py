"""Accounts by their email address."""

from allauth.account.models import EmailAddress

from accounts.models.users import User


def find_account_by_email(email: str) -> User | None:
    """Return the account with this address, in any state, staff included; None if there is none. One query."""
    return User.objects.filter(email=email.strip().lower()).first()


def has_confirmed_email(user: User) -> bool:
    """Return whether the user's current address is confirmed. One query."""
    confirmed = EmailAddress.objects.filter(user=user, email=user.email, verified=True)
    return bool(confirmed.exists())
