"""Redisplay of refused forms with the reason and the typed values. Nothing is stored."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Protocol

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

from internals.texts import Text


class _Refusal(Protocol):
    """The interface of `journal.refusals.Refusal`, which this layer may not import."""

    @property
    def code(self) -> str: ...
    @property
    def status(self) -> HTTPStatus: ...
    @property
    def field(self) -> str: ...
    @property
    def message(self) -> Text: ...


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A refusal for a page: its `message` and the `values` of the form sent to `address`."""

    address: str
    values: QueryDict
    message: str
    status: HTTPStatus

    @property
    def reason(self) -> str:
        """The typed reason."""
        return self.values.get("reason", "")

    @property
    def email(self) -> str:
        """The typed email address."""
        return self.values.get("email", "")

    @property
    def late(self) -> str:
        """The typed reason, for a page that may no longer contain the form."""
        return self.reason if self.status == HTTPStatus.CONFLICT else ""


def build_refused_form(request: HttpRequest, refusal: _Refusal, message: str = "") -> RefusedForm:
    """Build the refusal of this request's form for `accounts.staff.views.back_office.render_staff`; `message` replaces its own."""
    return RefusedForm(request.path, request.POST, message or str(refusal.message), refusal.status)


def add_refusal_to_form(form: BaseForm, refusal: _Refusal) -> HTTPStatus:
    """Add the refusal to the form, at its field or above the form. Return the status code."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, ValidationError(refusal.message, code=refusal.code))
    return refusal.status
