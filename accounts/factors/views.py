"""Second factors in a session: recent proof, and the page that asks for it."""

import time
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.factors.selectors import IdentityProof, has_factor
from accounts.models.users import User
from accounts.visits.views.kept_forms import store_form
from pages.answers import see_other


def factor_records(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the authentication records of this session that used a second factor."""
    records = get_authentication_records(request, request.user)
    return [one for one in records if one.get("method") == "mfa"]


def is_factor_fresh(request: HttpRequest) -> bool:
    """Return whether a factor was used within `REAUTHENTICATION_TIMEOUT`."""
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(one["at"] > since for one in factor_records(request))


def read_proof(request: HttpRequest) -> IdentityProof:
    """Return the latest proof of identity in this session."""
    given = get_authentication_records(request, request.user)
    return IdentityProof(
        _latest(factor_records(request)),
        _latest([one for one in given if one.get("method") == "password"]),
    )


def _latest(records: list[dict[str, Any]]) -> datetime | None:
    return max((datetime.fromtimestamp(one["at"], UTC) for one in records), default=None)


def factor_page_url(user: User) -> str:
    """Return the URL of the page that asks for the user's factor; the app's code if both are connected."""
    by_code = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    return reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")


_NOT_YET: Final = gettext_lazy(
    "Nothing has been done yet. Next you return to the form as you filled it in. Check it and send it again."
)


def ask_for_proof(request: HttpRequest, user: User) -> HttpResponse | None:
    """Redirect to reauthentication and keep the form; None if the proof is recent.

    Asks for the factor, or for the password of users without one. The kept form is not submitted automatically afterwards: the
    person at the browser may have changed.
    """
    if read_proof(request).is_sufficient_for(user):
        return None
    store_form(request, request.path)
    messages.info(request, _NOT_YET)
    door = factor_page_url(user) if has_factor(user) else reverse("account_reauthenticate")
    return see_other(f"{door}?{urlencode({'next': request.path})}")
