"""Preview of the effect of voids on points and tiers; the database computes the same on execution."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from casino.models import Round
from loyalty.models.tiers import Tier
from loyalty.selectors.points import (
    EarnedPoints,
    Points,
    load_earned_points,
    points_by_player,
    sum_earned_by_player,
)
from loyalty.selectors.tiers import (
    day_before_window,
    find_tier_set_in_force,
    tier_at,
    tiers_by_player,
)


@dataclass(frozen=True, slots=True)
class VoidPointsChange:
    """A player's points, in hundredths, and tier, before and after."""

    before: Points
    after: Points
    tier_before: str
    tier_after: str


@dataclass(slots=True)
class PlayersPoints:
    """Players' points and rounds' points after the steps applied so far."""

    tiers: list[Tier]
    since: date
    points: dict[int, Points] = field(default_factory=dict)
    on: dict[int, str] = field(default_factory=dict)
    window: dict[int, int] = field(default_factory=dict)
    rounds: dict[UUID, EarnedPoints] = field(default_factory=dict)

    @classmethod
    def load(cls, rounds: Iterable[Round]) -> "PlayersPoints":
        """Load the current state for the players of these rounds. Seven queries."""
        found = list(rounds)
        players = {round_.player_id for round_ in found}
        force = find_tier_set_in_force()
        since = day_before_window(force)
        return cls(
            tiers=list(force.tiers.all()),
            since=since,
            points=points_by_player(players),
            on=tiers_by_player(players),
            window=sum_earned_by_player(players, since),
            rounds=load_earned_points({round_.public_id for round_ in found}, players),
        )

    def apply_void(self, round_: Round) -> VoidPointsChange:
        """Apply a void: take back the round's points; points already spent become owed."""
        gathered = self.rounds.get(round_.public_id)
        return self._changed(round_, -gathered.stands if gathered else 0)

    def apply_undo(self, round_: Round) -> VoidPointsChange:
        """Apply the undo of a void: restore points, after repaying points owed."""
        gathered = self.rounds.get(round_.public_id)
        return self._changed(round_, gathered.earned - gathered.stands if gathered else 0)

    def apply_no_change(self, round_: Round) -> VoidPointsChange:
        """Apply a step that moves money only."""
        return self._changed(round_, 0)

    def _changed(self, round_: Round, units: int) -> VoidPointsChange:
        player, before = round_.player_id, self.points.get(round_.player_id, Points())
        tier = self.on.get(player) or tier_at(0, self.tiers).display_name
        if not units:
            return VoidPointsChange(before, before, tier, tier)
        net = before.balance - before.debt + units
        after = Points(max(net, 0), max(-net, 0))
        gathered = self.rounds[round_.public_id]
        self.rounds[round_.public_id] = EarnedPoints(
            gathered.earned, gathered.stands + units, gathered.day
        )
        if gathered.day > self.since:
            self.window[player] = self.window.get(player, 0) + units
        self.points[player] = after
        self.on[player] = tier_at(self.window.get(player, 0), self.tiers).display_name
        return VoidPointsChange(before, after, tier, self.on[player])
