"""Maximum ages and spreads: one person proposes, another decides."""

from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.services.recording import record
from wallet.rates.models import RateMaxAge, RateMaxAgeDecision, Spread, SpreadDecision
from wallet.rates.selectors import rates

_MAX_AGES: Final[DecisionFlow[RateMaxAgeDecision]] = DecisionFlow(
    RateMaxAgeDecision, build_right_check(Right.APPROVE_RATES), ReasonPolicy.OPTIONAL
)
_SPREADS: Final = DecisionFlow(
    SpreadDecision, build_right_check(Right.APPROVE_RATES), ReasonPolicy.OPTIONAL
)


def rule_name(rule: RateMaxAge | Spread) -> str:
    """Return the name of a rule, for events."""
    if isinstance(rule, RateMaxAge):
        return f"oldest rate of {rule.currency_id}"
    return f"spread {rule.given_id} → {rule.received_id}" if rule.given_id else "spread of all"


def rule_value(rule: RateMaxAge | Spread) -> str:
    """Return the value of a rule, for events."""
    if isinstance(rule, RateMaxAge):
        return f"{rule.max_age_hours} h"
    return format(rule.share.normalize(), "f")


def rule_in_force(rule: RateMaxAge | Spread) -> RateMaxAge | Spread:
    """Return the rule in force that this one replaces if it is approved."""
    if isinstance(rule, RateMaxAge):
        return rates.max_age_row(rule.currency_id)
    return rates.spread_for(rule.given_id or "", rule.received_id or "")


@transaction.atomic
def propose_max_age(
    currency: str, max_age_hours: int, acting_user: User, *, reason: str
) -> RateMaxAge:
    """Propose a maximum age of a currency's rate for new bets and exchanges, 1 to 744 hours. Raises NotPermitted."""
    require(acting_user, Right.EDIT_RATES)
    row = RateMaxAge.objects.create(
        currency_id=currency, max_age_hours=max_age_hours, proposed_by=acting_user, reason=reason
    )
    _record(EventKind.RATE_RULES_PROPOSED, row, acting_user)
    return row


@transaction.atomic
def propose_spread(
    pair: tuple[str, str] | None, share: Decimal, acting_user: User, *, reason: str
) -> Spread:
    """Propose a spread for a pair (given, received), or for every pair. Raises NotPermitted."""
    require(acting_user, Right.EDIT_RATES)
    given, received = pair or (None, None)
    row = Spread.objects.create(
        given_id=given, received_id=received, share=share, proposed_by=acting_user, reason=reason
    )
    _record(EventKind.RATE_RULES_PROPOSED, row, acting_user)
    return row


@transaction.atomic
def decide_rule(
    rule: RateMaxAge | Spread, *, approved: bool, acting_user: User, reason: str = ""
) -> RateMaxAgeDecision | SpreadDecision:
    """Approve or refuse a proposed rule. Raises as `DecisionFlow.decide`."""
    flow: DecisionFlow[RateMaxAgeDecision] | DecisionFlow[SpreadDecision] = (
        _MAX_AGES if isinstance(rule, RateMaxAge) else _SPREADS
    )
    verdict = flow.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    before = rule_in_force(rule)
    decision, is_new = flow.decide(rule, verdict)
    if is_new:
        kind = EventKind.RATE_RULES_CHANGED if approved else EventKind.RATE_RULES_REFUSED
        _record(kind, rule, acting_user, before)
    return decision


def decide_max_age(max_age_id: int, **word: Any) -> RateMaxAgeDecision | SpreadDecision:
    """Decide a maximum age; see `decide_rule`."""
    return decide_rule(RateMaxAge.objects.get(pk=max_age_id), **word)


def decide_spread(spread_id: int, **word: Any) -> RateMaxAgeDecision | SpreadDecision:
    """Decide a spread; see `decide_rule`."""
    return decide_rule(Spread.objects.get(pk=spread_id), **word)


def _record(
    kind: EventKind,
    rule: RateMaxAge | Spread,
    acting_user: User,
    before: RateMaxAge | Spread | None = None,
) -> None:
    record(
        kind,
        actor=acting_user.pk,
        subject=rule_name(rule),
        data={
            "before": rule_value(before or rule_in_force(rule)),
            "after": rule_value(rule),
            "reason": rule.reason,
            "proposed_by": rule.proposed_by_id,
        },
    )
