"""Page that describes the copy, and the copy itself, streamed."""

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.users.views import require_player
from compliance.own_data import services
from compliance.own_data.refusals import TooManyCopies
from profiles.selectors.in_force import profile_in_force


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth ships without types
@never_cache
@require_safe
def show_own_data(request: HttpRequest) -> HttpResponse:
    """Describe what the copy contains."""
    require_player(request)
    return _page(request)


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth ships without types
@never_cache
@require_POST
def download_copy(request: HttpRequest) -> HttpResponseBase:
    try:
        pieces = services.take_copy(require_player(request))
    except TooManyCopies as error:
        return _page(request, str(error), error.status)
    called = _("my-data")
    name = f"{called}-{timezone.now():%Y-%m-%d}.json"
    return StreamingHttpResponse(
        pieces,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _page(
    request: HttpRequest, refusal: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {"refusal": refusal, "answer_days": profile_in_force().dispute_answer_days}
    return render(request, "compliance/own_data.html", context, status=status)
