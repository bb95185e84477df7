"""The URL that receives a second person's verdict, the same for every flow."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, TypedDict

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

import pages.refused
from approvals.forms import DecisionForm
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class _Service(Protocol):
    """Decides the proposal with this primary key."""

    def __call__(self, pk: int, /, *, approved: bool, reason: str, acting_user: Any) -> Any: ...


class _Page(Protocol):
    """Draws the page with the decision form, showing the refusal."""

    def __call__(
        self, request: HttpRequest, pk: int, refusal: pages.refused.RefusedForm, /
    ) -> HttpResponse: ...


class DecisionWords(TypedDict):
    """The options of `decision_view`: success messages and where to go next."""

    approved: "StrOrPromise"
    refused: "StrOrPromise"
    back: str | Callable[[Any], str]
    accepts: NotRequired[bool]


def decision_view(
    service: _Service,
    page: _Page,
    *,
    approved: "StrOrPromise",
    refused: "StrOrPromise",
    back: str | Callable[[Any], str],
    accepts: bool = False,
) -> Callable[[HttpRequest, int], HttpResponse]:
    """Return the view that passes a posted verdict to its service.

    Wrap it in `accounts.staff.views.back_office.staff_page`, which checks the right. With
    `accepts`, the service also takes `accepted` (a warning was accepted). `approved` and `refused`
    are the success messages; `%(number)s` is the proposal. `back` is the name of the next page, or
    a function from the decision to its URL. After a refusal, `page` is drawn again.
    """

    @require_POST
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        form = DecisionForm(request.POST)
        if not form.is_valid():
            too_long = ReasonMissing(_("Give a reason of up to 500 characters."))
            return page(request, pk, pages.refused.build_refused_form(request, too_long))
        more = {"accepted": form.cleaned_data["accepted"]} if accepts else {}
        try:
            decision = service(
                pk,
                approved=form.approved,
                reason=form.cleaned_data["reason"],
                acting_user=request.user,
                **more,
            )
        except ObjectDoesNotExist as error:
            raise Http404 from error
        except Refusal as refusal:
            return page(request, pk, pages.refused.build_refused_form(request, refusal))
        said = str(approved if decision.approved else refused)
        messages.success(request, said % {"number": decision.proposal})
        return see_other(back if isinstance(back, str) else back(decision))

    return view
