"""What staff see of tiers: sets with their states, and what a count found as a matrix with what it would cost."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Final

from django.db.models import Count, Max, Prefetch
from django.utils.translation import gettext_lazy as _

from loyalty.ladders import places
from loyalty.models import Account, Tier, TierSet
from loyalty.preview_models import TierPreview
from loyalty.selectors import first_tier, set_in_force
from loyalty.services import NewTier
from loyalty.worth import worth_in_all
from wallet.money.values import Money

_SHADES: Final = 4


class SetState(StrEnum):
    """What a set of tiers is now."""

    PROPOSED = "proposed"
    REFUSED = "refused"
    TO_COME = "to_come"
    OVERTAKEN = "overtaken"
    IN_FORCE = "in_force"
    PAST = "past"


STATE_WORDS: Final = {
    SetState.PROPOSED: _("waits for another person"),
    SetState.REFUSED: _("refused"),
    SetState.TO_COME: _("to come"),
    SetState.OVERTAKEN: _("never in force: others begin at the same time"),
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


def state_of(row: TierSet, force: TierSet, lasting: Mapping[datetime, int]) -> SetState:
    """What a set is, beside the one in force, and the number of the one that counts of those that begin at each time."""
    if not hasattr(row, "decision"):
        return SetState.PROPOSED
    if not row.decision.approved:
        return SetState.REFUSED
    if row.pk == force.pk:
        return SetState.IN_FORCE
    if row.effective_at <= force.effective_at:
        return SetState.PAST
    return SetState.TO_COME if lasting[row.effective_at] == row.pk else SetState.OVERTAKEN


def sets(*wanted: int) -> list[Shown]:
    """All sets, or these, the newest first. Six queries."""
    rows = TierSet.objects.select_related("proposed_by", "decision__decided_by").order_by("-id")
    rows = rows.prefetch_related(Prefetch("tiers", Tier.objects.order_by("threshold")))
    force, on, lasting = set_in_force(), _players_on(), _lasting()
    found = rows.filter(pk__in=wanted) if wanted else rows
    return [
        Shown(
            row,
            state_of(row, force, lasting),
            [(tier, on.get(tier.pk, 0)) for tier in row.tiers.all()],
        )
        for row in found
    ]


def _lasting() -> dict[datetime, int]:
    """Of approved sets that begin at one time the last one counts."""
    approved = TierSet.objects.filter(decision__approved=True).order_by()
    return dict(approved.values_list("effective_at").annotate(last=Max("pk")))


def _players_on() -> dict[int, int]:
    rows = Account.objects.filter(tier__isnull=False).values_list("tier")
    return dict(rows.annotate(players=Count("pk")).order_by())


@dataclass(frozen=True, slots=True)
class Cell:
    """Players of a tier who come to another: `step` is above zero where that is higher, below where it is lower.

    `shade` from 0 to 4 is their part of the row.
    """

    name: str
    players: int
    step: Fraction
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
    `more` may withdraw more, `less` less.
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
    more: int
    less: int


def moves(preview: TierPreview) -> Moves:
    """What a count has found so far. Two queries."""
    tiers = [NewTier(*one) for one in preview.content["tiers"]]
    names = [tier.name for tier in tiers]
    at = {tier.threshold: place for place, tier in enumerate(tiers)}
    left = _left({line[0] for line in preview.found}, names)
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
        _row(tier.name, own, counted[key], names)
        for key, (tier, own) in sorted(left.items(), key=lambda one: one[1][0].threshold)
    ]
    steps = [cell for row in rows for cell in row.cells]
    now, then, window_now, window_then = map(worth_in_all, points)
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
        more=more,
        less=less,
    )


def _left(
    numbers: set[int | None], names: Sequence[str]
) -> dict[int | None, tuple[Tier, Fraction]]:
    """The tiers that players are on, each with its place among these names; on none is on the lowest one in force."""
    known = Tier.objects.filter(tier_set__tiers__in=[one for one in numbers if one]).distinct()
    ladders: defaultdict[int, list[Tier]] = defaultdict(list)
    for tier in known.order_by("threshold"):
        ladders[tier.tier_set_id].append(tier)
    placed = {
        tier.pk: (tier, place)
        for ladder in ladders.values()
        for tier, place in zip(ladder, places([one.name for one in ladder], names), strict=True)
    }
    found: dict[int | None, tuple[Tier, Fraction]] = {one: placed[one] for one in numbers if one}
    if None in numbers:
        found[None] = (first_tier(), Fraction(0))
    return found


def _row(name: str, own: Fraction, counted: dict[int, int], names: Sequence[str]) -> Row:
    whole = sum(counted.values())
    cells = [
        Cell(to, players, place - own, -(-players * _SHADES // whole) if whole else 0)
        for place, to in enumerate(names)
        for players in [counted.get(place, 0)]
    ]
    return Row(name, whole, cells)
