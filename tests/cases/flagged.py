"""Players with flags, and staff of cases."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from cases.models import Case, CaseOrigin, CaseTopic
from cases.services.opening import CaseOpening, open_or_join
from detection.models import Flag
from signals.catalogue import SIGNALS
from signals.outcomes import Outcome, OutcomeStatus
from tests.accounts.staff import staff
from tests.casino import scenes

_CC1 = {"level": 0.41, "diff": 0.33, "t": 6.2, "pairs": 300.0}


def figures_of(signal: str) -> dict[str, float]:
    """Return figures that the sentence of a signal needs: 1 for each."""
    found: dict[str, float] = dict(_CC1) if signal == "CC1" else {}
    while True:
        try:
            SIGNALS[signal].sentence(Outcome(OutcomeStatus.FLAGGED, 412, found))
        except KeyError as missing:
            found[missing.args[0]] = 1.0
        else:
            return found


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
        figures=figures_of(signal),
        rounds=list(rounds),
        **more,
    )


def opened(
    player: User,
    *signals: str,
    kind: CaseTopic = CaseTopic.FRAUD,
    score: int = 65,
    rounds: Iterable[int] = (),
) -> Case:
    """Return an open case of a player with flags of these signals; `rounds` are behind the last of them."""
    flags = [flag(player, one, rounds if one == signals[-1] else ()) for one in signals]
    opening = CaseOpening(kind, (player.pk,), CaseOrigin.SCORE, score)
    return open_or_join(opening, flags, now=timezone.now())[0]
