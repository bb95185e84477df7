"""New accounts that may be the second one of their person: both side by side, and the word of staff."""

from dataclasses import dataclass
from itertools import chain

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.audit.services import record_list_view
from accounts.identity.selectors import duplicate_accounts
from accounts.identity.selectors.document_numbers import numbers_of
from accounts.identity.values.document_numbers import Number
from accounts.models.identity import REASON_LENGTH, Double
from accounts.models.users import User
from accounts.roles.selectors import may
from accounts.roles.values import Right
from accounts.staff.views.back_office import read_verdict, render_staff, staff_of, staff_page
from accounts.values.countries import COUNTRIES
from compliance.players.services import duplicate_accounts as doubles
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import Refused, refused

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two accounts."""

    player: User
    country: str | Promise
    number: Number | None


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Show what waits, the oldest first."""
    return _page(request)


def _page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    user = staff_of(request)
    rows = list(duplicate_accounts.undecided_pairs()[:SHOWN])
    people = set(chain.from_iterable((row.newer_id, row.other_id) for row in rows))
    record_list_view(user, people, ())
    numbers = numbers_of(people)
    context = {
        "title": _("Players who may be one person"),
        "rows": [(row, [_side(one, numbers) for one in (row.newer, row.other)]) for row in rows],
        "longest": REASON_LENGTH,
        "may_decide": may(user, Right.RESTRICT_PLAYERS),
    }
    return render_staff(request, "compliance/players/doubles.html", context, refused=refusal)


def _side(player: User, numbers: dict[int, Number]) -> Side:
    country = COUNTRIES.get(player.country, player.country)
    return Side(player, country, numbers.get(player.pk))


@staff_page(Right.RESTRICT_PLAYERS, fresh=True)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Two people, or one."""
    double = get_object_or_404(Double, pk=pk)
    same, reason = not read_verdict(request), request.POST.get("reason", "")
    if len(reason) > REASON_LENGTH:
        return _page(
            request, refused(request, ReasonMissing(_("Say why, in at most 500 letters.")))
        )
    try:
        doubles.decide_duplicate(double.pk, same=same, acting_user=staff_of(request), reason=reason)
    except Refusal as error:
        return _page(request, refused(request, error))
    done = _("The second account is closed.") if same else _("The new account goes on.")
    messages.success(request, done)
    return see_other("players:doubles")
