"""Accounts by their e-mail address."""

from allauth.account.models import EmailAddress

from accounts.models.users import User


def player_by_email(email: str) -> User | None:
    """The account with this address, in any state."""
    return User.objects.filter(email=email.strip().lower()).first()


def has_confirmed_email(user: User) -> bool:
    """Whether the address that the player signs in with has been confirmed (one query)."""
    confirmed = EmailAddress.objects.filter(user=user, email=user.email, verified=True)
    return bool(confirmed.exists())
