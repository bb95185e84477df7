"""Service keys: the list of staff, and the key of a request."""

from django.db.models import QuerySet

from accounts.models.users import State, User
from accounts.roles.values import Role
from api.models import ServiceKey
from api.values.service_keys import hash_secret, is_well_formed


def list_keys() -> QuerySet[ServiceKey]:
    """Return every key, with the people of its row."""
    return ServiceKey.objects.select_related(
        "owner", "made_by", "revoked_by", "replaces", "replacement"
    )


def find_key(secret: str) -> ServiceKey | None:
    """Return the key with this text in any state, with its owner; None if it is unknown or mistyped. One query."""
    if not is_well_formed(secret):
        return None
    keys = ServiceKey.objects.select_related("owner")
    return keys.filter(key_hash=hash_secret(secret)).first()


def possible_owners() -> QuerySet[User]:
    """Return the staff who can be responsible for a key, with their groups. Administrators have no right of a scope."""
    staff = User.objects.filter(is_staff=True, state=State.ACTIVE)
    others = staff.exclude(groups__name=Role.ADMINISTRATOR)
    return others.prefetch_related("groups").order_by("full_name", "pk")
