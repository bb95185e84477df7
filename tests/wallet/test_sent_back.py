"""A deposit in progress is not credited if its player is excluded or lowers an own limit meanwhile."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from compliance.players.services.letters import mail_letters
from journal.refusals import NotAllowed, Refusal
from limits.refusals import LimitReached
from limits.values import LimitKind
from tests.accounts.staff import inside, staff
from tests.casino.scenes import signed_in
from tests.casino.test_closing_at_once import one_before_the_other
from tests.limits.own_limits import limited
from tests.wallet.cash import events, intent, person, said, sent
from tests.wallet.ledger import refused, rows, usd
from tests.wallet.test_deposits import manager, recorded
from wallet.cash.models import Deposit, DepositReturnReason
from wallet.cash.services import callbacks, deposits
from wallet.cash.services.steps import last_step
from wallet.ledger.selectors.funds import balance
from wallet.providers.values import PaymentStatus

PAID, PENDING, FAILED = PaymentStatus.PAID, PaymentStatus.PENDING, PaymentStatus.FAILED
Change = Callable[[User], object]


def excluded(player: User) -> None:
    start_self_exclusion(player, None, key=uuid4())


def rested(player: User) -> None:
    start_time_out(player, 1, key=uuid4())


def held(player: User, kind: str) -> None:
    impose_restriction(
        player.pk, RestrictionRequest(kind, "is looked into"), key=uuid4(), acting_user=manager()
    )


def kept_away(player: User) -> None:
    held(player, "operator_excluded")


def excluded_then_locked(player: User) -> None:
    excluded(player)
    held(player, "locked")


def lowered(player: User) -> None:
    limited(player, LimitKind.DEPOSIT, 499.99)


CHANGES = [
    (excluded, DepositReturnReason.EXCLUDED),
    (rested, DepositReturnReason.EXCLUDED),
    (kept_away, DepositReturnReason.EXCLUDED),
    (excluded_then_locked, DepositReturnReason.EXCLUDED),
    (lowered, DepositReturnReason.OWN_LIMIT),
]


def moved() -> tuple[object, ...]:
    found = Deposit.objects.order_by("id").values_list("state", flat=True)
    return (rows(), balance(person().pk), *found)


@pytest.mark.database
class TestAtTheDesk:
    @pytest.mark.parametrize(
        ("change", "refusal"),
        [(excluded, NotAllowed), (rested, NotAllowed), (lowered, LimitReached)],
    )
    def test_approving_checks_the_limit_again(self, change: Change, refusal: type[Refusal]) -> None:
        deposit, boss = recorded("2000.00"), manager()
        change(person())
        before = moved()
        with refused(refusal):
            deposits.approve_deposit(deposit.pk, seen=1, acting_user=boss)
        assert moved() == before
        deposits.refuse_deposit(
            deposit.pk, seen=1, acting_user=boss, reason="given back", told_player="mistake"
        )

    def test_a_limit_that_leaves_exactly_so_much_lets_it_pass(self) -> None:
        deposit = recorded("2000.00")
        limited(person(), LimitKind.DEPOSIT, 2000)
        deposits.approve_deposit(deposit.pk, seen=1, acting_user=manager())
        assert balance(person().pk) == usd("2000.00")

    def test_the_page_of_the_desk_says_why(self) -> None:
        deposit = recorded("2000.00")
        limited(person(), LimitKind.DEPOSIT, 1)
        address = reverse("cash:deposit", args=[deposit.pk])
        answer = inside(manager(), "es").post(address, {"do": "approve", "seen": 1, "note": ""})
        assert answer.status_code == 422
        assert "El límite propio del jugador" in answer.content.decode()
        assert balance(person().pk) == usd("0")


@pytest.mark.database
class TestByAProvider:
    @pytest.mark.parametrize(("change", "why"), CHANGES)
    @pytest.mark.parametrize("before", [None, PENDING, FAILED])
    def test_a_payment_above_the_limit_is_refused_and_reported(
        self, change: Change, why: DepositReturnReason, before: PaymentStatus | None
    ) -> None:
        deposit = intent("500.00")
        if before:
            sent(said(deposit, before))
        change(person())
        paid = said(deposit, PAID)
        assert [sent(paid), sent(paid), sent(said(deposit, PAID, event="again"))] == [422] * 3
        deposit.refresh_from_db()
        assert (deposit.state, last_step(deposit).note) == ("refused", why.value)
        assert balance(deposit.player_id) == usd("0")
        assert events("callback_mismatch") == 2
        assert Letter.objects.filter(kind=Letter.Kind.SENT_BACK).count() == 1

    def test_a_limit_that_leaves_exactly_so_much_lets_it_pass(self) -> None:
        deposit = intent("500.00")
        limited(person(), LimitKind.DEPOSIT, 500)
        assert sent(said(deposit, PAID)) == 200
        assert balance(deposit.player_id) == usd("500.00")

    def test_payments_suspended_by_the_house_arrive(self) -> None:
        deposit = intent("500.00")
        held(person(), "suspended")
        assert sent(said(deposit, PAID)) == 200

    @pytest.mark.parametrize(("change", "words"), [(excluded, "excluido"), (lowered, "límite")])
    def test_the_player_reads_it_in_a_mail_among_the_messages_and_on_the_receipt(
        self, change: Change, words: str
    ) -> None:
        deposit = intent("500.00")
        User.objects.filter(pk=deposit.player_id).update(language="es")
        change(person())
        mail_letters(timezone.now())
        mail.outbox.clear()
        sent(said(deposit, PAID))
        mail_letters(timezone.now())
        (message,) = mail.outbox
        assert deposit.number in message.subject
        body = str(message.body).replace("\N{NO-BREAK SPACE}", " ")
        assert words in body
        assert "US$ 500,00" in body
        client = signed_in(person())
        receipt = reverse("wallet:receipt", args=["deposit", deposit.reference])
        page = client.get(receipt, headers={"Accept-Language": "es"}).content.decode()
        assert "a su origen" in page
        letter = Letter.objects.get(kind=Letter.Kind.SENT_BACK)
        box = reverse("messages:message", args=["account", letter.pk])
        answer = client.get(box, headers={"Accept-Language": "es"})
        assert words in answer.content.decode()
        assert receipt in answer.content.decode()

    def test_staff_read_why(self) -> None:
        deposit = intent("500.00")
        excluded(person())
        sent(said(deposit, PAID))
        page = inside(staff(Role.CASHIER), "en").get(reverse("cash:deposit", args=[deposit.pk]))
        with translation.override("en"):
            assert str(DepositReturnReason.EXCLUDED.label) in page.content.decode()


@pytest.mark.committed
@pytest.mark.parametrize("change", [excluded, lowered])
class TestAtOnce:
    def test_a_payment_comes_before_or_after_it(self, change: Change) -> None:
        deposit, player = intent("500.00"), person()
        pay = partial(callbacks.process_callback, "demo", said(deposit, PAID))
        _, answer = one_before_the_other(partial(change, player), pay)
        assert (answer, balance(player.pk)) == (422, usd("0"))

    def test_an_approval_records_it_too(self, change: Change) -> None:
        deposit, player, boss = recorded("2000.00"), person(), manager()
        work = partial(deposits.approve_deposit, deposit.pk, seen=1, acting_user=boss)
        _, refusal = one_before_the_other(partial(change, player), work)
        assert isinstance(refusal, NotAllowed | LimitReached)
        assert balance(player.pk) == usd("0")
