"""Whether a player may play or be paid now, and if not, why."""

from collections.abc import Mapping
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models.users import State, User
from accounts.restrictions.refusals import Barred
from accounts.restrictions.selectors.active_restrictions import own_break
from accounts.users.selectors.emails import has_confirmed_email
from accounts.values.ages import is_of_age, minimum_age, reached_everywhere
from accounts.values.reasons import OwnReason
from pages.moments import moment_text

_BY_STATE: Final[Mapping[str, Barred]] = {
    State.LOCKED: Barred("locked", _("Your account is locked. Please contact us.")),
    State.SUSPENDED: Barred("suspended", _("Your account is suspended. Please contact us.")),
    State.SELF_EXCLUDED: Barred(
        "self_excluded", _("You have excluded yourself from play. Withdrawals stay open.")
    ),
    State.OPERATOR_EXCLUDED: Barred(
        "operator_excluded", _("Your account is excluded from play. Please contact us.")
    ),
    State.CLOSED: Barred("closed", _("Your account is closed.")),
}
_STAFF: Final = Barred("staff", _("Staff accounts cannot play."))
_EMAIL: Final = Barred("email_not_confirmed", _("Confirm your e-mail address before you play."))
_PENDING: Final = Barred("pending", _("Your account is being reviewed; play opens after that."))
_UNVERIFIED: Final = Barred(
    "not_verified",
    _("Your age and identity are not verified yet; you cannot play for real money."),
)
_UNIDENTIFIED: Final = Barred(
    "not_verified",
    _("Your age and identity are not verified yet; money is paid out only after that."),
)
_EXPIRED: Final = Barred(
    "document_expired",
    _(
        "Your identity document is valid no more. Show us a valid one before you play for real money; withdrawals stay open."
    ),
)
_UNDER_AGE: Final = Barred("under_age", _("You are not old enough to play."))
"""Out of play, by the own word or that of the house."""
PLAYING: Final = (State.ACTIVE, State.PENDING)
"""Nobody else is told of what would call them to play."""


def email_confirmed(user: str, email: str) -> Exists:
    """For a caller's own query: the same of the account in its column `user`, whose address is in `email`."""
    confirmed = EmailAddress.objects.filter(verified=True)
    return Exists(confirmed.filter(user=OuterRef(user), email=OuterRef(email)))


def may_play_real_money(user: User, *, confirmed: bool | None = None) -> Barred | None:
    """None when this player may stake or deposit real money now, otherwise the reason.

    Reads the state that `user` was loaded with and makes one query, unless it is told whether the
    address is `confirmed`. Age is counted on the date that it is everywhere already.
    """
    barred = may_play_play_money(user, confirmed=confirmed)
    if barred is not None:
        return barred
    return _identity_refusal(user)


def may_play_play_money(user: User, *, confirmed: bool | None = None) -> Barred | None:
    """None when this player may play for nothing now, otherwise the reason: that needs no verified identity."""
    if user.is_staff:
        return _STAFF
    if user.state == State.SELF_EXCLUDED:
        return _own_break_refusal(user.pk)
    if user.state in _BY_STATE:
        return _BY_STATE[user.state]
    if confirmed is None:
        confirmed = has_confirmed_email(user)
    if not confirmed:
        return _EMAIL
    return _PENDING if user.state == State.PENDING else None


def may_play(user: User, *, play_money: bool, confirmed: bool | None = None) -> Barred | None:
    """None when this player may bet now at a table of such money, otherwise the reason."""
    asked = may_play_play_money if play_money else may_play_real_money
    return asked(user, confirmed=confirmed)


def _own_break_refusal(player: int) -> Barred:
    """A break has another name than an exclusion, and most have an end. One query."""
    own = own_break(player)
    if own is None or own.until is None:
        return _BY_STATE[State.SELF_EXCLUDED]
    words = {"at": moment_text(own.until, gettext("j M Y, H:i"))}
    if own.reason == OwnReason.TIME_OUT.value:
        said = gettext("You are taking a time-out until %(at)s. Withdrawals stay open.")
    else:
        said = gettext("You have excluded yourself from play until %(at)s. Withdrawals stay open.")
    return Barred("self_excluded", said % words)


def _identity_refusal(user: User) -> Barred | None:
    if not user.is_verified:
        return _UNVERIFIED
    today = reached_everywhere(timezone.now())
    if user.birth_date is None or not is_of_age(user.birth_date, today, minimum_age(user.country)):
        return _UNDER_AGE
    return _EXPIRED if user.document_grace_is_over else None


def may_withdraw(user: User) -> Barred | None:
    """None when this player may be paid out now, otherwise the reason.

    Withdrawals stay open to verified players whose play is not: the excluded and the suspended.
    """
    if user.is_staff:
        return _STAFF
    if user.state in (State.LOCKED, State.CLOSED):
        return _BY_STATE[user.state]
    if user.state == State.PENDING:
        return _PENDING
    return may_be_paid(user)


def may_be_paid(user: User) -> Barred | None:
    """None when it is known who this is, whatever the account's state: what a closed account has is paid so."""
    return None if user.is_verified else _UNIDENTIFIED
