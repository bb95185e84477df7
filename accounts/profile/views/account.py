"""The player's page about the account's state."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.profile.words import describe_account, describe_history
from accounts.users.views import require_player


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the account's state, missing steps and history."""
    player = require_player(request)
    context = {
        "standing": describe_account(player),
        "history": describe_history(player),
        "consents": player.consents.order_by("-accepted_at", "kind"),
    }
    return render(request, "accounts/account.html", context)
