"""Export views: request, progress, download, cancel."""

import tempfile
from contextlib import ExitStack
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from pages.answers import require_found, see_other
from pages.refused import RefusedForm, build_refused_form
from reports.catalogue.registry import SOURCES
from reports.catalogue.sources import ExportSource, InvalidParameters, describe_params
from reports.exports import refusals
from reports.exports.services.files import (
    build_params,
    cancel_file,
    fetch_file,
    request_file,
    write_file_at_once,
)
from reports.files import FILES, Format
from reports.models import Export
from reports.views import screens

SHOWN = 50
READERS = (Right.VIEW_REPORTS, Right.VIEW_OWN_TILL)


@staff_page(*READERS)
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest, name: str) -> HttpResponseBase:
    """Choose a file format; a small file is answered at once, a larger one is made in the background."""
    wanted, user = _source(name, require_staff_user(request)), require_staff_user(request)
    if request.method != "POST":
        return _choose(request, wanted)
    form = _format(request, wanted)
    try:
        with ExitStack() as closing:
            file = closing.enter_context(tempfile.TemporaryFile())
            if write_file_at_once(wanted, request.GET, form, file, acting_user=user):
                answer = _file_response(file, wanted, form)
                closing.pop_all()  # the response closes it
                return answer
        asked = request_file(wanted, request.GET, form, acting_user=user)
    except InvalidParameters as error:
        raise BadRequest(str(error)) from error
    except refusals.ExportRefused as refusal:
        return _choose(request, wanted, build_refused_form(request, refusal))
    return see_other("reports:file", asked.public_id)


def _choose(
    request: HttpRequest, wanted: ExportSource, refusal: RefusedForm | None = None
) -> HttpResponse:
    context = {
        "title": _("Export: %(what)s") % {"what": wanted.title},
        "chosen": wanted.describe(request.GET),
        "formats": FILES,
        "source": wanted,
    }
    return render_staff(request, "reports/export.html", context, refused=refusal)


@staff_page(*READERS)
@require_safe
def files(request: HttpRequest) -> HttpResponse:
    """List one's own files, newest first."""
    found = Export.objects.filter(acting_user=require_staff_user(request)).order_by("-pk")[:SHOWN]
    context = {"title": _("My files"), "files": [_export_row(one) for one in found]}
    return render_staff(request, "reports/files.html", context)


@staff_page(*READERS)
@require_safe
def file(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show a file's progress, or the report if it is a finished screen. HTMX requests get only the changing part."""
    found = _own(request, public_id)
    context = {"title": _title(found), "file": _export_row(found)}
    is_ready = found.format == Format.PAGE and found.state == Export.State.DONE
    if request.headers.get("HX-Request"):
        answer = render(request, "reports/_file.html", context)
        if is_ready:
            answer["HX-Refresh"] = "true"  # the page now shows the report
        return answer
    if is_ready:
        try:
            return screens.show_finished_report(request, found)
        except refusals.ExportRefused as refusal:
            messages.error(request, str(refusal))
    return render_staff(request, "reports/file.html", context)


@staff_page(*READERS)
@require_safe
def download(request: HttpRequest, public_id: UUID) -> HttpResponseBase:
    """Download one's own file."""
    found = _own(request, public_id)
    if found.format == Format.PAGE:
        raise Http404
    wanted = _source(found.source, require_staff_user(request))
    try:
        path = fetch_file(found, wanted, acting_user=require_staff_user(request))
    except refusals.ExportRefused as refusal:
        messages.error(request, str(refusal))
        return see_other("reports:file", public_id)
    return _file_response(path.open("rb"), wanted, Format(found.format), found.asked_at)


@staff_page(*READERS)
@require_POST
def cancel(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Cancel a file that is waiting or being made."""
    found = _own(request, public_id)
    if cancel_file(found.public_id, acting_user=require_staff_user(request)):
        messages.success(request, _("The file is no longer being made."))
    else:
        messages.info(request, _("It had ended already."))
    return see_other("reports:file", public_id)


def _source(name: str, user: User) -> ExportSource:
    found = require_found(SOURCES.get(name))
    for right in found.rights:
        require(user, right)
    return found


def _own(request: HttpRequest, public_id: UUID) -> Export:
    """Return one's own export; 404 for another person's."""
    return get_object_or_404(Export, public_id=public_id, acting_user=require_staff_user(request))


def _format(request: HttpRequest, wanted: ExportSource) -> Format:
    try:
        form = Format(request.POST.get("format", ""))
    except ValueError as error:
        raise BadRequest("no such format") from error
    if form == Format.PAGE and wanted.page is None:
        raise BadRequest("a list has a page of its own")
    return form


def _title(export: Export) -> str:
    known = SOURCES.get(export.source)
    return str(known.title) if known else export.source


def _words(export: Export) -> list[tuple[str, str]]:
    known, params = SOURCES.get(export.source), build_params(export)
    return known.describe(params) if known else describe_params(params, {})


def _export_row(export: Export) -> dict[str, object]:
    return {
        "row": export,
        "title": _title(export),
        "format": Format(export.format).label,
        "params": " · ".join(f"{label}: {value}" for label, value in _words(export)),
    }


def _file_response(
    file: object, wanted: ExportSource, form: Format, at: object = None
) -> FileResponse:
    """Return a file as a download, never shown in the browser."""
    day = at or timezone.now()
    name = f"{slugify(str(wanted.title)) or wanted.name}-{day:%Y-%m-%d}.{form.ending}"
    if hasattr(file, "seek"):
        file.seek(0)
    return FileResponse(file, as_attachment=True, filename=name, content_type=form.content_type)
