"""Work queues of the whole house, with their counts."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from approvals.selectors import Queue, count_waiting
from cases.selectors.queue import case_queues
from casino.incidents.selectors.queues import round_queues
from compliance.profiles.selectors.versions import profile_queues
from compliance.queues.selectors import people_queues
from loyalty.selectors.queues import tier_queues
from pages.page_links import PageLink
from reports.selectors.queues import day_queues
from tables.selectors.queues import table_queues
from wallet.cash.selectors.queues import cash_queues
from wallet.rates.selectors.queues import rate_queues

LABELS: Final[Mapping[str, Promise]] = {
    "rules": _("Rules"),
    "table_changes": _("Changes of tables"),
    "play_limits": _("Limits of play"),
    "frozen_rounds": _("Frozen rounds"),
    "long_open_rounds": _("Rounds open for 30 days"),
    "deposits": _("Deposits"),
    "withdrawals": _("Withdrawals"),
    "corrections": _("Corrections"),
    "cash_limits": _("Cash limits"),
    "ledger_findings": _("Findings of the ledger's check"),
    "detachments": _("Archived months to detach"),
    "tax_payments": _("Payments of taxes"),
    "days_to_review": _("Daily reports to review"),
    "day_reviews": _("Reviews of daily reports to sign off"),
    "tiers": _("Tiers"),
    "voids": _("Voids"),
    "void_cases_with_suspended_stakes": _("Cases with suspended stakes"),
    "documents": _("Documents of players"),
    "duplicate_accounts": _("Possible duplicate accounts"),
    "sanctions_matches": _("Matches with the sanctions list"),
    "disputes": _("Disputes"),
    "fraud_cases": _("Cases of fraud"),
    "laundering_cases": _("Cases of money laundering"),
    "protection_cases": _("Cases of player protection"),
    "staff_cases": _("Staff incidents"),
    "escalated_cases": _("Cases with the manager"),
    "late_holds": _("Held withdrawals past their time"),
    "hold_releases": _("Held withdrawals to release"),
    "thresholds": _("Thresholds of signals to decide"),
    "liftings": _("Restrictions to lift"),
    "factor_resets": _("Reset second factors"),
    "erasures": _("People to be erased"),
    "staff_changes": _("Changes of administrators and managers"),
    "policies": _("Terms and policies"),
    "profiles": _("Versions of the profile"),
    "rates": _("Rates"),
    "rate_recalls": _("Rates to withdraw"),
    "rate_max_ages": _("Maximum ages of rates"),
    "spreads": _("Spreads"),
    "webhook_networks": _("Networks for webhooks"),
    "app_real_money": _("Real money of registered apps"),
}
_OF_OTHERS: Final[list[Callable[[], tuple[Queue, ...]]]] = []


@dataclass(frozen=True, slots=True)
class QueueCount:
    name: str
    count: int
    page: PageLink


def register_queues(queues: Callable[[], tuple[Queue, ...]]) -> None:
    """Register the queues of a higher-level app; their labels are in LABELS."""
    _OF_OTHERS.append(queues)


def all_queues() -> tuple[Queue, ...]:
    """Return every queue of the house, in the order of the dashboard."""
    return (
        *cash_queues(),
        *people_queues(),
        *case_queues(),
        *round_queues(),
        *table_queues(),
        *rate_queues(),
        *tier_queues(),
        *profile_queues(),
        *day_queues(),
        *(one for queues in _OF_OTHERS for one in queues()),
    )


def count_queues(rights: AbstractSet[Right]) -> list[QueueCount]:
    """Count the queues that a person with these rights may see; empty ones are left out. One query."""
    return [
        QueueCount(str(LABELS[one.key]), count, PageLink(one.page, query=one.query))
        for one, count in count_waiting(all_queues(), rights)
    ]
