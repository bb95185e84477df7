"""The statement as a page and as a file."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.users.views import require_player
from pages.answers import csv_response
from pages.line_pages import parse_place
from pages.lists import form_filters
from restores.services.gate import require_open
from wallet.archive.selectors.months import find_archived_until, is_archived
from wallet.cash.forms.statement import StatementForm, default_first_day
from wallet.cash.selectors import statement
from wallet.cash.values.statement_lines import StatementFilter
from wallet.cash.words import statement_file
from wallet.debts.selectors import load_debts


@login_required
@never_cache
@require_safe
def show_statement(request: HttpRequest) -> HttpResponse:
    """Show the movements of a filter, 15 per page; without a filter, those of the last 30 days."""
    player = require_player(request)
    form = StatementForm(_filter_values(request))
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "wallet/statement.html", {"form": form}, status=status)
    page = statement.load_page(player.pk, form.statement_filter, parse_place(request))
    # An empty `since` means all time; a URL without filters means the last 30 days.
    context: dict[str, Any] = {
        "archived_until": None,
        "form": form,
        "page": page,
        "filters": urlencode(form_filters(form) or {"since": ""}),
    }
    context["spans"] = statement.balance_spans(player.pk, form.statement_filter)
    context["debts"] = load_debts(player.pk)
    # an older page reads the archive; for newer ones nothing is asked
    if page.lines and is_archived(page.lines[-1].at):
        context["archived_until"] = find_archived_until()
    return render(request, "wallet/statement.html", context)


@login_required
@never_cache
@require_safe
def download_statement(request: HttpRequest) -> HttpResponseBase:
    """Send the movements of a filter as CSV; without a filter, all of them."""
    player = require_player(request)
    form = StatementForm(request.GET)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "wallet/statement.html", {"form": form}, status=status)
    return build_statement_csv(player.pk, form.statement_filter, sheet="sheet" in request.GET)


def build_statement_csv(
    player_id: int, chosen: StatementFilter, *, sheet: bool
) -> StreamingHttpResponse:
    """Return a player's movements as a CSV response. Raises ClosedAfterRestore."""
    require_open()
    return csv_response(_("movements"), statement_file.csv_rows(player_id, chosen, sheet=sheet))


def _filter_values(request: HttpRequest) -> dict[str, str]:
    """Return the filter in the query string; without one, the last 30 days."""
    said = {name: request.GET[name] for name in StatementForm.base_fields if name in request.GET}
    return said or {"since": default_first_day().isoformat()}
