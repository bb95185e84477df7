"""Maximum age of rates and exchange spreads: one person proposes, another decides."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from approvals.refusals import ProposalSuperseded
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.wallet.cash import events
from tests.wallet.ledger import refused, rows
from tests.wallet.rates import limit_set, manager, operator, spread_set
from tests.wallet.test_bank_page import text
from wallet.rates.models import RateMaxAge, Spread, SpreadDecision
from wallet.rates.selectors import rates
from wallet.rates.services import rules

pytestmark = pytest.mark.database
RULES = reverse("rates:rules")
LIMIT = {"currency": "EUR", "hours": "24", "reason": "quick markets"}
SPREAD = {"given": "USD", "received": "EUR", "percent": "1.25", "reason": "costs"}


def limit() -> RateMaxAge:
    return rules.propose_max_age("EUR", 24, operator(), reason="quick markets")


def spread() -> Spread:
    return rules.propose_spread(("USD", "EUR"), Decimal("0.02"), operator(), reason="costs")


def hours() -> timedelta:
    return rates.max_age("EUR")


def both_roles() -> User:
    user = operator()
    user.groups.add(*manager().groups.all())
    return User.objects.get(pk=user.pk)


def test_a_proposed_rule_applies_after_approval() -> None:
    row = limit()
    assert hours() == timedelta(hours=96)
    rules.decide_rule(row, approved=True, acting_user=manager())
    assert hours() == timedelta(hours=24)
    assert rates.max_age("COP") == timedelta(hours=96)
    told = Event.objects.get(kind=EventKind.RATE_RULES_CHANGED).data
    assert (told["before"], told["after"]) == ("96 h", "24 h")
    assert events("rate_rules_proposed") == 1


def test_a_proposed_spread_applies_after_approval() -> None:
    row = spread()
    assert rates.spread_for("USD", "EUR").share == Decimal("0.01")
    rules.decide_rule(row, approved=True, acting_user=manager())
    assert rates.spread_for("USD", "EUR").share == Decimal("0.02")
    assert rates.spread_for("EUR", "USD").share == Decimal("0.01")


def test_the_newest_approved_one_counts() -> None:
    limit_set("EUR", 24)
    newest = rules.propose_max_age("EUR", 48, operator(), reason="slow markets")
    rules.decide_rule(newest, approved=False, acting_user=manager())
    assert hours() == timedelta(hours=24)
    assert events("rate_rules_refused") == 1
    spread_set(None, "0.005")
    spread()
    assert rates.spread_for("USD", "EUR").share == Decimal("0.005")


def test_an_older_proposal_is_not_approved_after_a_later_one() -> None:
    older, newer = (
        spread(),
        rules.propose_spread(("USD", "EUR"), Decimal("0.03"), operator(), reason="more costs"),
    )
    other = rules.propose_spread(("EUR", "USD"), Decimal("0.01"), operator(), reason="back")
    rules.decide_rule(newer, approved=True, acting_user=manager())
    changes = events("rate_rules_changed")
    with refused(ProposalSuperseded):
        rules.decide_rule(older, approved=True, acting_user=manager())
    assert rates.spread_for("USD", "EUR").share == Decimal("0.03")
    assert events("rate_rules_changed") == changes
    assert not SpreadDecision.objects.filter(proposal=older).exists()
    rules.decide_rule(older, approved=False, acting_user=manager())
    rules.decide_rule(other, approved=True, acting_user=manager())
    old_limit, new_limit = limit(), rules.propose_max_age("EUR", 48, operator(), reason="slow")
    rules.decide_rule(new_limit, approved=True, acting_user=manager())
    with refused(ProposalSuperseded):
        rules.decide_rule(old_limit, approved=True, acting_user=manager())
    assert hours() == timedelta(hours=48)


@pytest.mark.parametrize("role", [role for role in Role if role != Role.COMPLIANCE_MANAGER])
def test_only_managers_decide(role: Role) -> None:
    row, somebody = limit(), staff(role, "somebody")
    before = rows()
    with pytest.raises(NotPermitted):
        rules.decide_rule(row, approved=True, acting_user=somebody)
    assert rows() == before


@pytest.mark.parametrize(("what", "written"), [("max_age", LIMIT), ("spread", SPREAD)])
def test_the_page_proposes_shows_and_decides(what: str, written: dict[str, str]) -> None:
    author, boss = inside(operator()), inside(manager())
    assert author.post(reverse(f"rates:propose_{what}"), written).status_code == 303
    model: type[RateMaxAge | Spread] = RateMaxAge if what == "max_age" else Spread
    row = model.objects.order_by("-id")[0]
    decide = reverse(f"rates:decide_{what}", args=[row.pk])
    assert written["reason"] in text(author.get(RULES))
    assert decide not in text(author.get(RULES))
    assert decide in text(boss.get(RULES))
    before = rows()
    assert author.post(decide, {"verdict": "approve"}).status_code == 403
    assert boss.post(decide, {"verdict": "perhaps"}).status_code == 400
    assert rows() == before
    assert boss.post(decide, {"verdict": "approve"}).status_code == 303
    assert rules.rule_in_force(row).pk == row.pk
    assert decide not in text(boss.get(RULES))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("max_age", {**LIMIT, "hours": "0"}),
        ("max_age", {**LIMIT, "reason": ""}),
        ("spread", {**SPREAD, "received": ""}),
        ("spread", {**SPREAD, "received": "USD"}),
        ("spread", {**SPREAD, "percent": "21"}),
    ],
    ids=str,
)
def test_invalid_rules_are_not_proposed(name: str, wrong: dict[str, str]) -> None:
    client, before = inside(operator()), rows()
    answer = client.post(reverse(f"rates:propose_{name}"), wrong)
    assert (answer.status_code, "errorlist" in text(answer)) == (422, True)
    assert rows() == before
