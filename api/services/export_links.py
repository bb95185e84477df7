"""Signed links with which a finished export is downloaded without the key."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner
from django.utils import timezone

from accounts.values.networks import is_in_networks
from api.models import ServiceKey
from api.refusals import InvalidLink, LinkNotInNetwork

VALID_FOR: Final = timedelta(minutes=10)
_SIGNER: Final = TimestampSigner(salt="api.export", sep=".")


@dataclass(frozen=True, slots=True)
class ExportLink:
    """The signed part of a link, and when it ends."""

    token: str
    expires_at: datetime


def sign_link(key: ServiceKey, export: UUID) -> ExportLink:
    """Return a link to an export, for whoever is in the networks of the key."""
    return ExportLink(_SIGNER.sign(f"{key.pk}.{export}"), timezone.now() + VALID_FOR)


def read_link(token: str, export: UUID, address: str) -> ServiceKey:
    """Return the key that signed the link to this export; it has to be active still.

    Raises InvalidLink, LinkNotInNetwork if `address` is outside the networks of the key.
    """
    try:
        number, _, signed = _SIGNER.unsign(token, max_age=VALID_FOR).partition(".")
    except BadSignature as error:
        raise InvalidLink from error
    key = ServiceKey.objects.select_related("owner").filter(pk=number).first()
    active = key is not None and key.state_at(timezone.now()) == ServiceKey.State.ACTIVE
    if key is None or not active or signed != str(export):
        raise InvalidLink(detail=token[:60])
    if key.networks and not is_in_networks(address, key.networks):
        raise LinkNotInNetwork(detail=address)
    return key
