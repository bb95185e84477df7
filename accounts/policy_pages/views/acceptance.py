"""Changed policies are put before the player, who accepts them."""

from http import HTTPStatus

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models.policies import PolicyVersion
from accounts.policies.selectors.acceptance import list_due
from accounts.policies.selectors.versions import find_previous
from accounts.policies.services.acceptance import ReadingPlace, accept_policies
from accounts.policies.words import describe_changes, reader_language, render_policy
from accounts.users.views import require_player
from journal.refusals import Refusal
from pages.answers import redirect_back


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest) -> HttpResponse:
    """Show the policies to accept, and take the player's acceptance."""
    player = require_player(request)
    following = (request.POST or request.GET).get("next", "")
    if request.method == "POST":
        place = ReadingPlace(reader_language(), get_adapter().get_client_ip(request))
        try:
            if accept_policies(player, _read_accepted(request), place):
                messages.success(request, _("Thank you. You can play for real money."))
        except Refusal as refusal:
            return _draw(request, list_due(player), following, refusal)
        return redirect_back(request, following, "accounts:account")
    due = list_due(player)
    return (
        _draw(request, due, following)
        if due
        else redirect_back(request, following, "accounts:account")
    )


def _read_accepted(request: HttpRequest) -> dict[str, int]:
    pairs = (one.partition(":") for one in request.POST.getlist("accepted"))
    try:
        return {kind: int(number) for kind, _colon, number in pairs}
    except ValueError as error:
        raise BadRequest from error


def _draw(
    request: HttpRequest,
    due: list[PolicyVersion],
    following: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    policies = [
        {
            "version": version,
            "blocks": render_policy(version),
            "lines": describe_changes(before, version)
            if (before := find_previous(version))
            else (),
        }
        for version in due
    ]
    context = {"policies": policies, "next": following, "refusal": refusal}
    status = refusal.status if refusal else HTTPStatus.OK
    return render(request, "accounts/policies/accept.html", context, status=status)
