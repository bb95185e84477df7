"""Questions about accounts; nothing here changes anything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.age import is_of_age, minimum_age, reached_everywhere
from accounts.models import State, StateChange, User
from accounts.player_models import LiftingDecision, Restriction
from accounts.reasons import OwnReason
from journal.refusals import NotAllowed
from pages.moments import moment_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Barred:
    """Why something is not allowed: a stable code and one sentence for the player."""

    code: str
    message: "StrOrPromise"

    @property
    def refusal(self) -> NotAllowed:
        """What a service raises."""
        return NotAllowed(self.message, code=self.code)


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
EXCLUDED: Final = (State.SELF_EXCLUDED.value, State.OPERATOR_EXCLUDED.value)
"""Out of play, by the own word or that of the house."""
PLAYING: Final = (State.ACTIVE, State.PENDING)
"""Nobody else is told of what would call them to play."""
RENEWED_WITHIN: Final = timedelta(days=60)  # before a document's end another one is taken


def has_confirmed_email(user: User) -> bool:
    """Whether the address that the player signs in with has been confirmed (one query)."""
    confirmed = EmailAddress.objects.filter(user=user, email=user.email, verified=True)
    return bool(confirmed.exists())


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


def may_renew(user: User, today: date) -> bool:
    """Whether staff may look at another document of this verified person: the one before is over, or soon will be."""
    return user.document_until is not None and user.document_until <= today + RENEWED_WITHIN


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


def player_by_email(email: str) -> User | None:
    """The account with this login, whatever its state."""
    return User.objects.filter(email=email.strip().lower()).first()


def state_history(user: User) -> QuerySet[StateChange]:
    """Every change of state of this account, oldest first."""
    return StateChange.objects.filter(user=user).select_related("acting_user")


def counting(player: int | OuterRef) -> QuerySet[Restriction]:
    """The restrictions of a player that count now, the newest first: neither over nor lifted."""
    lifted = LiftingDecision.objects.filter(approved=True, proposal__restriction=OuterRef("pk"))
    return Restriction.objects.filter(
        Q(until__isnull=True) | Q(until__gt=timezone.now()), ~Exists(lifted), player=player
    ).order_by("-id")


def own_break(player: int) -> Restriction | None:
    """The longest of the player's own breaks that count now; None where none does. One query."""
    own = counting(player).filter(kind=Restriction.Kind.SELF_EXCLUDED)
    return max(own, key=lambda one: (one.until is None, one.until or one.at), default=None)


def counting_of(players: Collection[int]) -> dict[int, list[Restriction]]:
    """The same of many players, those without any left out. One query."""
    found = counting(OuterRef("player")).filter(pk=OuterRef("pk"))
    rows = Restriction.objects.filter(Exists(found), player__in=players).order_by("-id")
    by_player: dict[int, list[Restriction]] = {}
    for row in rows:
        by_player.setdefault(row.player_id, []).append(row)
    return by_player


def is_excluded(player: User) -> bool:
    """Whether the player keeps away from play, or is kept from it, even where something stronger holds the account too. One query."""
    return counting(player.pk).filter(kind__in=EXCLUDED).exists() or player.state in EXCLUDED


def strongest(player: int) -> str | None:
    """The kind of the strongest restriction that counts; None where none does."""
    kinds = set(counting(player).order_by().values_list("kind", flat=True).distinct())
    return max(kinds, key=strength, default=None)


def strength(state: str) -> int:
    """How much a state takes away; restrictions are named from the weakest to the strongest, and closed is for good."""
    ranks = [*Restriction.Kind.values, State.CLOSED]
    return ranks.index(state) + 1 if state in ranks else 0
