"""Result of a preview: moves between tiers, and the value of points."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from loyalty.models.previews import TierPreview
from loyalty.models.tiers import Tier
from loyalty.selectors.tiers import first_tier
from loyalty.values.ladders import rung_places
from loyalty.values.new_tier import NewTier
from loyalty.values.worth import sum_worth
from wallet.money.values import Money

_SHADES: Final = 4


@dataclass(frozen=True, slots=True)
class MoveCell:
    """Players who move from one tier to another: `step` is positive for a higher tier, negative for a lower one.

    `shade` from 0 to 4 is their share of the row.
    """

    name: str
    players: int
    step: Fraction
    shade: int


@dataclass(frozen=True, slots=True)
class MoveRow:
    """Players of one current tier, by their new tier."""

    name: str
    players: int
    cells: Sequence[MoveCell]


@dataclass(frozen=True, slots=True)
class TierMoves:
    """Effect of proposed tiers on the current players.

    `now` and `then` are the value of all points; `window_now` and `window_then` the value of points
    earned in one window. `more` players may withdraw more, `less` less.
    """

    names: Sequence[str]
    rows: Sequence[MoveRow]
    up: int
    down: int
    stay: int
    now: Money
    then: Money
    window_now: Money
    window_then: Money
    more: int
    less: int


def count_moves(preview: TierPreview) -> TierMoves:
    """Return the result so far. Two queries."""
    tiers = [NewTier(*one) for one in preview.content["tiers"]]
    names = [tier.display_name for tier in tiers]
    at = {tier.threshold: place for place, tier in enumerate(tiers)}
    left = _left({line[0] for line in preview.found}, [tier.name for tier in tiers])
    counted: defaultdict[int | None, dict[int, int]] = defaultdict(dict)
    points: list[list[tuple[int, int]]] = [[], [], [], []]
    more = less = 0
    for number, threshold, players, balance, gathered in preview.found:
        counted[number][at[threshold]] = players
        was, will = left[number][0], tiers[at[threshold]]
        points[0].append((balance, was.redemption))
        points[1].append((balance, will.redemption))
        points[2].append((gathered, was.redemption))
        brings = gathered * will.multiplier * will.redemption // was.multiplier
        points[3].append((brings, 1))
        more += players if will.withdrawal > was.withdrawal else 0
        less += players if will.withdrawal < was.withdrawal else 0
    rows = [
        _row(tier.display_name, own, counted[key], names)
        for key, (tier, own) in sorted(left.items(), key=lambda one: one[1][0].threshold)
    ]
    steps = [cell for row in rows for cell in row.cells]
    now, then, window_now, window_then = map(sum_worth, points)
    return TierMoves(
        names=names,
        rows=rows,
        up=sum(cell.players for cell in steps if cell.step > 0),
        down=sum(cell.players for cell in steps if cell.step < 0),
        stay=sum(cell.players for cell in steps if cell.step == 0),
        now=now,
        then=then,
        window_now=window_now,
        window_then=window_then,
        more=more,
        less=less,
    )


def _left(
    numbers: set[int | None], names: Sequence[str]
) -> dict[int | None, tuple[Tier, Fraction]]:
    """Map each current tier to its position among these names; players without a tier count as on the lowest one in force."""
    known = Tier.objects.filter(tier_set__tiers__in=[one for one in numbers if one]).distinct()
    ladders: defaultdict[int, list[Tier]] = defaultdict(list)
    for tier in known.order_by("threshold"):
        ladders[tier.tier_set_id].append(tier)
    placed = {
        tier.pk: (tier, place)
        for ladder in ladders.values()
        for tier, place in zip(
            ladder, rung_places([one.name for one in ladder], names), strict=True
        )
    }
    found: dict[int | None, tuple[Tier, Fraction]] = {one: placed[one] for one in numbers if one}
    if None in numbers:
        found[None] = (first_tier(), Fraction(0))
    return found


def _row(name: str, own: Fraction, counted: dict[int, int], names: Sequence[str]) -> MoveRow:
    whole = sum(counted.values())
    cells = [
        MoveCell(to, players, place - own, -(-players * _SHADES // whole) if whole else 0)
        for place, to in enumerate(names)
        for players in [counted.get(place, 0)]
    ]
    return MoveRow(name, whole, cells)
