"""Voiding of finished rounds, and undo, release and collection of voids. One transaction each.

The case, its evidence and its two people belong to `compliance`, which checks their rights when they decide.
Locks are those of a bet: the place, its player, then the accounts. Idempotent per case.
"""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from accounts.models.users import User
from casino.models import Round, Treatment, Void, VoidReason, VoidStep
from casino.play.selectors.player_money import SESSION_FIELDS, find_session_start
from casino.refusals import VoidRefused
from casino.services.locks import lock_place_of_any_round, lock_round_player
from casino.values.transfer_keys import void_key
from casino.voids.selectors.voiding import (
    find_collection_refusal,
    find_release_refusal,
    find_undo_refusal,
    find_void_refusal,
    load_balances,
)
from casino.voids.services.notices import write_void_notice
from casino.voids.values import (
    Claim,
    Receiver,
    VoidMoves,
    VoidPurse,
    collect_debt,
    compute_void_claim,
    keeps_result,
    meet_claim,
    release_claim,
    undo_claim,
)
from journal.refusals import NotFound
from loyalty.services import points, tier_refresh
from wallet.cash.services.holding import hold_for_fraud
from wallet.debts.selectors import disputed_debts
from wallet.ledger.models import TransferKind
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors import round_debts
from wallet.ledger.services import round_voids
from wallet.ledger.services.taxes import withhold_tax
from wallet.money.values import Money

TRIES: Final = 5
NO_POINTS: Final = points.PointsChange(0, 0)


@transaction.atomic
def void_round(
    round_id: int, treatment: Treatment, *, case: UUID, acting_user: User, reason: str
) -> Void:
    """Void a completed round for a `VoidReason`, whose words its player reads. Raises `NotFound`, `VoidRefused`.

    A void for suspected fraud holds the player's withdrawals. Raises `ValueError` if the reason needs another
    treatment.
    """
    why = VoidReason(reason)
    if why.treatment != treatment:
        raise ValueError(f"{reason} is not treated as {treatment}")
    round_ = _locked(round_id)
    if done := Void.objects.filter(round=round_, case=case).first():
        return done
    _see(find_void_refusal(round_, voided=round_.voids.filter(undone_at__isnull=True).exists()))
    if treatment == Treatment.SUSPENSE:  # before the accounts are locked, as in staff's own steps
        hold_for_fraud(round_.player_id, acting_user=acting_user)
    claim = compute_void_claim(round_, treatment)
    moves = _moved(round_, case, "void", lambda purse: meet_claim(claim, purse, round_.currency))
    kept = keeps_result(treatment, claim)
    change = NO_POINTS if kept else points.reverse_points(round_.player_id, round_.public_id, case)
    made = Void.objects.create(
        round=round_,
        player_id=round_.player_id,
        treatment=treatment,
        reason=why,
        case=case,
        acting_user=acting_user,
        suspended=moves.suspended,
        **_amounts(moves, change),
    )
    _correct(round_, moves)
    tier_refresh.refresh_tier(round_.player_id)
    write_void_notice(made)
    return made


@transaction.atomic
def undo_void(void_id: int, *, case: UUID, acting_user: User) -> Void:
    """Undo a void and its later steps. Raises `NotFound`, `VoidRefused`."""
    found, round_ = _locked_void(void_id)
    if found.steps.filter(case=case).exists():
        return found
    _see(find_undo_refusal(found))
    return _follow(
        found,
        round_,
        VoidStep.Kind.UNDO,
        undo_claim(found, list(found.steps.all())),
        case,
        acting_user,
    )


@transaction.atomic
def release_void_stakes(void_id: int, to: Receiver, *, case: UUID, acting_user: User) -> Void:
    """End a suspension: the stakes go to the player, or the house keeps them. Raises `NotFound`, `VoidRefused`."""
    found, round_ = _locked_void(void_id)
    if found.steps.filter(case=case).exists():
        return found
    _see(find_release_refusal(found, found.steps.all()))
    kind = VoidStep.Kind.RETURN if to == "player" else VoidStep.Kind.KEEP
    return _follow(found, round_, kind, release_claim(found, to), case, acting_user)


