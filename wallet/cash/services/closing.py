"""Closing accounts for good, and paying out closed ones.

Closing is one transaction under a lock on the player's row, which bets, deposits and exchanges wait for: debts are
paid, dust is rounded up, play money is returned, and the state is set. Players' own closing also requests their money
as withdrawals.
"""

from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.factors.selectors import IdentityProof
from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_be_paid
from accounts.restrictions.services.states import change_state
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.currencies import REAL_CURRENCIES
from accounts.values.reasons import OwnReason
from journal.refusals import SentBefore
from wallet.cash.models import Closing, Withdrawal
from wallet.cash.refusals import DestinationNeeded, NotClosable, NothingToPay
from wallet.cash.selectors.closing_plan import ClosingPlan, plan_closing
from wallet.cash.services import closed_loop, coin_rounding, destinations, limits, steps
from wallet.cash.services.withdrawals import hold_money, require_withdrawals_open
from wallet.cash.values.destination_sealing import destination_digest
from wallet.cash.values.payout import Payout
from wallet.debts import services
from wallet.debts.values import SetOff
from wallet.ledger.refusals import BalanceMoved, InsufficientFunds
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money import values
from wallet.money.values import PLAY_MONEY, Money
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import registry


@transaction.atomic
def close_own_account(
    player: User, *, to: Payout | None, key: UUID, proof: IdentityProof
) -> Closing:
    """Close the player's own account: debts are paid, the rest becomes withdrawals, without a minimum.

    `to` may be None if there is nothing to pay. Idempotent by key. Raises NotClosable (with the obstacle),
    DestinationNeeded, ProviderUnavailable, ReturnsFirst, ProofNeeded without recent proof, FactorNeeded (`destinations`),
    BalanceMoved, SentBefore.
    """
    person = _lock_player(player.pk)
    if found := _closed_by(key, person, person):
        return found
    now = plan_closing(person)
    if refusals := [*now.obstacles, *now.paying]:
        raise NotClosable(str(refusals[0]))
    if now.whole:
        payout = _check_destination(to)
        closed_loop.require_method_of_deposit(person, payout.provider)
        destinations.require_destination_proof(person, payout.destination, proof)
    destinations.require_proof(person, proof)
    for money in _settle_balances(person, now, key, person):
        _ask(person, money, _check_destination(to), key, person)
    return _close(person, key, person, OwnReason.ASKED_TO_CLOSE.value)


@transaction.atomic
def close_account(player_id: int, *, key: UUID, acting_user: User, reason: str) -> Closing:
    """Close an account for the house: debts are paid, the rest stays until `pay_closed_account`.

    Idempotent by key. Raises NotPermitted, ReasonMissing, NotClosable, BalanceMoved, SentBefore.
    """
    require(acting_user, Right.CLOSE_ACCOUNTS)
    reason = steps.require_note(reason)
    person = _lock_player(player_id)
    if found := _closed_by(key, person, acting_user):
        return found
    now = plan_closing(person)
    if now.obstacles:
        raise NotClosable(str(now.obstacles[0]))
    _settle_balances(person, now, key, acting_user)
    return _close(person, key, acting_user, reason)


@transaction.atomic
def pay_closed_account(
    player_id: int, *, to: Payout | None, key: UUID, acting_user: User
) -> list[Withdrawal]:
    """Request withdrawals of all whole coins that a closed account has after its debts.

    They are ordinary withdrawals from then on. Idempotent by key. Raises NotPermitted, DestinationNeeded,
    ProviderUnavailable, ReturnsFirst, NotClosable if the account is open, NotAllowed, WithdrawalsClosed, NoCashRate, NothingToPay,
    BalanceMoved, SentBefore.
    """
    require(acting_user, Right.CLOSE_ACCOUNTS)
    person, to = _lock_player(player_id), _check_destination(to)
    keys = {code: uuid5(key, f"withdrawal {code}") for code in REAL_CURRENCIES}
    if done := list(Withdrawal.objects.filter(key__in=keys.values()).order_by("id")):
        asked = {(one.player_id, one.destination_digest, one.provider) for one in done}
        if asked != {(player_id, destination_digest(player_id, to.destination), to.provider)}:
            raise SentBefore(detail=str(key))
        return done
    if person.state != State.CLOSED:
        raise NotClosable(_("This account is not closed: its player asks for withdrawals."))
    if barred := may_be_paid(person):
        raise barred.refusal
    require_withdrawals_open(player_id)
    closed_loop.require_method_of_deposit(person, to.provider)
    debts = _set_off(person, key, acting_user)
    whole = [values.round_down_to_coin(money) for money in debts.free.values()]
    if not any(whole) and not debts.payments:
        raise NothingToPay
    return [_hold_balance(person, money, to, key, acting_user) for money in whole if money]


def _lock_player(player_id: int) -> User:
    """Lock the player's row FOR UPDATE, which conflicts even with weaker locks such as a bet's (`casino.services.locks`)."""
    return User.objects.select_for_update().get(pk=player_id)


def _closed_by(key: UUID, person: User, acting_user: User) -> Closing | None:
    """Return the closing made with this key; the key of another player or user raises SentBefore."""
    found = Closing.objects.filter(key=key).first()
    if found and (found.player_id, found.acting_user_id) != (person.pk, acting_user.pk):
        raise SentBefore(detail=str(key))
    return found


def _check_destination(to: Payout | None) -> Payout:
    if to is None:
        raise DestinationNeeded
    if to.provider not in registry.payout_providers():
        raise ProviderUnavailable(detail=to.provider)
    return to


def _real(balances: list[Money]) -> list[Money]:
    return [money for money in balances if money.currency != PLAY_MONEY and money]


def _settle_balances(person: User, now: ClosingPlan, key: UUID, acting_user: User) -> list[Money]:
    """Pay debts, set play money to zero, round up dust; return the real balances. Raises BalanceMoved."""
    if funds.balances(person.pk) != now.balances:
        raise BalanceMoved
    _set_off(person, key, acting_user)
    balances = funds.balances(person.pk)
    for money in balances:
        if money.currency == PLAY_MONEY and money:
            posting = movements.adjust_balance(
                person.pk,
                -money,
                key=uuid5(key, "play money"),
                reason=OwnReason.PLAY_MONEY_BACK.value,
                acting_user=acting_user.pk,
            )
            if posting.balance:
                raise BalanceMoved
    return [
        coin_rounding.round_up_to_coin(person.pk, money, key=key, acting_user=acting_user.pk)
        for money in _real(balances)
    ]


def _set_off(person: User, key: UUID, acting_user: User) -> SetOff:
    try:
        return services.set_off_debts(person.pk, key=uuid5(key, "set off"), actor=acting_user.pk)
    except InsufficientFunds as error:
        raise BalanceMoved from error


def _ask(person: User, money: Money, to: Payout, key: UUID, acting_user: User) -> None:
    _hold_balance(person, money, to, key, acting_user)
    if funds.balance(person.pk, money.currency):
        raise BalanceMoved


def _hold_balance(
    person: User, money: Money, to: Payout, key: UUID, acting_user: User
) -> Withdrawal:
    measured = limits.measure_last_withdrawal(person.pk, money)
    own = uuid5(key, f"withdrawal {money.currency}")
    try:
        return hold_money(person, money, measured, to, key=own, acting_user=acting_user)
    except InsufficientFunds as error:
        raise BalanceMoved from error


def _close(person: User, key: UUID, acting_user: User, reason: str) -> Closing:
    closing = Closing.objects.create(key=key, player=person, acting_user=acting_user, reason=reason)
    change_state(person, State.CLOSED, reason, acting_user=acting_user)
    return closing
