"""Unusual returns: a hand that gives back more than all, a bet that gives back less than three quarters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import blackjack
from tables.models import Mathematics, RuleSet, RuleSetVersion, VersionState
from tables.refusals import ReturnsNotAccepted

MOST: Final = 1.0
LEAST: Final = 0.75
HAND: Final = "hand"
INSURANCE: Final = "insurance"
SIDE: Final = "side:"  # and the side bet's name


@dataclass(frozen=True, slots=True)
class Return:
    """Return of a bet, as a share of its stake."""

    bet: str
    rtp: float


def returns(mathematics: Mathematics) -> list[Return]:
    """Returns of the hand with best play, insurance and each side bet, from finished mathematics."""
    return list(_returns(mathematics.result or {}))


def _returns(result: dict[str, object]) -> Iterator[Return]:
    yield Return(HAND, _rtp(result))
    insurance = result.get("insurance")
    if isinstance(insurance, dict):
        yield Return(INSURANCE, _rtp(insurance))
    sides = result.get("side_bets")
    if isinstance(sides, dict):
        for name, found in sides.items():
            yield Return(f"{SIDE}{name}", _rtp(found))


def _rtp(found: dict[str, object]) -> float:
    rtp = found["rtp"]
    if not isinstance(rtp, int | float):
        raise TypeError(f"a return is a number, not {rtp!r}")
    return float(rtp)


def unusual(rule_set: RuleSet, mathematics: Mathematics) -> list[Return]:
    """The returns that need explicit acceptance; none for play money."""
    if rule_set.is_play_money:
        return []
    return [one for one in returns(mathematics) if one.rtp > MOST or one.rtp < LEAST]


def see_accepted(
    rule_set: RuleSet, mathematics: Mathematics, accepted: Iterable[str]
) -> tuple[str, ...]:
    """Return the names of unusual returns. Raises ReturnsNotAccepted unless all are in `accepted`."""
    names = tuple(one.bet for one in unusual(rule_set, mathematics))
    missing = [name for name in names if name not in set(accepted)]
    if missing:
        raise ReturnsNotAccepted(missing)
    return names


@dataclass(frozen=True, slots=True)
class Doubt:
    """A problem of rules in force: unusual returns not accepted, or failed mathematics."""

    returns: tuple[Return, ...] = ()
    error: str = ""


def doubt_of(version: RuleSetVersion, mathematics: Mathematics | None) -> Doubt | None:
    """The problem of these rules by the present library's mathematics; None if there is none."""
    if mathematics is None or mathematics.library_version != blackjack.VERSION:
        return None
    if mathematics.state == Mathematics.State.FAILED:
        return Doubt(error=mathematics.error)
    if mathematics.state != Mathematics.State.DONE:
        return None
    found = unusual(version.rule_set, mathematics)
    accepted = accepted_of(version) if found else ()
    missing = tuple(one for one in found if one.bet not in accepted)
    return Doubt(missing) if missing else None


def accepted_of(version: RuleSetVersion) -> tuple[str, ...]:
    """Returns accepted when the version was approved."""
    approval = version.steps.filter(to_state=VersionState.APPROVED).order_by("n").first()
    return tuple(approval.accepted) if approval else ()
