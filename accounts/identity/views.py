"""The player's own page about identity: what is known, and what is missing."""

from http import HTTPStatus
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.forms.documents import NumberForm, UploadForm
from accounts.identity.selectors import document_numbers, uploads
from accounts.identity.selectors.verification import may_renew
from accounts.identity.services import document_uploads, number_entry
from accounts.identity.values.document_numbers import NumberKnown
from accounts.models.identity import Upload
from accounts.models.users import State, User
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import explain

SHOWN: Final = 30
_NEEDED: Final = (Upload.Kind.FRONT, Upload.Kind.BACK, Upload.Kind.FACE)


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


def _page(request: HttpRequest, **changed: Any) -> HttpResponse:
    player = player_of(request)
    number = document_numbers.number_of(player)
    sent = list(uploads.uploads_of(player)[:SHOWN])
    kinds = _still_to_send(player, sent)
    context = {
        "number": number,
        "uploads": sent,
        "kinds": [kind.label for kind in kinds],
        "upload_form": None if player.state == State.CLOSED else _form_for(kinds),
        "number_form": None if number else NumberForm(initial={"document_country": player.country}),
        **changed,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if changed else HTTPStatus.OK
    return render(request, "accounts/identity.html", context, status=status)


def _form_for(kinds: list[Upload.Kind]) -> UploadForm:
    """With the first of what is still to come chosen; nothing where nothing is."""
    return UploadForm(initial={"kind": kinds[0]} if kinds else None)


def _still_to_send(player: User, sent: list[Upload]) -> list[Upload.Kind]:
    """What staff need to see of somebody whom they do not know yet, and has not come."""
    if player.is_verified and not may_renew(player, timezone.now().date()):
        return []
    there = {one.kind for one in sent if one.state == Upload.State.WAITING}
    return [kind for kind in _NEEDED if kind not in there]


@login_required
@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Keep a picture or PDF of a document."""
    player, form = player_of(request), UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, upload_form=form)
    file = form.cleaned_data["file"]
    try:
        document_uploads.send(player, form.cleaned_data["kind"], file.read())
    except Refusal as error:
        explain(form, error)
        return _page(request, upload_form=form)
    messages.success(request, _("We have received your document. We will review it and email you."))
    return see_other("accounts:identity")


@login_required
@require_POST
def give_number(request: HttpRequest) -> HttpResponse:
    """Keep the number of the document, once."""
    player, form = player_of(request), NumberForm(request.POST)
    if not form.is_valid():
        return _page(request, number_form=form)
    try:
        number_entry.enter_number(player, form.cleaned_data["number"])
    except NumberKnown as error:
        number_entry.record_known_number(
            error.holder, actor=player.pk, ip=get_adapter().get_client_ip(request)
        )
        explain(form, error)
        return _page(request, number_form=form)
    except Refusal as error:  # there is one already: two tabs
        messages.warning(request, str(error.message))
        return see_other("accounts:identity")
    messages.success(request, _("Your document number is saved."))
    return see_other("accounts:identity")
