# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""What allauth asks of this site: events, the player's language, activation."""

from typing import Any, ClassVar
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy as _, override

from accounts.factors.selectors import has_factor
from accounts.guests.views import forget_guest
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.restrictions.services.states import activate_confirmed
from accounts.sign_in.services import account_failures, network_failures
from accounts.sign_in.views import devices
from accounts.staff.services.access_log import record_sign_in
from accounts.users.selectors.emails import player_by_email
from accounts.users.views import remember_language
from accounts.visits.views.presence import begin_visit, end_visit
from accounts.visits.words import name_device
from internals.allauth_flows import reauthenticate_by_password
from journal.models import EventKind
from journal.services.recording import record
from pages.moments import moment_text


def _welcome(request: HttpRequest, before: Visit | None) -> None:
    """Say when and where the player was here last, so that a stranger's visit is noticed."""
    if before is None:
        return
    at = moment_text(before.begun_at, gettext("j M Y, H:i"))
    where = {"at": at, "device": name_device(before.agent), "address": before.address or ""}
    messages.info(request, gettext("Last sign-in: %(at)s, %(device)s (%(address)s)") % where)


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up, login and confirmation as this house wants them."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _(
            "The e-mail address or the password is not correct."
            " If you have just signed up, first open the link in our e-mail."
        ),
        "slow_down": _("Too many failed attempts for this account. Wait a minute, then try again."),
        "too_many_login_attempts": _(
            "Too many failed attempts. Wait half an hour, or set a new password by e-mail."
        ),
    }

    def format_email_subject(self, subject: str) -> str:
        """Every subject names the house."""
        return f"Lígalo: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the language of whom it is for, in whichever it was asked for."""
        owner = context.get("user") or player_by_email(email)
        with override(owner.language if isinstance(owner, User) else get_language()):
            super().send_mail(template_prefix, email, context)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner that somebody signed up with this address, a few times a day: it is strangers who ask for it."""
        if account_failures.allow_mail(email):
            super().send_account_already_exists_mail(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse whoever has failed too often, and note it."""
        email = credentials.get("email", "")
        try:
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
        """Note a failed login: the account if there is one, and where it came from."""
        self._record_failure(EventKind.LOGIN_FAILED, request, credentials)
        network_failures.count_failure(self.get_client_ip(request))
        email = credentials.get("email", "")
        if not self._device(request, email):
            account_failures.count_failure(email)

    def _device(self, request: HttpRequest, email: str) -> str:
        """The name of a device from which the owner of this address has signed in before; else empty."""
        user = player_by_email(email)
        return devices.find_device(request, user) if user else ""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By account and network: a stranger's failures lock the account for the stranger. A known device counts for itself."""
        device = self._device(request, credentials.get("email", ""))
        place = device or network_failures.place_of(self.get_client_ip(request))
        return self.attempts_key(request, credentials.get("email", ""), place)

    def attempts_key(self, request: HttpRequest, email: str, place: str) -> str:
        """What failed sign-ins to an address from a place are counted under at the site of `request`."""
        return f"{super()._get_login_attempts_cache_key(request, email=email)}:{place}"

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Before something important the password is not enough of who has a second factor."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [one for one in found if one["id"] != "reauthenticate" or not has_factor(user)]

    def _record_failure(
        self, kind: EventKind, request: HttpRequest, credentials: dict[str, Any]
    ) -> None:
        user = player_by_email(credentials.get("email", ""))
        subject = f"user {user.pk}" if user else "nobody"
        record(kind, subject=subject, data={"ip": self.get_client_ip(request)})

    def is_safe_url(self, url: str) -> bool:
        """What is no address at all leads nowhere either."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Staff never play: their first page is the back office."""
        if isinstance(request.user, User) and request.user.is_staff:
            return reverse("admin:index")
        return str(super().get_login_redirect_url(request))

    def set_password(self, user: User, password: str) -> None:
        """Write the password alone: the rest of the row may have changed since this request read it, the state before all."""
        user.set_password(password)
        user.save(update_fields=["password", "password_set_at"])

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address and, with it, open a pending account."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            activate_confirmed(email_address.user)
        return confirmed

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmation
    ) -> str:
        """The link of the mail leads back to where the person was going, also on another device."""
        url = str(super().get_email_confirmation_url(request, emailconfirmation))
        following = get_next_redirect_url(request)
        return f"{url}?{urlencode({'next': following})}" if following else url

    def logout(self, request: HttpRequest) -> None:
        """The visit is over with the session."""
        end_visit(request)
        super().logout(request)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Note it, of staff also where they come from an address anew; and go on in the language that this person chose."""
        with override(user.language):
            response: HttpResponse = super().post_login(request, user, **kwargs)
            network_failures.reset(self.get_client_ip(request))
            forget_guest(request)
            data = {"ip": self.get_client_ip(request)}
            if user.is_staff:
                record_sign_in(user, data["ip"])
                if not has_factor(user):  # who connects one next has typed the password just now
                    reauthenticate_by_password(request)
            else:
                _welcome(request, begin_visit(request, user))
        record(EventKind.LOGGED_IN, actor=user.pk, subject=f"user {user.pk}", data=data)
        remember_language(response, user.language)
        devices.remember_device(request, response, user)
        account_failures.reset(user.email)
        return response
