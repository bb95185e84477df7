"""Figures of a case: its effect per hand and in total, on the players' present balances."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from accounts.models.users import User
from casino.models import Round, Treatment, Void
from casino.voids.selectors import voiding
from casino.voids.selectors.voiding import Consequence
from compliance.models import CaseKind, VoidCase, VoidLine
from compliance.voids.selectors import hand_choice
from compliance.voids.selectors.hand_choice import ChosenHands, HandChoice
from compliance.voids.values import find_treatment
from loyalty.selectors.points import Points
from wallet.cash.selectors.desk_lines import DeskLine, build_desk_line
from wallet.cash.selectors.payments import find_open_withdrawals
from wallet.ledger.models import HouseAccount
from wallet.money.values import Money

MOST_FACTS: Final = 50
"""Maximum number of sums in one event."""

PLAYER: Final = "player"
"""Name of the player's account in the entries of a hand."""


@dataclass(frozen=True, slots=True)
class HandFigures:
    round: Round
    found: Consequence

    @property
    def moved(self) -> int:
        """Units moved to the player's account, negative from it."""
        return self._leg(PLAYER)

    @property
    def owed(self) -> int:
        """Units added to the player's debt, negative if it shrinks."""
        return -self._leg(HouseAccount.RECEIVABLE.value)

    @property
    def suspended(self) -> int:
        """Units moved into suspense, negative out of it."""
        return self._leg(HouseAccount.SUSPENSE.value)

    @property
    def points(self) -> int:
        """Hundredths of points given, negative if taken."""
        change = self.found.points
        return _net(change.after) - _net(change.before) if change else 0

    def _leg(self, account: str) -> int:
        return next((money.units for name, money in self.found.legs if name == account), 0)


@dataclass(slots=True)
class PlayerTotal:
    """Totals of one player's hands in one currency."""

    player: User
    before: Money
    after: Money
    moved: Money
    owed: Money
    suspended: Money
    hands: int = 0


@dataclass(slots=True)
class PlayerPointsChange:
    """A player's points (hundredths) and tier, before and after."""

    player: User
    before: Points
    after: Points
    tier_before: str
    tier_after: str

    @property
    def change(self) -> int:
        """Hundredths of points given, negative if taken."""
        return _net(self.after) - _net(self.before)


@dataclass(frozen=True)
class CaseFigures:
    """Effect of a case on its hands, in order."""

    kind: str
    reason: str
    hands: Sequence[HandFigures]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all postings and points, without balances, which may change meanwhile."""
        told = [
            [str(one.round.public_id), one.found.refusal, _postings(one.found)]
            for one in self.hands
        ]
        return sha256(json.dumps([self.kind, self.reason, told]).encode()).hexdigest()

    @property
    def has_no_effect(self) -> bool:
        return all(hand.found.refusal for hand in self.hands)

    @cached_property
    def totals(self) -> list[PlayerTotal]:
        """Totals by player and currency."""
        found: dict[tuple[int, str], PlayerTotal] = {}
        for hand in self.hands:
            before, after = hand.found.balance_before, hand.found.balance_after
            if before is None or after is None:
                continue
            key, money = (hand.round.player_id, hand.round.currency), hand.round.money
            nothing = PlayerTotal(hand.round.player, before, after, money(0), money(0), money(0))
            total = found.setdefault(key, nothing)
            total.after = after
            total.hands += 1
            total.moved += money(hand.moved)
            total.owed += money(hand.owed)
            total.suspended += money(hand.suspended)
        return sorted(found.values(), key=lambda one: (one.player.email, one.before.currency))

    @cached_property
    def points(self) -> list[PlayerPointsChange]:
        """Players whose points change."""
        found: dict[int, PlayerPointsChange] = {}
        for hand in self.hands:
            if change := hand.found.points:
                first = PlayerPointsChange(
                    hand.round.player,
                    change.before,
                    change.after,
                    change.tier_before,
                    change.tier_after,
                )
                one = found.setdefault(hand.round.player_id, first)
                one.after, one.tier_after = change.after, change.tier_after
        changed = (one for one in found.values() if one.change)
        return sorted(changed, key=lambda one: one.player.email)

    @property
    def holds_withdrawals(self) -> bool:
        """Return whether the case holds its players' withdrawals, for suspected fraud."""
        if self.kind != CaseKind.VOID or self.has_no_effect:
            return False
        return find_treatment(self.reason) == Treatment.SUSPENSE

    @cached_property
    def withdrawals(self) -> list[DeskLine]:
        """Open withdrawals of its players. One query."""
        players = {hand.round.player_id for hand in self.hands}
        return [build_desk_line(one) for one in find_open_withdrawals(players)]

    @property
    def facts(self) -> dict[str, Any]:
        """Totals by player and currency for an event, at most `MOST_FACTS`."""
        return {"sums": [_fact(total) for total in self.totals[:MOST_FACTS]]}


