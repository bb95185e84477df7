"""Suspected duplicate accounts: both accounts side by side, and the decision of staff."""

from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.identity.selectors import duplicate_accounts
from accounts.identity.selectors.document_numbers import load_document_numbers
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.identity import REASON_LENGTH, Double
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from accounts.values.countries import COUNTRIES
from approvals.forms import DecisionForm
from compliance.players.services import duplicate_accounts as doubles

SHOWN = 50


@dataclass(frozen=True, slots=True)
class AccountSide:
    player: User
    country: str | Promise
    number: DocumentNumber | None


class DuplicatesPage(StaffPage):
    """Undecided pairs, oldest first."""

    opens = (Right.VIEW_PLAYERS,)
    template_name = "compliance/players/doubles.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(duplicate_accounts.undecided_pairs()[:SHOWN])
        people = set(chain.from_iterable((row.newer_id, row.other_id) for row in rows))
        record_list_view(self.user, people, ())
        numbers = load_document_numbers(people)
        return super().get_context_data(
            title=_("Possible duplicate accounts"),
            rows=[(row, [_side(one, numbers) for one in (row.newer, row.other)]) for row in rows],
            longest=REASON_LENGTH,
            may_decide=Right.RESTRICT_PLAYERS in self.rights,
            **kwargs,
        )


def _side(player: User, numbers: dict[int, DocumentNumber]) -> AccountSide:
    country = COUNTRIES.get(player.country, player.country)
    return AccountSide(player, country, numbers.get(player.pk))


@DuplicatesPage.form_view(DecisionForm, Right.RESTRICT_PLAYERS, fresh=True)
def decide(page: DuplicatesPage, form: DecisionForm) -> HttpResponse:
    """Decide whether the accounts belong to the same person."""
    double, same = get_object_or_404(Double, pk=page.kwargs["pk"]), not form.approved
    reason = form.cleaned_data["reason"]
    doubles.decide_duplicate(double.pk, same=same, acting_user=page.user, reason=reason)
    done = _("The second account is closed.") if same else _("The new account stays open.")
    return page.redirect_with_message(done, "players:doubles")
