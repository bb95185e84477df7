"""Deposits: begun by a player with a provider, or recorded by a cashier."""

from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import verify_real_money_play
from accounts.roles.selectors import has_right
from accounts.roles.services import require
from accounts.roles.values import Right
from approvals.services import require_another_person
from journal.models import EventKind
from journal.refusals import SentBefore
from journal.services import recording
from profiles.selectors.in_force import profile_in_force
from restores.services.gate import require_open
from wallet.cash.models import Deposit, DepositRefusal, DepositState
from wallet.cash.refusals import StepNotPossible
from wallet.cash.services import blocking, callbacks, limits, steps
from wallet.cash.services.crediting import credit_deposit
from wallet.cash.services.deposit_stops import records_deposit_stops
from wallet.cash.services.deposit_terms import require_asked_terms
from wallet.cash.services.joint_limits import ask_joint_limits, require_joint_limits
from wallet.cash.values.joint_limits import JointReply
from wallet.ledger.refusals import UnknownPlayer
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import registry
from wallet.providers.values import ProviderPayment


@dataclass(frozen=True, slots=True)
class StartedDeposit:
    """Deposit that was begun, and the provider's URL where the player pays it, if any."""

    deposit: Deposit
    address: str | None


@records_deposit_stops
def begin_deposit(player: User, money: Money, *, key: UUID, provider: str) -> StartedDeposit:
    """Begin a deposit with a provider; the money arrives with its callback.

    Idempotent by key. Raises NotAllowed, DepositsBlocked, DepositLimitNeeded, DepositNoticeDue, a limit's refusal,
    JointLimitsUnanswered, JointLimitsNotConfigured, SentBefore, ProviderUnavailable.
    """
    service = registry.require_provider(provider)
    if not service.self_service:
        raise ProviderUnavailable(detail=provider)
    joint = _ask_joint_limits(player, money, key=key, by_staff=False)
    with transaction.atomic():
        person = steps.lock_player(player.pk)
        found = Deposit.objects.filter(key=key).first()
        if found is None:
            require_open()
            verify_real_money_play(person)
            blocking.require_not_blocked(person.pk)
            require_asked_terms(person, by_staff=False)
            measured = limits.measure_deposit(person, money, provider=provider)
            require_joint_limits(person, joint, measured.worth, by_staff=False)
            deposit = _create(person, money, measured, key=key, provider=provider)
            steps.take_step(deposit, DepositState.REQUESTED)
        else:
            deposit = steps.require_same_request(found, person.pk, money)
            if deposit.provider != provider:
                raise SentBefore
    address = service.start_payment(
        ProviderPayment(deposit.reference, money), callbacks.process_callback
    )
    deposit.refresh_from_db()
    waits = deposit.state in {DepositState.REQUESTED, DepositState.PENDING}
    return StartedDeposit(deposit, _check_address(address, provider) if waits else None)


def _ask_joint_limits(
    player: User, money: Money, *, key: UUID, by_staff: bool
) -> JointReply | None:
    """Ask of a new deposit, before its transaction. No query if the profile does not ask."""
    if not profile_in_force(player.country).joint_limits:
        return None
    if Deposit.objects.filter(key=key).exists():
        return None
    verify_real_money_play(player)
    return ask_joint_limits(player, money, by_staff=by_staff)


def _check_address(address: str | None, provider: str) -> str | None:
    """Return the address if players may be sent there: HTTPS, without credentials. Raises ProviderUnavailable."""
    if address is None:
        return None
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.username is not None:
        raise ProviderUnavailable(
            detail=f"{provider} sends players to {parts.scheme}://{parts.hostname}"
        )
    return address


def measure_desk_deposit(player: User, money: Money, *, acting_user: User) -> limits.MeasuredAmount:
    """Check whether `money` could be recorded now, without changes; raises as `record_deposit`."""
    require(acting_user, Right.DO_CASH)
    verify_real_money_play(player)
    require_asked_terms(player, by_staff=True)
    joint = ask_joint_limits(player, money, by_staff=True)
    measured = limits.measure_deposit(player, money, provider=registry.MANUAL)
    require_joint_limits(player, joint, measured.worth, by_staff=True)
    return measured


def record_deposit(
    player_id: int, money: Money, *, key: UUID, acting_user: User, note: str
) -> Deposit:
    """Record a deposit at the desk. It is credited at once, up to the second-person limit.

    Above the limit, counting the player's other desk deposits of the last 24 hours, another person approves first
    (`approve_deposit`). `note` says what was seen. Idempotent by key. Raises NotPermitted, NotAllowed, a limit's
    refusal, ReasonMissing, UnknownPlayer, SentBefore.
    """
    require(acting_user, Right.DO_CASH)
    require_open()
    note = steps.require_note(note)
    try:
        player = User.objects.get(pk=player_id)
    except User.DoesNotExist as error:
        raise UnknownPlayer(detail=str(player_id)) from error
    joint = _ask_joint_limits(player, money, key=key, by_staff=True)
    return _record(player_id, money, joint, key=key, acting_user=acting_user, note=note)


