"""Signed lists in force, their latest loads, and the files and keys of this installation."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from accounts.gate.values.list_keys import ListKeys, load_list_keys
from accounts.gate.values.list_refusals import ListNotConfigured
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import ListLoad, RegisterNumber
from accounts.models.identity import IdentityNumber

LATEST = 20


@dataclass(frozen=True, slots=True)
class ListSource:
    """The file in which a list is delivered, and its keys' file; None if not set."""

    file: Path | None
    keys: Path | None


def list_source(kind: ListKind) -> ListSource:
    """Return where this installation finds a list."""
    if kind is ListKind.REGISTER:
        return ListSource(settings.EXCLUSION_REGISTER_FILE, settings.EXCLUSION_REGISTER_KEY_FILE)
    return ListSource(settings.SANCTIONS_LIST_FILE, settings.SANCTIONS_LIST_KEY_FILE)


def require_list_keys(kind: ListKind) -> ListKeys:
    """Return the keys of a list. Raises ListNotConfigured, and as `load_list_keys`."""
    path = list_source(kind).keys
    if path is None:
        raise ListNotConfigured
    return load_list_keys(path)


def list_in_force(kind: ListKind) -> ListLoad | None:
    """Return the load of the list in force, or None. One query."""
    loads = ListLoad.objects.filter(kind=kind, in_force_at__isnull=False)
    return loads.order_by("-serial").first()


def latest_loads(kind: ListKind) -> QuerySet[ListLoad]:
    """The latest loads and refusals of a list, newest first."""
    loads = ListLoad.objects.filter(kind=kind).select_related("acting_user")
    return loads.order_by("-pk")[:LATEST]


def numbers_to_hash(key_id: str) -> QuerySet[IdentityNumber]:
    """Present document numbers of people who were not erased, and that are not hashed with this key of the register."""
    hashed = RegisterNumber.objects.filter(number=OuterRef("pk"), numbers=key_id)
    present = IdentityNumber.objects.filter(~Exists(hashed), withdrawn_at=None)
    return present.exclude(sealed=b"").order_by("pk")
