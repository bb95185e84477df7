"""Withdrawals: requested by the player and held, then approved and paid, or refused, by staff."""

from uuid import UUID, uuid5

from django.db import transaction

from accounts.factors.selectors import IdentityProof
from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_withdraw
from accounts.roles.selectors import has_right
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import UnsealFailed
from approvals.services import require_another_person
from journal.models import EventKind
from journal.refusals import SentBefore
from restores.services.gate import require_open
from wallet.cash.models import MAY_BE_HELD, Withdrawal, WithdrawalRefusal, WithdrawalState
from wallet.cash.refusals import (
    DebtsNotCovered,
    DestinationUnreadable,
    HeldInCase,
    StepNotPossible,
    WithdrawalsClosed,
)
from wallet.cash.selectors import payments, withdrawal_stop
from wallet.cash.services import (
    callbacks,
    closed_loop,
    destinations,
    holding,
    limits,
    outside_checks,
    payout,
    steps,
)
from wallet.cash.services.payout import record_event
from wallet.cash.values.bank_details import BankDetails
from wallet.cash.values.destination_sealing import destination_digest, seal_destination
from wallet.cash.values.payout import Payout
from wallet.debts import services
from wallet.ledger.services import movements
from wallet.money import values
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import registry
from wallet.providers.services.provider import Provider
from wallet.providers.values import ProviderPayment


@transaction.atomic
def request_withdrawal(
    player: User,
    money: Money,
    *,
    destination: BankDetails,
    key: UUID,
    proof: IdentityProof,
    provider: str = registry.MANUAL,
) -> Withdrawal:
    """Request a withdrawal; `money` is held from now on, and the player cannot cancel it.

    Debts are paid first, and stay paid. While a charge-back is undecided, or if an outside check requires it, the withdrawal
    is put on hold at once.
    `destination` and `provider` say where and by whom it is paid; `proof` says when the player last proved their
    identity. Idempotent by key.

    Raises ProviderUnavailable, NotAllowed (verified players only), FactorNeeded and ProofNeeded (`destinations`), a
    limit's refusal, ReturnsFirst, WithdrawalsClosed, DebtsNotCovered, InsufficientFunds, SentBefore.
    """
    person = steps.lock_player(player.pk)
    if found := Withdrawal.objects.filter(key=key).first():
        if (found.destination_digest, found.provider) != (
            destination_digest(person.pk, destination),
            provider,
        ):
            raise SentBefore(detail=str(key))
        return steps.require_same_request(found, person.pk, money)
    if provider not in registry.payout_providers():
        raise ProviderUnavailable(detail=provider)
    if barred := may_withdraw(person):
        raise barred.refusal
    require_withdrawals_open(person.pk)
    destinations.require_destination_proof(person, destination, proof)
    measured = limits.measure_withdrawal(person.pk, money)
    closed_loop.require_way_back(person, measured.worth, provider)
    _set_off(person, money, key)
    asked = hold_money(
        person, money, measured, Payout(destination, provider), key=key, acting_user=person
    )
    if event := payments.find_pending_charge_back(person.pk):
        holding.hold_for_charge_back(person.pk, event)
        asked.refresh_from_db()
    if outside_checks.hold_if_needed(person.pk):
        asked.refresh_from_db()
    return asked


def _set_off(person: User, money: Money, key: UUID) -> None:
    """Pay debts first. Raises DebtsNotCovered if the rest, less reserves for disputed debts, does not cover it."""
    done = services.set_off_debts(
        person.pk, key=uuid5(key, "set off"), actor=person.pk, last=money.currency
    )
    free = done.withdrawable(money.currency)
    if (done.payments or done.unpaid) and money > free:
        raise DebtsNotCovered(values.round_down_to_coin(free), disputed=done.is_disputed)


