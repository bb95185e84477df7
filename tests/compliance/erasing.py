"""A person whose data is everywhere, and the way to the end of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import uuid4

import time_machine
from django.utils import timezone

from accounts.identity.services.corrections import PersonData, correct_person
from accounts.identity.services.phones import set_phone
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User, VerificationMethod
from accounts.profile.services.screen_names import set_screen_name
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from accounts.visits.services.visits import end_by_sign_out, start_visit
from compliance.disputes import services
from compliance.erasure.services.deciding import decide_erasure, propose_erasure
from compliance.models import DisputeOutcome, DisputeSubject, Erasure
from compliance.players.services.acts import write_note
from journal.models import EventKind
from journal.services.recording import record
from tests.accounts.papers import picture, sent
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import staff
from tests.compliance.disputed import answered, complaint
from tests.wallet.cash import account, checked, just_now
from tests.wallet.ledger import usd
from wallet.cash.models import WithdrawalRefusal
from wallet.cash.services import closing, withdrawals
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements

EMAIL: Final = "zoraida.q@quintanilla.example"
NAME: Final = "Zoraida Quintanilla Paz"
EARLIER_NAME: Final = "Soraida Kintanilla"
ADDRESS: Final = "Carrera 77 # 41-19"
NUMBER: Final = "1098765432"
PHONE: Final = "+573007654321"
NETWORK: Final = "203.0.113.77"
BROWSER: Final = "Quintanavigator/7.1"
SCREEN_NAME: Final = "Zoriquin"
BANK: Final = "00110022"
SOUGHT: Final = (
    *(EMAIL, "Quintanilla", "Zoraida", EARLIER_NAME, "Kintanilla", ADDRESS, NUMBER),
    *(PHONE, PHONE[3:], NETWORK, BROWSER, SCREEN_NAME),
)
YEARS: Final = 2


@dataclass(frozen=True)
class Known:
    """The person, and what they sent as a document."""

    player: User
    picture: bytes


def lived() -> Known:
    """Return a person with money, play, messages and papers, all of it named."""
    player = ana_confirmed(email=EMAIL, full_name=EARLIER_NAME, number=DocumentNumber("CO", NUMBER))
    User.objects.filter(pk=player.pk).update(
        address=f"{ADDRESS}, Medellín",
        verified_at=timezone.now(),
        verification_method=VerificationMethod.STAFF,
    )
    player.refresh_from_db()
    analyst = staff(Role.COMPLIANCE_ANALYST)
    _give_data(player)
    _write_about(player, analyst)
    correct_person(
        player.pk,
        PersonData(NAME, date(1987, 3, 4), "CO"),
        acting_user=analyst,
        reason=f"{NAME} showed her passport",
    )
    User.objects.filter(pk=player.pk).update(
        verified_at=timezone.now(), verification_method=VerificationMethod.STAFF
    )
    content = picture()
    sent(player, content=content)
    player.refresh_from_db()
    return Known(player, content)


def _give_data(player: User) -> None:
    set_phone(player, PHONE)
    set_screen_name(player, SCREEN_NAME)
    visit, _before = start_visit(player, uuid4().hex, NETWORK, BROWSER, "mark")
    end_by_sign_out(visit.pk)
    record(EventKind.LOGGED_IN, subject=f"user {player.pk}", personal={"ip": NETWORK})


def _write_about(player: User, analyst: User) -> None:
    dispute = services.open_dispute(player, complaint(f"I am {NAME} of {ADDRESS}."))
    answered(dispute, f"Dear {NAME}, you were right.", DisputeOutcome.UPHELD)
    write_note(player.pk, f"{NAME} called from {PHONE}.", key=uuid4(), acting_user=analyst)
    measure = RestrictionRequest(
        Restriction.Kind.SUSPENDED, f"asked by {NAME}", None, f"Dear {NAME}, wait."
    )
    impose_restriction(player.pk, measure, key=uuid4(), acting_user=analyst)
    movements.credit_deposit(player.pk, usd("150"), key=uuid4(), provider="demo")
    _withdraw(player)


def _withdraw(player: User) -> None:
    """Ask for a withdrawal to an account in the person's name, which is refused."""
    checked()
    asked = withdrawals.request_withdrawal(
        player,
        usd("150"),
        destination=account("Banco Uno", NAME),
        key=uuid4(),
        proof=just_now(),
    )
    withdrawals.refuse_withdrawal(
        asked.pk,
        seen=1,
        acting_user=staff(Role.CASHIER),
        reason="the account is not open",
        told_player=WithdrawalRefusal.values[0],
    )
    assert balance(player.pk) == usd("150")


def closed(player: User) -> None:
    """Take the money out and close the account, as the house."""
    movements.adjust_balance(
        player.pk, -usd("150"), key=uuid4(), reason="paid in cash", acting_user=None
    )
    closing.close_account(
        player.pk, key=uuid4(), acting_user=staff(Role.COMPLIANCE_ANALYST), reason="asked"
    )
    player.refresh_from_db()
    assert player.state == State.CLOSED


def asked_for(player: User) -> None:
    """Have the player ask to be erased, and the house close the request as such."""
    wish = complaint(f"Forget {NAME}.", subject=DisputeSubject.ERASURE)
    answered(services.open_dispute(player, wish), "It is done.", DisputeOutcome.ERASED)


def years_later() -> datetime:
    return timezone.now() + timedelta(days=366 * YEARS)


def proposed(player: User) -> Erasure:
    return propose_erasure(
        player.pk, acting_user=staff(Role.COMPLIANCE_ANALYST), reason="the player asked"
    )


def erased(player: User) -> Erasure:
    """Erase a closed account's person, by two people, after the years of retention."""
    with time_machine.travel(years_later()):
        asked = proposed(player)
        decide_erasure(
            asked.pk,
            approved=True,
            acting_user=staff(Role.COMPLIANCE_MANAGER),
            reason="nothing speaks against it",
        )
    player.refresh_from_db()
    return asked