@transaction.atomic
def collect_void_debt(void_id: int, *, case: UUID, acting_user: User) -> Money:
    """Collect what the player can pay of a void's debt. Returns the amount. Raises `NotFound`, `VoidRefused`."""
    found, round_ = _locked_void(void_id)
    if done := found.steps.filter(case=case).first():
        return round_.money(done.collected)
    debt = (round_.player_id, round_.public_id)
    disputed = debt in disputed_debts([round_.player_id])
    _see(find_collection_refusal(_purse(round_), disputed=disputed))
    moves = _moved(round_, case, "collect", lambda purse: collect_debt(purse, round_.currency))
    _step(found, VoidStep.Kind.COLLECT, moves, NO_POINTS, case, acting_user)
    return round_.money(moves.collected)


def _locked(round_id: int) -> Round:
    """Lock the place and the player of a round, and return the round. Raises `NotFound`."""
    place = lock_place_of_any_round(round_id)
    if place is None:
        raise NotFound
    round_ = Round.objects.select_related("participant").get(pk=round_id)
    round_.place = place
    lock_round_player(round_)
    return round_


def _locked_void(void_id: int) -> tuple[Void, Round]:
    round_id = Void.objects.filter(pk=void_id).values_list("round_id", flat=True).first()
    if round_id is None:
        raise NotFound
    round_ = _locked(round_id)
    found = Void.objects.get(pk=void_id)
    found.round = round_
    return found, round_


def _see(refusal: str) -> None:
    if refusal:
        raise VoidRefused(refusal)


def _follow(
    found: Void, round_: Round, kind: VoidStep.Kind, claim: Claim, case: UUID, acting_user: User
) -> Void:
    """Meet a claim on a void and write the step."""
    moves = _moved(round_, case, kind, lambda purse: meet_claim(claim, purse, round_.currency))
    change = NO_POINTS
    if kind == VoidStep.Kind.UNDO:
        change = points.restore_points(round_.player_id, round_.public_id, case)
    _step(found, kind, moves, change, case, acting_user)
    _correct(round_, moves)
    if change.points:
        tier_refresh.refresh_tier(round_.player_id)
    found.refresh_from_db(fields=["undone_at"])
    return found


def _step(
    found: Void,
    kind: VoidStep.Kind,
    moves: VoidMoves,
    change: points.PointsChange,
    case: UUID,
    acting_user: User,
) -> None:
    step = VoidStep.objects.create(
        void=found,
        player_id=found.player_id,
        kind=kind,
        case=case,
        acting_user=acting_user,
        released=-moves.suspended,
        **_amounts(moves, change),
    )
    write_void_notice(found, step)


def _amounts(moves: VoidMoves, change: points.PointsChange) -> dict[str, int]:
    return {
        "due": moves.due,
        "paid": moves.paid,
        "owed": moves.owed,
        "collected": moves.collected,
        "points": change.points,
        "points_debt": change.debt,
        "tax": moves.tax,
    }


def _purse(round_: Round) -> VoidPurse:
    return load_balances([round_]).purse(round_)


def _moved(
    round_: Round, case: UUID, act: str, plan: Callable[[VoidPurse], VoidMoves]
) -> VoidMoves:
    """Move the money as planned. Raises `VoidRefused` after `TRIES` attempts.

    A round at another table may spend the balance that was just read; it is then read again.
    """
    for _ in range(TRIES):
        moves = plan(_purse(round_))
        try:
            with transaction.atomic():
                _post(round_, moves, case, act)
        except InsufficientFunds:
            continue
        return moves
    raise VoidRefused("balance_moves")


def _post(round_: Round, moves: VoidMoves, case: UUID, act: str) -> None:
    person, round_id, details = round_.player_id, round_.public_id, {"case": str(case)}
    for kind, money in moves.postings():
        key = void_key(case, round_id, act, kind)
        if kind is TransferKind.REVERSE:
            held = round_debts.find_suspension(person, round_id)
            if held is None:
                raise VoidRefused("not_suspended")
            round_voids.end_suspension(held.pk, key=key, details=details)
        else:
            _POST[kind](person, money, key=key, round_id=round_id, details=details)


_POST: Final = {
    TransferKind.VOID: round_voids.void_round,
    TransferKind.OWE: round_voids.record_round_debt,
    TransferKind.COLLECT: round_voids.collect_round_debt,
    TransferKind.SUSPEND: round_voids.suspend_stakes,
    TransferKind.WITHHOLD: withhold_tax,
}


def _correct(round_: Round, moves: VoidMoves) -> None:
    """Correct the session result in which the round was counted."""
    round_.correct_session(moves.due, -moves.tax, find_session_start(round_.player))
    round_.participant.save(update_fields=SESSION_FIELDS)
