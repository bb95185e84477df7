"""The URL that receives a second person's verdict, the same for every flow."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, TypedDict, Unpack

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

import pages.refused
from approvals.forms import DecisionForm
from journal.refusals import NotFound, ReasonMissing, Refusal
from pages.answers import see_other

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class _Service(Protocol):
    """Decides the proposal with this key of the URL."""

    def __call__(self, pk: Any, /, *, approved: bool, reason: str, acting_user: Any) -> Any: ...


class _Page(Protocol):
    """Draws the page with the decision form, showing the refusal."""

    def __call__(
        self, request: HttpRequest, pk: Any, refusal: pages.refused.RefusedForm, /
    ) -> HttpResponse: ...


class DecisionWords(TypedDict):
    """The options of `decision_view`.

    `approved` and `refused` are the success messages. `back` is the name of the next page, or a
    function from the result of the service to its URL. `fields` are further fields of `DecisionForm`
    that the service takes. `then` is called with the request and the result.
    """

    approved: "StrOrPromise"
    refused: "StrOrPromise"
    back: str | Callable[[Any], str]
    fields: NotRequired[tuple[str, ...]]
    then: NotRequired[Callable[[HttpRequest, Any], object]]


def decision_view(
    service: _Service, page: _Page, **words: Unpack[DecisionWords]
) -> Callable[[HttpRequest, Any], HttpResponse]:
    """Return the view that passes a posted verdict to its service.

    Wrap it in `accounts.staff.views.back_office.staff_page`, which checks the right. After a
    refusal, `page` is drawn again.
    """

    @require_POST
    def view(request: HttpRequest, pk: Any) -> HttpResponse:
        form = DecisionForm(request.POST)
        try:
            done = _pass_verdict(service, pk, form, request, words.get("fields", ()))
        except NotFound:
            raise
        except ObjectDoesNotExist as error:
            raise Http404 from error
        except Refusal as refusal:
            return page(request, pk, pages.refused.build_refused_form(request, refusal))
        messages.success(request, str(words["approved" if form.approved else "refused"]))
        if "then" in words:
            words["then"](request, done)
        back = words["back"]
        return see_other(back if isinstance(back, str) else back(done))

    return view


def _pass_verdict(
    service: _Service, pk: Any, form: DecisionForm, request: HttpRequest, fields: tuple[str, ...]
) -> Any:
    if not form.is_valid():
        raise ReasonMissing(_("Give a reason of up to 500 characters."))
    return service(
        pk,
        approved=form.approved,
        reason=form.cleaned_data["reason"],
        acting_user=request.user,
        **{name: form.cleaned_data[name] for name in fields},
    )
