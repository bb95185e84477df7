"""A withdrawal that its provider did not pay can be held and released to its previous state."""

import pytest

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.wallet.cash import events, said, sent
from tests.wallet.ledger import refused, refused_by_sql
from tests.wallet.paying_out import bounced, history, money, silent, state
from wallet.cash.refusals import StepNotPossible
from wallet.cash.services import steps, withdrawals
from wallet.cash.services.holding import hold_for_fraud
from wallet.providers.values import PaymentStatus, ProviderPayment

__all__ = ("silent",)  # a fixture

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("silent")]


def test_a_fraud_void_holds_what_came_back_unpaid() -> None:
    withdrawal = bounced()
    assert hold_for_fraud(withdrawal.player_id, acting_user=staff(Role.COMPLIANCE_MANAGER)) == [
        withdrawal
    ]
    assert state(withdrawal) == "held"
    with refused(StepNotPossible):
        withdrawals.record_staff_payment(
            withdrawal.pk, seen=5, acting_user=staff(Role.CASHIER), note="transfer 8"
        )


def test_a_released_payment_is_paid_by_hand(
    silent: list[ProviderPayment],
) -> None:
    withdrawal, analyst = bounced(), staff(Role.COMPLIANCE_ANALYST)
    withdrawals.put_on_hold(withdrawal.pk, seen=4, acting_user=analyst, reason="whose account?")
    withdrawals.release_hold(withdrawal.pk, seen=5, acting_user=analyst, reason="the player's")
    withdrawals.release_hold(withdrawal.pk, seen=5, acting_user=analyst, reason="the player's")
    with refused(StepNotPossible):
        withdrawals.send_to_provider(withdrawal.pk, seen=6, acting_user=staff(Role.CASHIER))
    withdrawals.record_staff_payment(
        withdrawal.pk, seen=6, acting_user=staff(Role.CASHIER), note="transfer 8"
    )
    assert history(withdrawal)[3:] == ["bounced", "held", "bounced", "paid"]
    assert len(silent) == 1


def test_a_late_payment_by_the_provider_counts_although_held() -> None:
    withdrawal, analyst = bounced(), staff(Role.COMPLIANCE_ANALYST)
    withdrawals.put_on_hold(withdrawal.pk, seen=4, acting_user=analyst, reason="whose account?")
    assert sent(said(withdrawal, PaymentStatus.PAID)) == 200
    assert (state(withdrawal), money(withdrawal)) == ("paid", ("100.00 USD", ""))
    assert events("callback_contradicts") == 1


@pytest.mark.parametrize("state_", ["requested", "paid"])
def test_the_database_releases_it_in_no_other_way(state_: str) -> None:
    withdrawal, analyst = bounced(), staff(Role.COMPLIANCE_ANALYST)
    withdrawals.put_on_hold(withdrawal.pk, seen=4, acting_user=analyst, reason="whose account?")
    with refused_by_sql("23000", "23514"):
        steps.take_step(withdrawal, state_, acting_user=analyst, note="x")
