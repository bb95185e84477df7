"""The people of the back office, and their browsers."""

from allauth.account.internal.flows.login import record_authentication
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.roles import Role
from accounts.services import register_demo_staff

PASSWORD = "a long password of staff"


def staff(role: Role, name: str = "") -> User:
    """The member of staff in `role`, with a second factor."""
    return register_demo_staff(
        f"{name or role.value}@house.example", PASSWORD, (name or role.value).title(), role
    )


def inside(user: User, language: str = "en") -> Client:
    """A browser signed in with both factors."""
    client = Client()
    client.force_login(user)
    request = RequestFactory().get("/")
    request.session, request.user = client.session, user
    record_authentication(request, user, "mfa", type="totp")
    request.session.save()
    client.cookies["django_language"] = language
    return client
