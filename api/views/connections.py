"""The player's page of connected apps."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.users.views import require_player
from api.selectors.apps import list_connections
from api.services import connections
from api.words.apps import build_connection_line
from pages.answers import see_other


@login_required
@never_cache
@require_safe
def show_connections(request: HttpRequest) -> HttpResponse:
    """List the apps that the player is connected with."""
    found = list_connections(require_player(request))
    lines = [build_connection_line(connection) for connection in found]
    return render(request, "api/connections.html", {"lines": lines})


@login_required
@require_POST
def disconnect_app(request: HttpRequest, pk: int) -> HttpResponse:
    """End a connection."""
    connection = connections.disconnect_app(require_player(request), pk)
    told = _("%(app)s is disconnected. It can't see or do anything any more.")
    messages.success(request, told % {"app": connection.app})
    return see_other("connections:list")
