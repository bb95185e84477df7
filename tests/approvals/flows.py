"""Every approval flow: how to make a proposal, and the service that decides it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final
from unittest.mock import patch
from uuid import uuid4

from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.gate.services.sanctions_decisions import decide_match, propose_match_decision
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.gate import SanctionsMatch
from accounts.models.letters import Letter
from accounts.models.recovery import FactorReset
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.policies.services.proposals import decide_policy, propose_policy
from accounts.recovery import services as recovery
from accounts.restrictions.services.restrictions import (
    RestrictionRequest,
    decide_lifting,
    impose_restriction,
    propose_lifting,
)
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from accounts.staff.services import account_changes as staffing, proposals
from accounts.staff.services.account_acts import Newcomer
from api.services import apps, webhook_networks
from builds.models import BuildManifest
from cases.services import holds
from casino.incidents.services import freezing
from compliance.build.services import acceptance
from compliance.disputes import services
from compliance.erasure.services.deciding import decide_erasure
from compliance.models import DisputeSubject, Erasure
from compliance.profiles.services.changes import ProfileRequest, decide_profile, propose_profile
from compliance.restores.services.preparing import prepare_release
from compliance.restores.services.releasing import decide_release, propose_release
from detection.services import thresholds
from detection.services.recomputing import finish_recomputations
from limits.values import CashLimitKind
from loyalty.services.tier_changes import decide_tiers, propose_tiers
from loyalty.values.new_tier import NewTier
from loyalty.values.points import HUNDREDTHS
from profiles.values.profile_files import shipped_file
from reports.archive.services.reviewing import decide_review, propose_review
from reports.models import ArchivedDay, DayReview
from restores.services.watching import close_by_hand
from tables.models import Table
from tables.services import changes, limit_sets
from tests.accounts.people import ana_confirmed
from tests.accounts.policies import draft
from tests.accounts.staff import staff
from tests.api.apps import register
from tests.cases.flagged import opened
from tests.casino import scenes
from tests.compliance.disputed import complaint
from tests.wallet.cash import person
from tests.wallet.ledger import usd
from tests.wallet.paying_out import asked
from tests.wallet.rates import approved, offered
from tests.wallet.taxed import asked_payment
from wallet.archive.models import ArchivedMonth, Detachment
from wallet.archive.services import detaching
from wallet.cash.models import CorrectionKind
from wallet.cash.services import corrections, discrepancies, limits
from wallet.ledger.models import Acceptance, LedgerCheck
from wallet.money.values import Money
from wallet.rates.services import rate_entry, recalls, rules
from wallet.taxes.services import decide_tax_payment

PROPOSES_AND_DECIDES: Final = (
    Role.OPERATOR,
    Role.CASHIER,
    Role.COMPLIANCE_ANALYST,
    Role.COMPLIANCE_MANAGER,
    Role.ADMINISTRATOR,
)


def of_all_roles(name: str = "both") -> User:
    """Return a user who may propose and decide in every flow."""
    person = staff(Role.COMPLIANCE_MANAGER, name)
    person.groups.add(*Group.objects.filter(name__in=PROPOSES_AND_DECIDES))
    User.objects.filter(pk=person.pk).update(created_at=timezone.now() - timedelta(days=30))
    return User.objects.get(pk=person.pk)


@dataclass(frozen=True, slots=True)
class Case:
    """Approval flow: `propose` returns a proposal of the given person, `decide` approves or refuses it."""

    name: str
    propose: Callable[[User], Any]
    service: Callable[..., Any]
    repeats: bool = True  # repeating a decision returns the first one

    def decide(self, proposal: Any, acting_user: User, *, approved: bool = True) -> Any:
        return self.service(proposal.pk, approved=approved, reason="seen", acting_user=acting_user)


def a_cash_limit(person: User) -> Any:
    money = Money.parse("500", "USD")
    return limits.propose_cash_limit(
        CashLimitKind.DEPOSIT_MOST, money, acting_user=person, reason="less"
    )


def a_finding(person: User) -> Acceptance:
    line, row = "balances are sums", "account 1"
    LedgerCheck.objects.create(passed=False, findings=[f"{line}: broken by 1\n  {row}"])
    return discrepancies.propose_acceptance(line, row, acting_user=person, reason="adjusted")


def a_detachment(person: User) -> Detachment:
    now = timezone.now()
    month = ArchivedMonth.objects.create(
        source="wallet_entry", part=f"month {uuid4()}", since=now, until=now, rows=0
    )
    return detaching.propose_detachment(month.pk, acting_user=person, reason="old")


def a_sanctions_match(person_: User) -> Any:
    match = SanctionsMatch.objects.create(
        player=person("matched"), source="list", reference="A", name="A", player_name="A"
    )
    return propose_match_decision(match.pk, same=False, acting_user=person_, reason="seen")


def a_review_of_a_day(person: User) -> DayReview:
    day = ArchivedDay.objects.create(day=date(2026, 1, 1), files={})
    return propose_review(day, acting_user=person, reason="nothing unusual")


def a_rate(person: User) -> Any:
    return rate_entry.enter_rate(offered("EUR", "1.10"), person).row


def a_recall(person: User) -> Any:
    row = approved("EUR", "1.10")
    return recalls.propose_recall(row.pk, person, reason="a slip")


def a_max_age_of_rates(person: User) -> Any:
    return rules.propose_max_age("EUR", 48, person, reason="slow markets")


def a_spread(person: User) -> Any:
    return rules.propose_spread(None, Decimal("0.02"), person, reason="costs")


def a_correction(person_: User) -> Any:
    bonus = CorrectionKind.BONUS
    return corrections.propose_correction(
        bonus, person(), usd("5.00"), key=uuid4(), acting_user=person_, reason="promised"
    )


def policy(person_: User) -> Any:
    return propose_policy(draft(), acting_user=person_, reason="the law changed")


def a_profile(person_: User) -> Any:
    content = shipped_file("es").read_bytes()
    return propose_profile(ProfileRequest(content), acting_user=person_, reason="a new licence")


def tiers(person_: User) -> Any:
    first = NewTier("Bronze", 0, HUNDREDTHS, 10)
    soon = timezone.now() + timedelta(days=1)
    return propose_tiers(
        [first], window_days=90, effective_at=soon, acting_user=person_, reason="spring"
    )


def limits_of_play(person_: User) -> Any:
    return limit_sets.propose_limits(
        None, {"max_bet": 10**6}, reason="caution", acting_user=person_
    )


def a_change_of_a_table(person_: User) -> Any:
    table = Table.objects.order_by("pk")[0]
    return changes.propose_change(
        table.pk, {"hands_per_minute": 59}, reason="slower", acting_user=person_
    )


def a_lifting(person_: User) -> Any:
    measure = RestrictionRequest(Restriction.Kind.SUSPENDED, "suspicion")
    made = impose_restriction(
        person("bea").pk,
        measure,
        key=uuid4(),
        acting_user=staff(Role.COMPLIANCE_ANALYST, "imposer"),
    )
    return propose_lifting(made.pk, acting_user=person_, reason="explained")


def a_reset_of_factors(person_: User) -> Any:
    letter = Letter.objects.create(player=person(), kind=Letter.Kind.RESET_DUE)
    return FactorReset.objects.create(
        player=person(), reason="lost", proposed_by=person_, letter=letter
    )


def an_erasure(person_: User) -> Any:
    player = ana_confirmed(email="ends@example.com", number=DocumentNumber("CO", "1098700011"))
    wish = complaint("forget me", subject=DisputeSubject.ERASURE)
    asked = services.open_dispute(player, wish)
    change_state(player, State.CLOSED, "asked", acting_user=None)
    return Erasure.objects.create(player=player, dispute=asked, reason="asked", proposed_by=person_)


def decide_erasure_without_obstacles(pk: int, **verdict: Any) -> Any:
    with patch("compliance.erasure.services.deciding.find_obstacles", return_value=[]):
        return decide_erasure(pk, **verdict)


def a_change_of_staff(person_: User) -> Any:
    newcomer = Newcomer("sara@house.example", "Sara Sol", frozenset({Role.ADMINISTRATOR}))
    return staffing.create_staff(newcomer, reason="joins", acting_user=person_)


def a_freeze(person_: User) -> Any:
    return freezing.freeze_round(scenes.deal(scenes.ordinary).pk, person_, "a fault")


def real_money_for_an_app(person_: User) -> Any:
    return apps.propose_real_money(register().app.pk, reason="examined", acting_user=person_)


def a_network_for_webhooks(person_: User) -> Any:
    return webhook_networks.propose_network("10.20.0.0/24", reason="CRM", acting_user=person_)


def a_build(person_: User) -> Any:
    made = BuildManifest.objects.create(digest=f"{uuid4().hex:0>64}", version="9.9.9", entries={})
    return acceptance.propose_acceptance(made.pk, acting_user=person_, reason="a release")


def a_release(person_: User) -> Any:
    close_by_hand({"reason": "a restore"})
    prepare_release()
    return propose_release(person_, "checked")


def a_release_of_a_hold(person_: User) -> Any:
    withdrawal = asked()
    case = opened(withdrawal.player, "MA1")
    (hold,) = holds.place_hold(
        case.public_id, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="a case"
    )
    return holds.propose_release(hold.pk, acting_user=person_, reason="a salary")


def thresholds_of_a_signal(person_: User) -> Any:
    found = thresholds.propose_thresholds(
        "CC1", {"level": 0.3}, reason="fewer", acting_user=person_
    )
    finish_recomputations()
    return found


def decide_thresholds_after_their_trial(proposal: int, **decision: Any) -> Any:
    with patch.object(thresholds, "BESIDE", timedelta()):
        return thresholds.decide_thresholds(proposal, **decision)


CASES: Final = [
    Case("lifting", a_lifting, decide_lifting),
    Case("sanctions match", a_sanctions_match, decide_match),
    Case("erasure", an_erasure, decide_erasure_without_obstacles),
    Case("reset of factors", a_reset_of_factors, recovery.decide_reset),
    Case("change of staff", a_change_of_staff, proposals.decide_change, repeats=False),
    Case("freeze", a_freeze, freezing.decide_freeze),
    Case("policy", policy, decide_policy),
    Case("profile", a_profile, decide_profile),
    Case("tiers", tiers, decide_tiers),
    Case("limits of play", limits_of_play, limit_sets.decide_limits),
    Case("change of a table", a_change_of_a_table, changes.decide_change),
    Case("correction", a_correction, corrections.decide_correction),
    Case("rate", a_rate, rate_entry.decide_rate),
    Case("recall of a rate", a_recall, recalls.decide_recall),
    Case("maximum age of rates", a_max_age_of_rates, rules.decide_max_age),
    Case("spread", a_spread, rules.decide_spread),
    Case("cash limit", a_cash_limit, limits.decide_cash_limit),
    Case("detachment", a_detachment, detaching.decide_detachment),
    Case("payment of taxes", asked_payment, decide_tax_payment),
    Case("review of a day", a_review_of_a_day, decide_review),
    Case("finding", a_finding, discrepancies.decide_acceptance),
    Case("real money for an app", real_money_for_an_app, apps.decide_real_money),
    Case("network for webhooks", a_network_for_webhooks, webhook_networks.decide_network),
    Case("release of a hold", a_release_of_a_hold, holds.decide_release),
    Case("thresholds of a signal", thresholds_of_a_signal, decide_thresholds_after_their_trial),
    Case("build", a_build, acceptance.decide_acceptance),
    Case("release after a restore", a_release, decide_release),  # last: it closes everything
]
