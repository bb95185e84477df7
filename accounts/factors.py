"""Second factors: whether a person has one, whether it was shown just now, and the page that asks for it."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.visiting.presence import keep
from pages.answers import see_other
from pages.moments import moment_text

FACTOR_FIRST: Final = gettext_lazy(
    "This takes a second step, so that a stolen password alone is not enough. Connect an app or a passkey first: it stands in the options. A day after you have connected it, it counts for this."
)
SETTLED_AFTER: Final = timedelta(hours=24)
_TOO_NEW: Final = gettext_lazy(
    "Your second step is new. It counts for another e-mail address or another destination a day after it was connected: from %(at)s on. If it was not you who connected it, write to us now."
)
_NOT_YET: Final = gettext_lazy(
    "Nothing has been done yet. After this you are back at the form as you filled it in: look at it and send it again."
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


def shown_in(request: HttpRequest) -> list[dict[str, Any]]:
    """The times in this session that a second factor was shown."""
    records = get_authentication_records(request, request.user)
    return [one for one in records if one.get("method") == "mfa"]


def shown_lately(request: HttpRequest) -> bool:
    """Whether one was shown so shortly ago that it need not be asked for again."""
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(one["at"] > since for one in shown_in(request))


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
    timeout = timedelta(seconds=app_settings.REAUTHENTICATION_TIMEOUT)
    return at is not None and at > timezone.now() - timeout


def proof_in(request: HttpRequest) -> Proof:
    """What was proved in this session."""
    given = get_authentication_records(request, request.user)
    return Proof(
        _latest(shown_in(request)),
        _latest([one for one in given if one.get("method") == "password"]),
    )


def _latest(records: list[dict[str, Any]]) -> datetime | None:
    return max((datetime.fromtimestamp(one["at"], UTC) for one in records), default=None)


def asking(user: User) -> str:
    """The page that asks for the factor which this person has; of two, the code."""
    by_code = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    return reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")


def ask_first(request: HttpRequest, user: User) -> HttpResponse | None:
    """What asks for the factor, or for the password of who has none, and then leads back to the form as it was typed; None where it was given just now.

    What was sent is not done afterwards by itself: whoever sent it may be gone by then, and somebody else shows a factor.
    """
    if proof_in(request).is_of(user):
        return None
    keep(request, request.path)
    messages.info(request, _NOT_YET)
    door = asking(user) if has_factor(user) else reverse("account_reauthenticate")
    return see_other(f"{door}?{urlencode({'next': request.path})}")
