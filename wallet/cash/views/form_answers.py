"""What the pages of cash have in common: keys of forms, proof of the player, refusals at the form."""

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
from pages.refused import explain
from wallet.cash.services import destinations
from wallet.cash.services.destinations import Novelty
from wallet.money.forms import MoneyForm

F = TypeVar("F", bound=Form)


def ask_for_destination_proof(
    request: HttpRequest, form: Form, player: User
) -> HttpResponse | None:
    """Return the page that asks for the second factor before a new payout destination, or for the password before the first one; None where nothing is to be asked.

    `services.destinations` refuses the destination without them. A player whose factor does not count, or who has none, gets an error at the field.
    """
    told = form.cleaned_data.get("destination") if form.is_valid() else None
    new = destinations.novelty_of(player, told) if told else Novelty.KNOWN
    if new == Novelty.KNOWN:
        return None
    if new == Novelty.ANOTHER and (unsettled := find_unsettled_factors(player)):
        form.add_error("holder", unsettled_text(unsettled))
        return None
    return ask_for_proof(request, player)


def bind_key(form: MoneyForm, purpose: str, user: User) -> UUID:
    """Bind the form's key to its purpose and person, so that nobody can use up another's."""
    return uuid5(form.idempotency_key, f"{purpose} of {user.pk}")


def explain_refusal(form: Form, refusal: Refusal) -> HTTPStatus:
    """As `explain`; a form whose key belongs to another request gets a new one: sent again as it now stands, it is a request of its own."""
    if isinstance(refusal, SentBefore):
        form.data = {**dict(form.data.items()), form.add_prefix("key"): str(uuid4())}
    return explain(form, refusal)


class CashFormPage(StaffFormPage[F]):
    """A page of the desk whose form moves money, once for each key."""

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        """Draw the form again, with a new key where its own is used up."""
        return self.form_invalid(form, explain_refusal(form, refusal))
