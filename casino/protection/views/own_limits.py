"""Page of a player's own limits."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models.users import User
from accounts.restrictions.selectors.active_restrictions import is_excluded
from accounts.users.views import require_player
from casino.protection.forms import LimitForm, LimitKeyForm, build_limit_form
from casino.protection.words.limit_history import past_limits
from casino.protection.words.own_limits import build_limit_sections, format_limit_amount
from casino.views.players import player_required
from journal.refusals import ChangedMeanwhile, Refusal
from limits.models import Limit
from limits.refusals import LimitDuringBreak
from limits.services.players import LimitRequest, confirm_limit
from limits.values import LimitKind, LimitPeriod
from limits.words import name_period
from pages.answers import see_other
from pages.moments import describe_hours, moment_text
from profiles.selectors.in_force import profile_in_force
from wallet.cash.selectors.deposit_allowance import find_window_zone
from wallet.player_limits.services import ask_limit, find_present_limit
from wallet.player_limits.words import DisplayCurrency


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_limits(request: HttpRequest) -> HttpResponse:
    """Limits in force, how much of them is used, pending changes, and a form for each limit."""
    player = require_player(request)
    if request.method != "POST":
        return _page(request, player)
    ways = {"set": _set, "remove": _remove, "keep": _keep, "confirm": _confirm}
    return ways.get(request.POST.get("do", ""), _nothing)(request, player)


def _set(request: HttpRequest, player: User) -> HttpResponse:
    which = LimitKeyForm(request.POST)
    if not which.is_valid():
        return _nothing(request, player)
    form = build_limit_form(
        *which.limit_key, DisplayCurrency.load(player.display_currency), request.POST
    )
    if not form.is_valid():
        return _page(request, player, form)
    return _asked(request, player, form, form.value)


def _remove(request: HttpRequest, player: User) -> HttpResponse:
    form = LimitKeyForm(request.POST)
    return _asked(request, player, form, None) if form.is_valid() else _nothing(request, player)


def _keep(request: HttpRequest, player: User) -> HttpResponse:
    """Request the limit in force again, which drops the pending change."""
    form = LimitKeyForm(request.POST)
    present = find_present_limit(player, *form.limit_key) if form.is_valid() else None
    if present is None:
        return _nothing(request, player)
    return _asked(request, player, form, present)


def _asked(
    request: HttpRequest, player: User, form: LimitKeyForm, amount: int | None
) -> HttpResponse:
    wanted = LimitRequest(*form.limit_key, amount)
    key = uuid5(form.idempotency_key, f"limit of {player.pk}")

    def ask() -> str:
        return _told(ask_limit(player, wanted, key=key), player)

    return _done(request, player, ask, form)


def _confirm(request: HttpRequest, player: User) -> HttpResponse:
    text = request.POST.get("limit", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0  # noqa: PLR2004  maximum digits of a row's id

    def say() -> str:
        return _told(confirm_limit(player, number).limit, player)

    return _done(request, player, say)


def _done(
    request: HttpRequest, player: User, act: Callable[[], str], form: LimitKeyForm | None = None
) -> HttpResponse:
    """Run `act` and redirect; if refused, redraw the page with the reason."""
    try:
        told = act()
    except Refusal as error:
        bound = form if isinstance(form, LimitForm) else None
        if bound is None or isinstance(error, ChangedMeanwhile):
            return _page(request, player, refusal=str(error), status=error.status)
        bound.add_error("amount" if "amount" in bound.fields else "hours", str(error.message))
        return _page(request, player, bound)
    messages.success(request, told)
    return see_other("casino:own_limits")


def _nothing(request: HttpRequest, player: User) -> HttpResponse:
    """Answer a form that this page does not send."""
    return _page(
        request, player, refusal=str(ChangedMeanwhile.message), status=ChangedMeanwhile.status
    )


_REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


def _page(
    request: HttpRequest,
    player: User,
    bound: LimitForm | None = None,
    *,
    refusal: str = "",
    status: HTTPStatus | None = None,
) -> HttpResponse:
    shown = DisplayCurrency.load(player.display_currency)
    kinds = build_limit_sections(player, shown, timezone.now())
    sections = [
        {"section": section, "lines": [_shown(line, shown, bound) for line in section.lines]}
        for section in kinds
    ]
    profile = profile_in_force(player.country)
    context = {
        "sections": sections,
        "shown": shown,
        "refusal": refusal,
        "wait": describe_hours(profile.limit_loosening_hours),
        "months": profile.limit_months_between,
        "zone": find_window_zone(player),
    }
    context |= {
        "of_house": any(line.house for section in kinds for line in section.lines),
        "of_profile": any(line.default for section in kinds for line in section.lines),
        "past": past_limits(player),
        "only_tighter": LimitDuringBreak.message if is_excluded(player) else "",
    }
    found = status or (HTTPStatus.OK if bound is None else _REFUSED)
    return render(request, "casino/own_limits.html", context, status=found)


def _shown(line: Any, shown: DisplayCurrency, bound: LimitForm | None) -> dict[str, Any]:
    """A line with its form: the one that was sent, or a new one."""
    sent = bound is not None and bound.limit_key == (line.kind, line.period)
    form = bound if sent else build_limit_form(line.kind, line.period, shown)
    return {"line": line, "form": form, "sent": sent}


def _told(limit: Limit, player: User) -> str:
    calendar = limit.kind == LimitKind.DEPOSIT and find_window_zone(player) is not None
    period = name_period(LimitPeriod(limit.period), calendar=calendar)
    facts = {"kind": limit.get_kind_display(), "period": period}
    if limit.loosens and not hasattr(limit, "confirmation"):
        at = moment_text(limit.in_force_from, _("j M Y, H:i"))
        words = _(
            "Noted. Your limit for %(kind)s in %(period)s stays as it is. From %(at)s you can confirm the new one here."
        )
        return words % {**facts, "at": at}
    if limit.amount is None:
        return _("You no longer have a limit for %(kind)s in %(period)s.") % facts
    amount = format_limit_amount(
        limit.kind, limit.amount, DisplayCurrency.load(player.display_currency)
    )
    words = _("From now on your limit for %(kind)s in %(period)s is %(amount)s.")
    return words % {**facts, "amount": str(amount)}
