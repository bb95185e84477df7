"""The back office's page about how old a rate may be and what an exchange costs."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.roles.values import Right
from accounts.staff.views.back_office import staff_of, staff_page
from approvals.views import decision_view
from pages.answers import see_other
from pages.refused import Refused
from wallet.rates.forms import MaxAgeForm, SpreadForm
from wallet.rates.models import RateMaxAge, Spread
from wallet.rates.services import rules
from wallet.rates.views.rates import PER_PAGE, page


@staff_page(Right.VIEW_RATES)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What holds, what waits for a second person, and what held before."""
    return _rules_page(request)


@staff_page(Right.EDIT_RATES)
@require_POST
def propose_max_age(request: HttpRequest) -> HttpResponse:
    """Propose how old a currency's rate may be."""
    form = MaxAgeForm(request.POST, auto_id="max_age_%s")
    if not form.is_valid():
        return _rules_page(request, max_age_form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    given = form.cleaned_data
    rules.propose_max_age(
        given["currency"], given["hours"], staff_of(request), reason=given["reason"]
    )
    return _proposed(request)


@staff_page(Right.EDIT_RATES)
@require_POST
def propose_spread(request: HttpRequest) -> HttpResponse:
    """Propose what an exchange costs."""
    form = SpreadForm(request.POST, auto_id="spread_%s")
    if not form.is_valid():
        return _rules_page(request, spread_form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    reason = form.cleaned_data["reason"]
    rules.propose_spread(form.pair, form.share, staff_of(request), reason=reason)
    return _proposed(request)


def _proposed(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("It is proposed and waits for a second person."))
    return see_other("rates:rules")


def _refused(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    return _rules_page(request, refusal=refusal)


def _decided_by(service: Callable[..., Any]) -> Callable[[HttpRequest, int], HttpResponse]:
    return staff_page(Right.APPROVE_RATES)(
        decision_view(
            service,
            _refused,
            approved=gettext_lazy("It is in force."),
            refused=gettext_lazy("It is refused."),
            back="rates:rules",
        )
    )


decide_max_age = _decided_by(rules.decide_max_age)
decide_spread = _decided_by(rules.decide_spread)


def _rules_page(
    request: HttpRequest,
    *,
    max_age_form: MaxAgeForm | None = None,
    spread_form: SpreadForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    people = ("proposed_by", "decision__decided_by")
    max_ages = RateMaxAge.objects.select_related(*people).order_by("-id")
    spreads = Spread.objects.select_related(*people).order_by("-id")
    context = {
        "waiting": [*_waiting("max_age", max_ages), *_waiting("spread", spreads)],
        "max_ages": max_ages[:PER_PAGE],
        "spreads": spreads[:PER_PAGE],
        "max_age_form": max_age_form or MaxAgeForm(auto_id="max_age_%s"),
        "spread_form": spread_form or SpreadForm(auto_id="spread_%s"),
    }
    return page(
        request, "rules", _("Maximum ages and spreads"), context, status=status, refusal=refusal
    )


def _waiting(what: str, proposals: QuerySet[RateMaxAge] | QuerySet[Spread]) -> list[dict[str, Any]]:
    return [
        {
            "what": what,
            "row": row,
            "before": rules.rule_in_force(row),
            "address": reverse(f"rates:decide_{what}", args=[row.pk]),
        }
        for row in proposals.filter(decision=None)
    ]
