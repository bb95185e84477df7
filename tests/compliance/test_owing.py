"""Amounts owed when money leaves: disputed debts are reserved, fraud holds withdrawals, the desk sees both."""

from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from casino.models import Round
from compliance.messages.selectors import letter_subjects
from compliance.messages.words import letters
from compliance.models import CaseReason, DisputeOutcome, VoidCase
from compliance.players.services.letters import mail_letters
from compliance.voids.selectors import figures
from pages.filters import unbroken
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import (
    analyst,
    approved,
    has,
    pay_in,
    proposed,
    spend,
    won,
)
from tests.compliance.disputed import answered, disputed
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, checked, just_now
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import DebtsNotCovered
from wallet.cash.services import withdrawals
from wallet.debts.selectors import load_debts
from wallet.ledger.models import Receivable
from wallet.money.values import Money

pytestmark = pytest.mark.database


def owing(paid_in: str = "50") -> tuple[Round, VoidCase]:
    """Return a round and its void: the player had spent the win, owes 15 USD, and has since paid in."""
    checked()
    round_ = won()
    spend(round_.player, "1015")
    case = approved(proposed(round_))
    assert Receivable.objects.get().amount == 150_000
    pay_in(round_.player, paid_in)
    return round_, case


def asked(player: User, text: str) -> Withdrawal:
    player.verified_at = player.verified_at or timezone.now()
    given: dict[str, Any] = {
        "key": uuid4(),
        "destination": account("Banco Uno 0011"),
        "proof": just_now(),
    }
    return withdrawals.request_withdrawal(player, Money.parse(text, "USD"), **given)


def owed(player: User) -> list[tuple[str, bool]]:
    return [(str(debt.money), debt.disputed) for debt in load_debts(player.pk)]


def test_a_deposit_pays_no_debt_and_a_withdrawal_pays_it_first() -> None:
    round_, _case = owing()
    player = round_.player
    assert (has(player), owed(player)) == ("50.00 USD", [("15.00 USD", False)])
    asked(player, "20")
    assert (has(player), owed(player)) == ("15.00 USD", [])


def test_a_disputed_debt_is_reserved_until_the_dispute_is_closed() -> None:
    round_, _case = owing()
    player = round_.player
    dispute = disputed(player, round_=round_)
    assert owed(player) == [("15.00 USD", True)]
    with pytest.raises(DebtsNotCovered) as caught:
        asked(player, "35.01")
    assert caught.value.code == "debt_first"
    assert (has(player), Withdrawal.objects.count()) == ("50.00 USD", 0)
    asked(player, "20")
    assert (has(player), owed(player)) == ("30.00 USD", [("15.00 USD", True)])
    answered(dispute, outcome=DisputeOutcome.REJECTED)
    asked(player, "10")
    assert (has(player), owed(player)) == ("5.00 USD", [])


def test_the_player_gets_message_and_mail() -> None:
    round_, _case = owing()
    asked(round_.player, "20")
    letter = Letter.objects.get(kind="debt_paid")
    body = letters.letter_body(letter, letter_subjects.load_letter_subjects([letter])[letter.pk])
    assert f"US$\xa015,00 por la partida anulada {round_.number}" in body
    mail_letters(timezone.now())
    assert [one.to for one in mail.outbox] == [[round_.player.email]]
    assert "US$\xa015,00" in str(mail.outbox[0].body)


def test_the_pages_of_the_bank_say_what_is_owed_and_what_may_be_withdrawn() -> None:
    round_, _case = owing()
    client = scenes.signed_in(round_.player)
    read_in(client, "en")
    for name in ("wallet:statement", "wallet:bank", "wallet:withdraw"):
        page = client.get(reverse(name)).content.decode()
        assert "You owe" in page
        assert "$15.00" in page
        assert f"for voided round {unbroken(round_.number)}" in page
    assert "$35.00" in page  # of the balance of 50
    one = asked(round_.player, "20")
    receipt = client.get(reverse("wallet:receipt", args=["withdrawal", one.reference]))
    told = f"Paid first: amount owed for voided round {unbroken(round_.number)}"
    assert told in receipt.content.decode()


def test_a_fraud_void_holds_the_withdrawals_and_its_figures_show_them() -> None:
    checked()
    round_ = won()
    one = asked(round_.player, "200")
    case = proposed(round_, reason=CaseReason.PAYMENT_FRAUD)
    shown = figures.calculate_case_figures(case)
    assert ([line.one for line in shown.withdrawals], shown.holds_withdrawals) == ([one], True)
    page = inside(analyst()).get(reverse("voids:case", args=[case.public_id])).content.decode()
    assert one.number in page
    approved(case)
    one.refresh_from_db()
    assert one.state == "held"
    step = one.steps.get(to_state="held")
    assert (step.acting_user, str(step.note)) == (
        staff(Role.COMPLIANCE_MANAGER, "marta"),
        "a round was voided for suspected fraud",
    )


def test_another_void_holds_no_withdrawal() -> None:
    checked()
    round_ = won()
    one = asked(round_.player, "200")
    case = proposed(round_)
    shown = figures.calculate_case_figures(case)
    assert ([line.one for line in shown.withdrawals], shown.holds_withdrawals) == ([one], False)
    approved(case)
    one.refresh_from_db()
    assert one.state == "requested"


def test_the_account_at_the_desk_shows_debts_before_it_is_closed() -> None:
    round_, _case = owing()
    client = inside(staff(Role.COMPLIANCE_MANAGER))
    read_in(client, "en")
    page = client.get(reverse("cash:account", args=[round_.player_id])).content.decode()
    assert "Amount owed" in page
    assert "$15.00" in page
    assert "What the player owes is paid from the balances first." in page


@pytest.mark.parametrize("role", [Role.CASHIER, Role.COMPLIANCE_MANAGER])
def test_the_desk_sees_debts_voids_disputes_and_restrictions(role: Role) -> None:
    round_, case = owing()
    player = round_.player
    dispute = disputed(player, round_=round_)
    impose_restriction(
        player.pk,
        RestrictionRequest("suspended", "odd play", words=""),
        key=uuid4(),
        acting_user=analyst(),
    )
    player.refresh_from_db()
    one = asked(player, "20")
    client = inside(staff(role))
    read_in(client, "en")
    page = client.get(reverse("cash:withdrawal", args=[one.pk])).content.decode()
    told = (
        "disputed: reserved",
        dispute.number,
        "Suspension",
        "odd play",
        "an order of the regulator",
    )
    for said in ("$15.00", *told):
        assert said in page
    link = reverse("voids:case", args=[case.public_id])
    assert (link in page) == (role == Role.COMPLIANCE_MANAGER)
