"""Events of wrong second factors."""

from allauth.account.adapter import get_adapter
from django.forms import Form
from django.http import HttpRequest

from accounts.sign_in.services import network_failures
from journal.models import EventKind
from journal.services.recording import record


def record_factor_failure(request: HttpRequest, form: Form) -> None:
    """Record a wrong code or passkey as a failed sign-in, and count it for the network; an empty field is no attempt."""
    by_passkey = form.has_error("credential")
    if not by_passkey and not form.data.get("code"):
        return
    wrong = by_passkey or form.has_error("code", "incorrect_code")
    kind = EventKind.LOGIN_FAILED if wrong else EventKind.LOGIN_LOCKED
    part = "passkey" if by_passkey else "code"
    ip = get_adapter().get_client_ip(request)
    record(kind, subject=f"user {form.user.pk}", data={"part": part}, personal={"ip": ip})  # type: ignore[attr-defined]  # set by allauth's form
    network_failures.count_failure(ip)
