"""What staff see of tiers: sets with their states, and what a count found as a matrix with what it would cost."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db.models import Count, Prefetch
from django.utils.translation import gettext_lazy as _

from loyalty.models import Account, Tier, TierSet
from loyalty.preview_models import TierPreview
from loyalty.selectors import set_in_force
from wallet.money import BASE_CURRENCY, Money

_HUNDRED: Final = 100
_SHADES: Final = 4


class SetState(StrEnum):
    """What a set of tiers is now."""

    PROPOSED = "proposed"
    REFUSED = "refused"
    TO_COME = "to_come"
    IN_FORCE = "in_force"
    PAST = "past"


STATE_WORDS: Final = {
    SetState.PROPOSED: _("waits for another person"),
    SetState.REFUSED: _("refused"),
    SetState.TO_COME: _("to come"),
    SetState.IN_FORCE: _("in force"),
    SetState.PAST: _("past"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A set with its state, its tiers, and how many players are on each of them now."""

    row: TierSet
    state: SetState
    tiers: Sequence[tuple[Tier, int]]

    @property
    def words(self) -> str:
        """The state in words."""
        return str(STATE_WORDS[self.state])


def state_of(row: TierSet, force: TierSet) -> SetState:
    """What a set is, beside the one in force."""
    if not hasattr(row, "decision"):
        return SetState.PROPOSED
    if not row.decision.approved:
        return SetState.REFUSED
    if row.pk == force.pk:
        return SetState.IN_FORCE
    return SetState.PAST if row.effective_at <= force.effective_at else SetState.TO_COME


def sets(*wanted: int) -> list[Shown]:
    """All sets, or these, the newest first. Five queries."""
    rows = TierSet.objects.select_related("proposed_by", "decision__decided_by").order_by("-id")
    rows = rows.prefetch_related(Prefetch("tiers", Tier.objects.order_by("threshold")))
    force, on = set_in_force(), _players_on()
    found = rows.filter(pk__in=wanted) if wanted else rows
    return [
        Shown(row, state_of(row, force), [(tier, on.get(tier.pk, 0)) for tier in row.tiers.all()])
        for row in found
    ]


def _players_on() -> dict[int, int]:
    rows = Account.objects.filter(tier__isnull=False).values_list("tier")
    return dict(rows.annotate(players=Count("pk")).order_by())


@dataclass(frozen=True, slots=True)
class Cell:
    """Players of a tier who come to another, `step` tiers higher, below zero lower; `shade` from 0 to 4 is their part of the row."""

    name: str
    players: int
    step: int
    shade: int


@dataclass(frozen=True, slots=True)
class Row:
    """Players who are on a tier now, by where they would be."""

    name: str
    players: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Moves:
    """What tiers would do to the players as they are today.

    `now` and `then` are what all points are worth; `window_now` and `window_then` what those are that a window like the last brings.
    """

    names: Sequence[str]
    rows: Sequence[Row]
    up: int
    down: int
    stay: int
    now: Money
    then: Money
    window_now: Money
    window_then: Money


def moves(preview: TierPreview) -> Moves:
    """What a count has found so far. Two queries."""
    tiers = [tuple(one) for one in preview.content["tiers"]]
    places = {threshold: place for place, (_name, threshold, *_more) in enumerate(tiers)}
    left = _left({line[0] for line in preview.found})
    counted: defaultdict[int | None, dict[int, int]] = defaultdict(dict)
    money = [0, 0, 0, 0]
    for tier, threshold, players, balance, points in preview.found:
        counted[tier][places[threshold]] = players
        _name, _threshold, multiplier, redemption = tiers[places[threshold]]
        was = left[tier][0]
        money[0] += balance * was.redemption
        money[1] += balance * redemption
        money[2] += points * was.redemption
        money[3] += points * multiplier * redemption // was.multiplier
    names = [str(tier[0]) for tier in tiers]
    rows = [
        _row(tier.name, rank, counted[key], names)
        for key, (tier, rank) in sorted(left.items(), key=lambda one: one[1][0].threshold)
    ]
    steps = [cell for row in rows for cell in row.cells]
    now, then, window_now, window_then = (
        Money(units // _HUNDRED, BASE_CURRENCY) for units in money
    )
    return Moves(
        names=names,
        rows=rows,
        up=sum(cell.players for cell in steps if cell.step > 0),
        down=sum(cell.players for cell in steps if cell.step < 0),
        stay=sum(cell.players for cell in steps if cell.step == 0),
        now=now,
        then=then,
        window_now=window_now,
        window_then=window_then,
    )


def _left(numbers: set[int | None]) -> dict[int | None, tuple[Tier, int]]:
    """The tiers that players are on, each with its rank in its own set; on none is on the lowest one in force."""
    known = Tier.objects.filter(tier_set__tiers__in=[one for one in numbers if one]).distinct()
    ladders: defaultdict[int, list[Tier]] = defaultdict(list)
    for tier in known.order_by("threshold"):
        ladders[tier.tier_set_id].append(tier)
    ranked = {tier.pk: (tier, rank) for each in ladders.values() for rank, tier in enumerate(each)}
    found: dict[int | None, tuple[Tier, int]] = {one: ranked[one] for one in numbers if one}
    if None in numbers:
        found[None] = (set_in_force().tiers.all()[0], 0)
    return found


def _row(name: str, rank: int, counted: dict[int, int], names: Sequence[str]) -> Row:
    whole = sum(counted.values())
    cells = [
        Cell(to, players, place - rank, -(-players * _SHADES // whole) if whole else 0)
        for place, to in enumerate(names)
        for players in [counted.get(place, 0)]
    ]
    return Row(name, whole, cells)
