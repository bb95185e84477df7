"""Eligibility of players to bet, deposit, withdraw or be paid, with the reason if not."""

from collections.abc import Mapping
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.gate.selectors.gate import asks_play_money, find_gate_refusal, has_sanctions_match
from accounts.gate.values.facts import GateCode
from accounts.identity.selectors.addresses import lacks_address
from accounts.models.users import State, User
from accounts.policies.selectors.acceptance import has_policies_due
from accounts.restrictions import refusals
from accounts.restrictions.refusals import IneligibilityReason
from accounts.restrictions.selectors.active_restrictions import own_break
from accounts.users.selectors.emails import has_confirmed_email
from accounts.values.ages import is_of_age, minimum_age, westernmost_date

_BY_STATE: Final[Mapping[str, IneligibilityReason]] = {
    State.LOCKED: refusals.LOCKED,
    State.SUSPENDED: refusals.SUSPENDED,
    State.SELF_EXCLUDED: refusals.SELF_EXCLUDED,
    State.OPERATOR_EXCLUDED: refusals.OPERATOR_EXCLUDED,
    State.CLOSED: refusals.CLOSED,
}
PLAYING: Final = (State.ACTIVE, State.PENDING)
"""States in which a player may receive messages that invite to play."""
BARRED: Final = tuple(_BY_STATE)
"""States in which open rounds end without new money, by the player or by the house."""


def email_confirmed(user: str, email: str) -> Exists:
    """Subquery: the address in column `email` of the account in column `user` is confirmed."""
    confirmed = EmailAddress.objects.filter(verified=True)
    return Exists(confirmed.filter(user=OuterRef(user), email=OuterRef(email)))


def may_play_real_money(
    user: User, *, confirmed: bool | None = None, policies_due: bool | None = None
) -> IneligibilityReason | None:
    """Return None if this player may bet or deposit real money now, otherwise the reason.

    The gate, in a fixed order: account, identity, exclusion register, location, sanctions list, policies to accept
    (docs/gate.md). Uses the loaded state of `user`. Queries the confirmation of the address and policies to accept unless
    they are given, the break of a self-excluded player, and what the gate knows if the profile asks for more than
    identity. Age is computed for the date in the latest time zone.
    """
    if confirmed is None:
        confirmed = has_confirmed_email(user)
    barred = may_play_play_money(user, confirmed=confirmed)
    if barred is not None:
        return barred
    if user.is_guest:
        return refusals.GUEST
    if not confirmed:
        return refusals.EMAIL_NOT_CONFIRMED
    return (
        _identity_refusal(user)
        or _gate_refusal(user)
        or _policies_refusal(user, policies_due=policies_due)
    )


def verify_real_money_play(user: User) -> None:
    """Raise NotAllowed if this player may not bet, deposit, exchange or redeem now."""
    if barred := may_play_real_money(user):
        raise barred.refusal


def may_play_play_money(user: User, *, confirmed: bool | None = None) -> IneligibilityReason | None:
    """Return None if this player may play with play money now, otherwise the reason.

    Needs neither a verified identity nor a confirmed address: guests and new sign-ups may play too.
    """
    if user.is_staff:
        return refusals.STAFF
    if user.state == State.SELF_EXCLUDED:
        return _own_break_refusal(user.pk)
    if user.state in _BY_STATE:
        return _BY_STATE[user.state]
    if user.state != State.PENDING:
        return None
    if confirmed is None:
        confirmed = has_confirmed_email(user)
    return refusals.PENDING if confirmed else None


def may_play(
    user: User,
    *,
    play_money: bool,
    confirmed: bool | None = None,
    policies_due: bool | None = None,
) -> IneligibilityReason | None:
    """Return None if this player may bet now at a table of that kind of money, otherwise the reason."""
    if play_money:
        barred = may_play_play_money(user, confirmed=confirmed)
        return barred or (_gate_refusal(user) if asks_play_money(user.country) else None)
    return may_play_real_money(user, confirmed=confirmed, policies_due=policies_due)


def _policies_refusal(user: User, *, policies_due: bool | None) -> IneligibilityReason | None:
    due = has_policies_due(user) if policies_due is None else policies_due
    return refusals.POLICIES_DUE if due else None


def _own_break_refusal(player: int) -> IneligibilityReason:
    """The reason for a time-out or a self-exclusion, with its end if it has one. One query."""
    own = own_break(player)
    if own is None or own.until is None:
        return _BY_STATE[State.SELF_EXCLUDED]
    return refusals.build_break_reason(own.reason, own.until)


def _identity_refusal(user: User) -> IneligibilityReason | None:
    if not user.is_verified:
        return refusals.UNVERIFIED_PLAY
    today = westernmost_date(timezone.now())
    if user.birth_date is None or not is_of_age(user.birth_date, today, minimum_age(user.country)):
        return refusals.UNDER_AGE
    if user.is_document_grace_over:
        return refusals.DOCUMENT_EXPIRED
    return refusals.ADDRESS_MISSING if lacks_address(user) else None


def _gate_refusal(user: User) -> IneligibilityReason | None:
    """The reason of the gate beyond identity. One query if the profile asks for it."""
    code = find_gate_refusal(user.pk, user.country)
    return refusals.GATE[code] if code else None


def may_withdraw(user: User) -> IneligibilityReason | None:
    """Return None if this player may withdraw now, otherwise the reason.

    Withdrawals stay open to verified players who are excluded or suspended, or elsewhere; not to a possible person of
    the sanctions list. One query if the profile asks for that list.
    """
    if user.is_staff:
        return refusals.STAFF
    if user.state in (State.LOCKED, State.CLOSED):
        return _BY_STATE[user.state]
    if user.state == State.PENDING:
        return refusals.PENDING
    if has_sanctions_match(user.pk, user.country):
        return refusals.GATE[GateCode.SANCTIONS_MATCH]
    return may_be_paid(user)


def may_be_paid(user: User) -> IneligibilityReason | None:
    """Return None if the player is verified, whatever the account's state: closed accounts are paid out too.

    A residential address is needed if the profile requires one.
    """
    if not user.is_verified:
        return refusals.UNVERIFIED_PAYOUT
    return refusals.ADDRESS_MISSING if lacks_address(user) else None
