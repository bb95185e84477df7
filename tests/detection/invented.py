"""Invented columns of a player, packed as the builder packs them."""

from datetime import date, datetime

import numpy as np

from accounts.models.users import User
from detection.models import PlayerDay
from detection.values.packing import DEALS, DECISIONS, FORMAT, Batch, cast, pack
from signals.columns import DealMark
from tables.models import RuleSetVersion
from tests.casino import scenes

MINUTE = 60


def invent_deals(
    version: RuleSetVersion, count: int, begin: datetime, *, seed: int = 1, spread: int = 1
) -> Batch:
    """Return deals from shoes of 40: the stake is 10.00, and `spread` times as much at a true count of 2 or more."""
    chance = np.random.default_rng(seed)
    places = np.arange(count)
    nonce = places % 40 + 1
    left = 312 - 6 * (nonce - 1)
    steps = np.where(nonce == 1, 0, chance.integers(-3, 4, count))
    total = np.cumsum(steps)
    running = total - np.repeat(total[nonce == 1], np.diff([*np.flatnonzero(nonce == 1), count]))
    high = running * 52 / left >= 2
    stake = np.where(high, spread, 1) * 100_000
    at = begin.timestamp() + places * MINUTE
    zeros = np.zeros(count, np.int64)
    return {
        "round": places + 1 + seed * 10_000_000,
        "deal": places + 1,
        "at": at,
        "ended": at + 20,
        "table": zeros + 1,
        "version": zeros + version.pk,
        "shoe": places // 40 + 1,
        "nonce": nonce,
        "running": running,
        "left": left,
        "stake": stake,
        "staked": stake,
        "returned": np.where(chance.random(count) < 0.5, 2, 0) * stake,
        "marks": zeros + int(DealMark.LIVE),
    }


def no_decisions() -> Batch:
    return {name: np.zeros(0, kind) for name, kind in DECISIONS.items()}


def store_day(player: User, day: date, deals: Batch, decisions: Batch | None = None) -> PlayerDay:
    """Store the columns as one day of the player."""
    made = decisions or no_decisions()
    count, decided = len(deals["round"]), len(made["row"])
    columns = pack(cast(deals, DEALS), cast(made, DECISIONS), slice(0, count), slice(0, decided))
    assert columns[0] == FORMAT
    return PlayerDay.objects.create(
        player=player,
        day=day,
        deals=count,
        rounds=int((deals["stake"] > 0).sum()),
        decisions=decided,
        columns=columns,
        built_at=datetime.now().astimezone(),
    )


def new_player(email: str) -> User:
    return scenes.new_player(email, funds="0")
