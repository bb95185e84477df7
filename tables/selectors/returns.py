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
    """What a bet gives back, as a share of its stake."""

    bet: str
    rtp: float


def returns(mathematics: Mathematics) -> list[Return]:
    """Of the hand by best play, insurance and each side bet; of mathematics that are done."""
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
    """The returns that somebody has to accept explicitly; none where nothing is won or lost."""
    if rule_set.is_play_money:
        return []
    return [one for one in returns(mathematics) if one.rtp > MOST or one.rtp < LEAST]


def see_accepted(
    rule_set: RuleSet, mathematics: Mathematics, accepted: Iterable[str]
) -> tuple[str, ...]:
    """The names of what is unusual, each of which is in `accepted`. Raises ReturnsNotAccepted."""
    names = tuple(one.bet for one in unusual(rule_set, mathematics))
    missing = [name for name in names if name not in set(accepted)]
    if missing:
        raise ReturnsNotAccepted(missing)
    return names


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against rules in force: returns that nobody accepted, or why their mathematics could not be computed."""

    returns: tuple[Return, ...] = ()
    error: str = ""


def doubt_of(version: RuleSetVersion, mathematics: Mathematics | None) -> Doubt | None:
    """What the mathematics, as the present library computed them, have against the rules; None where that is nothing."""
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
    """What was accepted when the version was approved."""
    approval = version.steps.filter(to_state=VersionState.APPROVED).order_by("n").first()
    return tuple(approval.accepted) if approval else ()
