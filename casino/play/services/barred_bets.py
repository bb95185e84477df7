"""Record attempted bets of barred players, at most once per player, reason and gaming day."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.utils import timezone

from accounts.models.users import User
from journal.models import EventKind
from journal.refusals import NotAllowed
from journal.selectors.gaming_days import day_of
from journal.services.recording import record_once

P = ParamSpec("P")
T = TypeVar("T")


def logs_barred_bets(
    service: Callable[Concatenate[User, P], T],
) -> Callable[Concatenate[User, P], T]:
    """Decorator: log a `NotAllowed` refusal after the service's transaction was rolled back."""

    @wraps(service)
    def run(player: User, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(player, *args, **kwargs)
        except NotAllowed as refusal:
            _tell(player, refusal.code)
            raise

    return run


def _tell(player: User, code: str) -> None:
    day = day_of(timezone.now())
    record_once(
        EventKind.PLAY_REFUSED,
        actor=player.pk,
        subject=f"user {player.pk}",
        data={"code": code},
        once=f"{code} {day}",
    )
