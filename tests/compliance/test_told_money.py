"""Messages and mails about money that staff refuse, reverse or adjust, in sentences chosen for players."""

from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.values import Role
from casino.models import Notice
from compliance.messages.selectors import letter_subjects
from compliance.messages.selectors.messages import count_unread, load_messages
from compliance.messages.services.reading import mark_all_read
from compliance.messages.words import letters
from compliance.models import CaseReason
from compliance.players.services.letters import mail_letters
from compliance.voids.services import worker
from pages.line_pages import NEWEST
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.compliance.cases import approved, proposed
from tests.compliance.test_messages import browser
from tests.compliance.test_voids_bulk import every, played
from tests.fixtures.reading import remove_tokens
from tests.wallet.cash import account, checked, intent, just_now, person, plan_seen, said, sent
from tests.wallet.ledger import funded, usd
from wallet.cash.models import (
    Correction,
    CorrectionKind,
    Deposit,
    DepositState,
    WithdrawalState,
)
from wallet.cash.services import corrections, deposits, withdrawals
from wallet.ledger.models import TransferKind
from wallet.ledger.services import movements
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.database


def told(kind: str) -> str:
    """Return the body of the player's only letter of this kind; assert that the mail has the same text."""
    letter = Letter.objects.get(kind=kind)
    with override("en"):
        body = letters.letter_body(
            letter, letter_subjects.load_letter_subjects([letter])[letter.pk]
        )
    User.objects.update(language="en")
    mail_letters(timezone.now())
    (only,) = mail.outbox
    assert body.split("\n")[0] in str(only.body)
    return body


def decided(correction: int) -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    seen = plan_seen(Correction.objects.get(pk=correction))
    corrections.decide_correction(
        correction, approved=True, acting_user=manager, reason="seen", seen=seen
    )


