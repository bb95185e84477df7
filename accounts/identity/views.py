"""The player's own page about identity: what is known, and what is missing."""

from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import see_other
from accounts.errors import AccountError
from accounts.identity import numbering
from accounts.identity.forms import NumberForm
from accounts.identity.numbering import NumberKnown
from accounts.models import User


def player_of(request: HttpRequest) -> User:
    """The player signed in; of a page behind `login_required`. Staff have no such pages."""
    if not isinstance(request.user, User) or request.user.is_staff:
        raise Http404
    return request.user


@login_required
@require_safe
def identity(request: HttpRequest) -> HttpResponse:
    """Who the house knows this player to be."""
    return _page(request)


def _page(request: HttpRequest, **forms: Any) -> HttpResponse:
    player = player_of(request)
    number = numbering.number_of(player)
    context = {
        "number": number,
        "number_form": None if number else NumberForm(initial={"document_country": player.country}),
        **forms,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if forms else HTTPStatus.OK
    return render(request, "accounts/identity.html", context, status=status)


@login_required
@require_POST
def give_number(request: HttpRequest) -> HttpResponse:
    """Keep the number of the document, once."""
    player, form = player_of(request), NumberForm(request.POST)
    if not form.is_valid():
        return _page(request, number_form=form)
    try:
        numbering.give(player, form.cleaned_data["number"])
    except NumberKnown as error:
        numbering.tell_known(error.holder, actor=player.pk, ip=get_adapter().get_client_ip(request))
        form.refuse(error)
        return _page(request, number_form=form)
    except AccountError as error:  # there is one already: two tabs
        messages.warning(request, str(error.message))
        return see_other("accounts:identity")
    messages.success(request, _("The number of your document is kept."))
    return see_other("accounts:identity")
