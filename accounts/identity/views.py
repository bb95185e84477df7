"""The player's identity page: known data and missing steps."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.forms.addresses import ResidenceForm
from accounts.identity.forms.documents import DetailsForm, UploadForm
from accounts.identity.selectors import document_numbers, uploads
from accounts.identity.selectors.addresses import KnownAddress, load_address
from accounts.identity.selectors.checklist import NEEDED_UPLOADS, load_checklist
from accounts.identity.selectors.verification import may_renew
from accounts.identity.services import document_uploads
from accounts.identity.services.addresses import enter_address
from accounts.identity.services.details import enter_details
from accounts.identity.services.number_entry import record_known_number
from accounts.identity.values.document_numbers import NumberTaken
from accounts.identity.words import checklist_lines
from accounts.models.identity import Upload
from accounts.models.users import State, User
from accounts.users.views import require_player
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import add_refusal_to_form

SHOWN: Final = 30


@login_required
@require_safe
def identity(request: HttpRequest) -> HttpResponse:
    """Show the known identity data and the missing steps."""
    return _page(request)


def _page(request: HttpRequest, **changed: Any) -> HttpResponse:
    player = require_player(request)
    number, is_closed = document_numbers.load_document_number(player), player.state == State.CLOSED
    address = load_address(player)
    sent = list(uploads.list_uploads(player)[:SHOWN])
    kinds = _still_to_send(player, sent)
    checklist = load_checklist(player, sent)
    context = {
        "number": number,
        "known_address": address,
        "address_form": None if is_closed else _address_form(player, address),
        "checklist": checklist,
        "steps": checklist_lines(checklist),
        "uploads": sent,
        "kinds": [kind.label for kind in kinds],
        "upload_form": None if is_closed else _form_for(kinds),
        "details_form": None if number or is_closed else DetailsForm(player),
        **changed,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if changed else HTTPStatus.OK
    return render(request, "accounts/identity.html", context, status=status)


def _address_form(player: User, known: KnownAddress | None) -> ResidenceForm:
    initial = asdict(known.address) if known else {}
    return ResidenceForm(player.country, initial=initial)


def _form_for(kinds: list[Upload.Kind]) -> UploadForm:
    return UploadForm(initial={"kind": kinds[0]} if kinds else None)


def _still_to_send(player: User, sent: list[Upload]) -> list[Upload.Kind]:
    if player.is_verified and not may_renew(player, timezone.now().date()):
        return []
    there = {one.kind for one in sent if one.state == Upload.State.WAITING}
    return [kind for kind in NEEDED_UPLOADS if kind not in there]


def _received(player: User) -> str:
    if _still_to_send(player, list(uploads.list_uploads(player)[:SHOWN])):
        return _(
            "We have received it. Send what is still listed here: we review all of it together."
        )
    return _("We have received your document. We will review it and email you.")


@login_required
@require_POST
def upload_document(request: HttpRequest) -> HttpResponse:
    """Store an uploaded picture or PDF of a document."""
    player, form = require_player(request), UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, upload_form=form)
    file = form.cleaned_data["file"]
    try:
        document_uploads.store_upload(player, form.cleaned_data["kind"], file.read())
    except Refusal as error:
        add_refusal_to_form(form, error)
        return _page(request, upload_form=form)
    messages.success(request, _received(player))
    return see_other("accounts:identity")


@login_required
@require_POST
def save_details(request: HttpRequest) -> HttpResponse:
    """Store name and document number, once."""
    player = require_player(request)
    form = DetailsForm(player, request.POST)
    if not form.is_valid():
        return _page(request, details_form=form)
    try:
        enter_details(player, form.details())
    except NumberTaken as error:
        record_known_number(error.holder, actor=player.pk, ip=get_adapter().get_client_ip(request))
        add_refusal_to_form(form, error)
        return _page(request, details_form=form)
    except Refusal as error:  # details were entered in another tab
        messages.warning(request, str(error.message))
        return see_other("accounts:identity")
    messages.success(request, _("Your details are saved."))
    return see_other("accounts:identity")


@login_required
@require_POST
def save_address(request: HttpRequest) -> HttpResponse:
    """Store the residential address; a change is a new version."""
    player = require_player(request)
    form = ResidenceForm(player.country, request.POST)
    if not form.is_valid():
        return _page(request, address_form=form)
    try:
        enter_address(player, form.cleaned_data["address"])
    except Refusal as error:
        add_refusal_to_form(form, error)
        return _page(request, address_form=form)
    messages.success(request, _("Your address is saved."))
    return see_other("accounts:identity")
