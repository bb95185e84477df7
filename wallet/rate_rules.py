"""How old a rate may be and what an exchange costs: one person proposes, another one decides."""

from decimal import Decimal

from django.db import transaction

from accounts.models import User
from accounts.roles import Right, require
from journal.models import Kind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile
from journal.services import record
from wallet import rates
from wallet.overtaking import no_later_one
from wallet.rate_models import RateLimit, RateLimitDecision, Spread, SpreadDecision


def named(rule: RateLimit | Spread) -> str:
    """What a rule is about, for the journal."""
    if isinstance(rule, RateLimit):
        return f"oldest rate of {rule.currency_id}"
    return f"spread {rule.given_id} → {rule.received_id}" if rule.given_id else "spread of all"


def value(rule: RateLimit | Spread) -> str:
    """What it sets, for the journal."""
    if isinstance(rule, RateLimit):
        return f"{rule.max_age_hours} h"
    return format(rule.share.normalize(), "f")


def present(rule: RateLimit | Spread) -> RateLimit | Spread:
    """The rule that holds where this one is to hold."""
    if isinstance(rule, RateLimit):
        return rates.limit_row(rule.currency_id)
    return rates.spread_of(rule.given_id or "", rule.received_id or "")


@transaction.atomic
def propose_limit(
    currency: str, max_age_hours: int, acting_user: User, *, reason: str
) -> RateLimit:
    """Propose how old a currency's rate may be for new bets and exchanges, from 1 to 744 hours."""
    require(acting_user, Right.EDIT_RATES)
    row = RateLimit.objects.create(
        currency_id=currency, max_age_hours=max_age_hours, set_by=acting_user, reason=reason
    )
    _record(Kind.RATE_RULES_PROPOSED, row, acting_user)
    return row


@transaction.atomic
def propose_spread(
    pair: tuple[str, str] | None, share: Decimal, acting_user: User, *, reason: str
) -> Spread:
    """Propose the share of an exchange that the house keeps, of a pair (given, received) or of all."""
    require(acting_user, Right.EDIT_RATES)
    given, received = pair or (None, None)
    row = Spread.objects.create(
        given_id=given, received_id=received, share=share, set_by=acting_user, reason=reason
    )
    _record(Kind.RATE_RULES_PROPOSED, row, acting_user)
    return row


@transaction.atomic
def decide(rule: RateLimit | Spread, acting_user: User, *, approve: bool) -> None:
    """Approve or refuse a proposed rule, once. Raises AnotherPersonNeeded, RateOvertaken, or ChangedMeanwhile if it is late.

    The same word of the same person twice is one.
    """
    require(acting_user, Right.APPROVE_RATES)
    if rule.set_by_id == acting_user.pk:
        raise AnotherPersonNeeded
    before = present(rule)
    word = {"approved": approve, "decided_by": acting_user}
    decision: RateLimitDecision | SpreadDecision
    with no_later_one():
        if isinstance(rule, RateLimit):
            decision, made = RateLimitDecision.objects.get_or_create(rule=rule, defaults=word)
        else:
            decision, made = SpreadDecision.objects.get_or_create(rule=rule, defaults=word)
    if made:
        kind = Kind.RATE_RULES_CHANGED if approve else Kind.RATE_RULES_REFUSED
        _record(kind, rule, acting_user, before)
    elif (decision.approved, decision.decided_by_id) != (approve, acting_user.pk):
        raise ChangedMeanwhile


def _record(
    kind: Kind,
    rule: RateLimit | Spread,
    acting_user: User,
    before: RateLimit | Spread | None = None,
) -> None:
    record(
        kind,
        actor=acting_user.pk,
        subject=named(rule),
        data={
            "before": value(before or present(rule)),
            "after": value(rule),
            "reason": rule.reason,
            "proposed_by": rule.set_by_id,
        },
    )
