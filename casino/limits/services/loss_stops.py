"""Record bets and decisions that a loss limit refuses."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from accounts.models.users import User
from journal.models import EventKind
from limits.refusals import LimitReached
from limits.services.stops import record_stop
from limits.values import LimitKind, WindowLimit

P = ParamSpec("P")
T = TypeVar("T")


def records_loss_stops(
    service: Callable[Concatenate[User, P], T],
) -> Callable[Concatenate[User, P], T]:
    """Decorator: record a refusal by a loss limit after the service's transaction was rolled back."""

    @wraps(service)
    def run(player: User, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(player, *args, **kwargs)
        except LimitReached as refusal:
            limit = refusal.limit
            if isinstance(limit, WindowLimit) and limit.kind == LimitKind.LOSS:
                name = f"{limit.code} {limit.period}"
                record_stop(EventKind.LOSS_LIMIT_REACHED, player.pk, name)
            raise

    return run
