"""Unusual returns: a hand that returns more than 100 %, a bet that returns less than 75 %.

Points are worth money, so they count towards a return that is too high. `loyalty` registers their value.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import blackjack
from tables.models import Mathematics, RuleSet, RuleSetVersion, VersionState
from tables.refusals import ReturnsNotAccepted

MOST: Final = 1.0
LEAST: Final = 0.75
HAND: Final = "hand"
INSURANCE: Final = "insurance"
SIDE: Final = "side:"  # and the side bet's name


class PointShare(Protocol):
    """Callable for the maximum value of points, as a share of stakes on hands."""

    def __call__(self, *, accepted: bool) -> float:
        """Return the share. Without `accepted`, leave out tiers whose approver accepted a return above 100 %."""


_point_shares: Final[list[PointShare]] = []


def register_point_share(share: PointShare) -> None:
    """Count these points in every return that has to be accepted above 100 %."""
    _point_shares.append(share)


def _point_share(*, accepted: bool) -> float:
    return sum(share(accepted=accepted) for share in _point_shares)


@dataclass(frozen=True, slots=True)
class Return:
    """Return of a bet, as a share of its stake: by its payouts, and by its points on the best tier."""

    bet: str
    rtp: float
    points: float = 0.0

    @property
    def back(self) -> float:
        """Payouts and points together; 1 is the whole stake."""
        return self.rtp + self.points

    @property
    def is_unusual(self) -> bool:
        """True if it has to be accepted explicitly."""
        return self.back > MOST or self.rtp < LEAST


def list_mathematics(digests: Collection[str]) -> list[Mathematics]:
    """Return the mathematics with these digests, in any state. One query."""
    return list(Mathematics.objects.filter(digest__in=digests))


def find_hand_return(mathematics: Mathematics | None) -> float | None:
    """Return the RTP of the hand with best play, without points; None until this release has computed it."""
    if mathematics is None or not mathematics.is_current or not mathematics.result:
        return None
    return _rtp(mathematics.result)


def list_returns(mathematics: Mathematics, point_share: float = 0.0) -> list[Return]:
    """Return the returns of the hand with best play, insurance and each side bet. Only hands earn points."""
    return list(_returns(mathematics.result or {}, point_share))


def returns_with_points(mathematics: Mathematics) -> list[Return]:
    """Return the same, with the points of all approved tiers. One query."""
    return list_returns(mathematics, _point_share(accepted=True))


def _returns(result: dict[str, object], point_share: float) -> Iterator[Return]:
    points = _number(result, "average_wager") * point_share if point_share else 0.0
    yield Return(HAND, _rtp(result), points)
    insurance = result.get("insurance")
    if isinstance(insurance, dict):
        yield Return(INSURANCE, _rtp(insurance))
    sides = result.get("side_bets")
    if isinstance(sides, dict):
        for name, found in sides.items():
            yield Return(f"{SIDE}{name}", _rtp(found))


def _rtp(found: dict[str, object]) -> float:
    return _number(found, "rtp")


def _number(found: dict[str, object], name: str) -> float:
    number = found[name]
    if not isinstance(number, int | float):
        raise TypeError(f"{name} is a number, not {number!r}")
    return float(number)


def find_unusual_returns(rule_set: RuleSet, mathematics: Mathematics) -> list[Return]:
    """Return the returns that the approver of a version has to accept; none for play money. One query."""
    if rule_set.is_play_money:
        return []
    return [one for one in returns_with_points(mathematics) if one.is_unusual]


def find_unaccepted_returns(version: RuleSetVersion, mathematics: Mathematics) -> list[Return]:
    """Return the unusual returns accepted neither with the version nor with the tiers. Two queries at most."""
    if version.rule_set.is_play_money:
        return []
    found = list_returns(mathematics, _point_share(accepted=False))
    strange = [one for one in found if one.is_unusual]
    accepted = load_accepted_returns(version) if strange else ()
    return [one for one in strange if one.bet not in accepted]


def require_accepted(
    rule_set: RuleSet, mathematics: Mathematics, accepted: Iterable[str]
) -> tuple[str, ...]:
    """Return the names of unusual returns. Raises ReturnsNotAccepted unless all are in `accepted`."""
    names = tuple(one.bet for one in find_unusual_returns(rule_set, mathematics))
    missing = [name for name in names if name not in set(accepted)]
    if missing:
        raise ReturnsNotAccepted(missing)
    return names


def require_still_accepted(version: RuleSetVersion, mathematics: Mathematics) -> None:
    """Raise ReturnsNotAccepted if an approved version now has unusual returns that nobody accepted."""
    missing = [one.bet for one in find_unaccepted_returns(version, mathematics)]
    if missing:
        raise ReturnsNotAccepted(missing)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A problem of rules in force: unusual returns not accepted, or failed mathematics."""

    returns: tuple[Return, ...] = ()
    error: str = ""


def find_doubt(version: RuleSetVersion, mathematics: Mathematics | None) -> Doubt | None:
    """Return unaccepted returns or a failed computation, both by the current library version; None without either."""
    if mathematics is None or mathematics.library_version != blackjack.VERSION:
        return None
    if mathematics.state == Mathematics.State.FAILED:
        return Doubt(error=mathematics.error)
    if mathematics.state != Mathematics.State.DONE:
        return None
    missing = tuple(find_unaccepted_returns(version, mathematics))
    return Doubt(missing) if missing else None


def load_accepted_returns(version: RuleSetVersion) -> tuple[str, ...]:
    """Return the names of the returns accepted when the version was approved."""
    approval = version.steps.filter(to_state=VersionState.APPROVED).order_by("n").first()
    return tuple(approval.accepted) if approval else ()
