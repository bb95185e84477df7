"""Page where a player plans a session of play, and reads what is left of it."""

from http import HTTPStatus
from uuid import uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.users.views import require_player
from casino.limits.selectors.session_plan import is_plan_asked
from casino.protection.forms import SessionPlanForm
from casino.protection.selectors.session_plan import load_session_position
from casino.protection.services.session_plan import PlanRequest, plan_session
from casino.protection.words.session_plan import describe_session
from casino.views.players import player_required
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import add_refusal_to_form
from wallet.money.values import Money
from wallet.player_limits.words import DisplayCurrency


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_plan(request: HttpRequest) -> HttpResponse:
    """Show the running session, or the form that plans the next one. Nothing is filled in beforehand."""
    player = require_player(request)
    shown = DisplayCurrency.load(player.display_currency)
    if request.method != "POST":
        return _page(request, player, SessionPlanForm(shown=shown))
    form = SessionPlanForm(request.POST, shown=shown)
    if not form.is_valid():
        return _page(request, player, form)
    try:
        plan_session(
            player, _request(form), key=uuid5(form.idempotency_key, f"session of {player.pk}")
        )
    except Refusal as refusal:
        add_refusal_to_form(form, refusal)
        return _page(request, player, form)
    messages.success(request, _("Your session begins now. Your plan holds until it ends."))
    return see_other("casino:lobby")


def _request(form: SessionPlanForm) -> PlanRequest:
    amount = Money.parse(format(form.cleaned_data["amount"], "f"), form.cleaned_data["currency"])
    return PlanRequest(form.length, amount, form.lockout)


def _page(request: HttpRequest, player: User, form: SessionPlanForm) -> HttpResponse:
    position = load_session_position(player, timezone.now())
    running = position is not None and position.is_running
    context = {
        "asked": is_plan_asked(player),
        "position": position,
        "line": describe_session(position) if position is not None and running else None,
        "form": form,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "casino/session_plan.html", context, status=status)
