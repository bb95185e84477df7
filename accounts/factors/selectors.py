"""Second factors of a person, and whether they count."""

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

SETTLED_AFTER: Final = timedelta(hours=24)
_TYPES: Final = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_factor(user: User) -> bool:
    """Whether an authenticator app or a passkey is connected; recovery codes do not count."""
    return bool(is_mfa_enabled(user, _TYPES))


@dataclass(frozen=True, slots=True)
class UnsettledFactors:
    """The person has no factor, or only new ones: these count from then on."""

    counts_from: datetime | None = None


def find_unsettled_factors(user: User) -> UnsettledFactors | None:
    """None when a factor counts for a change of the e-mail address or of payment data.

    A new factor proves no more than the password, with which it was connected, except on the account's first day.
    Connecting another takes the first: the oldest decides.
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
class Proof:
    """When the person last proved their identity in this session, by factor and by password."""

    factor_at: datetime | None = None
    password_at: datetime | None = None

    @property
    def by_factor(self) -> bool:
        """Whether a factor was shown recently."""
        return _just_now(self.factor_at)

    def is_of(self, user: User) -> bool:
        """Whether it is recent and sufficient: with a factor connected the password is not enough."""
        return self.by_factor or (_just_now(self.password_at) and not has_factor(user))


def _just_now(at: datetime | None) -> bool:
    timeout = timedelta(seconds=account_settings.REAUTHENTICATION_TIMEOUT)
    return at is not None and at > timezone.now() - timeout


def demo_code(user: User) -> str | None:
    """The current code of the person's authenticator app, for the demo only; None without one."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if found is None:
        return None
    counter = int(time.time()) // mfa_settings.TOTP_PERIOD
    return str(format_hotp_value(hotp_value(decrypt(found.data["secret"]), counter)))