def _net(points: Points) -> int:
    return points.balance - points.debt


def _postings(found: Consequence) -> list[list[str]]:
    told = [[str(kind), str(money)] for kind, money in found.postings]
    if (change := found.points) and change.before != change.after:
        balance = change.after.balance - change.before.balance
        debt = change.after.debt - change.before.debt
        told.append(["points", str(balance), str(debt), change.tier_after])
    return told


def _fact(total: PlayerTotal) -> dict[str, Any]:
    return {
        "player": total.player.pk,
        "hands": total.hands,
        "moved": str(total.moved),
        "owed": str(total.owed),
        "suspended": str(total.suspended),
    }


def choose_hands_for(kind: str, choice: HandChoice, of: VoidCase | None) -> ChosenHands:
    """Return the hands that can be in a case of this kind, and those that cannot."""
    return (
        hand_choice.choose_hands(choice)
        if of is None
        else hand_choice.choose_followed_hands(kind, choice, of)
    )


def calculate_figures(kind: str, reason: str, rounds: Sequence[Round]) -> CaseFigures:
    """Return the effect of such a case on these rounds, in order. A fixed number of queries."""
    if kind == CaseKind.VOID:
        found = voiding.preview_voids(rounds, find_treatment(reason))
    else:
        found = _following(kind, _last_voids(rounds))
    return CaseFigures(
        kind, reason, [HandFigures(*pair) for pair in zip(rounds, found, strict=True)]
    )


def _following(kind: str, voids: Sequence[Void]) -> list[Consequence]:
    if kind == CaseKind.UNDO:
        return voiding.preview_undoing(voids)
    if kind == CaseKind.COLLECT:
        return voiding.preview_collecting(voids)
    return voiding.preview_releasing(voids, "player" if kind == CaseKind.RETURN else "house")


def _last_voids(rounds: Iterable[Round]) -> list[Void]:
    kept = {round_.pk: round_ for round_ in rounds}
    newest = {void.round_id: void for void in Void.objects.filter(round__in=kept).order_by("pk")}
    for key, void in newest.items():
        void.round = kept[key]
    return [newest[key] for key in kept]


def calculate_case_figures(case: VoidCase) -> CaseFigures:
    """Return the present effect on the case's waiting hands."""
    waiting = VoidLine.objects.filter(case=case, result=VoidLine.Result.WAITING)
    order = dict(waiting.values_list("round", "n"))
    rounds = Round.objects.select_related("player").defer(*hand_choice.UNUSED).filter(pk__in=order)
    return calculate_figures(case.kind, case.reason, sorted(rounds, key=lambda one: order[one.pk]))


def find_possible_follow_ups(case: VoidCase) -> list[CaseKind]:
    """Return the kinds of case that can follow an executed void now."""
    kinds = (CaseKind.UNDO, CaseKind.RETURN, CaseKind.KEEP, CaseKind.COLLECT)
    return [kind for kind in kinds if hand_choice.find_voids_to_follow(kind, case).exists()]
