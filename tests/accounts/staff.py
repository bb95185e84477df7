"""Staff members and their signed-in clients."""

import time

from allauth.account.internal.flows.login import record_authentication
from django.test import Client, RequestFactory

from accounts.models.users import User
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.restrictions.services.restrictions import decide_lifting, propose_lifting
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_staff
from accounts.staff.middleware import NOTED
from tests.fixtures.reading import read_in

PASSWORD = "a long password of staff"


def staff(role: Role, name: str = "") -> User:
    """Return the staff member with this role and a second factor."""
    return register_demo_staff(
        f"{(name or role.value).replace(' ', '.')}@house.example",
        PASSWORD,
        (name or role.value).title(),
        role,
    )


def inside(user: User, language: str = "en") -> Client:
    """Return a client signed in with both factors, in this language."""
    client = Client()
    client.force_login(user)
    request = RequestFactory().get("/")
    request.session, request.user = client.session, user
    record_authentication(request, user, "mfa", type="totp")
    # The access log counts this minute as noted, so no page writes to it.
    request.session[NOTED] = int(time.time())
    request.session.save()
    read_in(client, language)
    return client


def lifted(player: User) -> User:
    """Return the player without restrictions: an analyst proposes each lifting, a manager approves it."""
    for restriction in find_active(player.pk):
        lifting = propose_lifting(
            restriction.pk,
            acting_user=staff(Role.COMPLIANCE_ANALYST, "lifting"),
            reason="explained",
        )
        manager = staff(Role.COMPLIANCE_MANAGER, "lifting manager")
        decide_lifting(lifting.pk, approved=True, acting_user=manager, reason="seen")
    player.refresh_from_db()
    return player