def test_a_refused_withdrawal_shows_the_player_text_without_the_reason() -> None:
    checked()
    funded(text="100.00")
    one = withdrawals.request_withdrawal(
        person(), usd("50.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    withdrawals.refuse_withdrawal(
        one.pk,
        seen=1,
        acting_user=staff(Role.CASHIER),
        reason="the holder is a known mule",
        told_player="holder",
    )
    body = told("refused")
    assert f"{one.number} of $50.00 was refused" in body
    assert "The account to pay to is not in your name." in body
    assert "mule" not in body + str(mail.outbox[0].body)
    client = browser(person())
    letter = Letter.objects.get()
    page = client.get(f"/messages/account/{letter.pk}/").text
    assert "The account to pay to is not in your name." in page
    receipt = client.get(reverse("wallet:receipt", args=["withdrawal", one.reference])).text
    assert "The account to pay to is not in your name." in receipt
    assert "mule" not in remove_tokens(receipt)


def test_a_reversed_deposit_notifies_the_player() -> None:
    deposit = intent("25.00")
    sent(said(deposit, PaymentStatus.PAID))
    transfer = Deposit.objects.get().steps.get(to_state="credited").transfer_id
    assert transfer
    proposal = corrections.propose_reversal(
        transfer, key=uuid4(), acting_user=staff(Role.CASHIER), reason="paid by another person"
    )
    assert not Letter.objects.exists()
    decided(proposal.pk)
    assert "Your deposit of $25.00 was reversed" in told("corrected")


def test_a_refused_deposit_shows_the_player_text_without_the_reason() -> None:
    one = deposits.record_deposit(
        person().pk,
        usd("5000.00"),
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        note="paper 7",
    )
    deposits.refuse_deposit(
        one.pk,
        seen=1,
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason="the notes are marked",
        told_player="not_received",
    )
    body = told("refused_in")
    assert f"Your deposit {one.number} of $5,000.00 was refused" in body
    assert "The money was not received." in body
    assert "marked" not in body + str(mail.outbox[0].body)


def test_a_reversal_with_a_debt_notifies_the_player() -> None:
    checked()
    deposit = intent("100.00")
    sent(said(deposit, PaymentStatus.PAID))
    one = withdrawals.request_withdrawal(
        person(), usd("30.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    movements.hold_withdrawal(person().pk, usd("50.00"), key=uuid4())
    sent(said(deposit, PaymentStatus.FAILED))
    transfer = deposit.steps.get(to_state="credited").transfer_id
    assert transfer
    proposal = corrections.propose_reversal(
        transfer, key=uuid4(), acting_user=staff(Role.CASHIER), reason="charged back"
    )
    decided(proposal.pk)
    letter = Letter.objects.get(kind="corrected")
    with override("en"):
        body = letters.letter_body(
            letter, letter_subjects.load_letter_subjects([letter])[letter.pk]
        )
    assert f"Your withdrawal {one.number} was refused" in body
    assert "Your money did not cover all of it: you owe $50.00." in body


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (CorrectionKind.ADJUST, "-5.00", "Your balance was adjusted by \N{MINUS SIGN}$5.00."),
        (CorrectionKind.ADJUST, "5.00", "Your balance was adjusted by +$5.00."),
        (CorrectionKind.BONUS, "5.00", "You received a bonus of $5.00."),
    ],
)
def test_adjustments_and_bonuses_notify_the_player(
    kind: CorrectionKind, text: str, sentence: str
) -> None:
    funded(text="100.00")
    proposal = corrections.propose_correction(
        kind,
        person(),
        usd(text),
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        reason="the till of 3 May",
    )
    decided(proposal.pk)
    body = told("corrected")
    assert sentence in body
    assert "the till of 3 May" in body  # the form says that the player reads the reason


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_movement_and_the_state_use_the_same_word(language: str) -> None:
    with override(language):
        for kind, state in (
            (TransferKind.CANCEL_WITHDRAWAL, WithdrawalState.REFUSED),
            (TransferKind.PAY_OUT, WithdrawalState.PAID),
        ):
            word = str(state.label).lower().removesuffix("a").removesuffix("o")
            assert word in str(kind.label).lower()
        stem = {"en": "revers", "es": "rever"}[language]
        for label in (TransferKind.REVERSE.label, DepositState.REVERSED.label):
            assert str(label).lower().startswith(stem)


def test_the_void_of_many_rounds_is_one_message_with_a_list() -> None:
    (ana,) = played(1, 3)
    bea = scenes.new_player("bea@example.test")
    case = proposed(reason=CaseReason.MALFUNCTION, choice=every(ana))
    approved(case)
    while worker.execute_due_lines(timezone.now()):
        pass
    notices = Notice.objects.filter(void__case=case.public_id).order_by("pk")
    assert (notices.count(), count_unread(ana), count_unread(bea)) == (3, 1, 0)
    assert len(load_messages(ana, NEWEST).lines) == 1
    client = browser(ana)
    assert "3 rounds: voided" in client.get("/messages/").text
    page = client.get(f"/messages/round/{notices[0].pk}/").text
    for notice in notices:
        assert str(notice.round.public_id) in page
    assert (count_unread(ana), notices.filter(seen_at=None).count()) == (0, 0)


def test_a_message_about_many_rounds_is_new_until_all_of_it_was_seen() -> None:
    (ana,) = played(1, 2)
    approved(proposed(reason=CaseReason.MALFUNCTION, choice=every(ana)))
    worker.execute_due_lines(timezone.now())
    first, second = Notice.objects.order_by("pk")
    Notice.objects.filter(pk=first.pk).update(seen_at=timezone.now())
    (row,) = load_messages(ana, NEWEST).lines
    assert (row.seq, row.read_at, count_unread(ana)) == (first.pk, None, 1)
    mark_all_read(ana)
    (row,) = load_messages(ana, NEWEST).lines
    assert (row.read_at is not None, count_unread(ana)) == (True, 0)
    second.refresh_from_db()
    assert second.seen_at
