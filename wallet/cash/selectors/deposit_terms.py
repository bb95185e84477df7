"""What the profile in force asks of a player before a deposit: a limit, and the notice about the total of deposits."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.models.users import User
from limits.models import DepositAnswer
from limits.selectors.in_force import load_scope_limits
from limits.values import LimitKind, LimitPeriod, LimitScope
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import Deposit, DepositState
from wallet.money.values import BASE_CURRENCY, Money
from wallet.player_limits.selectors import convert_stated, load_stated_limits

NOTICE_HOLDS: Final = timedelta(days=365)
"""Time after which the notice is due again."""


@dataclass(frozen=True, slots=True)
class AskedTerms:
    """What is still asked before a deposit. Amounts are in US dollars at the latest rates.

    `asks_limit`: a limit is set or the default accepted first; `defaults` are the profile's, by period. `notice` is the
    total that was passed, None if no notice is due.
    """

    asks_limit: bool
    defaults: Mapping[LimitPeriod, Money]
    notice: Money | None


def load_asked_terms(player: User) -> AskedTerms:
    """Return what is asked of a player now. No query if the profile asks for neither. Raises NoRate."""
    stated = load_stated_limits(player)
    return AskedTerms(
        asks_limit=is_limit_asked(player),
        defaults={period: Money(units, BASE_CURRENCY) for period, units in stated.items()},
        notice=find_due_notice(player),
    )


def is_limit_asked(player: User) -> bool:
    """Return whether the player sets a deposit limit or accepts the default before the first deposit. Three queries at most."""
    if not profile_in_force(player.country).deposit_limit_asked:
        return False
    own = load_scope_limits(player.pk, LimitScope.OWN)
    if any(one.kind == LimitKind.DEPOSIT for one in own.values()):
        return False
    if DepositAnswer.objects.filter(player=player, kind=DepositAnswer.Kind.DEFAULT).exists():
        return False
    return not _credited(player).exists()


def find_due_notice(player: User) -> Money | None:
    """Return the total of deposits above which a notice is due; None if none is. Raises NoRate. Two queries at most."""
    stated = profile_in_force(player.country).deposit_notice_total
    if not stated:
        return None
    above = convert_stated(stated, player.display_currency)
    if sum_deposits(player).units < above:
        return None
    since = timezone.now() - NOTICE_HOLDS
    read = DepositAnswer.objects.filter(player=player, kind=DepositAnswer.Kind.NOTICE, at__gt=since)
    return None if read.exists() else Money(above, BASE_CURRENCY)


def sum_deposits(player: User) -> Money:
    """Return the value of all deposits that were credited and not returned."""
    found = _credited(player).aggregate(worth=Sum("amount_usd"))
    return Money(int(found["worth"] or 0), BASE_CURRENCY)


def _credited(player: User) -> QuerySet[Deposit]:
    return Deposit.objects.filter(player=player, state=DepositState.CREDITED)
