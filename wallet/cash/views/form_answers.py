"""Helpers of the cash pages: idempotency keys, proof of identity, refusals as form errors."""

from http import HTTPStatus
from typing import TypeVar
from uuid import UUID, uuid4, uuid5

from django.forms import Form
from django.http import HttpRequest, HttpResponse

from accounts.factors.selectors import find_unsettled_factors
from accounts.factors.views import ask_for_proof
from accounts.factors.words import unsettled_text
from accounts.models.users import User
from accounts.staff.views.pages import StaffFormPage
from journal.refusals import Refusal, SentBefore
from pages.refused import add_refusal_to_form
from wallet.cash.services import destinations
from wallet.cash.services.destinations import DestinationNovelty
from wallet.money.forms import MoneyForm

F = TypeVar("F", bound=Form)


def ask_for_destination_proof(
    request: HttpRequest, form: Form, player: User
) -> HttpResponse | None:
    """Return the page that asks for proof of identity before a withdrawal; None if none is needed.

    It asks for the second factor, or for the password before the first destination. `services.destinations` refuses the
    destination without them. If a factor is needed and does not count, the form gets an error instead.
    """
    told = form.cleaned_data.get("destination") if form.is_valid() else None
    new = destinations.classify_destination(player, told) if told else DestinationNovelty.KNOWN
    needs_factor = told is not None and destinations.asks_factor(player)
    if new == DestinationNovelty.KNOWN and not needs_factor:
        return None
    needs_factor = needs_factor or new == DestinationNovelty.ANOTHER
    if needs_factor and (unsettled := find_unsettled_factors(player)):
        form.add_error("holder", unsettled_text(unsettled))
        return None
    return ask_for_proof(request, player)


def bind_key(form: MoneyForm, purpose: str, user: User) -> UUID:
    """Derive the idempotency key from the form's key, its purpose and the user, so nobody can use up another's key."""
    return uuid5(form.idempotency_key, f"{purpose} of {user.pk}")


def explain_refusal(form: Form, refusal: Refusal) -> HTTPStatus:
    """Add the refusal to the form as `add_refusal_to_form` does; return the HTTP status.

    After SentBefore the form gets a new key, so that sending it again is a new request.
    """
    if isinstance(refusal, SentBefore):
        form.data = {**dict(form.data.items()), form.add_prefix("key"): str(uuid4())}
    return add_refusal_to_form(form, refusal)


class CashFormPage(StaffFormPage[F]):
    """Page of the cash desk with a form that moves money once per key."""

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        return self.form_invalid(form, explain_refusal(form, refusal))
