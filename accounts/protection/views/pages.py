"""Pages of player protection; the overview is public."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeVar
from uuid import uuid5

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.factors.selectors import has_factor
from accounts.factors.views import ask_for_proof, is_factor_fresh
from accounts.models.users import User
from accounts.protection.forms import ExclusionForm, RealityForm, ReturnForm, TimeOutForm
from accounts.protection.selectors.breaks import load_current_break
from accounts.protection.selectors.reality_check import interval_minutes
from accounts.protection.services import reality_answers
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.protection.services.returning import ask_return
from accounts.protection.views.reauthentication import verify_password
from accounts.protection.words import describe_end
from accounts.users.views import require_player
from accounts.visits.views.kept_forms import restore_form
from journal.refusals import Refusal
from pages.answers import see_other
from pages.moments import describe_hours
from pages.refused import add_refusal_to_form
from profiles.selectors.in_force import profile_in_force

BY_FACTOR: Final = "by_factor"
"""Name of the submit button that asks for a second factor instead of the password."""
Form = TypeVar("Form", TimeOutForm, ExclusionForm, ReturnForm)


@never_cache
@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Show the overview: protection tools, risks of play, help organisations. Public."""
    user = request.user
    player = user if isinstance(user, User) and not user.is_staff else None
    profile = profile_in_force(player.country if player is not None else "")
    context = {
        "is_player": player is not None,
        "now": load_current_break(player) if player is not None else None,
        "session_plan": player is not None and profile.session_plan,
        "days": {"least": profile.time_out_shortest_days, "most": profile.time_out_longest_days},
        "helpers": profile_in_force().help_organisations,
    }
    return render(request, "accounts/responsible/hub.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_time_out(request: HttpRequest) -> HttpResponse:
    """Take a time-out of some days."""
    player = require_player(request)
    form = TimeOutForm(
        request.POST or None, initial=restore_form(request), **_proof_of(request, player)
    )

    def leave(sent: TimeOutForm) -> None:
        key = uuid5(sent.idempotency_key, f"time-out of {player.pk}")
        start_time_out(player, sent.length, key=key)

    return _answer(request, form, leave, "accounts/responsible/time_out.html")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def exclude(request: HttpRequest) -> HttpResponse:
    """Exclude oneself, with or without an end."""
    player = require_player(request)
    form = ExclusionForm(
        request.POST or None, initial=restore_form(request), **_proof_of(request, player)
    )

    def leave(sent: ExclusionForm) -> None:
        key = uuid5(sent.idempotency_key, f"exclusion of {player.pk}")
        start_self_exclusion(player, sent.chosen, key=key)

    return _answer(request, form, leave, "accounts/responsible/exclude.html")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest) -> HttpResponse:
    """Ask to come back from a self-exclusion."""
    player = require_player(request)
    form = ReturnForm(request.POST or None, **_proof_of(request, player))
    done = _("Noted. Your self-exclusion ends at the time shown here.")
    return _answer(
        request, form, lambda _form: ask_return(player), "accounts/responsible/return.html", done
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reality_check(request: HttpRequest) -> HttpResponse:
    """Choose the interval of the reality check."""
    player = require_player(request)
    form = RealityForm(
        player.country, request.POST or None, initial={"minutes": interval_minutes(player)}
    )
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                reality_answers.set_interval(player, form.cleaned_data["minutes"])
            except Refusal as error:
                status = add_refusal_to_form(form, error)
            else:
                messages.success(request, _("Saved."))
                return see_other("protection:hub")
    return render(request, "accounts/responsible/reality.html", {"form": form}, status=status)


def _proof_of(request: HttpRequest, player: User) -> dict[str, Any]:
    return {
        "user": player,
        "factor_shown": is_factor_fresh(request),
        "verify_password": partial(verify_password, request, player),
    }


def _answer(
    request: HttpRequest,
    form: Form,
    act: Callable[[Form], object],
    template: str,
    done: str = "",
) -> HttpResponse:
    """Process a valid form; show a refused one again as typed."""
    status = HTTPStatus.OK
    player = require_player(request)
    if (
        BY_FACTOR in request.POST
        and has_factor(player)
        and (asked := ask_for_proof(request, player))
    ):
        return asked
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                act(form)
            except Refusal as error:
                status = add_refusal_to_form(form, error)
            else:
                messages.success(request, done or _("Done. You are out of play from now on."))
                return see_other("protection:hub")
    now = load_current_break(player)
    context = {
        "form": form,
        "now": now,
        "by_factor": BY_FACTOR,
        "ends": describe_end(player.country),
        "wait": describe_hours(now.return_hours) if now else "",
    }
    return render(request, template, context, status=status)
