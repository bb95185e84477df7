"""How a form about a player is asked, and how a refusal answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise

from accounts.audit.services import record_view
from accounts.models.users import User
from accounts.staff.views.back_office import render_staff, staff_of
from accounts.users.selectors.search import players
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import explain

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ActPage:
    """A page that says what an act does, asks why, and does it."""

    title: Words
    means: tuple[Words, ...]
    button: Words
    done: Words
    form: Callable[..., Form]
    facts: Mapping[str, Any] = field(default_factory=dict)


def player_of(pk: int) -> User:
    """The player of an address; staff are none. Raises Http404."""
    return get_object_or_404(players(), pk=pk)


def ask(
    request: HttpRequest, player: User, act: ActPage, do: Callable[[Any], object]
) -> HttpResponse:
    """Show the form, or do what it says: a refusal stands above it, and nothing has changed."""
    form = act.form(request.POST) if request.method == "POST" else act.form()
    if request.method != "POST":
        return _page(request, player, act, form)
    if not form.is_valid():
        return _page(request, player, act, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        do(form)
    except Refusal as error:
        return _page(request, player, act, form, explain(form, error))
    messages.success(request, str(act.done))
    return see_other("players:player", player.pk)


def _page(
    request: HttpRequest,
    player: User,
    act: ActPage,
    form: Form,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    record_view(staff_of(request), player, "act")
    context = {"title": act.title, "player": player, "act": act, "form": form}
    return render_staff(request, "compliance/players/act.html", context, status=status)
