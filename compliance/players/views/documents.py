"""Uploaded identity documents: waiting ones, those of one player, and one file."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_view
from accounts.identity.selectors import uploads
from accounts.identity.selectors.document_numbers import number_of
from accounts.identity.services import document_uploads
from accounts.identity.values.file_content import ENDINGS, PDF
from accounts.models.identity import REASON_LENGTH, Upload
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.staff.views.pages import AboutPlayer
from approvals.forms import OptionalReasonForm
from compliance.players.selectors.profile import age_of
from compliance.players.views.act_page import player_of
from compliance.players.views.players import is_to_be_verified
from compliance.players.words.columns import country_of
from journal.refusals import Refusal
from pages.lists import slice_of

# CSP of an uploaded file: no scripts, forms or external resources.
_ALONE = (
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """List the players with waiting documents, longest wait first."""
    rows = list(uploads.waiting_senders()[:100])
    record_list_view(staff_of(request), (one.pk for one in rows), ())
    context = {"title": _("Documents that wait"), "rows": rows}
    return render_staff(request, "compliance/players/documents.html", context)


class Documents(AboutPlayer):
    """A player's uploads beside the personal data to compare."""

    opens = (Right.RESTRICT_PLAYERS,)
    template_name = "compliance/players/papers.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = self.player
        record_view(self.user, player, "documents")
        return super().get_context_data(
            title=_("Documents of %(person)s") % {"person": player.display_name},
            player=player,
            age=age_of(player),
            country=country_of(player),
            number=number_of(player),
            slice=slice_of(uploads.uploads_of(player), self.request),
            waits=list(uploads.waiting_of(player)),
            longest=REASON_LENGTH,
            may_verify=is_to_be_verified(player),
            **kwargs,
        )


@Documents.takes_form(OptionalReasonForm, Right.RESTRICT_PLAYERS)
def refuse(page: Documents, form: OptionalReasonForm) -> HttpResponse:
    """Refuse the waiting documents, with a text to the player."""
    seen = uploads.parse_upload_ids(page.request.POST.getlist("seen"))
    words = form.cleaned_data["reason"]
    document_uploads.refuse(page.player.pk, seen, acting_user=page.user, words=words)
    told = _("The documents are refused. The player is notified.")
    return page.done(told, "players:documents")


@staff_page(Right.RESTRICT_PLAYERS)
@require_safe
def look(request: HttpRequest, pk: int, key: UUID) -> HttpResponse:
    """Send one file: an image inline, a PDF as a download. Every view is an event."""
    upload = get_object_or_404(Upload, player=player_of(pk), key=key)
    try:
        content = document_uploads.open_upload(upload, acting_user=staff_of(request))
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
