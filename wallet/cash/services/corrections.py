"""Manual corrections: proposed by one person, executed when another approves.

Only deposits, adjustments, bonuses and exchanges are reversed here; withdrawals have their own steps, rounds their
voids.
"""

from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile, SentBefore
from journal.services.recording import record
from journal.services.replays import commit_replay
from wallet.cash.models import (
    Correction,
    CorrectionDecision,
    CorrectionKind,
    DepositState,
    WithdrawalRefusal,
    WithdrawalState,
)
from wallet.cash.refusals import BalanceTooLow, PlanChanged
from wallet.cash.selectors.deposit_reversal import ReversalPlan, plan_reversal
from wallet.cash.services import outside_checks, steps, withdrawals
from wallet.ledger.models import Reversal, Transfer, TransferKind
from wallet.ledger.refusals import AlreadyReversed, InsufficientFunds, NotReversible, UnknownPlayer
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting
from wallet.money.refusals import InvalidAmount
from wallet.money.values import PLAY_MONEY, Money

_FLOW: Final = DecisionFlow(
    CorrectionDecision, build_right_check(Right.APPROVE_CASH), ReasonPolicy.OF_REFUSAL
)
REVERSIBLE: Final = (
    TransferKind.DEPOSIT,
    TransferKind.ADJUST,
    TransferKind.BONUS,
    TransferKind.EXCHANGE,
)


def correction_amount(correction: Correction) -> Money:
    """Return what the player receives, negative if taken; for a reversal, the original amount."""
    return Money(correction.units, correction.currency_id)


def find_reversible_transfer(transfer_id: int) -> Transfer:
    """Return a transfer that can be reversed here. Raises NotReversible, AlreadyReversed."""
    found = Transfer.objects.filter(pk=transfer_id, kind__in=REVERSIBLE).select_related("player")
    transfer = found.exclude(currency=PLAY_MONEY).first()
    if transfer is None:
        raise NotReversible(detail=str(transfer_id))
    if Reversal.objects.filter(original=transfer).exists():
        raise AlreadyReversed(detail=str(transfer_id))
    return transfer


@transaction.atomic
def propose_reversal(transfer_id: int, *, key: UUID, acting_user: User, reason: str) -> Correction:
    """Propose to undo a transfer exactly. Idempotent by key.

    Raises NotPermitted, ReasonMissing, NotReversible, AlreadyReversed, ChangedMeanwhile if a proposal is pending,
    SentBefore.
    """
    require(acting_user, Right.DO_CASH)
    reason = steps.require_note(reason)
    if found := Correction.objects.filter(key=key).first():
        return _same(found, CorrectionKind.REVERSE, transfer_id, reason)
    transfer = find_reversible_transfer(transfer_id)
    steps.lock_player(transfer.player_id)
    if Correction.objects.filter(original=transfer, decision=None).exists():
        raise ChangedMeanwhile(detail=str(transfer_id))
    return _propose(
        Correction(
            key=key,
            kind=CorrectionKind.REVERSE,
            player=transfer.player,
            currency_id=transfer.currency_id,
            units=transfer.amount,
            original=transfer,
            reason=reason,
            proposed_by=acting_user,
        )
    )


@transaction.atomic
def propose_correction(
    kind: CorrectionKind,
    player: User,
    money: Money,
    *,
    key: UUID,
    acting_user: User,
    reason: str,
) -> Correction:
    """Propose an adjustment or a bonus; a negative adjustment takes money. Idempotent by key.

    Raises NotPermitted, ReasonMissing, UnknownPlayer, InvalidAmount, SentBefore.
    """
    require(acting_user, Right.DO_CASH)
    reason = steps.require_note(reason)
    if found := Correction.objects.filter(key=key).first():
        return _same(found, kind, (player.pk, money.units, money.currency), reason)
    if player.is_staff:
        raise UnknownPlayer(detail=str(player.pk))
    takes = kind == CorrectionKind.ADJUST and money.units < 0
    if money.currency == PLAY_MONEY or not (money.units > 0 or takes):
        raise InvalidAmount(detail=str(money))
    return _propose(
        Correction(
            key=key,
            kind=kind,
            player=player,
            currency_id=money.currency,
            units=money.units,
            reason=reason,
            proposed_by=acting_user,
        )
    )


