"""Suspected duplicate accounts: both accounts side by side, and the decision of staff."""

from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record_list_view
from accounts.identity.selectors import duplicate_accounts
from accounts.identity.selectors.document_numbers import load_document_numbers
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.identity import REASON_LENGTH
from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.views.pages import StaffPage
from accounts.values.countries import COUNTRIES
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


decide = DuplicatesPage.decision_view(
    Right.RESTRICT_PLAYERS,
    doubles.decide_duplicate,
    fresh=True,
    approved=_("The new account stays open."),
    refused=_("The second account is closed."),
    back="players:doubles",
)
