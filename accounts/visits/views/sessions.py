"""The player's page of own sessions."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models.visits import Visit
from accounts.users.views import require_player
from accounts.visits import selectors
from accounts.visits.services import visits
from accounts.visits.views.presence import VISIT
from pages.answers import see_other

OTHERS = "others"


@login_required
@never_cache
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """List the player's open sessions, this one first, and past ones."""
    player = require_player(request)
    present = request.session.get(VISIT)
    running = sorted(selectors.open_visits(player), key=lambda one: one.pk != present)
    context = {
        "running": running,
        "present": present,
        "others": [one for one in running if one.pk != present],
        "past": selectors.past_visits(player),
    }
    return render(request, "accounts/sessions.html", context)


@login_required
@never_cache
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """End one of the player's own sessions, or all but this one."""
    player, asked = require_player(request), request.POST.get("visit", "")
    if asked == OTHERS:
        visits.end_other_visits(player, request.session.get(VISIT))
        messages.success(request, _("You are signed out everywhere else."))
        return see_other("accounts:sessions")
    if asked == str(request.session.get(VISIT)):
        return see_other("account_logout")
    with suppress(ValueError):
        try:
            visits.end_visit(player, int(asked))
        except Visit.DoesNotExist as error:
            raise Http404 from error
        messages.success(request, _("That session is ended."))
        return see_other("accounts:sessions")
    raise Http404
