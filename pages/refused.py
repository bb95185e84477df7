"""A form that was refused: its page is drawn again at once, with the reason and with what was typed, and nothing is lost or stored."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class _Refusal(Protocol):
    """What is shown of a `journal.refusals.Refusal`, which this layer does not import."""

    @property
    def code(self) -> str: ...
    @property
    def status(self) -> HTTPStatus: ...
    @property
    def field(self) -> str: ...
    @property
    def message(self) -> "StrOrPromise": ...


@dataclass(frozen=True, slots=True)
class Refused:
    """What a page shows of a refusal: why (`told`), and, in the very form that was sent to `address`, what it `held`."""

    address: str
    held: QueryDict
    told: str
    status: HTTPStatus

    @property
    def late(self) -> str:
        """The reason that was typed for what had gone on meanwhile: the page may have no form for it any more."""
        return self.held.get("reason", "") if self.status == HTTPStatus.CONFLICT else ""


def refused(request: HttpRequest, refusal: _Refusal, told: str = "") -> Refused:
    """The refusal of the form that this request brought, for `accounts.staff.views.back_office.render_staff`; `told` says more than its message."""
    return Refused(request.path, request.POST, told or str(refusal.message), refusal.status)


def explain(form: BaseForm, refusal: _Refusal) -> HTTPStatus:
    """Say why a form is refused: at the field that it is about, or above the form where it has none. Returns the status of the answer."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, ValidationError(refusal.message, code=refusal.code))
    return refusal.status
