"""Back-office page of maximum ages and spreads."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.roles.values import Right
from wallet.rates.forms import MaxAgeForm, SpreadForm
from wallet.rates.models import RateMaxAge, Spread
from wallet.rates.services import rules
from wallet.rates.views.rates import PER_PAGE, RatesPage


class RateRulesPage(RatesPage):
    """Page of proposed and earlier maximum ages and spreads, with forms to propose new ones."""

    template_name = "wallet/staff/rules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        people = ("proposed_by", "decision__decided_by")
        max_ages = RateMaxAge.objects.select_related(*people).order_by("-id")
        spreads = Spread.objects.select_related(*people).order_by("-id")
        return super().get_context_data(
            title=_("Maximum ages and spreads"),
            waiting=[*_waiting("max_age", max_ages), *_waiting("spread", spreads)],
            max_ages=max_ages[:PER_PAGE],
            spreads=spreads[:PER_PAGE],
            max_age_form=self.refused_or_new_form(MaxAgeForm),
            spread_form=self.refused_or_new_form(SpreadForm),
            **kwargs,
        )

    def proposed(self) -> HttpResponse:
        """Redirect with the message that a second person decides."""
        text = _("It is proposed. A second person has to approve it.")
        return self.redirect_with_message(text, "rates:rules", level=messages.WARNING)


@RateRulesPage.form_view(MaxAgeForm, Right.EDIT_RATES, drawn=True)
def propose_max_age(page: RateRulesPage, form: MaxAgeForm) -> HttpResponse:
    given = form.cleaned_data
    rules.propose_max_age(given["currency"], given["hours"], page.user, reason=given["reason"])
    return page.proposed()


@RateRulesPage.form_view(SpreadForm, Right.EDIT_RATES, drawn=True)
def propose_spread(page: RateRulesPage, form: SpreadForm) -> HttpResponse:
    rules.propose_spread(form.pair, form.share, page.user, reason=form.cleaned_data["reason"])
    return page.proposed()


def _decided_by(service: Callable[..., Any]) -> Callable[..., HttpResponse]:
    return RateRulesPage.decision_view(
        Right.APPROVE_RATES,
        service,
        approved=gettext_lazy("It is in force."),
        refused=gettext_lazy("Refused."),
        back="rates:rules",
    )


decide_max_age = _decided_by(rules.decide_max_age)
decide_spread = _decided_by(rules.decide_spread)


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
