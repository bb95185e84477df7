"""Record deposits that a limit or a block refuses before they begin."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from accounts.models.users import User
from journal.models import EventKind
from limits.refusals import LimitReached
from limits.services.stops import record_stop
from limits.values import WindowLimit
from wallet.cash.refusals import AboveDailyLimit, DepositsBlocked

P = ParamSpec("P")
T = TypeVar("T")


def records_deposit_stops(
    service: Callable[Concatenate[User, P], T],
) -> Callable[Concatenate[User, P], T]:
    """Decorator: record a refused deposit after the service's transaction was rolled back.

    Amounts below the minimum or above the maximum of one deposit are mistyped, not stopped.
    """

    @wraps(service)
    def run(player: User, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(player, *args, **kwargs)
        except (LimitReached, DepositsBlocked) as refusal:
            if name := _name_stop(refusal):
                record_stop(EventKind.DEPOSIT_STOPPED, player.pk, name)
            raise

    return run


def _name_stop(refusal: LimitReached | DepositsBlocked) -> str:
    if isinstance(refusal, LimitReached) and isinstance(refusal.limit, WindowLimit):
        return f"{refusal.code} {refusal.limit.period}"
    return refusal.code if isinstance(refusal, AboveDailyLimit | DepositsBlocked) else ""
