"""Players with flags, and staff of cases."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from cases.models import Case, CaseKind, CaseOrigin
from cases.services.opening import CaseOpening, open_or_join
from detection.models import Flag
from signals.catalogue import SIGNALS
from tests.accounts.staff import staff
from tests.casino import scenes

FIGURES: dict[str, dict[str, float]] = {
    "CC1": {"level": 0.41, "diff": 0.33, "t": 6.2, "pairs": 300.0},
    "AML1": {
        "wagered": 10.0,
        "deposited": 1000.0,
        "ratio": 0.01,
        "withdrawn": 990.0,
        "share": 0.99,
    },
}


def analyst(name: str = "nora") -> User:
    return staff(Role.COMPLIANCE_ANALYST, name)


def manager(name: str = "marta") -> User:
    return staff(Role.COMPLIANCE_MANAGER, name)


def officer(name: str = "lena") -> User:
    return staff(Role.LAUNDERING_OFFICER, name)


def guardian(name: str = "pia") -> User:
    return staff(Role.PROTECTION_OFFICER, name)


def player(name: str = "ana") -> User:
    return scenes.new_player(f"{name}@example.test")


def flag(player: User, signal: str, rounds: Iterable[int] = (), **more: Any) -> Flag:
    """Return a current flag of this signal, with figures for its sentence."""
    known = SIGNALS[signal]
    return Flag.objects.create(
        player=player,
        signal=signal,
        version=known.version,
        thresholds=known.defaults,
        n=412,
        figures=FIGURES.get(signal, {}),
        rounds=list(rounds),
        **more,
    )


def opened(player: User, *signals: str, kind: CaseKind = CaseKind.FRAUD, score: int = 65) -> Case:
    """Return an open case of a player with flags of these signals."""
    flags = [flag(player, one) for one in signals]
    opening = CaseOpening(kind, (player.pk,), CaseOrigin.SCORE, score)
    return open_or_join(opening, flags, now=timezone.now())[0]
