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
from django.utils.translation import gettext, gettext_lazy

from accounts.models.users import User
from internals.allauth_flows import format_hotp_value, hotp_value
from pages.moments import moment_text

FACTOR_FIRST: Final = gettext_lazy(
    "This takes a second step, so that a stolen password alone is not enough. Connect an app or a passkey first: it stands in the options. A day after you have connected it, it counts for this."
)
SETTLED_AFTER: Final = timedelta(hours=24)
_TOO_NEW: Final = gettext_lazy(
    "Your second step is new. It counts for another e-mail address or another destination a day after it was connected: from %(at)s on. If it was not you who connected it, write to us now."
)
_TYPES: Final = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_factor(user: User) -> bool:
    """Whether an authenticator app or a passkey is connected; recovery codes alone are none."""
    return bool(is_mfa_enabled(user, _TYPES))


def refusal_of_factors(user: User) -> str:
    """Why nothing that this person has counts where the e-mail address or payment data change; empty where something does.

    A factor is connected with the password alone, so one that was connected today says no more than the password, but
    on the first day of an account. Whoever has one already has shown it to connect another: the oldest decides.
    """
    owned = Authenticator.objects.filter(user=user, type__in=_TYPES)
    oldest: datetime | None = owned.aggregate(at=Min("created_at"))["at"]
    if oldest is None:
        return str(FACTOR_FIRST)
    counts_from = oldest + SETTLED_AFTER
    if oldest < user.created_at + SETTLED_AFTER or counts_from <= timezone.now():
        return ""
    at = moment_text(counts_from, gettext("j M Y, H:i"))
    return str(_TOO_NEW) % {"at": at}


def has_passkey(user: User) -> bool:
    """Whether one of them is a passkey."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.WEBAUTHN]))


@dataclass(frozen=True, slots=True)
class Proof:
    """When somebody proved in this session, last of all, who they are: by a second factor, and by the password."""

    factor_at: datetime | None = None
    password_at: datetime | None = None

    @property
    def by_factor(self) -> bool:
        """Whether it was a factor, and just now."""
        return _just_now(self.factor_at)

    def is_of(self, user: User) -> bool:
        """Whether it was just now by what this person has: the password alone is not enough of who has a factor."""
        return self.by_factor or (_just_now(self.password_at) and not has_factor(user))


def _just_now(at: datetime | None) -> bool:
    timeout = timedelta(seconds=account_settings.REAUTHENTICATION_TIMEOUT)
    return at is not None and at > timezone.now() - timeout


def demo_code(user: User) -> str | None:
    """What the person's authenticator app shows now; None without one. For the demo only."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if found is None:
        return None
    counter = int(time.time()) // mfa_settings.TOTP_PERIOD
    return str(format_hotp_value(hotp_value(decrypt(found.data["secret"]), counter)))
