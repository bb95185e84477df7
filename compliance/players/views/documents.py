"""Uploaded identity documents: waiting ones, those of one player, and one file."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_player_view
from accounts.identity.selectors import uploads
from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.services import document_uploads
from accounts.identity.values.file_content import ENDINGS, PDF
from accounts.models.identity import REASON_LENGTH, Upload
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import PlayerStaffPage
from approvals.forms import OptionalReasonForm
from compliance.players.selectors.profile import calculate_age
from compliance.players.views.act_page import get_player_or_404
from compliance.players.views.players import can_be_verified
from compliance.players.words.columns import country_name
from journal.refusals import Refusal
from pages.lists import load_slice

# CSP of an uploaded file: no scripts, forms or external resources.
_ALONE = (
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_safe
def list_waiting_documents(request: HttpRequest) -> HttpResponse:
    """List the players with waiting documents, longest wait first."""
    rows = list(uploads.list_review_queue()[:100])
    record_list_view(require_staff_user(request), (one.pk for one in rows), ())
    context = {"title": _("Pending documents"), "rows": rows}
    return render_staff(request, "compliance/players/documents.html", context)


class DocumentsPage(PlayerStaffPage):
    """A player's uploads beside the personal data to compare."""

    opens = (Right.RESTRICT_PLAYERS,)
    template_name = "compliance/players/papers.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = self.player
        record_player_view(self.user, player, "documents")
        return super().get_context_data(
            title=_("Documents of %(person)s") % {"person": player.display_name},
            player=player,
            age=calculate_age(player),
            country=country_name(player),
            number=load_document_number(player),
            slice=load_slice(uploads.list_uploads(player), self.request),
            waits=list(uploads.list_waiting_uploads(player)),
            longest=REASON_LENGTH,
            may_verify=can_be_verified(player),
            **kwargs,
        )


@DocumentsPage.form_view(OptionalReasonForm, Right.RESTRICT_PLAYERS)
def refuse_documents(page: DocumentsPage, form: OptionalReasonForm) -> HttpResponse:
    """Refuse the waiting documents, with a text to the player."""
    seen = uploads.parse_upload_ids(page.request.POST.getlist("seen"))
    words = form.cleaned_data["reason"]
    document_uploads.refuse_uploads(page.player.pk, seen, acting_user=page.user, words=words)
    told = _("The documents are refused. We notify the player.")
    return page.redirect_with_message(told, "players:documents")


@staff_page(Right.RESTRICT_PLAYERS)
@require_safe
def open_document(request: HttpRequest, pk: int, key: UUID) -> HttpResponse:
    """Send one file: an image inline, a PDF as a download. Every view is an event."""
    upload = get_object_or_404(Upload, player=get_player_or_404(pk), key=key)
    try:
        content = document_uploads.open_upload(upload, acting_user=require_staff_user(request))
    except Refusal as error:
        error.status = HTTPStatus.GONE
        raise
    response = HttpResponse(content, content_type=upload.media_type)
    how = "attachment" if upload.media_type == PDF else "inline"
    name = f"{pk}-{upload.kind}-{upload.pk}.{ENDINGS[upload.media_type]}"
    response["Content-Disposition"] = f'{how}; filename="{name}"'
    response["Content-Security-Policy"] = _ALONE
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
