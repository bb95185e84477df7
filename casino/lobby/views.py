"""The lobby, and each table's rules and strategy. Public."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.models.users import User
from accounts.restrictions.refusals import EMAIL_NOT_CONFIRMED, UNVERIFIED_PLAY
from accounts.restrictions.selectors.eligibility import may_play_real_money
from casino.lobby.words.help import HelpPage, build_help
from casino.lobby.words.tables import lobby_tables, play_stop_reason, table_stop_reason
from casino.notices.words import describe_unseen_notices
from tables.models import Table
from tables.selectors.tables import are_tables_opening, table_by_slug
from tables.words.rules import rules_line
from wallet.money.values import BASE_CURRENCY


def _reader(request: HttpRequest) -> tuple[str, int | None, str]:
    """Return the reader's display currency, and the id and country of the player whose limits apply.

    Guests get the base currency. The currency of an account just opened in this browser would reveal that its
    email address was not registered before.
    """
    user = request.user
    if not isinstance(user, User):
        return BASE_CURRENCY, None, ""
    currency = BASE_CURRENCY if user.plays_as_guest else user.display_currency
    return currency, user.pk, user.country


@open_to_guests
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables with rules, limits and RTP."""
    player = request.user if isinstance(request.user, User) else None
    tables = lobby_tables(*_reader(request))
    guest_table = next((one.slug for one in tables if one.takes_guests), "")
    if player is None or player.plays_as_guest:
        tables.sort(key=lambda one: one.slug != guest_table)
    context = {
        "tables": tables,
        "is_opening": not tables and are_tables_opening(),
        "notices": describe_unseen_notices(player) if player else [],
        "stopped": play_stop_reason(player),
        "guest_table": guest_table,
        "is_to_verify": player is not None and _is_to_verify(player),
    }
    return render(request, "casino/lobby.html", context)


def _is_to_verify(player: User) -> bool:
    """Return whether only steps of the verification checklist keep this player from real-money play."""
    if player.plays_as_guest or player.is_verified:
        return False
    barred = may_play_real_money(player)
    return barred in (UNVERIFIED_PLAY, EMAIL_NOT_CONFIRMED)


@open_to_guests
@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """The rules of every open table."""
    return render(request, "casino/help_index.html", {"tables": lobby_tables()})


@open_to_guests
@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Rules of one table, generated from the value the engine plays by."""
    return _page(request, slug, "casino/help.html")


@open_to_guests
@require_safe
def strategy(request: HttpRequest, slug: str) -> HttpResponse:
    """Strategy chart and RTP of a table."""
    return _page(request, slug, "casino/strategy.html")


def _page(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    try:
        table = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise Http404 from error
    page: HelpPage = build_help(table, *_reader(request))
    line = rules_line(table.version.rules)
    context = {
        "table": table,
        "rules_line": line,
        "page": page,
        "stopped": table_stop_reason(table),
    }
    return render(request, template, context)
