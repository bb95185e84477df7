# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""allauth adapter: events, rate limits, languages, activation."""

from typing import Any, ClassVar
from urllib.parse import urlencode

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy as _, override

from accounts.factors.selectors import has_factor
from accounts.factors.views import factor_records
from accounts.guests.views import forget_guest
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.policies.selectors.acceptance import has_policies_due
from accounts.restrictions.services.states import activate_confirmed
from accounts.sign_in.services import account_failures, locks, network_failures
from accounts.sign_in.views import devices
from accounts.sign_in.views.confirmed import store_confirmed_email
from accounts.staff.services.access_log import record_sign_in
from accounts.users.selectors.emails import find_account_by_email
from accounts.users.views import remember_language
from accounts.visits.views.presence import begin_visit, end_visit
from accounts.visits.words import name_device
from internals.allauth_flows import reauthenticate_by_password
from internals.login_attempts import LoginAttemptsAdapter
from journal.models import EventKind
from journal.services.recording import record
from pages.moments import moment_text


def _welcome(request: HttpRequest, before: Visit | None) -> None:
    """Show the time and place of the last sign-in, to reveal a stranger's."""
    if before is None:
        return
    at = moment_text(before.begun_at, gettext("j M Y, H:i"))
    where = {"at": at, "device": name_device(before.agent), "address": before.address or ""}
    messages.info(request, gettext("Last sign-in: %(at)s, %(device)s (%(address)s)") % where)


def _country_of(email: str) -> str:
    """Country of residence of the account with this address; "" without one."""
    user = find_account_by_email(email)
    return user.country if user else ""


class AccountAdapter(LoginAttemptsAdapter):
    """allauth adapter for sign-up, sign-in and email confirmation."""

    error_messages: ClassVar = {
        **LoginAttemptsAdapter.error_messages,
        "email_password_mismatch": _(
            "The email address or the password is not correct."
            " If you have just signed up, first open the link in our email."
        ),
        "slow_down": _("Too many failed attempts for this account. Wait a minute, then try again."),
        "sign_in_locked": _(
            "This sign-in is locked after failed attempts. Sign in with a passkey, or set a new password by email, with your second factor if you have one."
        ),
        "too_many_login_attempts": _(
            "Too many failed attempts. Wait half an hour, or set a new password by email."
        ),
    }

    def format_email_subject(self, subject: str) -> str:
        """Prefix the subject with the house's name."""
        return f"Lígalo: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail in the recipient's language."""
        owner = context.get("user") or find_account_by_email(email)
        with override(owner.language if isinstance(owner, User) else get_language()):
            super().send_mail(template_prefix, email, context)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Notify the owner of a sign-up with this address; rate-limited, because strangers can trigger it."""
        if account_failures.allow_mail(email):
            super().send_account_already_exists_mail(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse locked sign-ins and those over a rate limit, and record them. Known devices skip the limits of network and address."""
        email = credentials.get("email", "")
        try:
            if locks.is_locked(email, self.attempts_place(request, email), _country_of(email)):
                raise self.validation_error("sign_in_locked")
            if not self._device(request, email):
                if network_failures.is_locked(self.get_client_ip(request)):
                    raise self.validation_error("too_many_login_attempts")
                if account_failures.seconds_to_wait(email):
                    raise self.validation_error("slow_down")
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            self._record_failure(EventKind.LOGIN_LOCKED, request, credentials)
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Record a failed sign-in with its IP address, and count it.

        It counts for the network, and for the email address unless the device is known.
        """
        self._record_failure(EventKind.LOGIN_FAILED, request, credentials)
        network_failures.count_failure(self.get_client_ip(request))
        email = credentials.get("email", "")
        if not self._device(request, email):
            account_failures.count_failure(email)
        locks.count_failure(email, self.attempts_place(request, email), _country_of(email))

    def _device(self, request: HttpRequest, email: str) -> str:
        """Id of the device if the owner of this address has signed in from it before; else ""."""
        user = find_account_by_email(email)
        return devices.find_device(request, user) if user else ""

    def attempts_place(self, request: HttpRequest, email: str) -> str:
        """Return the known device, else the network: strangers lock only themselves out."""
        device = self._device(request, email)
        return device or network_failures.network_cache_key(self.get_client_ip(request))

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return allauth's methods without the password for users who have a second factor."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [one for one in found if one["id"] != "reauthenticate" or not has_factor(user)]

    def _open_sign_in(self, request: HttpRequest, user: User) -> None:
        """Open a locked sign-in by the second factor; without one, only forget failures from this place."""
        if factor_records(request):
            locks.unlock(user.email)
        else:
            place = self.attempts_place(request, user.email)
            locks.forget_failures(user.email, place, user.country)

    def _record_failure(
        self, kind: EventKind, request: HttpRequest, credentials: dict[str, Any]
    ) -> None:
        user = find_account_by_email(credentials.get("email", ""))
        subject = f"user {user.pk}" if user else "nobody"
        record(kind, subject=subject, personal={"ip": self.get_client_ip(request)})

    def is_safe_url(self, url: str) -> bool:
        """Return False for a malformed URL instead of raising ValueError."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the back office for staff, who never play; policies to accept first; else allauth's target."""
        if isinstance(request.user, User) and request.user.is_staff:
            return reverse("admin:index")
        following = str(super().get_login_redirect_url(request))
        if isinstance(request.user, User) and has_policies_due(request.user):
            return f"{reverse('accounts:accept')}?{urlencode({'next': following})}"
        return following

    def set_password(self, user: User, password: str) -> None:
        """Save the password columns only: the rest of the row may be stale, above all the state."""
        user.set_password(password)
        user.save(update_fields=["password", "password_set_at"])

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address and activate a pending account."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            activate_confirmed(email_address.user)
            store_confirmed_email(request, email_address.email)
        return confirmed

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmation
    ) -> str:
        """Return the confirmation link with the page the user was going to; it also works on another device."""
        url = str(super().get_email_confirmation_url(request, emailconfirmation))
        following = get_next_redirect_url(request)
        return f"{url}?{urlencode({'next': following})}" if following else url

    def logout(self, request: HttpRequest) -> None:
        """End the visit with the session."""
        end_visit(request)
        super().logout(request)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Record the sign-in, begin a player's visit, reset the failure counters, and respond in the user's language.

        Sign-ins of staff are checked for a new IP address (`record_sign_in`).
        """
        with override(user.language):
            response: HttpResponse = super().post_login(request, user, **kwargs)
            network_failures.reset_count(self.get_client_ip(request))
            self._open_sign_in(request, user)
            forget_guest(request)
            data = {"ip": self.get_client_ip(request)}
            if user.is_staff:
                record_sign_in(user, data["ip"])
                if not has_factor(
                    user
                ):  # the password counts as proof for connecting a factor next
                    reauthenticate_by_password(request)
            else:
                _welcome(request, begin_visit(request, user, devices.digest_device(request)))
        told = {"data" if user.is_staff else "personal": data}  # staff's are searched by address
        record(EventKind.LOGGED_IN, actor=user.pk, subject=f"user {user.pk}", **told)
        remember_language(response, user.language)
        devices.remember_device(request, response, user)
        account_failures.reset_count(user.email)
        return response