def _same(found: Correction, kind: CorrectionKind, content: object, reason: str) -> Correction:
    """Return the proposal of a repeated form; different content with the same key raises SentBefore."""
    known = (found.player_id, found.units, found.currency_id)
    before = found.original_id if found.kind == CorrectionKind.REVERSE else known
    if (found.kind, before, found.reason) != (kind, content, reason):
        raise SentBefore(detail=str(found.key))
    commit_replay()
    return found


def _propose(correction: Correction) -> Correction:
    correction.save(force_insert=True)
    _tell(EventKind.CORRECTION_PROPOSED, correction, correction.proposed_by, correction.reason)
    return correction


@transaction.atomic
def decide_correction(
    correction_id: int, *, approved: bool, acting_user: User, reason: str, seen: str = ""
) -> CorrectionDecision:
    """Execute a correction, or refuse it with a reason, once, as another person.

    Reversing a recorded deposit takes the balance, then held withdrawals, and records the rest as a debt. `seen` is the
    digest of the reversal plan shown.

    Raises as `DecisionFlow.decide`, AlreadyReversed, PlanChanged if the plan is no longer the one shown, and BalanceTooLow if
    the balance does not cover another correction, which then stays pending.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    correction = Correction.objects.select_related("player", "original").get(pk=correction_id)
    steps.lock_player(correction.player_id)  # serialise decisions

    def carry_out() -> dict[str, object]:
        if not approved:
            return {}
        return {"transfer_id": _carried_out(correction, acting_user, seen).transfer_id}

    decision, is_new = _FLOW.decide(correction, verdict, carry_out)
    if is_new and approved:
        Letter.objects.create(
            player_id=correction.player_id, kind=Letter.Kind.CORRECTED, about=str(correction.pk)
        )
    if is_new:
        kind = EventKind.CORRECTION_APPROVED if approved else EventKind.CORRECTION_REFUSED
        _tell(kind, correction, acting_user, decision.reason)
    return decision


def _carried_out(correction: Correction, acting_user: User, seen: str) -> Posting:
    key, reason = uuid5(correction.key, "correction"), correction.reason
    person, money = correction.player_id, correction_amount(correction)
    try:
        if correction.original and (plan := plan_reversal(correction.original)):
            if plan.digest != seen:
                raise PlanChanged
            return _reverse_deposit(plan, correction, key, acting_user)
        with transaction.atomic():
            if correction.original_id is not None:
                return movements.reverse_transfer(
                    correction.original_id, key=key, reason=reason, acting_user=acting_user.pk
                )
            move = (
                movements.grant_bonus
                if correction.kind == CorrectionKind.BONUS
                else movements.adjust_balance
            )
            return move(person, money, key=key, reason=reason, acting_user=acting_user.pk)
    except InsufficientFunds as error:
        raise BalanceTooLow(detail=correction.number) from error


def _reverse_deposit(
    plan: ReversalPlan, correction: Correction, key: UUID, acting_user: User
) -> Posting:
    """Reverse a deposit of a locked player: balance, then held withdrawals, then a debt."""
    deposit = steps.lock_deposit(plan.deposit.pk)
    for withdrawal, _money in plan.refused:
        locked = steps.lock_withdrawal(withdrawal.pk)
        if locked.state != WithdrawalState.HELD:
            raise ChangedMeanwhile(detail=locked.number)
        outside_checks.note_reversal(locked, acting_user)
        withdrawals.refuse_locked_withdrawal(
            locked,
            acting_user=acting_user,
            reason=f"{deposit.number}: {correction.reason}",
            told_player=WithdrawalRefusal.REVERSED,
        )
    if plan.owed:
        movements.advance_debt(
            deposit.player_id,
            plan.owed,
            key=uuid5(key, "advance"),
            deposit=deposit.reference,
            details={"reason": OwnReason.DEBT_OF_DEPOSIT.value},
        )
    posting = movements.reverse_transfer(
        plan.transfer.pk, key=key, reason=correction.reason, acting_user=acting_user.pk
    )
    steps.take_step(
        deposit,
        DepositState.REVERSED,
        acting_user=acting_user,
        note=correction.reason,
        transfer=posting.transfer_id,
    )
    return posting


def _tell(kind: EventKind, correction: Correction, acting_user: User, note: str) -> None:
    record(
        kind,
        actor=acting_user.pk,
        subject=f"correction {correction.number}",
        data={
            "kind": correction.kind,
            "player": correction.player_id,
            "amount": str(correction_amount(correction)),
            "original": correction.original_id,
            "proposed_by": correction.proposed_by_id,
            "note": note,
        },
    )