def hold_money(
    person: User,
    money: Money,
    measured: limits.MeasuredAmount,
    to: Payout,
    *,
    key: UUID,
    acting_user: User,
) -> Withdrawal:
    """Create the withdrawal of a locked player and hold its money, measured before.

    `acting_user` takes the first step: the player, or staff for a closed account.
    """
    withdrawal = Withdrawal.objects.create(
        key=key,
        player=person,
        provider=to.provider,
        currency_id=money.currency,
        units=money.units,
        rate=measured.rate,
        amount_usd=measured.worth.units,
        needs_second=measured.needs_second,
        destination_sealed=seal_destination(person.pk, to.destination),
        destination_digest=destination_digest(person.pk, to.destination),
    )
    posting = movements.hold_withdrawal(
        person.pk,
        money,
        key=uuid5(key, "hold"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.take_step(
        withdrawal, WithdrawalState.REQUESTED, acting_user=acting_user, transfer=posting.transfer_id
    )
    record_event(EventKind.WITHDRAWAL_REQUESTED, withdrawal, acting_user, "")
    return withdrawal


@transaction.atomic
def approve_withdrawal(
    withdrawal_id: int, *, seen: int, acting_user: User, note: str = ""
) -> Withdrawal:
    """Approve a withdrawal: a cashier first; above the limit also a manager, who is another person.

    `seen` is the number of the last step shown. Raises ChangedMeanwhile, NotPermitted, AnotherPersonNeeded,
    StepNotPossible, WithdrawalsClosed, HeldInCase.
    """
    if not has_right(acting_user, Right.DO_CASH):
        require(acting_user, Right.APPROVE_CASH)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    first = withdrawal.steps.filter(n=seen, to_state=WithdrawalState.SECOND).first()
    require(acting_user, Right.APPROVE_CASH if first else Right.DO_CASH)
    done = (
        {WithdrawalState.APPROVED} if first else {WithdrawalState.SECOND, WithdrawalState.APPROVED}
    )
    if steps.is_repeated_step(withdrawal, seen, done, acting_user):
        return withdrawal
    require_withdrawals_open(withdrawal.player_id)
    _see_state(withdrawal, WithdrawalState.REQUESTED, WithdrawalState.SECOND)
    outside_checks.require_no_hold(withdrawal)
    asked = withdrawal.steps.get(n=1)
    require_another_person(
        acting_user, {asked.acting_user_id, first.acting_user_id if first else None}
    )
    further = withdrawal.needs_second and not first
    state = WithdrawalState.SECOND if further else WithdrawalState.APPROVED
    steps.take_step(withdrawal, state, acting_user=acting_user, note=note.strip())
    record_event(EventKind.WITHDRAWAL_APPROVED, withdrawal, acting_user, note.strip())
    return withdrawal


@transaction.atomic
def record_staff_payment(
    withdrawal_id: int, *, seen: int, acting_user: User, note: str
) -> Withdrawal:
    """Record that an approved or bounced withdrawal was paid by staff; `note` is the payment's reference.

    Raises NotPermitted, ReasonMissing, ChangedMeanwhile, StepNotPossible, WithdrawalsClosed, HeldInCase.
    """
    require(acting_user, Right.DO_CASH)
    note = steps.require_note(note)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_repeated_step(withdrawal, seen, {WithdrawalState.PAID}, acting_user):
        return withdrawal
    require_withdrawals_open(withdrawal.player_id)
    _see_state(withdrawal, WithdrawalState.APPROVED, WithdrawalState.BOUNCED)
    outside_checks.require_no_hold(withdrawal)
    payout.record_payment(withdrawal, acting_user=acting_user, note=note)
    return withdrawal


def send_to_provider(
    withdrawal_id: int, *, seen: int, acting_user: User, note: str = ""
) -> Withdrawal:
    """Order the provider to pay an approved withdrawal; callbacks report the result.

    Until then nobody can pay or return it. The provider is called after the commit. Raises ProviderUnavailable,
    NotPermitted, DestinationUnreadable, ChangedMeanwhile, StepNotPossible, WithdrawalsClosed, HeldInCase.
    """
    require(acting_user, Right.DO_CASH)
    with transaction.atomic():
        withdrawal = steps.lock_withdrawal(withdrawal_id)
        way = _paying(withdrawal)
        taken = withdrawal.steps.filter(n=seen + 1, acting_user=acting_user)
        if taken.filter(to_state=WithdrawalState.SENT).exists():  # the form was sent twice
            return withdrawal
        steps.is_repeated_step(withdrawal, seen, set(), acting_user)
        require_withdrawals_open(withdrawal.player_id)
        _see_state(withdrawal, WithdrawalState.APPROVED)
        outside_checks.require_no_hold(withdrawal)
        steps.take_step(
            withdrawal, WithdrawalState.SENT, acting_user=acting_user, note=note.strip()
        )
        record_event(EventKind.WITHDRAWAL_SENT, withdrawal, acting_user, note.strip())
    return _tell_provider(way, withdrawal)


def resend_to_provider(
    withdrawal_id: int, *, seen: int, acting_user: User, note: str = ""
) -> Withdrawal:
    """Repeat the order for a withdrawal without a callback; the provider pays once. Raises as `send_to_provider`."""
    require(acting_user, Right.DO_CASH)
    with transaction.atomic():
        withdrawal = steps.lock_withdrawal(withdrawal_id)
        way = _paying(withdrawal)
        steps.is_repeated_step(withdrawal, seen, set(), acting_user)
        require_withdrawals_open(withdrawal.player_id)
        _see_state(withdrawal, WithdrawalState.SENT)
        record_event(EventKind.WITHDRAWAL_SENT, withdrawal, acting_user, note.strip())
    return _tell_provider(way, withdrawal)


def _paying(withdrawal: Withdrawal) -> tuple[Provider, str]:
    """Return the provider and the destination. Raises ProviderUnavailable, DestinationUnreadable."""
    service = registry.require_provider(withdrawal.provider)
    if not service.pays_out:
        raise ProviderUnavailable(detail=withdrawal.provider)
    try:
        return service, str(withdrawal.destination or "")
    except UnsealFailed as error:
        raise DestinationUnreadable(detail=withdrawal.number) from error


def _tell_provider(way: tuple[Provider, str], withdrawal: Withdrawal) -> Withdrawal:
    """Call the provider outside the transaction: its callbacks must see the committed step."""
    payment = ProviderPayment(withdrawal.reference, steps.requested_money(withdrawal))
    service, destination = way
    service.pay_out(payment, destination, callbacks.process_callback)
    withdrawal.refresh_from_db()
    return withdrawal


@transaction.atomic
def refuse_withdrawal(
    withdrawal_id: int, *, seen: int, acting_user: User, reason: str, told_player: str
) -> Withdrawal:
    """Refuse an unpaid withdrawal: the money is returned to the balance, and the player gets a message.

    `reason` is for staff, `told_player` (`WithdrawalRefusal`) for the player. Raises NotPermitted, ReasonMissing,
    PlayerTextNeeded, ChangedMeanwhile, StepNotPossible, HeldInCase.
    """
    if not has_right(acting_user, Right.DO_CASH):
        require(acting_user, Right.APPROVE_CASH)
    reason, told = (
        steps.require_note(reason),
        steps.require_player_text(told_player, WithdrawalRefusal),
    )
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_repeated_step(withdrawal, seen, {WithdrawalState.REFUSED}, acting_user):
        return withdrawal
    _see_state(
        withdrawal,
        WithdrawalState.REQUESTED,
        WithdrawalState.SECOND,
        WithdrawalState.APPROVED,
        WithdrawalState.HELD,
        WithdrawalState.BOUNCED,
    )
    _see_no_case(withdrawal)
    refuse_locked_withdrawal(withdrawal, acting_user=acting_user, reason=reason, told_player=told)
    return withdrawal


def refuse_locked_withdrawal(
    withdrawal: Withdrawal, *, acting_user: User, reason: str, told_player: str
) -> None:
    """Refuse a locked withdrawal that no provider is paying, with a message; the caller has checked the right."""
    posting = movements.cancel_withdrawal(
        withdrawal.player_id,
        steps.requested_money(withdrawal),
        key=uuid5(withdrawal.key, "cancel"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.take_step(
        withdrawal,
        WithdrawalState.REFUSED,
        acting_user=acting_user,
        note=reason,
        transfer=posting.transfer_id,
        told_player=told_player,
    )
    Letter.objects.create(
        player_id=withdrawal.player_id, kind=Letter.Kind.REFUSED, about=str(withdrawal.pk)
    )
    record_event(EventKind.WITHDRAWAL_REFUSED, withdrawal, acting_user, reason)


@transaction.atomic
def put_on_hold(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Put an unpaid withdrawal on hold for a documented investigation.

    Raises NotPermitted, ReasonMissing, ChangedMeanwhile, StepNotPossible.
    """
    require(acting_user, Right.HOLD_CASH)
    reason = steps.require_note(reason)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_repeated_step(withdrawal, seen, {WithdrawalState.HELD}, acting_user):
        return withdrawal
    _see_state(withdrawal, *MAY_BE_HELD)
    steps.take_step(withdrawal, WithdrawalState.HELD, acting_user=acting_user, note=reason)
    record_event(EventKind.WITHDRAWAL_HELD, withdrawal, acting_user, reason)
    return withdrawal


@transaction.atomic
def release_hold(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """End the hold: the withdrawal waits for approval again or, after a bounce, for another payment.

    It is held anew at once if an outside check requires it. Raises as `put_on_hold`, and HeldInCase.
    """
    require(acting_user, Right.HOLD_CASH)
    reason = steps.require_note(reason)
    steps.lock_payee(withdrawal_id)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    done = {WithdrawalState.REQUESTED, WithdrawalState.BOUNCED}
    if steps.is_repeated_step(withdrawal, seen, done, acting_user):
        return withdrawal
    _see_state(withdrawal, WithdrawalState.HELD)
    _see_no_case(withdrawal)
    bounced = steps.is_held_bounced(withdrawal)
    state = WithdrawalState.BOUNCED if bounced else WithdrawalState.REQUESTED
    steps.take_step(withdrawal, state, acting_user=acting_user, note=reason)
    record_event(EventKind.WITHDRAWAL_RELEASED, withdrawal, acting_user, reason)
    if outside_checks.hold_if_needed(withdrawal.player_id):
        withdrawal.refresh_from_db()
    return withdrawal


def require_withdrawals_open(player_id: int) -> None:
    """Raise WithdrawalsClosed or ClosedAfterRestore if no money may leave this player's account."""
    require_open()
    if not withdrawal_stop.are_withdrawals_open(player_id):
        raise WithdrawalsClosed


def _see_state(withdrawal: Withdrawal, *states: WithdrawalState) -> None:
    if withdrawal.state not in states:
        raise StepNotPossible(detail=withdrawal.state)


def _see_no_case(withdrawal: Withdrawal) -> None:
    if holding.is_held_for_case(withdrawal):
        raise HeldInCase(detail=withdrawal.number)
