"""Second factors of a user, and when they count."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.account import app_settings as account_settings
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt, is_mfa_enabled
from django.db.models import Min
from django.utils import timezone

from accounts.models.users import User
from internals.allauth_flows import format_hotp_value, hotp_value
from profiles.selectors.in_force import profile_in_force

SETTLED_AFTER: Final = timedelta(hours=24)
_TYPES: Final = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_factor(user: User) -> bool:
    """Return whether an authenticator app or a passkey is connected; recovery codes do not count."""
    return bool(is_mfa_enabled(user, _TYPES))


def requires_factor(user: User) -> bool:
    """Return whether the profile requires a second factor of this player at every sign-in. No query."""
    if user.is_staff or user.is_guest:
        return False
    return profile_in_force(user.country).player_second_factor == "required"


@dataclass(frozen=True, slots=True)
class UnsettledFactors:
    """No factor yet (`counts_from` is None), or only new ones, which count from `counts_from`."""

    counts_from: datetime | None = None


def find_unsettled_factors(user: User) -> UnsettledFactors | None:
    """Return None if a factor counts for changing the email address or payment data. One query.

    A new factor proves no more than the password with which it was connected, except on the account's first day. Connecting
    another factor requires the first, so the oldest one decides.
    """
    owned = Authenticator.objects.filter(user=user, type__in=_TYPES)
    oldest: datetime | None = owned.aggregate(at=Min("created_at"))["at"]
    if oldest is None:
        return UnsettledFactors()
    counts_from = oldest + SETTLED_AFTER
    if oldest < user.created_at + SETTLED_AFTER or counts_from <= timezone.now():
        return None
    return UnsettledFactors(counts_from)


def has_passkey(user: User) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.WEBAUTHN]))


@dataclass(frozen=True, slots=True)
class IdentityProof:
    """Times of the last proof of identity in this session, by factor and by password."""

    factor_at: datetime | None = None
    password_at: datetime | None = None

    @property
    def has_recent_factor(self) -> bool:
        """True if a factor was used recently."""
        return _just_now(self.factor_at)

    def is_sufficient_for(self, user: User) -> bool:
        """Return whether the proof is recent and sufficient: with a factor connected the password is not enough."""
        return self.has_recent_factor or (_just_now(self.password_at) and not has_factor(user))


def _just_now(at: datetime | None) -> bool:
    timeout = timedelta(seconds=account_settings.REAUTHENTICATION_TIMEOUT)
    return at is not None and at > timezone.now() - timeout


def demo_code(user: User) -> str | None:
    """Return the current code of the user's authenticator app (demo only); None without an app."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if found is None:
        return None
    counter = int(time.time()) // mfa_settings.TOTP_PERIOD
    return str(format_hotp_value(hotp_value(decrypt(found.data["secret"]), counter)))
