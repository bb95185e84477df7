"""Who asks, and how a refusal answers: what the pages of cash have in common."""

from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.forms import Form
from django.http import HttpRequest, HttpResponse

from accounts.factors import ask_first, refusal_of_factors
from accounts.models import User
from wallet.cash import selectors
from wallet.cash.errors import NotAllowed, StepTaken, WithdrawalsClosed
from wallet.errors import KeyConflict, ProviderUnavailable, WalletError
from wallet.forms import MoneyForm


def player_of(request: HttpRequest) -> User:
    """The person signed in; of a page behind `login_required` only."""
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user


def ask_where_elsewhere(request: HttpRequest, form: Form, player: User) -> HttpResponse | None:
    """What asks for a second factor where a form has money paid elsewhere than ever before; None where it may go on.

    Whose factor does not count, or who has none, reads it at the field, and the form is valid no more.
    """
    if not form.is_valid() or not _changes_destination(form, player):
        return None
    if refusal := refusal_of_factors(player):
        form.add_error("destination", refusal)
        return None
    return ask_first(request, player)


def _changes_destination(form: Form, player: User) -> bool:
    """The first destination ever is given, not changed; a form without money to be paid has none."""
    told = form.cleaned_data.get("destination")
    known = selectors.destinations(player.pk) if told else set()
    return bool(known) and told not in known


def key_of(form: MoneyForm, purpose: str, user: User) -> UUID:
    """Bind the form's key to its purpose and person, so that nobody can use up another's."""
    return uuid5(form.idempotency_key, f"{purpose} of {user.pk}")


def status_of(error: WalletError) -> HTTPStatus:
    """The HTTP status of a refusal."""
    if isinstance(error, KeyConflict | StepTaken):
        return HTTPStatus.CONFLICT
    if isinstance(error, NotAllowed):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, WithdrawalsClosed):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.UNPROCESSABLE_ENTITY


def explain(form: Form, error: WalletError) -> None:
    """Put a refusal where it belongs: beside the amount, or above the form.

    A form whose key belongs to another request gets a new one: sent again as it now stands, it is a request of its own.
    """
    if isinstance(error, KeyConflict):
        form.data = {**dict(form.data.items()), form.add_prefix("key"): str(uuid4())}
    general = isinstance(
        error, KeyConflict | NotAllowed | StepTaken | WithdrawalsClosed | ProviderUnavailable
    )
    form.add_error(None if general or "amount" not in form.fields else "amount", str(error.message))
