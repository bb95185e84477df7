"""Who asks, and how a refusal answers: what the pages of cash have in common."""

from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.forms import Form
from django.http import HttpRequest

from accounts.models import User
from wallet.cash.errors import NotAllowed, StepTaken, WithdrawalsClosed
from wallet.errors import KeyConflict, ProviderUnavailable, WalletError
from wallet.forms import MoneyForm


def player_of(request: HttpRequest) -> User:
    """The person signed in; of a page behind `login_required` only."""
    if not isinstance(request.user, User):
        raise TypeError("login_required lets nobody else in")
    return request.user


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