@transaction.atomic
def _record(
    player_id: int,
    money: Money,
    joint: JointReply | None,
    *,
    key: UUID,
    acting_user: User,
    note: str,
) -> Deposit:
    person = steps.lock_player(player_id)
    if found := Deposit.objects.filter(key=key).first():
        return steps.require_same_request(found, player_id, money)
    verify_real_money_play(person)
    require_asked_terms(person, by_staff=True)
    measured = limits.measure_deposit(person, money, provider=registry.MANUAL)
    require_joint_limits(person, joint, measured.worth, by_staff=True)
    deposit = _create(person, money, measured, key=key, provider=registry.MANUAL)
    steps.take_step(deposit, DepositState.REQUESTED, acting_user=acting_user, note=note)
    _tell(EventKind.DEPOSIT_RECORDED, deposit, acting_user, note)
    if not deposit.needs_second:
        credit_deposit(deposit, acting_user=acting_user)
    return deposit


@transaction.atomic
def approve_deposit(deposit_id: int, *, seen: int, acting_user: User, note: str = "") -> Deposit:
    """Credit a recorded deposit above the limit, as another person than its recorder.

    The player's current state and limits apply; if they forbid it, refuse it (`refuse_deposit`) and return the cash.
    `seen` is the number of the last step shown. Raises as `record_deposit`, AnotherPersonNeeded, ChangedMeanwhile,
    StepNotPossible.
    """
    require(acting_user, Right.APPROVE_CASH)
    person = steps.lock_payer(Q(pk=deposit_id))
    deposit = steps.lock_deposit(deposit_id)
    if steps.is_repeated_step(deposit, seen, {DepositState.CREDITED}, acting_user):
        return deposit
    _see_waiting(deposit)
    require_another_person(acting_user, {steps.last_step(deposit).acting_user_id})
    verify_real_money_play(person or deposit.player)
    limits.require_player_limit(deposit)
    credit_deposit(deposit, acting_user=acting_user, note=note.strip())
    _tell(EventKind.DEPOSIT_APPROVED, deposit, acting_user, note.strip())
    return deposit


@transaction.atomic
def refuse_deposit(
    deposit_id: int, *, seen: int, acting_user: User, reason: str, told_player: str
) -> Deposit:
    """Refuse a recorded deposit and write to the player; the cash is returned at the desk.

    `reason` is for staff, `told_player` (`DepositRefusal`) for the player. Raises NotPermitted, ReasonMissing,
    PlayerTextNeeded, ChangedMeanwhile, StepNotPossible.
    """
    if not has_right(acting_user, Right.DO_CASH):
        require(acting_user, Right.APPROVE_CASH)
    reason, told = (
        steps.require_note(reason),
        steps.require_player_text(told_player, DepositRefusal),
    )
    deposit = steps.lock_deposit(deposit_id)
    if steps.is_repeated_step(deposit, seen, {DepositState.REFUSED}, acting_user):
        return deposit
    _see_waiting(deposit)
    steps.take_step(
        deposit, DepositState.REFUSED, acting_user=acting_user, note=reason, told_player=told
    )
    Letter.objects.create(
        player_id=deposit.player_id, kind=Letter.Kind.DEPOSIT_REFUSED, about=str(deposit.pk)
    )
    _tell(EventKind.DEPOSIT_REFUSED, deposit, acting_user, reason)
    return deposit


def _see_waiting(deposit: Deposit) -> None:
    """Raise StepNotPossible unless the deposit was recorded by a cashier and is undecided."""
    if (deposit.provider, deposit.state) != (registry.MANUAL, DepositState.REQUESTED):
        raise StepNotPossible(detail=f"{deposit.provider} {deposit.state}")


def _create(
    player: User, money: Money, measured: limits.MeasuredAmount, *, key: UUID, provider: str
) -> Deposit:
    return Deposit.objects.create(
        key=key,
        player=player,
        provider=provider,
        currency_id=money.currency,
        units=money.units,
        rate=measured.rate,
        amount_usd=measured.worth.units,
        needs_second=measured.needs_second,
    )


def _tell(kind: EventKind, deposit: Deposit, acting_user: User, note: str) -> None:
    recording.record(
        kind,
        actor=acting_user.pk,
        subject=f"deposit {deposit.number}",
        data={
            "player": deposit.player_id,
            "amount": str(steps.requested_money(deposit)),
            "note": note,
        },
    )
