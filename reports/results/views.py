"""A player's own statistics."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models.users import User
from accounts.users.views import require_player
from casino.views.players import player_required
from reports.results.forms import ResultsForm
from reports.results.selectors.results import Results, load_results
from reports.results.words import dealt_sheets, results_chart, sort_tables, upcard_headings
from reports.selectors.names import load_table_names
from reports.values.period import Period, day_of
from reports.words.gaming_days import describe_days
from wallet.ledger.models import Account
from wallet.money.values import BASE_CURRENCY, Money

_PAGE: Final = "reports/results.html"


@player_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show a player's results in a period and currency."""
    player = require_player(request)
    form = ResultsForm(request.GET.dict(), _currencies(player))
    if not form.is_valid():
        return render(request, _PAGE, {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    period = form.period_until(day_of(timezone.now()))
    found = load_results(player.pk, period)
    asked = form.cleaned_data["currency"] or next(iter(found), BASE_CURRENCY)
    context = {"form": form, "others": _others(found, asked, form.chosen)}
    context |= _result_context(found.get(asked, Results(asked)), period)
    return render(request, _PAGE, context)


def _others(found: Iterable[str], asked: str, period: str) -> SafeString:
    """Return links to the other currencies played in the period."""
    ways = ((urlencode({"period": period, "currency": code}), code) for code in found)
    return format_html_join(", ", '<a href="?{}">{}</a>', (way for way in ways if way[1] != asked))


def _currencies(player: User) -> list[str]:
    accounts = Account.objects.filter(player=player).order_by("currency")
    return list(accounts.values_list("currency", flat=True))


def _result_context(found: Results, period: Period) -> dict[str, object]:
    return {
        "currency": found.currency,
        "days_in_words": describe_days(period.first, period.last),
        "figures": total_figures(found),
        "total": found.total,
        "chart": results_chart(found, period),
        "tables": [
            (name, sums, found.money(sums.staked), found.money(sums.net))
            for name, sums in sort_tables(found, load_table_names())
        ],
        "sheets": dealt_sheets(found),
        "upcards": upcard_headings(),
        "voided": found.voided,
        "due": found.money(found.due),
    }


def total_figures(found: Results) -> list[tuple[str, int | Money]]:
    """Return the totals with their labels; the net result includes voids."""
    total = found.total
    corrected: list[tuple[str, int | Money]] = [
        (_("Of these, voided"), found.voided),
        (_("Corrected by voids"), found.money(found.due)),
    ]
    return [
        (_("Rounds played"), total.rounds),
        (_("Rounds won"), total.won),
        (_("Rounds lost"), total.lost),
        (_("Rounds pushed"), total.pushed),
        (_("Staked"), found.money(total.staked)),
        (_("Returned"), found.money(total.returned)),
        *(corrected if found.voided or found.due else []),
        (_("Net result"), found.money(total.net + found.due)),
    ]
